//! The theme in the painter's terms, and the effects of marks on it.

use ratatui::style::{Color, Modifier, Style};

use crate::codec::Bit;
use crate::model::line::Tone;
use crate::model::palette::Paint;
use crate::model::regions::ByteInRegion;
use crate::model::row::{ByteOrigin, ByteRole, CellMark};
use crate::model::theme::{Attributes, Colour, Ink, Theme};

const MODIFIERS: [(Attributes, Modifier); 5] = [
    (Attributes::BOLD, Modifier::BOLD),
    (Attributes::DIM, Modifier::DIM),
    (Attributes::UNDERLINED, Modifier::UNDERLINED),
    (Attributes::REVERSED, Modifier::REVERSED),
    (Attributes::ITALIC, Modifier::ITALIC),
];

/// The signs of a fault under the cursor and in the selection, where its colour has no place.
const FAULTY: Modifier = Modifier::BOLD.union(Modifier::UNDERLINED);

fn style(ink: Ink) -> Style {
    let style = Style::new().add_modifier(modifier(ink.attributes));
    match ink.paint {
        None => style,
        Some(paint) => style.fg(color(paint)),
    }
}

fn modifier(attributes: Attributes) -> Modifier {
    MODIFIERS
        .iter()
        .filter(|(attribute, _)| attributes.has(*attribute))
        .fold(Modifier::empty(), |all, (_, modifier)| all | *modifier)
}

fn color(paint: Paint) -> Color {
    const OWN: [Color; 8] = [
        Color::Black,
        Color::Red,
        Color::Green,
        Color::Yellow,
        Color::Blue,
        Color::Magenta,
        Color::Cyan,
        Color::Gray,
    ];
    match paint {
        Paint::Own(n) => OWN[usize::from(n) % OWN.len()],
        Paint::Indexed(n) => Color::Indexed(n),
        Paint::Rgb(r, g, b) => Color::Rgb(r, g, b),
    }
}

impl Theme {
    /// The style of a piece of text.
    pub(super) fn tone(self, tone: Tone) -> Style {
        style(self.ink(tone))
    }

    /// The style of a piece of a sentence.
    pub(super) fn sentence(self, tone: Tone) -> Style {
        style(self.words(tone))
    }

    /// The style of a byte.
    pub(super) fn byte(self, of: ByteRole, mark: CellMark) -> Style {
        let style = self.marked(self.tone(Tone::As(of)), mark);
        match (of, mark, self.selection()) {
            // Where a line tells the selection from the cursor, a fault in it has none.
            (ByteRole::Fault, CellMark::Selected, None) if !self.is_mono() => style
                .remove_modifier(Modifier::UNDERLINED)
                .add_modifier(Modifier::BOLD),
            (ByteRole::Fault, CellMark::Cursor | CellMark::Selected, _) => {
                style.add_modifier(FAULTY)
            }
            _ => style,
        }
    }

    /// The style of a byte with a mark, in a region: a background of its own is kept.
    pub(super) fn in_region(
        self,
        style: Style,
        region: Option<ByteInRegion>,
        mark: CellMark,
    ) -> Style {
        let ground = match mark {
            CellMark::None | CellMark::Sequence => {
                region.and_then(|region| self.ground(region.colour))
            }
            CellMark::Matched | CellMark::Selected | CellMark::Cursor => None,
        };
        ground.map_or(style, |ground| style.bg(color(ground)))
    }

    /// The style of a byte, with its origin.
    pub(super) fn of_origin(style: Style, origin: ByteOrigin) -> Style {
        match origin {
            ByteOrigin::Opened => style,
            ByteOrigin::Changed => style.add_modifier(modifier(Attributes::ITALIC)),
        }
    }

    /// The style of a bit. Under the cursor structure and wrong bits keep the attributes that they
    /// have without colours.
    pub(super) fn bit(self, of: ByteRole, bit: Bit, mark: CellMark) -> Style {
        let tone = of.of_bit(bit);
        if mark == CellMark::Cursor {
            let attributes = Self::MONO.ink(tone).attributes.without(Attributes::DIM);
            return self
                .marked(Style::new(), mark)
                .add_modifier(modifier(attributes));
        }
        self.marked(self.tone(tone), mark)
    }

    /// The style of a gap between bytes, or of the sign in it; it may be part of a region. A bracket
    /// is that of the byte inside it.
    pub(super) fn gap(
        self,
        mark: CellMark,
        sign: char,
        inside: Option<ByteRole>,
        region: Option<ByteInRegion>,
    ) -> Style {
        match (sign, region) {
            (' ', _) => self.marked(Style::new(), mark),
            ('[' | ']', _) if inside == Some(ByteRole::Fault) => {
                self.marked(self.tone(Tone::As(ByteRole::Fault)), mark)
            }
            ('(' | ')' | '|' | '⋅', Some(region)) => {
                self.marked(self.tone(Tone::Region(region.colour)), mark)
            }
            ('!', _) => self.marked(self.tone(Tone::As(ByteRole::Fault)), mark),
            _ => self.marked(self.tone(Tone::Strong), mark),
        }
    }

    /// The style under a mark.
    fn marked(self, style: Style, mark: CellMark) -> Style {
        match (mark, self.is_mono()) {
            (CellMark::Cursor, _) => Style::new().add_modifier(Modifier::REVERSED),
            (CellMark::Sequence, false) => style.add_modifier(Modifier::UNDERLINED),
            // Without colour underlining means wrong bits; brackets are enough.
            (CellMark::None, _) | (CellMark::Sequence | CellMark::Matched, true) => style,
            (CellMark::Selected, false) => match self.selection() {
                Some(paint) => style.remove_modifier(Modifier::DIM).fg(color(paint)),
                // The line tells it from the cursor.
                None => Style::new().add_modifier(Modifier::UNDERLINED),
            }
            .add_modifier(Modifier::REVERSED),
            // An accent reversed with the background, or with black.
            (CellMark::Matched, false) => {
                let clear = style.remove_modifier(Modifier::DIM);
                let clear = clear.fg(color(self.paint(Colour::Yellow)));
                let clear = clear.add_modifier(Modifier::REVERSED);
                self.on_match().map_or(clear, |ink| clear.bg(color(ink)))
            }
            (CellMark::Selected, true) => style.add_modifier(Modifier::REVERSED),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::palette::{Depth, PALETTES};

    #[test]
    fn marks_differ_in_every_theme() {
        let depths = [Depth::Mono, Depth::Sixteen, Depth::Indexed, Depth::True];
        let themes = PALETTES
            .iter()
            .flat_map(|palette| depths.map(|depth| Theme::new(palette, depth)));
        for theme in themes {
            for role in ByteRole::ALL {
                let of = |mark| theme.byte(role, mark);
                let [none, sequence, selected, cursor] = [
                    CellMark::None,
                    CellMark::Sequence,
                    CellMark::Selected,
                    CellMark::Cursor,
                ]
                .map(of);
                let matched = of(CellMark::Matched);
                let says = format!("{theme:?} {role:?}");
                assert!(none != selected && none != cursor, "{says}");
                // Without colour signs stand in the gaps: brackets and quotes.
                assert!(
                    theme.is_mono() || none != sequence && sequence != cursor,
                    "{says}"
                );
                assert!(
                    theme.is_mono() || ![none, sequence, selected].contains(&matched),
                    "{says}"
                );
                assert!(theme.is_mono() || matched != cursor, "{says}");
                assert!(theme.is_mono() || selected != cursor, "{says}");
                // There is one cursor, whatever it stands on; only a fault stays one under it.
                let plain = theme.byte(ByteRole::Ascii, CellMark::Cursor);
                let is_fault = role == ByteRole::Fault;
                assert_eq!(cursor != plain, is_fault, "{says}");
                let inside = theme.byte(ByteRole::Ascii, CellMark::Selected);
                assert!(!is_fault || selected != inside, "{says}");
            }
        }
    }
}
