"""What whoever asks for a batch may choose: layers, searches, problems, and who judges."""

from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict

from irgo_app.batch.columns import column_of
from irgo_app.engines.dialects import check_tells_points
from irgo_app.engines.profile import EngineProfile
from irgo_app.errors import UsageError, check_within
from irgo_app.layers import layer_of_text
from irgo_app.layers.layer import Layer
from irgo_app.settings import ParamValue
from irgo_app.words import listed


class BatchOptions(Struct, frozen=True):
    """The choices for one batch, a plain value that travels to every worker.

    layers -- besides what every record has, as `--layer` takes them
    has_studies -- whether turning points are searched and studied
    has_problems -- whether problems of life and death are looked for
    engine -- who judges in place of irgo's reader; a KataGo
    Raises LayerError for a layer there is not, UsageError for one that cannot be counted here and
    for an engine that tells no points.
    """

    layers: tuple[str, ...] = ()
    has_studies: bool = False
    has_problems: bool = False
    engine: EngineProfile | None = None

    def __post_init__(self) -> None:
        names = [column_of(text) for text in self.layers]
        for layer, _ in self.chosen_layers():
            if layer.uses_engine:
                raise UsageError(
                    "{name} is what an engine says; a batch counts layers that irgo computes.",
                    name=layer.name)
        if len(set(names)) < len(names):
            raise UsageError("Name each layer once: {names}.", names=listed(self.layers))
        if self.engine is not None:
            check_tells_points(self.engine)

    def chosen_layers(self) -> list[tuple[Layer, dict[str, ParamValue]]]:
        """Return the layers with all their parameters."""
        return [layer_of_text(text) for text in self.layers]

    def as_json(self) -> dict[str, object]:
        """Return what tells one batch's records from another's."""
        return {"layers": list(self.layers), "studies": self.has_studies,
                "problems": self.has_problems,
                "engine": None if self.engine is None else asdict(self.engine)}


_MOST_WORKERS: Final = 512
"""So many processes on this machine at most."""


def check_workers(workers: int, key: str) -> None:
    """Raise WrongUsageError for a number of processes that is not started here.

    key -- what who asks calls the number
    """
    check_within(workers, key, 1, _MOST_WORKERS)


class Tls(Struct, frozen=True):
    """Files of PEM: whose signatures are believed, irgo's own certificate, and its key."""

    authority: Path
    certificate: Path
    key: Path
