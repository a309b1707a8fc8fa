//! The table of palettes.
//!
//! The shades of each were measured: each has the contrast that WCAG asks of text, also when
//! reduced to 256 colours. Those for colour blindness stay apart under three kinds of it (tests in
//! `theme/sight.rs`). On the backgrounds of regions, text has that contrast too, and coloured text
//! has less. Invariant: names are unique, also among the families.

use super::{FixedShades, Palette, Shade, Shades};

/// The shades of the slots for text and of the background, and those of the bytes of regions.
const fn fixed(shades: [u32; 9], grounds: [u32; 6]) -> Shades {
    let mut slots = [Shade::of_number(0); FixedShades::SLOTS.len()];
    let mut at = 0;
    while at < slots.len() {
        slots[at] = Shade::of_number(if at < shades.len() {
            shades[at]
        } else {
            grounds[at - shades.len()]
        });
        at += 1;
    }
    Shades::Fixed(FixedShades::new(slots))
}

const fn row(id: &'static str, about: &'static str, shades: Shades) -> Palette {
    Palette { id, about, shades }
}

/// Every palette, the default first.
#[rustfmt::skip]
pub static PALETTES: [Palette; 10] = [
    row("terminal", "the terminal's own colours", Shades::Own),
    row("dark", "soft colours for a dark background",
        fixed([0xFF6B6B, 0x8FD17F, 0xE5C07B, 0x7AA2F7, 0xC792EA, 0x56C7D6, 0x828994, 0x171A20, 0xD9DDE4],
              [0x501922, 0x092903, 0x3C340C, 0x1B0C6F, 0x370743, 0x08353E])),
    row("light", "deep colours for a light background",
        fixed([0xC62828, 0x2E7D32, 0x966000, 0x1F5FBF, 0x8E24AA, 0x006A7C, 0x686E78, 0xFCFCFA, 0x232830],
              [0xFCCBBD, 0xAFEF81, 0xFEFF78, 0xB8DAFA, 0xF6DEF8, 0x71E9DE])),
    row("mono", "no colours: only attributes and signs", Shades::None),
    row("high-contrast-dark", "bright colours on black",
        fixed([0xE5803F, 0x21E434, 0xFFF31F, 0x82ABFF, 0xC08FC5, 0x1AECFF, 0xC0C0C0, 0x000000, 0xFFFFFF],
              [0x3B0201, 0x001D0A, 0x362703, 0x050351, 0x3B0538, 0x013138])),
    row("high-contrast-light", "very deep colours on white",
        fixed([0xB40019, 0x006003, 0x441A34, 0x0901EE, 0x8508A1, 0x132C5D, 0x505050, 0xFFFFFF, 0x000000],
              [0xFCCFC5, 0xC8F9D6, 0xEBEB68, 0xDAE8F8, 0xF0CDFB, 0x9AE7E0])),
    // The colours of Okabe and Ito, without the blue that is too dark to read on black.
    row("okabe-ito-dark", "also for colour-blind people, on a dark background",
        fixed([0xD55E00, 0x009E73, 0xF0E442, 0x56B4E9, 0xCC79A7, 0xE69F00, 0x7C7C7C, 0x000000, 0xFFFFFF],
              [0x560420, 0x021A07, 0x302300, 0x050D4E, 0x29122E, 0x062B33])),
    // Their own are too pale to read on white: these were found by the same measure.
    row("okabe-ito-light", "also for colour-blind people, on a light background",
        fixed([0xA84B00, 0x001544, 0x780000, 0x001CD8, 0x6A1290, 0x375EFF, 0x6A6A6A, 0xFFFFFF, 0x000000],
              [0xF2E3DE, 0xC0F1C1, 0xEBDE85, 0xC5DCFE, 0xFCCAED, 0x97FDFB])),
    // The hues of Solarized, brought to a contrast that can be read.
    row("solarized-dark", "Solarized on its dark background, with more contrast",
        fixed([0xE77472, 0x899C08, 0xC19C29, 0x479CD9, 0xE174A9, 0x2AA198, 0x849597, 0x002B36, 0xEEE8D5],
              [0x6A1E2A, 0x0F170D, 0x342806, 0x0C0345, 0x49224C, 0x313E41])),
    row("solarized-light", "Solarized on its light background, with more contrast",
        fixed([0xCF2F2C, 0x647300, 0x845C00, 0x2073AE, 0xB82F71, 0x1E726C, 0x5F747B, 0xFDF6E3, 0x073642],
              [0xFFCFCA, 0xA1EDA1, 0xFDEC89, 0xD2E9FE, 0xF0CEFE, 0x90ECE1])),
];

/// Names for a pair of palettes, by the terminal's background: the name, its description, and the
/// palettes for a dark and a light one.
pub const FAMILIES: [(&str, &str, [&str; 2]); 4] = [
    (
        "auto",
        "dark or light, as the background",
        ["dark", "light"],
    ),
    (
        "high-contrast",
        "strong contrast, dark or light",
        ["high-contrast-dark", "high-contrast-light"],
    ),
    (
        "okabe-ito",
        "also for colour-blind people, dark or light",
        ["okabe-ito-dark", "okabe-ito-light"],
    ),
    (
        "solarized",
        "Solarized, dark or light",
        ["solarized-dark", "solarized-light"],
    ),
];

/// The palette with an id.
pub fn by_id(id: &str) -> Option<&'static Palette> {
    PALETTES.iter().find(|palette| palette.id == id)
}
