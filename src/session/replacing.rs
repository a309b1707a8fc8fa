//! The replacement of matches: the next one and the count of the others, and the steps that the user
//! has asked for.
//!
//! Both are asked for by the question on the screen, as long as it is open. Invariant: a step that
//! the user no longer asks for changes nothing.

use std::ops::Range;
use std::sync::Arc;

use super::context::SessionContext;
use super::open_file::OpenFile;
use super::queries::{Asked, Query, QueryKey, ShownAtOnce, Starter, WhenBelow};
use crate::command::overlay::Overlay;
use crate::command::overlay::replacing::{self, ReplacePass, ReplaceQuestion};
use crate::job::background::Report;
use crate::job::replace::{self, AheadNews, GatheredStep, MOST, MatchLimit};
use crate::job::{Control, JobEnd};
use crate::model::numbers::grouped;
use crate::model::substitution::{AheadCount, MatchesAhead, ReplaceableMatch};
use crate::scan::matches::Matcher;
use crate::source::ArrivedData;
use crate::window::Peek as _;

pub(super) static REPLACE: Query = Query {
    below: WhenBelow::Ends,
    shown: ShownAtOnce::Always,
    forget: |file, _| file.facts.ahead = MatchesAhead::default(),
    ..Query::new(
        "replace",
        Asked::Always {
            key: |file| {
                file.question().map(|question| QueryKey::Replace {
                    reading: file.reading(),
                    from: question.from,
                    pass: question.pass,
                })
            },
            start: OpenFile::start_replacing,
        },
    )
    .saying("replace", "replacing")
};

impl OpenFile {
    fn question(&self) -> Option<&ReplaceQuestion> {
        match self.state.ground() {
            Some(Overlay::Replacing(question)) => Some(question),
            _ => None,
        }
    }

    fn start_replacing(&mut self, _: &QueryKey) -> Starter {
        let question = self.question().cloned();
        let matcher = question.as_ref();
        let matcher = matcher.and_then(|asked| self.matcher_of(&asked.substitution.pattern));
        let (Some(question), Some(matcher)) = (question, matcher.cloned()) else {
            // The encoding cannot be searched for the pattern.
            return Starter::reporting(|_, _: &dyn Fn(AheadNews)| JobEnd::Done(0), Self::come);
        };
        match question.pass {
            ReplacePass::Asking => self.look_ahead(matcher, question.from),
            ReplacePass::One => self.gather(matcher, question, MatchLimit::One),
            ReplacePass::All => self.gather(matcher, question, MatchLimit::Most(MOST)),
        }
    }

    fn look_ahead(&self, matcher: Matcher, from: u64) -> Starter {
        let source = Arc::clone(&self.source);
        let work = move |control: &mut Control<'_>, news: &dyn Fn(AheadNews)| {
            replace::ahead(control, &ArrivedData(&source), &matcher, from, news)
        };
        Starter::reporting(work, Self::come)
    }

    fn gather(&self, matcher: Matcher, question: ReplaceQuestion, limit: MatchLimit) -> Starter {
        let source = Arc::clone(&self.source);
        let (passages, encoding) = (self.state.view.passages.clone(), self.state.view.encoding());
        let (editing, charset) = (self.facts.edits.editing, self.state.look.charset);
        let work = move |control: &mut Control<'_>| {
            let replaced = |range: Range<u64>| {
                let passage = passages.at(range.start);
                let found = ReplaceableMatch {
                    address: source.address(range.start),
                    encoding: passage.map_or(encoding, |passage| passage.encoding),
                    range,
                };
                question.substitution.bytes_for(&found, editing, charset)
            };
            let from = (&matcher, question.from);
            replace::gather(control, &source, from, limit, &replaced)
        };
        Starter::new(work, Self::gathered)
    }

    /// Handles news of the matches from the one that is asked about on.
    fn come(&mut self, context: &mut SessionContext, report: Report<u64, AheadNews>) {
        let ahead = &mut self.facts.ahead;
        match report {
            Report::Progress(AheadNews::First(range)) => {
                ahead.next = Some(range.clone());
                self.with_keys(context, |state, around| {
                    replacing::arrive(state, around, &range);
                });
            }
            Report::Progress(AheadNews::AtLeast(count)) => ahead.count = count,
            Report::Ended(JobEnd::Done(0)) => self.with_keys(context, replacing::end),
            Report::Ended(JobEnd::Done(count)) => {
                (ahead.count, ahead.progress) = (count, AheadCount::Done);
            }
            Report::Ended(JobEnd::Cancelled) | Report::Failed(_) => {}
        }
    }

    /// Makes the step that was gathered, and asks about the next match.
    fn gathered(
        &mut self,
        context: &mut SessionContext,
        report: Report<Result<GatheredStep, String>>,
    ) {
        let made = match report {
            Report::Progress(_) => return,
            Report::Ended(JobEnd::Done(Ok(step))) => self.make(&step).map(|()| Some(step)),
            Report::Ended(JobEnd::Done(Err(said))) => Err(said),
            Report::Ended(JobEnd::Cancelled) | Report::Failed(_) => Ok(None),
        };
        if let Some(question) = self.state.replacing() {
            question.pass = ReplacePass::Asking;
            if let Ok(Some(step)) = &made {
                question.replaced += step.batch.len() as u64;
                question.from = step.batch.end();
            }
        }
        match made {
            Ok(Some(step)) if step.is_full => {
                let count = grouped(step.batch.len() as u64);
                self.state.say(format!(
                    "{count} matches replaced, the most in one step; a continues"
                ));
            }
            Ok(_) => {}
            Err(said) => self.state.say(said),
        }
        self.clamp(context);
    }

    fn make(&mut self, step: &GatheredStep) -> Result<(), String> {
        if let Some(said) = self.writing() {
            return Err(said);
        }
        let made = self.source.edit_all(&step.batch);
        let touched = made.map_err(|refusal| refusal.to_string())?;
        self.follow_edit(&touched);
        Ok(())
    }
}
