"""The benchmarks by name; one function may give several figures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from irgo_app.bench.assistant_times import assistant_times
from irgo_app.bench.maps import (
    BY_MAPS, estimate_along, estimate_times, layer_times, path_moves, views_of_reading,
    watershed_times, whole_game
)
from irgo_app.bench.measurement import Measurement
from irgo_app.bench.reader_times import reader_times, search_times
from irgo_app.bench.records import record_times, stop_times, worst_megabyte
from irgo_app.bench.report_times import batch_times, report_times
from irgo_app.bench.window import plays_per_second, window_times
from irgo_app.layers import COMPUTED

BENCHMARKS: Final[dict[str, Callable[[], list[Measurement]]]] = {
    "influence.paths.move": path_moves,
    "influence.paths.move_from_python": path_moves,
    **{f"{layer.name}.field": layer_times(layer.name, f"{layer.name}.field") for layer in COMPUTED
       if layer.name.startswith("influence.")},
    "estimate": estimate_times,
    "estimate.by_maps": layer_times("estimate", "estimate.by_maps", BY_MAPS),
    "estimate.along": estimate_along,
    "moyo": layer_times("moyo"),
    "colourmap": layer_times("colourmap"),
    "clusters": layer_times("clusters"),
    "groups": layer_times("groups"),
    "reading.views": views_of_reading,
    "moyo.watershed": watershed_times,
    "game300.all_layers": whole_game,
    "reader.load": reader_times,
    "reader.one": reader_times,
    "reader.batch8": reader_times,
    "reader.game300": reader_times,
    "reader.worker_memory": reader_times,
    "reader.search_visit": search_times,
    "reader.search_beside_network": search_times,
    "report.game250": report_times,
    "report.game250_cpu": report_times,
    "sgf.open_75k_nodes": record_times,
    "sgf.save_75k_nodes": record_times,
    "sgf.open_3000_games": record_times,
    "sgf.stop_reading": stop_times,
    "sgf.worst_megabyte": worst_megabyte,
    "batch.games_per_second": batch_times,
    "batch.two_workers": batch_times,
    "batch.game_processor": batch_times,
    "batch.worker_memory": batch_times,
    **{f"assistants.{name}": assistant_times for name in (
        "first_answer", "places", "why", "story", "memory")},
    "gtp.play_per_second": plays_per_second,
    "gui.first_paint": window_times,
    "gui.first_paint_cpu": window_times,
    "gui.first_overlay": window_times,
    "gui.game_mapped": window_times,
    "gui.step": window_times,
    "gui.step_all_layers": window_times,
    "gui.tree_scroll": window_times,
    "gui.repaint": window_times,
    "gui.repaint_unchanged": window_times,
    "gui.memory": window_times,
    "gui.memory_second_pass": window_times,
    "gui.worker_memory": window_times,
}
