//! What is said of the sequence under the cursor.
//!
//! Facts have an order, and what does not fit is cut from the bottom: what it
//! is, its bits, how they make the value, where it stands, its properties, its
//! other forms; for a fault what, why, what was expected, what the bits would
//! have meant, and how many U+FFFD it becomes. Invariant: the first line alone
//! says truly what the byte is.

use super::line::{Line, Tone};
use super::row::{Role, glyph_of};
use super::state::{Facts, Radix, View};
use super::text::{BOM, Stretch, Text};
use crate::codec::{Masks, Meaning, Scene, Step};
use crate::explain::assembly::{self, PartRole};
use crate::explain::{fault, forms, notice as remark, policy, policy::Policy};
use crate::unicode::{glyph, name, notice, property};

/// Columns that all lines but the first are set in.
const INDENT: usize = 5;

/// The lines about the sequence under the cursor, best first, none wider than
/// `width`.
pub fn inspect(text: &Text<'_>, view: &View, facts: &Facts, width: u16) -> Vec<Line> {
    let cursor = view.cursor.offset;
    let stretch = text.stretch(cursor..cursor.saturating_add(1));
    let Some(step) = stretch.at(cursor).copied() else {
        return vec![Line::new().quiet(" no byte here: the data is empty")];
    };
    let inspection = Inspection {
        text,
        view,
        facts,
        stretch: &stretch,
        step,
    };
    let width = usize::from(width).saturating_sub(1);
    let lines = match step.meaning {
        Meaning::Scalar(c) => inspection.character(c),
        Meaning::IllFormed(_) => inspection.ill_formed(),
        Meaning::Unreadable => vec![
            Line::new()
                .with(Tone::As(Role::Unreadable), "  ?  ")
                .strong("unreadable")
                .quiet(" · the file gave an error for these bytes; R reads them again"),
        ],
    };
    lines
        .into_iter()
        .flat_map(|line| line.wrap(width, INDENT))
        .collect()
}

struct Inspection<'a> {
    text: &'a Text<'a>,
    view: &'a View,
    facts: &'a Facts,
    stretch: &'a Stretch,
    step: Step,
}

impl Inspection<'_> {
    fn scene(&self) -> Scene<'_> {
        self.stretch.scene(&self.step)
    }

    fn character(&self, c: char) -> Vec<Line> {
        let scene = self.scene();
        let mut lines = vec![self.headline(c)];
        lines.extend(self.remarks(c));
        let bits = self.bits(&scene, self.step.range());
        if let Some(assembled) = assembly::assemble(self.text.encoding, &scene) {
            let swapped = self.text.encoding.unit > 1;
            let bits = if swapped { unit_bits(&assembled) } else { bits };
            lines.push(bits.quiet(format!("   {}", units(&assembled))));
            lines.push(assembly_line(&assembled, &value(c)));
        } else {
            lines.push(bits);
        }
        lines.push(indented(Line::dotted(self.position())));
        lines.push(indented(properties(c)));
        let forms = forms::forms(c).into_iter();
        lines.push(indented(Line::dotted(
            forms.map(|form| format!("{} {}", form.name, form.text)),
        )));
        lines
    }

    /// The glyph of the cluster, the number and the name.
    fn headline(&self, c: char) -> Line {
        let bom = c == BOM && self.step.offset == 0;
        let cluster = self.text.cluster(self.step.offset);
        let members = self.members(&cluster);
        let charset = self.facts.charset;
        let glyph = if bom {
            glyph_of(Meaning::Scalar(c), 3, charset)
        } else {
            glyph::cluster(&members, 4, charset)
        };
        let role = if bom {
            Tone::As(Role::Bom)
        } else {
            Tone::Strong
        };
        let pad = " ".repeat(3usize.saturating_sub(usize::from(glyph.columns)).max(1));
        let mut line = Line::new()
            .plain("  ")
            .with(role, glyph.text)
            .plain(pad)
            .with(Tone::Strong, value(c))
            .plain(format!(" {}", name::title(c)));
        if bom {
            line.push(Tone::As(Role::Bom), " · byte order mark of ");
            line.push(Tone::As(Role::Bom), self.text.encoding.name);
        } else if members.len() > 1 {
            let index = members.iter().position(|&m| m == c).unwrap_or(0) + 1;
            line.push(
                Tone::Quiet,
                format!(" · code point {index} of {} in", members.len()),
            );
            line.push(Tone::Quiet, " its grapheme cluster");
        }
        line
    }

    /// The scalars of the cluster.
    fn members(&self, cluster: &std::ops::Range<u64>) -> Vec<char> {
        let stretch = self.text.stretch(cluster.clone());
        stretch
            .steps
            .iter()
            .filter_map(|step| step.meaning.scalar())
            .collect()
    }

    fn remarks(&self, c: char) -> Vec<Line> {
        let found = notice::of(c, self.stretch.place(&self.step));
        found
            .into_iter()
            .map(|kind| {
                let sentence = remark::notice(kind, self.text.encoding, c);
                indented(Line::new().with(Tone::As(Role::Notice), sentence))
            })
            .collect()
    }

    fn ill_formed(&self) -> Vec<Line> {
        let scene = self.scene();
        let (Some(found), Some(reason)) =
            (scene.diagnose(), fault::fault(self.text.encoding, &scene))
        else {
            return Vec::new();
        };
        let label = |name: &str| {
            Line::new()
                .plain(" ".repeat(INDENT))
                .quiet(format!("{name} "))
        };
        let mut lines = vec![
            Line::new()
                .with(Tone::As(Role::Fault), "  !  ")
                .strong(hex(scene.sequence()))
                .with(Tone::As(Role::Fault), format!("  {}", reason.title))
                .quiet(format!("  [{}]", found.fault.id())),
            self.bits(&scene, found.story.clone()),
            indented(Line::new().plain(reason.why)),
            label("expected").plain(reason.expected),
        ];
        if let Some(meant) = reason.meant {
            lines.push(label("the bits would mean").plain(meant));
        }
        lines.extend(self.replacements(&found.story));
        lines.push(indented(Line::dotted(self.position())));
        lines
    }

    /// How many U+FFFD programs show for the story.
    fn replacements(&self, story: &std::ops::Range<u64>) -> Option<Line> {
        if self.text.encoding.id != "utf-8" {
            return None;
        }
        let bytes = self.stretch.window.slice(story.start, story.end);
        let groups = policy::replacements(bytes);
        let twice = of_two_minds(&groups);
        let mut line = Line::new().plain(" ".repeat(INDENT)).quiet("shown as ");
        for (index, (count, policies)) in groups.into_iter().enumerate() {
            let mut programs: Vec<_> = policies
                .iter()
                .map(|policy| {
                    let Policy {
                        program, function, ..
                    } = policy;
                    let named = twice.contains(program);
                    if named {
                        format!("{program} {function}")
                    } else {
                        (*program).to_owned()
                    }
                })
                .collect();
            programs.dedup();
            line.push(Tone::Quiet, if index > 0 { "; " } else { "" });
            line.push(Tone::Strong, format!("{count} U+FFFD"));
            line.push(Tone::Plain, format!(" by {}", programs.join(", ")));
        }
        Some(line)
    }

    /// The bits of some bytes, structure, payload and wrong bits apart.
    fn bits(&self, scene: &Scene<'_>, range: std::ops::Range<u64>) -> Line {
        let mut line = Line::new().plain(" ".repeat(INDENT));
        let stretch = self.text.stretch(range.clone());
        for step in &stretch.steps {
            let masks = stretch.scene(step).masks();
            for (offset, mask) in step.range().zip(masks) {
                if !range.contains(&offset) {
                    continue;
                }
                let byte = scene.bytes[(offset - scene.origin) as usize];
                push_bits(&mut line, byte, mask);
                line.push(Tone::Plain, " ");
            }
        }
        line
    }

    fn position(&self) -> Vec<String> {
        let cursor = self.view.cursor.offset;
        let offset = match self.view.radix {
            Radix::Hex => format!("at {cursor:#X}").replace("0X", "0x"),
            Radix::Decimal => format!("at {cursor}"),
        };
        // Of an ill-formed sequence the story counts: what belongs together.
        let story = self.scene().diagnose().map(|found| found.story);
        let whole = story.unwrap_or(self.step.range());
        let (index, len) = (cursor - whole.start + 1, whole.end - whole.start);
        let mut facts = vec![format!("byte {index} of {len}")];
        if let Some(place) = self.text.position(self.step.offset, self.step.meaning) {
            facts.push(format!("character {}", place.character));
            facts.push(format!("line {}, column {}", place.line, place.column));
        }
        facts.push(offset);
        facts
    }
}

/// The bits of a byte, a dot between structure and what follows it.
pub fn push_bits(line: &mut Line, byte: u8, mask: Masks) {
    let tone = |bit: u8| match (mask.wrong >> bit & 1, mask.structure >> bit & 1) {
        (1, _) => Tone::Wrong,
        (_, 1) => Tone::Structure,
        _ => Tone::Payload,
    };
    for bit in (0..8).rev() {
        let ends_structure = bit < 7 && mask.structure >> bit & 0b11 == 0b10;
        if ends_structure {
            line.push(Tone::Quiet, ".");
        }
        line.push(tone(bit), if byte >> bit & 1 == 1 { "1" } else { "0" });
    }
}

/// Programs that stand in more than one group, function by function.
fn of_two_minds(groups: &[(usize, Vec<&Policy>)]) -> Vec<&'static str> {
    let stands_in = |name: &str| {
        let in_group =
            |(_, rows): &&(usize, Vec<&Policy>)| rows.iter().any(|policy| policy.program == name);
        groups.iter().filter(in_group).count()
    };
    let programs = groups
        .iter()
        .flat_map(|(_, rows)| rows)
        .map(|policy| policy.program);
    programs.filter(|name| stands_in(name) > 1).collect()
}

/// The bits of whole code units, most significant first, whatever the order of
/// their bytes.
fn unit_bits(assembled: &assembly::Assembly) -> Line {
    let mut line = Line::new().plain(" ".repeat(INDENT));
    for part in &assembled.parts {
        line.push(Tone::Structure, part.structure.clone());
        line.push(
            Tone::Quiet,
            if part.structure.is_empty() { "" } else { "." },
        );
        line.push(Tone::Payload, part.payload.clone());
        line.push(Tone::Plain, " ");
    }
    line
}

/// How the payload bits make the value.
fn assembly_line(assembled: &assembly::Assembly, result: &str) -> Line {
    let mut line = Line::new().plain(" ".repeat(INDENT));
    for part in &assembled.parts {
        let columns = part.structure.len() + usize::from(!part.structure.is_empty());
        line.push(Tone::Plain, " ".repeat(columns));
        line.push(Tone::Payload, part.payload.clone());
        line.push(Tone::Plain, " ");
    }
    line.push(Tone::Quiet, " =  ");
    line.push(Tone::Payload, assembled.joined.clone());
    line.push(Tone::Quiet, "  =  ");
    line.push(Tone::Strong, result);
    for step in &assembled.steps {
        line.push(Tone::Quiet, format!(" · {step}"));
    }
    line
}

/// What each code unit of a well-formed sequence is, in words.
fn units(assembled: &assembly::Assembly) -> String {
    let written = |part: &assembly::Part| hex(&part.bytes).replace(' ', "");
    let parts = &assembled.parts;
    match parts.as_slice() {
        [] => String::new(),
        [one] => written(one),
        [high, low] if high.role == PartRole::HighSurrogate => {
            format!(
                "high surrogate {}, low surrogate {}",
                written(high),
                written(low)
            )
        }
        [lead, rest @ ..] => {
            let followers: Vec<_> = rest.iter().map(written).collect();
            let verb = if followers.len() == 1 {
                "continues"
            } else {
                "continue"
            };
            // Short enough to stand beside the longest bits at 80 columns.
            format!(
                "{} leads {}, {} {verb}",
                written(lead),
                parts.len(),
                followers.join(" ")
            )
        }
    }
}

fn properties(c: char) -> Line {
    let of = property::of(c);
    let named = |value: &property::Value| format!("{} ({})", value.long, value.short);
    let mut facts = vec![named(&of.category), of.script.long.to_owned()];
    facts.extend(of.block.map(str::to_owned));
    facts.push(match of.width {
        1 => "1 column".to_owned(),
        width => format!("{width} columns"),
    });
    facts.push(format!("bidi {}", named(&of.bidi)));
    facts.push(format!("East Asian {}", named(&of.east_asian_width)));
    Line::dotted(facts)
}

fn indented(line: Line) -> Line {
    let mut all = Line::new().plain(" ".repeat(INDENT));
    all.append(line);
    all
}

/// The number of a code point as the standard writes it.
pub fn value(c: char) -> String {
    format!("U+{:04X}", u32::from(c))
}

/// Bytes as pairs of hex digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .map(|byte| format!("{byte:02X}"))
        .collect::<Vec<_>>()
        .join(" ")
}
