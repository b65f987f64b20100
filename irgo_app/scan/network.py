"""The two small networks that look at points and at signs: layers of weights, run by numpy.

They are trained by `docs/calibrate_scan.py`; no library for networks is worth loading for them.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO

import numpy as np
from msgspec import Struct

from irgo_app.resource_files import computed_with
from irgo_app.scan.extent import Doubles, Floats


class Network(Struct, frozen=True, eq=False):
    """Layers of weights float32 (inputs, outputs) and biases float32 (outputs)."""

    weights: tuple[Floats, ...]
    biases: tuple[Floats, ...]

    def chances(self, inputs: Floats) -> Doubles:
        """Return the chance of each class, float64 (..., classes), for inputs (..., inputs)."""
        values = inputs
        for weights, bias in zip(self.weights[:-1], self.biases[:-1], strict=True):
            values = np.maximum(values @ weights + bias, 0.0)
        last = (values @ self.weights[-1] + self.biases[-1]).astype(np.float64)
        last = np.exp(last - last.max(axis=-1, keepdims=True))
        found: Doubles = last / last.sum(axis=-1, keepdims=True)
        return found


@lru_cache(maxsize=2)
def network(name: str) -> Network:
    """Return the network `stones` or `signs`."""
    with np.load(BytesIO(computed_with("scan.npz")), allow_pickle=False) as kept:
        count = sum(key.startswith(f"{name}_weights_") for key in kept.files)
        return Network(tuple(kept[f"{name}_weights_{index}"].astype(np.float32)
                             for index in range(count)),
                       tuple(kept[f"{name}_biases_{index}"].astype(np.float32)
                             for index in range(count)))
