//! The texts in data of any kind, the most certain ones first; the user goes to one, which is then read
//! in its encoding.
//!
//! The session seeks them while the list is open (`session::strings`). Invariant: the title of an
//! incomplete list gives the part that was searched.

use std::borrow::Cow;

use super::super::{CommandContext, CommandEffect, InspectorState, KeyContext};
use super::list::{ListCanvas, ListChoice, ListKind, ListRow, OpenList, jump};
use super::{AfterKey, OverlayKeyRow, OverlayLayer, places, row};
use crate::detect::verdict::FoundString;
use crate::model::line::TonedLine;
use crate::model::numbers::{counted, grouped, sized};
use crate::model::panel::QUOTING;
use crate::scan::facts::encoding_range::EncodingRange;
use crate::unicode::glyph;

/// The texts as a list; letters narrow it to those that have them.
#[derive(Debug, Clone, Default)]
pub struct StringList;

pub(in crate::command) fn open(context: &mut CommandContext<'_>) -> CommandEffect {
    context.state.open(OpenList::<StringList>::default());
    CommandEffect::None
}

impl ListKind for StringList {
    type Item = FoundString;

    const HEADING: &'static str = "In the list of texts";
    const WIDEST: u16 = QUOTING;
    const KEYS: &'static [&'static [OverlayKeyRow<OpenList<Self>>]] = &[
        &[
            OpenList::on_enter("go there", "go to the text, and read it in its encoding"),
            row(&["Esc"], (1, "close"), "", OpenList::leave),
        ],
        OpenList::MOVES_WHILE_TYPING,
    ];
    const IS_NARROWED: bool = true;

    fn items<'a>(&'a self, on: &ListCanvas<'a>) -> Cow<'a, [FoundString]> {
        let best = &on.around.facts.strings.best;
        if on.filter.is_empty() {
            return Cow::Borrowed(best);
        }
        let wanted = on.filter.to_lowercase();
        let has = |found: &&FoundString| {
            found.text.to_lowercase().contains(&wanted) || found.encoding.id.contains(&wanted)
        };
        best.iter().filter(has).cloned().collect()
    }

    fn count(&self, found: &[FoundString]) -> String {
        format!("  {}", counted(found.len() as u64, "text"))
    }

    fn nothing(&self, on: &ListCanvas<'_>) -> String {
        let found = &on.around.facts.strings;
        match (on.filter.is_empty(), found.is_complete) {
            (false, _) => "no such text; Backspace widens the list".to_owned(),
            (true, true) => "no text in any encoding".to_owned(),
            // The line above says that it is being looked for.
            (true, false) => String::new(),
        }
    }

    fn above(&self, _: &[FoundString], on: &ListCanvas<'_>) -> Vec<TonedLine> {
        let found = &on.around.facts.strings;
        let is_sought = found.count == 0 && !found.is_complete;
        let sought =
            is_sought.then(|| TonedLine::new().quiet("searching for text in every encoding"));
        sought.into_iter().collect()
    }

    fn title(&self, _: &[FoundString], on: &ListCanvas<'_>) -> String {
        let (found, len) = (&on.around.facts.strings, on.around.data.len());
        if found.count == 0 {
            return "texts".to_owned();
        }
        let texts = counted(found.count, "text");
        let best = match found.best.len() as u64 {
            shown if shown < found.count => format!("the best {} of {texts}", grouped(shown)),
            _ => texts,
        };
        if found.reached < len {
            return format!(
                "{best}, in the first {} of {}",
                sized(found.reached),
                sized(len)
            );
        }
        best
    }

    fn aligned(&self, item: &FoundString, _: &ListCanvas<'_>) -> usize {
        item.encoding.id.len()
    }

    fn row(&self, item: &FoundString, row: &ListRow, on: &ListCanvas<'_>) -> Vec<TonedLine> {
        let address = places::address(on.state, on.around.data, item.range.start);
        let line = TonedLine::new().with(row.tone(), address);
        let line = line.quiet(format!("  {:<1$}  ", item.encoding.id, row.aligned));
        let line = line.with(row.tone(), glyph::safe(&item.text, on.charset));
        let others = item.others.iter().map(|other| {
            let text = glyph::safe(&other.text, on.charset);
            format!("  [{}: {text}]", other.encoding.id)
        });
        vec![line.quiet(others.collect::<String>())]
    }

    fn enter(
        &self,
        chosen: ListChoice<FoundString>,
        state: &mut InspectorState,
        around: &KeyContext<'_>,
    ) -> AfterKey {
        let FoundString {
            range,
            encoding,
            text,
            ..
        } = chosen.item;
        // Text in ASCII is drawn as such everywhere.
        let is_drawn = text.is_ascii() && encoding.unit == 1 && state.view.encoding().ascii;
        if !is_drawn {
            let passage = EncodingRange::new(range.clone(), encoding);
            if !state.view.passages.add(passage) {
                state.say("no room for more passages; it is shown in the encoding of the rest");
            }
        }
        jump(state, around, range.start)
    }
}
