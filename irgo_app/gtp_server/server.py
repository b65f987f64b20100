"""irgo as a GTP engine: one game at a time, all commands in one table."""

from __future__ import annotations

from irgo_app.go.rulesets import CHINESE, Ruleset
from irgo_app.gtp.dispatcher import Dispatcher
from irgo_app.gtp_server.game import GtpGame
from irgo_app.gtp_server.handlers_analysis import analysis_handlers
from irgo_app.gtp_server.handlers_lifedeath import lifedeath_handlers
from irgo_app.gtp_server.handlers_play import play_handlers
from irgo_app.gtp_server.handlers_think import think_handlers, think_streams
from irgo_app.gtp_server.thinker import Manner, Thinker
from irgo_app.service.analysis_service import AnalysisService
from irgo_app.version import __version__


def make_engine(
    service: AnalysisService, manner: Manner | None = None, rules: Ruleset = CHINESE
) -> Dispatcher:
    """Return irgo as an engine with an empty 19x19 board.

    manner -- how it plays; rules -- by which it plays and counts until it is told otherwise
    """
    game = GtpGame(rules)
    thinker = Thinker(game, service, manner or Manner())
    return Dispatcher("irgo", __version__, {
        **play_handlers(game, thinker), **think_handlers(game, thinker),
        **analysis_handlers(game, service), **lifedeath_handlers(game),
    }, think_streams(game, thinker))
