"""The sidecar as a process: its streams, its port, its end."""

import io
import json
import os
import random
import re
import select
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, suppress

import pytest

pytest.importorskip("msgspec")
pytest.importorskip("rpds")
pytest.importorskip("click")

from click.testing import CliRunner

from mtg_prototype_plugin.bridge import messages
from mtg_prototype_plugin.bridge.messages import Code
from mtg_prototype_plugin.bridge.serve import TOKEN, lines
from mtg_prototype_plugin.cli.serve import serve

COMMAND = [sys.executable, "-m", "mtg_prototype_plugin.bridge.serve"]
PORT = "import sys; from mtg_prototype_plugin.cli.serve import serve; serve(['--port', '0'])"
PATIENCE = 20
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != TOKEN}


def find(id_, query="Blitz Automaton"):
    return {"jsonrpc": "2.0", "id": id_, "method": "card/find", "params": {"query": query}}


def line(value):
    return json.dumps(value).encode() + b"\n"


class Talk:
    def __init__(self, command=COMMAND, **options):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0, **options
        )
        self.held = b""

    def say(self, data):
        self.process.stdin.write(data)

    def hear(self):
        limit = time.monotonic() + PATIENCE
        while b"\n" not in self.held:
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, limit - time.monotonic()))
            assert ready, "no answer"
            chunk = os.read(self.process.stdout.fileno(), 1 << 16)
            assert chunk, "the end of the stream"
            self.held += chunk
        answer, self.held = self.held.split(b"\n", 1)
        return json.loads(answer)

    def end(self):
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, self.held + out, err


@pytest.fixture
def talk():
    made = []

    def start(*arguments, **options):
        made.append(Talk(*arguments, **options))
        return made[-1]

    yield start
    for one in made:
        one.process.kill()
        one.process.wait()
        for stream in (one.process.stdin, one.process.stdout, one.process.stderr):
            stream.close()


def test_a_line_in_a_line_out(talk):
    sidecar = talk()
    sidecar.say(line(find(1)))
    assert sidecar.hear()["result"]["card"]["mana_cost"] == "{7}"
    sidecar.say(line(find(2, "x")) + b"\r\n \n" + line(find(3, "x")))
    assert [sidecar.hear()["id"], sidecar.hear()["id"]] == [2, 3]
    assert sidecar.end() == (0, b"", b"")


def test_output_has_no_carriage_return(talk):
    sidecar = talk()
    sidecar.say(line(find(1)))
    _, out, _ = sidecar.end()
    assert out.endswith(b"\n")
    assert b"\r" not in out


def test_half_a_line(talk):
    sidecar = talk()
    whole = line([find(1), find(2)])
    for part in (whole[:7], whole[7:40], whole[40:]):
        sidecar.say(part)
        time.sleep(0.02)
    assert [answer["id"] for answer in sidecar.hear()] == [1, 2]
    sidecar.say(line(find(3))[:-10])
    code, out, _ = sidecar.end()
    assert json.loads(out)["error"]["code"] == Code.PARSE_ERROR
    assert code == 0


def test_a_last_line_needs_no_end(talk):
    sidecar = talk()
    sidecar.say(line(find(3))[:-1])
    assert json.loads(sidecar.end()[1])["id"] == 3


def test_a_line_of_ten_megabytes(talk):
    sidecar = talk()
    sidecar.say(b'{"jsonrpc":"2.0","id":1,"params":"' + b"x" * 10_000_000 + b'"}\n' + line(find(2)))
    assert sidecar.hear()["error"]["code"] == Code.LINE_TOO_LONG
    assert sidecar.hear()["id"] == 2


def test_what_is_no_utf8(talk):
    sidecar = talk()
    sidecar.say(b"\xff\xfe\x00\n" + line(find("\ud83d\ude00")))
    assert sidecar.hear()["error"]["code"] == Code.PARSE_ERROR
    assert sidecar.hear()["id"] == "😀"


def test_a_slow_reader(talk):
    """Answers wait in the pipe, and what is not read yet is not held in memory."""
    sidecar = talk()
    batch = line([find(number) for number in range(1000)])
    os.set_blocking(sidecar.process.stdin.fileno(), False)
    written, waited = 0, 0
    while waited < 10:
        count = sidecar.process.stdin.write((batch * 4)[written % len(batch) :])
        waited = 0 if count else waited + 1
        written += count or 0
        time.sleep(0.01)
    assert written < 4_000_000
    os.set_blocking(sidecar.process.stdin.fileno(), True)
    for _ in range(written // len(batch)):
        assert [answer["id"] for answer in sidecar.hear()] == list(range(1000))


def test_shutdown_ends_it_with_lines_left(talk):
    sidecar = talk()
    sidecar.say(line({"jsonrpc": "2.0", "id": 1, "method": "shutdown"}) + line(find(2)))
    code, out, _ = sidecar.end()
    assert (code, out) == (0, b'{"jsonrpc":"2.0","id":1,"result":{}}\n')


@pytest.mark.skipif(sys.platform == "win32", reason="there SIGTERM ends a process at once")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_an_idle_sidecar(talk, number):
    sidecar = talk()
    sidecar.say(line(find(1)))
    sidecar.hear()
    sidecar.process.send_signal(number)
    assert sidecar.process.wait(PATIENCE) == 0
    assert sidecar.end()[2] == b""


@pytest.mark.skipif(sys.platform == "win32", reason="there SIGTERM ends a process at once")
def test_sigterm_finishes_the_message_in_hand(talk):
    """The answer to a batch is larger than a pipe: the signal comes while it is being written."""
    sidecar = talk()
    sidecar.say(line(find("first")))
    sidecar.hear()
    sidecar.say(line([find(number) for number in range(2000)]) + line(find("never")))
    ready, _, _ = select.select([sidecar.process.stdout], [], [], PATIENCE)
    assert ready
    sidecar.process.send_signal(signal.SIGTERM)
    code, out, _ = sidecar.end()
    answered, rest = out.split(b"\n", 1)
    assert [answer["id"] for answer in json.loads(answered)] == list(range(2000))
    assert (code, rest) == (0, b"")


def test_a_client_that_is_gone(talk):
    sidecar = talk()
    sidecar.process.stdout.close()
    sidecar.say(line(find(1)))
    assert sidecar.process.wait(PATIENCE) == 0
    sidecar.process.stdin.close()
    assert sidecar.process.stderr.read() == b""


CLOSED = "import os, sys; [os.close(int(it)) for it in sys.argv[1]]; os.execv(sys.executable, sys.argv[2:])"


@pytest.mark.skipif(sys.platform == "win32", reason="there a closed descriptor is not handed on")
@pytest.mark.parametrize("closed", ["0", "1", "2", "01", "02", "12", "012"])
def test_streams_that_are_closed_from_the_start(closed):
    """Without input or output there is nobody to serve; without standard error it serves."""
    started = [sys.executable, "-c", CLOSED, closed, *COMMAND]
    ran = subprocess.run(started, input=line(find(1)), capture_output=True, timeout=PATIENCE, check=False)
    assert ran.returncode == 0
    assert b"Traceback" not in ran.stderr
    if closed == "2":
        assert json.loads(ran.stdout)["id"] == 1
    else:
        assert ran.stdout == b""
        assert ("2" in closed) is (b"nobody to serve" not in ran.stderr)


def test_what_a_plugin_prints_is_not_in_the_protocol(talk, tmp_path):
    program = tmp_path / "noisy.py"
    program.write_text(
        "from mtg_hookspecs import PluginHost, hookimpl\n"
        "from mtg_prototype_plugin.bridge.serve import serve_stdio\n"
        "from mtg_prototype_plugin.plugin import mtg_plugin_info\n"
        "@hookimpl\n"
        "def mtg_find_card(query):\n"
        "    print('looking for', query, flush=True)\n"
        "    input_is_empty = open(0).read() == ''\n"
        "    print(input_is_empty, flush=True)\n"
        "import sys\n"
        "serve_stdio(PluginHost([sys.modules[__name__]]))\n",
        encoding="utf-8",
    )
    sidecar = talk([sys.executable, str(program)])
    sidecar.say(line(find(1, "x")))
    assert sidecar.hear()["result"] == {"card": None}
    assert sidecar.end()[1:] == (b"", b"looking for x\nTrue\n")


# --- the port --------------------------------------------------------------------------------------------------------


@pytest.fixture
def port(talk):
    sidecar = talk([sys.executable, "-c", PORT], env=ENVIRONMENT | {TOKEN: "secret"})
    said = sidecar.process.stderr.readline().decode()
    return sidecar, int(re.fullmatch(r"listening on 127\.0\.0\.1:(\d+)\n", said)[1])


def initialize(token):
    return {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"token": token}}


def connect(number):
    return socket.create_connection(("127.0.0.1", number), timeout=PATIENCE)


def test_connections_with_boards_of_their_own(port):
    _, number = port
    opening = {"jsonrpc": "2.0", "id": 1, "method": "board/open", "params": {"board": "mine"}}
    with connect(number) as one, connect(number) as other:
        for client in (one, other):
            client.sendall(line(initialize("secret")) + line(opening))
            with client.makefile("rb") as answers:
                assert "result" in json.loads(answers.readline())
                assert json.loads(answers.readline())["result"]["board"] == "mine"


@pytest.mark.parametrize(
    "first", [line(initialize("other")), line(find(1)), b"GET / HTTP/1.1\r\n", b"x" * 5000, b"x" * 5000 + b"\n"]
)
def test_strangers_are_shown_the_door(port, first):
    _, number = port
    with connect(number) as client:
        client.sendall(first)
        if not first.endswith(b"\n"):
            client.shutdown(socket.SHUT_WR)
        with client.makefile("rb") as answers:
            (answer,) = answers.read().splitlines()
    assert "error" in json.loads(answer)


def test_strangers_do_not_shut_out_those_who_know_the_token(port):
    """However many are silent; those who have said it are not dropped for others."""
    _, number = port
    with ExitStack() as stack:

        def talk():
            client = stack.enter_context(connect(number))
            client.sendall(line(initialize("secret")))
            return client, stack.enter_context(client.makefile("rb"))

        client, answers = talk()
        assert "result" in json.loads(answers.readline())
        strangers = [stack.enter_context(connect(number)) for _ in range(40)]
        later = [talk() for _ in range(15)]
        assert ["result" in json.loads(heard.readline()) for _, heard in later] == [True] * 15
        assert strangers[0].recv(1) == b""
        client.sendall(line(find(1)))
        assert json.loads(answers.readline())["id"] == 1
        with suppress(ConnectionError):  # closed with what was said to it unread
            assert talk()[1].readline() == b""


def test_sigterm_ends_the_port(port):
    sidecar, number = port
    with connect(number) as client:
        client.sendall(line(initialize("secret")))
        with client.makefile("rb") as answers:
            answers.readline()
            sidecar.process.send_signal(signal.SIGTERM)
            assert answers.readline() == b""
    assert sidecar.process.wait(PATIENCE) == 0


def test_a_port_asks_for_a_token(monkeypatch):
    monkeypatch.delenv(TOKEN, raising=False)
    answered = CliRunner().invoke(serve, ["--port", "0"])
    assert answered.exit_code == 2
    assert TOKEN in answered.stderr


def test_a_port_that_is_taken(monkeypatch):
    monkeypatch.setenv(TOKEN, "secret")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        number = taken.getsockname()[1]
        code = f"from mtg_prototype_plugin.cli.serve import serve; serve(['--port', '{number}'])"
        answered = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert answered.returncode == 2
    assert str(number) in answered.stderr


# --- lines -----------------------------------------------------------------------------------------------------------


class Pieces(io.RawIOBase):
    """A stream that comes in pieces of any size."""

    def __init__(self, stream, chance):
        self.stream = stream
        self.chance = chance

    def readable(self):
        return True

    def readinto(self, buffer):
        piece = self.stream[: self.chance.randint(1, min(25, len(buffer)))]
        self.stream = self.stream[len(piece) :]
        buffer[: len(piece)] = piece
        return len(piece)


@pytest.mark.parametrize("seed", range(20))
def test_lines_do_not_depend_on_how_they_come(seed):
    chance = random.Random(seed)
    whole = [bytes(chance.choices(b"abc", k=chance.choice((0, 1, 9, 10, 11, 30)))) for _ in range(50)]
    stream = io.BufferedReader(Pieces(b"\n".join(whole), chance), 16)
    expected = [None if len(one) > 10 else one for one in whole]
    if expected[-1] == b"":
        del expected[-1]
    got = [one if one is None else one.removesuffix(b"\n") for one in lines(stream.readline, limit=lambda: 10)]
    assert got == expected


def test_the_limit_is_the_one_that_is_said():
    longest = b"x" * messages.MAX_LINE + b"\n"
    stream = io.BytesIO(longest + b"x" + longest)
    assert list(lines(stream.readline, limit=lambda: messages.MAX_LINE)) == [longest, None]
