"""Below the cache: an answer is asked for again where that may help, read within bounds, and checked.

What is not a whole JSON object of Scryfall's raises here, so that the cache never holds it nor drops a good answer
for it.
"""

import random
from dataclasses import dataclass
from typing import Any, Final

import requests
from requests.adapters import BaseAdapter
from urllib3.exceptions import MaxRetryError
from urllib3.util import Retry

from . import body
from .lockout import Clock
from .plain import parsed, unexpected

RETRY: Final = Retry(
    total=2,
    status_forcelist=(500, 502, 503, 504),
    allowed_methods=("GET", "POST"),  # the one POST, a collection, changes nothing
    respect_retry_after_header=False,  # it would send a 429 again
    backoff_factor=0.5,
)
"""What is asked again: a server's failure, twice. Each time is a request like any other, with its turn."""
JITTER: Final = 0.5
"""Seconds, at most, that are added to each wait, so that clients do not come back together."""


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Seconds: to connect, between two pieces, for the whole of an answer, for the whole of a bulk file."""

    connect: float = 5.0
    piece: float = 20.0
    answer: float = 60.0
    file: float = 3600.0


def ways_of(session: requests.Session, timeouts: Timeouts) -> dict[str, Any]:
    """How each request of ``session`` is sent. Its own certificates go before those that the environment names."""
    return {
        "timeout": (timeouts.connect, timeouts.piece),
        "verify": None if session.verify is True else session.verify,
        "allow_redirects": False,
    }


class AnswerAdapter(BaseAdapter):
    """Gives whole, checked answers: 200, 304, 404 and errors of the 4xx kind."""

    def __init__(self, paced: BaseAdapter, *, timeouts: Timeouts, clock: Clock) -> None:
        super().__init__()
        self._paced = paced
        self._timeouts = timeouts
        self._clock = clock

    def send(
        self,
        request: requests.PreparedRequest,
        stream: bool = False,  # noqa: FBT001, FBT002
        timeout: Any = None,
        verify: Any = True,  # noqa: FBT002
        cert: Any = None,
        proxies: Any = None,
    ) -> requests.Response:
        """The answer, read. Raises ``Redirected`` and the client's errors."""
        ways = {"timeout": timeout, "verify": verify, "cert": cert, "proxies": proxies}
        retry: Retry | None = RETRY
        while True:
            with self._paced.send(request, stream=True, **ways) as response:
                retry = _next_try(retry, request, response)
                if retry is None:
                    return self._checked(response)
            self._clock.sleep(retry.get_backoff_time() + random.uniform(0, JITTER))

    def _checked(self, response: requests.Response) -> requests.Response:
        status, url = response.status_code, response.url
        content = body.read(response, seconds=self._timeouts.answer, steady=self._clock.steady)
        response._content = content  # requests reads it without bounds
        response._content_consumed = True  # type: ignore[attr-defined]
        if status != 304:
            record = parsed(content, url=url, status=status)
            good = status == 200 and record["object"] != "error"
            refusal = status in range(400, 500) and record["object"] == "error"
            if not (good or refusal):
                raise unexpected(record, url=url, status=status, wanted="answer")
        return response

    def close(self) -> None:
        """Close what it sends through."""
        self._paced.close()


def _next_try(retry: Retry | None, request: requests.PreparedRequest, response: requests.Response) -> Retry | None:
    method = request.method or "GET"
    waits = "Retry-After" in response.headers  # the server says that it takes longer
    if retry is None or waits or not retry.is_retry(method, response.status_code):
        return None
    try:
        return retry.increment(method, request.url, response=response.raw)
    except MaxRetryError:
        return None
