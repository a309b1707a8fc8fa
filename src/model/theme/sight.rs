//! The palettes as people see them: contrast, and difference under three kinds of colour blindness.
//!
//! Contrast is that of WCAG 2.2. Colour blindness is simulated by the matrices of Machado, Oliveira
//! and Fernandes (2009) at full severity, in linear light, and difference is the distance in Oklab
//! (Ottosson, 2020) times 100; a difference of 2 is just visible. Invariant: only tests need this.

use super::super::palette::{Depth, FAMILIES, PALETTES, Paint, Palette, Shade, Shades, by_id};
use super::{Theme, Tone};
use crate::model::row::ByteRole;

type Matrix = [[f64; 3]; 3];

/// A kind of colour blindness, with its matrix.
const KINDS: [(&str, Matrix); 4] = [
    ("none", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "protanopia",
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ],
    ),
    (
        "tritanopia",
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ],
    ),
];

fn times(matrix: &Matrix, [x, y, z]: [f64; 3]) -> [f64; 3] {
    matrix.map(|[a, b, c]| a * x + b * y + c * z)
}

/// Red, green and blue in linear light.
fn linear(shade: Shade) -> [f64; 3] {
    let (r, g, b) = shade.rgb();
    [r, g, b].map(|part| match f64::from(part) / 255.0 {
        part if part <= 0.04045 => part / 12.92,
        part => ((part + 0.055) / 1.055).powf(2.4),
    })
}

/// The contrast of two shades as WCAG 2.2 defines it.
fn contrast(a: Shade, b: Shade) -> f64 {
    let luminance = |shade| {
        let [r, g, b] = linear(shade);
        0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
    };
    let (a, b) = (luminance(a), luminance(b));
    a.max(b) / a.min(b)
}

/// A shade in Oklab, as a kind of sight sees it.
fn seen(shade: Shade, sight: &Matrix) -> [f64; 3] {
    const CONES: Matrix = [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ];
    const LAB: Matrix = [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ];
    let light = times(sight, linear(shade)).map(|part| part.clamp(0.0, 1.0));
    times(&LAB, times(&CONES, light).map(f64::cbrt))
}

/// The difference of two shades to a kind of sight.
fn difference(a: Shade, b: Shade, sight: &Matrix) -> f64 {
    let (a, b) = (seen(a, sight), seen(b, sight));
    let sum: f64 = (0..3).map(|at| (a[at] - b[at]).powi(2)).sum();
    100.0 * sum.sqrt()
}

/// The palettes with shades of their own, and their accents, quiet text and text.
fn shades() -> impl Iterator<Item = (&'static Palette, [Shade; 6], Shade, Shade)> {
    PALETTES.iter().filter_map(|palette| match palette.shades {
        Shades::Fixed(fixed) => Some((palette, fixed.accents, fixed.quiet(), fixed.text())),
        Shades::None | Shades::Own => None,
    })
}

/// Asserts that every two of some shades differ by at least `least`.
#[track_caller]
fn differ(palette: &Palette, all: &[Shade], least: f64, kinds: &[(&str, Matrix)]) {
    for (name, sight) in kinds {
        for (at, one) in all.iter().enumerate() {
            for (other, two) in all.iter().enumerate().skip(at + 1) {
                let found = difference(*one, *two, sight);
                let id = palette.id;
                assert!(
                    found >= least,
                    "{id}: {at} and {other} to {name}: {found:.1}"
                );
            }
        }
    }
}

#[test]
fn the_measures_are_those_that_were_published() {
    let shade = |text| Shade::parse(text).unwrap();
    // WCAG: black on white, and the lightest grey that is text on white.
    assert!((contrast(shade("#000000"), shade("#FFFFFF")) - 21.0).abs() < 1e-9);
    assert!((contrast(shade("#767676"), shade("#FFFFFF")) - 4.54).abs() < 0.005);
    // Ottosson: white is lightness 1, pure red 0.628, 0.225, 0.126.
    let near = |found: [f64; 3], expected: [f64; 3]| {
        (0..3).all(|at| (found[at] - expected[at]).abs() < 0.001)
    };
    let normal = &KINDS[0].1;
    assert!(near(seen(shade("#FFFFFF"), normal), [1.0, 0.0, 0.0]));
    assert!(near(seen(shade("#FF0000"), normal), [0.628, 0.225, 0.126]));
    // Each matrix maps grey to itself.
    for (name, sight) in &KINDS {
        let grey = times(sight, [0.5; 3]);
        assert!(grey.iter().all(|part| (part - 0.5).abs() < 0.001), "{name}");
    }
    // Without long cones, red is dark. The red and the green of signals are far apart for others,
    // and close without middle cones.
    let (red, green) = (shade("#C05A00"), shade("#7A7A00"));
    let [none, _, deutan, _] = KINDS.map(|(_, sight)| difference(red, green, &sight));
    assert!(none > 2.0 * deutan, "{none} {deutan}");
}

#[test]
fn every_slot_is_legible_also_among_256_colours() {
    for (palette, accents, quiet, text) in shades() {
        let paper = palette.of_document().paper();
        let least = if palette.id.starts_with("high-contrast") {
            7.0
        } else {
            4.5
        };
        for shade in accents.into_iter().chain([quiet, text]) {
            for depth in [Depth::True, Depth::Indexed] {
                let shown = palette.of_document().shade(Some(shade.paint(depth)));
                let found = contrast(shown, paper);
                assert!(
                    found >= least,
                    "{} {shade:?} {depth:?} {found:.2}",
                    palette.id
                );
            }
        }
    }
}

#[test]
fn every_two_slots_differ_in_every_palette() {
    for (palette, accents, quiet, text) in shades() {
        let all: Vec<_> = accents.into_iter().chain([quiet, text]).collect();
        differ(palette, &all, 7.0, &KINDS[..1]);
    }
}

#[test]
fn faults_characters_and_text_differ_to_everybody_in_every_palette() {
    for (palette, accents, _, text) in shades() {
        differ(palette, &[accents[0], accents[5], text], 6.0, &KINDS);
    }
}

#[test]
fn accents_differ_to_everybody_in_palettes_that_promise_it() {
    let promised = ["okabe-ito", "high-contrast"];
    let chosen = FAMILIES.iter().filter(|(id, ..)| promised.contains(id));
    for id in chosen.flat_map(|(.., ids)| ids) {
        let (palette, accents, _, text) = shades()
            .find(|(palette, ..)| Some(*palette) == by_id(id))
            .unwrap();
        let all: Vec<_> = accents.into_iter().chain([text]).collect();
        differ(palette, &all, 7.5, &KINDS);
    }
}

/// The palettes with shades of their own, and the backgrounds of the bytes of regions.
fn grounds() -> impl Iterator<Item = (&'static Palette, [Shade; 6], Shade)> {
    PALETTES.iter().filter_map(|palette| match palette.shades {
        Shades::Fixed(fixed) => Some((palette, fixed.grounds, fixed.paper())),
        Shades::None | Shades::Own => None,
    })
}

#[test]
fn text_in_a_region_is_legible() {
    for ((palette, grounds, _), (_, accents, quiet, text)) in grounds().zip(shades()) {
        let is_strong = palette.id.starts_with("high-contrast");
        let least = if is_strong { 5.0 } else { 3.5 };
        for ground in grounds {
            assert!(contrast(text, ground) >= 7.0, "{} {ground:?}", palette.id);
            for shade in accents.into_iter().chain([quiet]) {
                let found = contrast(shade, ground);
                let id = palette.id;
                assert!(found >= least, "{id} {shade:?} on {ground:?}: {found:.2}");
            }
        }
    }
}

#[test]
fn regions_differ_from_each_other_and_from_the_rest_to_everybody() {
    for (palette, grounds, paper) in grounds() {
        let all: Vec<_> = grounds.into_iter().chain([paper]).collect();
        differ(palette, &all, 7.0, &KINDS[..1]);
        differ(palette, &all, 2.8, &KINDS);
    }
}

#[test]
fn on_a_terminal_of_16_colours_a_palette_is_the_terminals_own() {
    for palette in &PALETTES {
        let theme = Theme::new(palette, Depth::Sixteen);
        let paint = theme.ink(Tone::As(ByteRole::Fault)).paint;
        assert!(
            matches!(paint, None | Some(Paint::Own(1))),
            "{}",
            palette.id
        );
    }
}

/// Red, green and blue of a number.
fn shade(text: &str) -> Shade {
    Shade::parse(text).unwrap()
}

/// A terminal as people have it: its background, its text, and its colours 1 to 6.
struct OwnColours {
    name: &'static str,
    ground: &'static str,
    text: &'static str,
    accents: [&'static str; 6],
}

/// The accents of Solarized, on either ground.
const SOLARIZED: [&str; 6] = [
    "#DC322F", "#859900", "#B58900", "#268BD2", "#D33682", "#2AA198",
];
/// The accents of xterm.
const XTERM: [&str; 6] = [
    "#CD0000", "#00CD00", "#CDCD00", "#0000EE", "#CD00CD", "#00CDCD",
];

/// The sources: `XTerm-col.ad` of xterm, the schemes Campbell and Vintage of Windows Terminal, and
/// the values of Solarized.
const TERMINALS: [OwnColours; 6] = [
    OwnColours {
        name: "xterm, light",
        ground: "#FFFFFF",
        text: "#000000",
        accents: XTERM,
    },
    OwnColours {
        name: "xterm, dark",
        ground: "#000000",
        text: "#E5E5E5",
        accents: XTERM,
    },
    OwnColours {
        name: "Windows, Campbell",
        ground: "#0C0C0C",
        text: "#CCCCCC",
        accents: [
            "#C50F1F", "#13A10E", "#C19C00", "#0037DA", "#881798", "#3A96DD",
        ],
    },
    OwnColours {
        name: "Windows, Vintage",
        ground: "#000000",
        text: "#C0C0C0",
        accents: [
            "#800000", "#008000", "#808000", "#000080", "#800080", "#008080",
        ],
    },
    OwnColours {
        name: "Solarized, dark",
        ground: "#002B36",
        text: "#839496",
        accents: SOLARIZED,
    },
    OwnColours {
        name: "Solarized, light",
        ground: "#FDF6E3",
        text: "#657B83",
        accents: SOLARIZED,
    },
];

impl OwnColours {
    /// The contrast of a paint of the theme with the ground, which reversing does not change.
    fn contrast_of(&self, paint: Option<Paint>) -> f64 {
        let shown = match paint {
            None => self.text,
            Some(Paint::Own(n) | Paint::Indexed(n)) => self.accents[usize::from(n) - 1],
            Some(Paint::Rgb(..)) => panic!("{}: a colour of its own", self.name),
        };
        contrast(shade(shown), shade(self.ground))
    }
}

#[test]
fn the_selection_and_the_mark_at_the_start_are_legible_on_the_16_colours_of_each_terminal() {
    for terminal in &TERMINALS {
        // The light text of Solarized is what its users have chosen: nothing here is below it.
        let least = terminal.contrast_of(None).min(4.5);
        for depth in [Depth::Sixteen, Depth::Indexed, Depth::True] {
            let theme = Theme::new(&PALETTES[0], depth);
            let mark = theme.ink(Tone::As(ByteRole::Bom));
            for paint in [theme.selection(), mark.paint] {
                let found = terminal.contrast_of(paint);
                assert!(found >= least, "{}: {paint:?} {found:.2}", terminal.name);
            }
            assert!(!mark.attributes.has(super::DIM), "{}", terminal.name);
        }
    }
}

#[test]
fn no_colour_at_all_is_legible_on_each_of_these_terminals() {
    // The own ones: each is too pale or too dark on one of them.
    for accent in 1..=6 {
        let is_legible = |terminal: &OwnColours| {
            let least = terminal.contrast_of(None).min(4.5);
            terminal.contrast_of(Some(Paint::Own(accent))) >= least
        };
        assert!(!TERMINALS.iter().all(is_legible), "{accent}");
    }
    // Any other: contrast depends on luminance alone, which a grey of each has.
    for level in 0..=255u32 {
        let grey = shade(&format!("#{:06X}", level * 0x01_01_01));
        let is_legible = |terminal: &OwnColours| contrast(grey, shade(terminal.ground)) >= 4.5;
        assert!(!TERMINALS.iter().all(is_legible), "{level}");
    }
}

#[test]
fn words_are_legible_on_each_of_these_terminals() {
    let tones = [
        Tone::Key,
        Tone::Wrong,
        Tone::Structure,
        Tone::Strong,
        Tone::Quiet,
    ];
    let roles = [
        ByteRole::Fault,
        ByteRole::Notice,
        ByteRole::Lead,
        ByteRole::Bom,
    ];
    let roles = roles.map(Tone::As);
    for depth in [Depth::Sixteen, Depth::Indexed, Depth::True] {
        let theme = Theme::new(&PALETTES[0], depth);
        for tone in tones.into_iter().chain(roles) {
            let ink = theme.words(tone);
            assert_eq!(ink.paint, None, "{tone:?}");
            assert!(!ink.attributes.has(super::DIM), "{tone:?}");
        }
        // Words that colours told apart are told apart by attributes.
        let [fault, notice, key, plain] = [
            Tone::As(ByteRole::Fault),
            Tone::As(ByteRole::Notice),
            Tone::Key,
            Tone::Plain,
        ]
        .map(|tone| theme.words(tone).attributes);
        let all = [fault, notice, key, plain];
        let is_alone = |at: usize| !all[at + 1..].contains(&all[at]);
        assert!((0..all.len()).all(is_alone), "{all:?}");
    }
}

#[test]
fn a_match_is_legible_on_each_of_these_terminals() {
    // Black as each terminal has it.
    let blacks = [
        "#000000", "#000000", "#0C0C0C", "#000000", "#073642", "#073642",
    ];
    let yellow = super::Colour::Yellow;
    for (terminal, black) in TERMINALS.iter().zip(blacks) {
        // Black is a dark blue in Solarized, whose darker colour 8 is a grey in the other schemes. Number 16
        // of 256 is black in all of them.
        for (depth, ink, black, least) in [
            (Depth::Sixteen, Paint::Own(0), black, 4.0),
            (Depth::Indexed, Paint::Indexed(16), "#000000", 4.5),
            (Depth::True, Paint::Indexed(16), "#000000", 4.5),
        ] {
            let theme = Theme::new(&PALETTES[0], depth);
            assert_eq!(theme.on_match(), Some(ink));
            let found = contrast(shade(black), shade(terminal.accents[yellow as usize - 1]));
            assert!(found >= least, "{}: {found:.2}", terminal.name);
        }
    }
}

#[test]
fn the_blue_that_was_used_is_not_legible_there() {
    let blue = |terminal: &OwnColours| terminal.contrast_of(Some(Paint::Own(4)));
    let dark = TERMINALS.iter().filter(|terminal| blue(terminal) < 4.5);
    let dark: Vec<_> = dark.map(|terminal| terminal.name).collect();
    assert_eq!(dark.len(), 5, "{dark:?}");
}
