"""The page's typeface from Nunito: the weights and the letters that the page uses, as two small files.

    npm pack @fontsource-variable/nunito && tar xzf fontsource-variable-nunito-*.tgz
    pip install fonttools brotli
    python -m tools.typeface package

Neither fonttools nor Node is wanted for anything else: the files made are kept in ``src/cardhouse/web/font``.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "src" / "cardhouse" / "web" / "font"
# The lightest and the boldest weight that the stylesheets ask for.
WEIGHTS = (400, 700)
# Letters with their accents, figures, quotation marks, dashes; all else is the system's.
LETTERS = {
    "latin": [*range(0x20, 0x7F), *range(0xA0, 0x100), *range(0x2010, 0x2027), 0x2039, 0x203A, 0x20AC, 0x2212],
    "cyrillic": [*range(0x400, 0x460), 0x490, 0x491, 0x2116],
}
FEATURES = ["ccmp", "kern", "locl", "mark", "mkmk"]


def shrink(source: Path, letters: list[int], target: Path) -> int:
    """Write the letters of a variable font with the weights that are used; return how many bytes it takes."""
    from fontTools import subset
    from fontTools.ttLib import TTFont
    from fontTools.varLib import instancer

    font = TTFont(source)
    options = subset.Options(flavor="woff2", layout_features=FEATURES, hinting=False, name_IDs=[0, 1, 2, 13, 14])
    chosen = subset.Subsetter(options)
    chosen.populate(unicodes=letters)
    chosen.subset(font)
    subset.save_font(instancer.instantiateVariableFont(font, {"wght": WEIGHTS}), target, options)
    return target.stat().st_size


def main(folder: Path) -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, letters in LETTERS.items():
        source = folder / "files" / f"nunito-{name}-wght-normal.woff2"
        print(f"{name}: {shrink(source, letters, FOLDER / f'{name}.woff2')} bytes")
    shutil.copy(folder / "LICENSE", FOLDER / "OFL.txt")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
