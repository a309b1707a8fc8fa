//! The style sheets of pages, with the colours of the palettes, light and dark.
//!
//! Invariant: every colour comes from a palette, and each difference in colour is also one in
//! lines, signs or weight.

use std::fmt::{self, Write as _};

use crate::model::line::Tone;
use crate::model::palette::{self, Depth, FixedShades, Palette, Shades};
use crate::model::regions::Regions;
use crate::model::row::{ByteRole, RowCut};
use crate::model::theme::{Attributes, Colour, Theme};
use crate::report::markup::CssColour;

/// The rules that all pages share.
const PAGE: &str = "\
body{margin:0;padding:1rem 2rem 14rem;background:var(--paper);color:var(--text);\
font:1rem/1.5 system-ui,sans-serif}
h1{font-size:1.2rem}
a{color:inherit}
table,pre,code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,\
\"DejaVu Sans Mono\",monospace;font-size:.875rem;line-height:1.5}
.w1,.w2,.w3,.w4{display:inline-block;width:1ch;overflow:visible;text-indent:0}
.w2{width:2ch}
.w3{width:3ch}
.w4{width:4ch}
";

/// The rules of the panes, except for colours.
const PANES: &str = "\
table{border-collapse:collapse;white-space:pre}
td,th{padding:0;text-align:left;font-weight:400;unicode-bidi:isolate-override;direction:ltr}
td:last-child{position:relative}
thead{position:sticky;top:0;background:var(--paper)}
thead th{padding:.2em 0;border-bottom:1px solid var(--quiet)}
th,i{color:var(--quiet)}
b,i,u{font-weight:400;font-style:normal;text-decoration:none}
u{color:var(--wrong);font-weight:700;text-decoration:underline}
td span,td b,td i{border-radius:2px}
ul{list-style:none;padding-left:1rem;columns:2 20rem}
li b{display:inline-block;min-width:5ch;font-family:ui-monospace,monospace}
tr:hover,:focus{background:var(--row)}
:focus{outline:2px solid var(--mark)}
.fault{text-decoration:underline wavy}
.notice{text-decoration:underline dotted}
.unreadable,.awaited,.gap{background:repeating-linear-gradient(45deg,transparent,transparent 4px,\
var(--row) 4px,var(--row) 8px)}
.t{display:none;position:absolute;z-index:1;right:0;top:100%;width:max-content;\
max-width:40rem;padding:.5rem .8rem;border:1px solid var(--quiet);border-radius:6px;\
background:var(--paper);color:var(--text);font:.875rem/1.5 system-ui,sans-serif;\
white-space:normal;unicode-bidi:isolate;text-decoration:none}
[tabindex]:hover>.t,[tabindex]:focus>.t{display:block}
tr:has(+tr .comes:is(:hover,:focus)) .goes,tr:has(.goes:is(:hover,:focus))+tr .comes\
{background:var(--row);outline:1px solid var(--mark)}
tr:has(+tr .comes:is(:hover,:focus)) .goes>.t{display:block}
";

/// The style sheet of a page of panes: in the theme's colours; if there is no theme, or its
/// colours are the terminal's own, in the light or dark palette that the reader prefers.
pub(super) fn of_panes(theme: Option<Theme>, cut: &RowCut, regions: &Regions) -> String {
    let has_regions = !regions.is_empty();
    let mut out = PAGE.to_owned();
    out.push_str(PANES);
    by_palettes(&mut out, theme.map(Theme::palette), |out, palette| {
        roles(out, Theme::new(palette, Depth::True));
        if has_regions {
            grounds(out, palette);
        }
    });
    for role in ByteRole::ALL {
        weight(&mut out, "", role, Tone::As(role));
        weight(&mut out, "i", role, Tone::StructureOf(role));
    }
    for number in 0..cut.grid.width() {
        let pointed = format!("tr:has(.s{number}:is(:hover,:focus)) .s{number}");
        let line = format!(
            "{pointed}{{background:var(--row);outline:1px solid var(--mark)}}\n\
             {pointed}>.t{{display:block}}\n"
        );
        out.push_str(&line);
    }
    out
}

/// The style sheet of a page that shows a screen in some theme.
pub(super) fn of_screen(theme: Theme) -> String {
    let mut out = PAGE.to_owned();
    out.push_str("pre{line-height:1.35}\n");
    variables(&mut out, theme.palette().of_document());
    out
}

/// Adds rules for the palette, or for light and for dark if it has no fixed colours.
fn by_palettes(
    out: &mut String,
    palette: Option<&'static Palette>,
    rules: impl Fn(&mut String, &'static Palette),
) {
    let own = palette.filter(|palette| palette.shades != Shades::Own);
    let mut all = |palette: &'static Palette| {
        variables(out, palette.of_document());
        rules(out, palette);
    };
    if let Some(palette) = own {
        return all(palette);
    }
    if let Some(light) = palette::by_id("light") {
        all(light);
    }
    if let Some(dark) = palette::by_id("dark") {
        out.push_str("@media (prefers-color-scheme:dark){\n");
        variables(out, dark.of_document());
        rules(out, dark);
        out.push_str("}\n");
    }
}

/// Adds the colours of paper and text as CSS variables.
fn variables(out: &mut String, shades: &FixedShades) {
    let theme = |colour: Colour| {
        let paint = palette::Paint::Own(colour as u8);
        CssColour(shades.shade(Some(paint)))
    };
    let (paper, text, quiet) = (shades.paper(), shades.text(), shades.quiet());
    let (mark, wrong) = (theme(Colour::Blue), theme(Colour::Red));
    // Writing to a string cannot fail.
    let _: fmt::Result = writeln!(
        out,
        ":root{{--paper:{};--text:{};--quiet:{};--mark:{mark};--wrong:{wrong};--row:{mark}26}}",
        CssColour(paper),
        CssColour(text),
        CssColour(quiet)
    );
}

/// Adds the colours of bytes and bits by role.
fn roles(out: &mut String, theme: Theme) {
    let shades = theme.palette().of_document();
    let common = theme.ink(Tone::StructureOf(ByteRole::Ascii)).paint;
    // Writing to a string cannot fail.
    let _: fmt::Result = writeln!(out, "td b{{color:{}}}", CssColour(shades.shade(common)));
    for role in ByteRole::ALL {
        let Some(class) = class(role) else { continue };
        for (element, tone) in [("", Tone::As(role)), ("i", Tone::StructureOf(role))] {
            if let Some(paint) = theme.ink(tone).paint {
                let colour = CssColour(shades.shade(Some(paint)));
                // Writing to a string cannot fail.
                let _: fmt::Result = writeln!(out, "{element}.{class}{{color:{colour}}}");
            }
        }
    }
}

/// Adds the backgrounds of regions. Each has a line too, for readers who see no colours.
fn grounds(out: &mut String, palette: &Palette) {
    let shades = palette.of_document();
    for colour in Colour::ALL {
        let (class, ground) = (region_class(colour), CssColour(shades.ground(colour)));
        // Writing to a string cannot fail.
        let _: fmt::Result = writeln!(
            out,
            ".{class}{{background:{ground};border-bottom:1px solid}}"
        );
    }
}

/// The CSS class of the regions of a colour.
pub(super) const fn region_class(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => "r-red",
        Colour::Green => "r-green",
        Colour::Yellow => "r-yellow",
        Colour::Blue => "r-blue",
        Colour::Magenta => "r-magenta",
        Colour::Cyan => "r-cyan",
    }
}

/// Adds the weight of a role, which is the same in every palette.
fn weight(out: &mut String, element: &str, role: ByteRole, tone: Tone) {
    let bold = Theme::default().ink(tone).attributes.has(Attributes::BOLD);
    if let Some(class) = class(role).filter(|_| bold) {
        // Writing to a string cannot fail.
        let _: fmt::Result = writeln!(out, "{element}.{class}{{font-weight:700}}");
    }
}

/// The CSS class of a role; none for ordinary ASCII text.
pub(super) const fn class(role: ByteRole) -> Option<&'static str> {
    Some(match role {
        ByteRole::Ascii => return None,
        ByteRole::Blank => "blank",
        ByteRole::Control => "control",
        ByteRole::Nul => "nul",
        ByteRole::Single => "single",
        ByteRole::Lead => "lead",
        ByteRole::Continuation => "cont",
        ByteRole::Bom => "bom",
        ByteRole::HighSurrogate => "high",
        ByteRole::LowSurrogate => "low",
        ByteRole::Notice => "notice",
        ByteRole::Shift => "shift",
        ByteRole::Fault => "fault",
        ByteRole::Raw => "raw",
        ByteRole::Unreadable => "unreadable",
        ByteRole::Awaited => "awaited",
        ByteRole::Gap => "gap",
    })
}

/// Adds the attribute of a role's class, if it has one.
pub(super) fn class_of(page: &mut String, role: ByteRole) {
    if let Some(class) = class(role) {
        page.push_str(" class=\"");
        page.push_str(class);
        page.push('"');
    }
}

/// Opens an element that is `columns` wide, from 1 to 4.
pub(super) fn cell(page: &mut String, columns: usize) {
    let columns = columns.clamp(1, 4);
    // Writing to a string cannot fail.
    let _: fmt::Result = write!(page, "<span class=\"w{columns}\">");
}
