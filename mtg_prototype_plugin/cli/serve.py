"""``mtg-prototype serve``: the sidecar, for programs in other languages."""

import logging
import os
import sys

import click

from mtg_hookspecs import PluginHost


@click.command("serve")
@click.option("--port", type=click.IntRange(0, 65535), help="Listen on this port of this machine; 0 is any free one.")
def serve(*, port: int | None) -> None:
    """Answer JSON-RPC 2.0, one JSON object a line, on standard input and output.

    With --port the same on a port of this machine, for those who know the token that stands in the environment variable
    MTG_SIDECAR_TOKEN; standard error says which port it is. Messages are described in docs/sidecar.md.
    """
    try:
        from ..bridge.serve import TOKEN, serve_port, serve_stdio
    except ModuleNotFoundError as error:
        raise click.UsageError(f"{error.name} is missing: pip install 'mtg-prototype-plugin[bridge]'") from error
    logging.basicConfig(stream=sys.stderr, format="%(levelname)s %(name)s: %(message)s")
    if port is None:
        serve_stdio(PluginHost.discover())
        return
    token = os.environ.get(TOKEN)
    if not token:
        raise click.UsageError(f"--port asks for a token in the environment variable {TOKEN}")
    try:
        serve_port(PluginHost.discover(), port, token=token)
    except OSError as error:
        raise click.UsageError(f"port {port} cannot be listened on: {error.strerror}") from error
