"""Who a host in Python says that it is: what is refused, and what is remarked on."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from .capabilities import CAPABILITIES
from .errors import InvalidHost


def check_identity(name: object, version: object, capabilities: object) -> None:
    """Raise ``InvalidHost`` unless name and version are strings and the capabilities a set of strings."""
    for word, value in (("name", name), ("version", version)):
        if not isinstance(value, str):
            raise InvalidHost(f"the host's {word} is not a string", value=value)
    if not isinstance(capabilities, AbstractSet) or not all(isinstance(each, str) for each in capabilities):
        raise InvalidHost("the host's capabilities are not a set of words", value=capabilities, hint='{"token_copy"}')


def remarks(host: object) -> Iterator[str]:
    """What a host declares that does not fit: a line each."""
    for capability in sorted(getattr(host, "capabilities", frozenset()) - set(CAPABILITIES)):
        yield f"the host says {capability!r}, which is no capability that is known"
    for capability, method in getattr(host, "left_out", ()):
        yield f"the host says {capability} and has no method {method}"
