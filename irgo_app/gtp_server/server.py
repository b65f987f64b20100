"""irgo as a GTP engine: one game at a time, all commands in one table."""

from __future__ import annotations

from irgo_app import __version__
from irgo_app.gtp.dispatcher import Dispatcher
from irgo_app.gtp_server.game import GtpGame
from irgo_app.gtp_server.handlers_analysis import analysis_handlers
from irgo_app.gtp_server.handlers_lifedeath import lifedeath_handlers
from irgo_app.gtp_server.handlers_play import play_handlers
from irgo_app.service.analysis_service import AnalysisService


def make_engine(service: AnalysisService) -> Dispatcher:
    """Return irgo as an engine with an empty 19x19 board."""
    game = GtpGame()
    return Dispatcher("irgo", __version__, {
        **play_handlers(game, service), **analysis_handlers(game, service),
        **lifedeath_handlers(game)})
