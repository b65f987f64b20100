"""How far colours look apart, also to those who see fewer of them.

CIEDE2000 after Sharma, Wu, Dalal (2005); sights without one kind of cone after Machado, Oliveira,
Fernandes (2009), severity 1; sRGB and CIELAB for D65.
"""

import math

import numpy as np
import numpy.typing as npt

from irgo_app.draw.palette import Rgb

Lab = tuple[float, float, float]

_TO_XYZ = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
                    [0.0193339, 0.1191920, 0.9503041]])
_WHITE = np.array([0.95047, 1.0, 1.08883])
SIGHTS: dict[str, npt.NDArray[np.float64]] = {
    "usual": np.eye(3),
    "protan": np.array([[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
                        [-0.003882, -0.048116, 1.051998]]),
    "deutan": np.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                        [-0.011820, 0.042940, 0.968881]]),
    "tritan": np.array([[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
                        [0.004733, 0.691367, 0.303900]]),
}


def lab(colour: Rgb | tuple[float, ...], sight: str = "usual") -> Lab:
    """Return CIELAB of an sRGB colour (0 to 255) as a sight sees it."""
    share = np.asarray(colour, float) / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    seen = np.clip(SIGHTS[sight] @ linear, 0.0, 1.0)
    xyz = _TO_XYZ @ seen / _WHITE
    x, y, z = np.where(xyz > (6 / 29) ** 3, np.cbrt(xyz), xyz * (29 / 6) ** 2 / 3 + 4 / 29)
    return float(116 * y - 16), float(500 * (x - y)), float(200 * (y - z))


def ciede2000(one: Lab, other: Lab) -> float:
    """Return how far two colours look apart."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean7 = ((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2) ** 7
    stretch = 1.5 - 0.5 * math.sqrt(mean7 / (mean7 + 25**7))
    c1, c2 = math.hypot(stretch * a1, b1), math.hypot(stretch * a2, b2)
    h1 = math.degrees(math.atan2(b1, stretch * a1)) % 360
    h2 = math.degrees(math.atan2(b2, stretch * a2)) % 360
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    hue = h1 + h2 if c1 * c2 == 0 else (h1 + turn / 2) % 360
    chroma, lightness = (c1 + c2) / 2, (l1 + l2) / 2
    weight = (1 - 0.17 * _cos(hue - 30) + 0.24 * _cos(2 * hue) + 0.32 * _cos(3 * hue + 6)
              - 0.20 * _cos(4 * hue - 63))
    by_lightness = (l2 - l1) / (1 + 0.015 * (lightness - 50) ** 2
                                / math.sqrt(20 + (lightness - 50) ** 2))
    by_chroma = (c2 - c1) / (1 + 0.045 * chroma)
    by_hue = (2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
              / (1 + 0.015 * chroma * weight))
    twist = -2 * math.sqrt(chroma**7 / (chroma**7 + 25**7)) * math.sin(
        math.radians(60 * math.exp(-(((hue - 275) / 25) ** 2))))
    return math.sqrt(by_lightness**2 + by_chroma**2 + by_hue**2 + twist * by_chroma * by_hue)


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))
