//! `recode --diff`: the changes of a conversion, shown and not written.
//!
//! Invariant: nothing is written except the shown changes and the report, and the exit code is that
//! of the conversion.

use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::Arc;

use anyhow::bail;

use super::{FULL, RecodeCommand, RecodeWork};
use crate::app::attended::ProgressDisplay;
use crate::app::replacement::FileReplacement;
use crate::codec::table;
use crate::job::JobEnd;
use crate::job::recode::line_diff::{ChangedLine, LineDiff};
use crate::report::line_diff::{self as words, LineStyle};
use crate::source::{Source, Trouble};
use crate::window::Peek;

impl RecodeCommand<'_> {
    /// Refuses files that could not be replaced.
    pub(super) fn may_be_replaced(&self, file: &Path) -> anyhow::Result<()> {
        if self.wanted.in_place {
            let suffix = self.wanted.backup.as_deref();
            drop(FileReplacement::prepare(file, suffix, &self.half_written)?);
        }
        Ok(())
    }

    /// Shows the changes to a file; returns the exit code of the work.
    pub(super) fn dry_run(
        &self,
        file: &Path,
        source: &Arc<Source>,
        work: RecodeWork<'_>,
        attended: &ProgressDisplay,
    ) -> anyhow::Result<u8> {
        let style = LineStyle {
            from: match &work {
                RecodeWork::Convert(_, Some(judged)) => judged.encoding,
                RecodeWork::Convert(_, None) => {
                    self.requested.verdict_unguessed(&**source).encoding
                }
                RecodeWork::Mend(_) => table::UTF_8,
            },
            to: self.to,
            charset: self.charset,
        };
        let mut stdout = BufWriter::with_capacity(FULL, io::stdout().lock());
        let mut is_first = true;
        let mut put = |line: &ChangedLine<'_>| {
            if std::mem::take(&mut is_first) {
                stdout.write_all(words::head(file, &style).as_bytes())?;
            }
            stdout.write_all(words::changed(line, &style).as_bytes())
        };
        let old: &dyn Peek = match &work {
            RecodeWork::Convert(..) => &**source,
            RecodeWork::Mend(repair) => repair.text(),
        };
        let mut diff = LineDiff::new(old, style.from, style.to, &mut put);
        let mut teller = self.teller(file)?;
        let done = self.work((file, attended), work, &mut teller, &mut diff);
        attended.hide();
        let JobEnd::Done(done) = done else {
            bail!("cancelled");
        };
        let done = done.and_then(|outcome| diff.finish().map(|()| outcome));
        match done.and_then(|outcome| stdout.flush().map(|()| outcome)) {
            Ok(outcome) => self.report(file, &outcome, teller),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(0),
            Err(error) => Err(Trouble::io("standard output", &error).into()),
        }
    }
}
