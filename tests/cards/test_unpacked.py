"""The bytes of files: gzipped or plain; of what is neither, what to do."""

import bz2
import gzip
import io
import lzma
import os
import sys
import threading
import zipfile

import pytest

from mtg_prototype_plugin.cards.errors import CardFileError
from mtg_prototype_plugin.cards.unpacked import chunks

LINE = b'{"object": "card"}\n'


def zipped(content):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("cards.json", content)
    return file.getvalue()


@pytest.mark.parametrize("content", [b"", b"{", LINE, LINE * 100_000])
def test_plain_and_gzipped(tmp_path, content):
    for packed in (content, gzip.compress(content)):
        (tmp_path / "file").write_bytes(packed)
        assert b"".join(chunks(tmp_path / "file")) == content


@pytest.mark.parametrize(
    ("pack", "kind"),
    [
        (lzma.compress, "xz"),
        (bz2.compress, "bzip2"),
        (zipped, "zip"),
        (lambda line: b"\x28\xb5\x2f\xfd" + line, "zstd"),
    ],
)
def test_what_is_packed_otherwise_is_to_be_unpacked_first(tmp_path, pack, kind):
    (tmp_path / "file").write_bytes(pack(LINE))
    with pytest.raises(CardFileError, match=rf"packed with {kind}: .*\(unpack it first\)"):
        list(chunks(tmp_path / "file"))


@pytest.mark.skipif(sys.platform == "win32", reason="no such pipes")
def test_a_stream_is_to_be_saved_first(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.open("wb").close())
    writer.start()
    with pytest.raises(CardFileError, match=r"no file but a stream: .*\(save it as a file first\)"):
        list(chunks(pipe))
    writer.join()


def test_a_folder_has_a_reason(tmp_path):
    with pytest.raises(CardFileError, match="cannot be read: ") as caught:
        list(chunks(tmp_path))
    assert "None" not in str(caught.value)
