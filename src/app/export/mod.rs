//! Writes the screen, the selection or the data to a file, or to another outlet.
//!
//! The form is named, or follows from the extension of the file. The screen has the forms
//! of `screen::FORMS`; bytes have those of reports and hex dumps, and can be written raw.
//! Invariant: a file is written whole or not at all, and none is overwritten unless the
//! user has agreed.

#[cfg(feature = "terminal")]
pub(super) mod files;
mod outlet;
mod screen;
mod watched;

use std::io::{self, BufWriter, Write as _};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use crate::hexdump::{self, DumpLayout};
use crate::job::{Control, JobEnd};
use crate::model::copy::CopyLosses;
use crate::model::errand::{AS_READ, Export, ExportContent};
use crate::model::numbers::counted;
use crate::model::state::{Facts, FileStanding, Panes, View};
use crate::model::theme::Theme;
use crate::report::{self, Options, as_read, written};
use crate::session::services::{ExportSubject, Exporter, PendingWrite, WriteOutcome};
use crate::source::{ArrivedData, Source};
use crate::unicode::glyph::Charset;
use crate::window::Peek;
use watched::Watched;

pub use outlet::{BegunOutput, ExportOutlet, OutputRefusal};

/// Bytes in a row of panes, unless another number is requested.
const WIDTH: u16 = 8;
/// Bytes of output written at once.
const BUFFER: usize = 256 * 1024;
/// The name of the form of raw bytes, and the extension of files that hold them.
const RAW: (&str, &str) = ("raw", "bin");

/// A form to write in.
#[derive(Debug, Clone, Copy)]
enum ExportForm {
    /// A picture of the screen.
    Screen(&'static screen::PictureFormat),
    /// A report on the data.
    Report(&'static report::Printer),
    /// A dump of it.
    Dump(&'static hexdump::DumpFormat),
    /// The bytes.
    Raw,
    /// The text in the encoding it is read in.
    AsRead,
    /// The file of the regions.
    Regions,
}

/// A form, requested by its name or by the extension of a file.
#[derive(Clone, Copy)]
enum RequestedForm<'a> {
    Name(&'a str),
    Ending(&'a str),
}

impl RequestedForm<'_> {
    fn is(self, names: &[&str], endings: &[&str]) -> bool {
        let (asked, among) = match self {
            Self::Name(name) => (name, names),
            Self::Ending(ending) => (ending, endings),
        };
        among.iter().any(|other| other.eq_ignore_ascii_case(asked))
    }

    fn of_screen(self) -> Option<ExportForm> {
        let found = screen::FORMS
            .iter()
            .find(|form| self.is(&[form.id], form.extensions));
        found.map(ExportForm::Screen)
    }

    fn of_bytes(self) -> Option<ExportForm> {
        let report = report::FORMATS
            .iter()
            .find(|format| self.is(&[format.id], format.extensions));
        let dumps = hexdump::table::FORMATS.iter().copied();
        let mut dumps = dumps.filter(|format| format.writer.is_some());
        let dump = dumps
            .find(|format| self.is(&[format.id], format.extensions) || self.is(format.labels, &[]));
        let raw = self.is(&[RAW.0], &[RAW.1]).then_some(ExportForm::Raw);
        let read = self.is(&[AS_READ], &[]).then_some(ExportForm::AsRead);
        report
            .map(ExportForm::Report)
            .or(raw)
            .or(read)
            .or_else(|| dump.map(ExportForm::Dump))
    }
}

/// Determines the part to write, and its form.
///
/// # Errors
/// There is no such form: one line that lists the forms.
fn resolve(export: &Export) -> Result<(ExportContent, ExportForm), String> {
    if export.what == Some(ExportContent::Regions) {
        return Ok((ExportContent::Regions, ExportForm::Regions));
    }
    let ending = Path::new(&export.path).extension();
    let ending = ending.and_then(|ending| ending.to_str());
    let asked = match (&export.form, ending) {
        (Some(name), _) => RequestedForm::Name(name),
        (None, Some(ending)) => RequestedForm::Ending(ending),
        (None, None) => {
            return Err(format!(
                "the name has no ending that tells the format; {}",
                choice(export)
            ));
        }
    };
    let what = export.what.unwrap_or_else(|| match asked.of_screen() {
        _ if export.selected.is_some() => ExportContent::Selection,
        Some(_) => ExportContent::Screen,
        None => ExportContent::File,
    });
    let form = match what {
        ExportContent::Screen => asked.of_screen(),
        ExportContent::Selection
        | ExportContent::File
        | ExportContent::Changes
        | ExportContent::Regions => asked.of_bytes(),
    };
    form.map(|form| (what, form)).ok_or_else(|| {
        let unknown = match asked {
            RequestedForm::Name(name) => format!("no form {name:?} for the {}", what.name()),
            RequestedForm::Ending(ending) => format!(
                "cannot tell the format of the {} from .{ending}",
                what.name()
            ),
        };
        format!("{unknown}; {}", choice(export))
    })
}

/// The forms to choose from, in one line.
fn choice(export: &Export) -> String {
    let of_screen = screen::FORMS.iter().map(|form| form.id);
    let bytes = [RAW.0, AS_READ]
        .into_iter()
        .chain(report::FORMATS.iter().map(|format| format.id));
    let dumps = hexdump::table::FORMATS.iter();
    let dumps = dumps.filter(|format| format.writer.is_some());
    let names: Vec<&str> = match export.what {
        Some(ExportContent::Screen) => of_screen.collect(),
        _ => bytes.chain(dumps.map(|format| format.id)).collect(),
    };
    format!("try as {}", crate::detect::requested::one_of(&names))
}

/// The service of a session that writes to an outlet.
pub fn exporter(outlet: Arc<dyn ExportOutlet>) -> Exporter {
    Arc::new(move |export, shown| prepare(export, shown, &outlet))
}

/// Prepares the writing of the screen, the selection, or all data.
///
/// # Errors
/// One line with the available forms.
fn prepare(
    export: Export,
    shown: ExportSubject<'_>,
    outlet: &Arc<dyn ExportOutlet>,
) -> Result<PendingWrite, String> {
    let (what, form) = resolve(&export)?;
    let picture = match form {
        ExportForm::Screen(form) => form.render(&shown.picture, shown.look, shown.size),
        ExportForm::Report(_)
        | ExportForm::Dump(_)
        | ExportForm::Raw
        | ExportForm::AsRead
        | ExportForm::Regions => Vec::new(),
    };
    let plan = ExportPlan {
        export,
        what,
        form,
        source: Arc::clone(shown.source),
        view: shown.view.clone(),
        facts: shown.facts,
        charset: shown.look.charset,
        theme: shown.look.theme,
        picture,
        outlet: Arc::clone(outlet),
    };
    Ok(PendingWrite {
        range: plan.range(),
        write: Box::new(move |control| plan.write(control)),
    })
}

/// Everything that a background job needs to write.
struct ExportPlan {
    /// The request.
    export: Export,
    /// The part to write, and its form.
    what: ExportContent,
    form: ExportForm,
    /// The data, and its reading.
    source: Arc<Source>,
    view: View,
    facts: Facts,
    charset: Charset,
    theme: Theme,
    /// The picture of the screen, in its form.
    picture: Vec<u8>,
    outlet: Arc<dyn ExportOutlet>,
}

impl ExportPlan {
    /// The offsets to write.
    fn range(&self) -> Range<u64> {
        let len = self.source.len();
        match (self.what, &self.export.selected) {
            (ExportContent::Screen | ExportContent::Changes | ExportContent::Regions, _) => 0..0,
            (ExportContent::Selection, Some(range)) => range.start.min(len)..range.end.min(len),
            (ExportContent::Selection, None) | (ExportContent::File, _) => 0..len,
        }
    }

    /// The path, as the user typed it.
    fn name(&self) -> &str {
        &self.export.path
    }

    /// Writes the file.
    fn write(self, control: &mut Control<'_>) -> JobEnd<WriteOutcome> {
        let begun = self
            .outlet
            .begin(self.name(), &self.source, self.export.if_exists);
        let mut output = match begun {
            Ok(output) => output,
            Err(OutputRefusal::Exists(bytes)) => {
                return JobEnd::Done(WriteOutcome::Exists(self.export, bytes));
            }
            Err(OutputRefusal::Failed(trouble)) => {
                return JobEnd::Done(WriteOutcome::Failed(trouble));
            }
        };
        let arrived = ArrivedData(&self.source);
        let watched = Watched::new(&arrived, control);
        let mut out = BufWriter::with_capacity(BUFFER, watched.guard(&mut *output));
        let written = self.write_to(&watched, &mut out);
        let written = written.and_then(|lost| out.flush().map(|()| lost));
        let bytes = out.get_ref().bytes();
        // The rest of the buffer is not written after an error or a cancellation.
        let (_, _) = out.into_parts();
        if watched.is_cancelled() {
            return JobEnd::Cancelled;
        }
        let done = written.map_err(|error| output.trouble(&error));
        let done = done.and_then(|lost| output.finish().map(|()| lost));
        if let Ok(lost) = &done
            && matches!(
                (self.what, self.form),
                (ExportContent::File, ExportForm::Raw)
            )
            && lost.unreadable == 0
        {
            self.source.set_saved();
        }
        JobEnd::Done(match done {
            Ok(lost) => WriteOutcome::Done(self.said(bytes, lost)),
            Err(trouble) => WriteOutcome::Failed(trouble),
        })
    }

    /// Writes the content to the output.
    fn write_to(&self, data: &dyn Peek, out: &mut dyn io::Write) -> io::Result<CopyLosses> {
        let (range, text) = (self.range(), self.view.text(data, &self.facts));
        match self.form {
            ExportForm::Screen(_) => out.write_all(&self.picture).map(|()| CopyLosses::default()),
            ExportForm::Raw => written::raw(data, range, out),
            ExportForm::Regions => {
                let regions = self.view.regions.addressed(data);
                let text = crate::config::regions::written(&regions);
                out.write_all(text.as_bytes())
                    .map(|()| CopyLosses::default())
            }
            ExportForm::AsRead => as_read::write(text, range, out),
            ExportForm::Dump(format) if self.what == ExportContent::Changes => {
                let layout = DumpLayout::default();
                out.write_all(hexdump::patch::FIRST_LINE.as_bytes())?;
                for range in self.source.changed(0..self.source.len()) {
                    let wanted = written::WriteRequest {
                        range,
                        format,
                        layout,
                    };
                    written::write(data, text, &wanted, out)?;
                }
                Ok(CopyLosses::default())
            }
            ExportForm::Dump(format) => {
                let layout = DumpLayout {
                    width: self.view.width.asked(),
                };
                let wanted = written::WriteRequest {
                    range,
                    format,
                    layout,
                };
                written::write(data, text, &wanted, out)
            }
            ExportForm::Report(format) => {
                let options = Options {
                    range,
                    width: self.view.width.asked().unwrap_or(WIDTH),
                    panes: Panes::ALL,
                    charset: match format.kind {
                        // A document declares that it is UTF-8.
                        report::PrinterKind::Document => Charset::Unicode,
                        report::PrinterKind::Lines | report::PrinterKind::Coloured => self.charset,
                    },
                    theme: match format.kind {
                        report::PrinterKind::Lines => None,
                        report::PrinterKind::Coloured => Some(self.theme),
                        report::PrinterKind::Document => Some(self.theme.in_full()),
                    },
                    share: None,
                    regions: self.view.regions.all.clone(),
                };
                let printed = (format.print)(data, text, &options, out)?;
                Ok(CopyLosses {
                    unreadable: printed.unreadable,
                    ..CopyLosses::default()
                })
            }
        }
    }

    /// The message once it is written.
    fn said(&self, bytes: u64, lost: CopyLosses) -> String {
        let form = match self.form {
            ExportForm::Screen(form) => form.id,
            ExportForm::Report(format) => format.id,
            ExportForm::Dump(format) => format.id,
            ExportForm::Raw => "raw bytes",
            ExportForm::AsRead => "UTF-8 text",
            ExportForm::Regions => {
                let count = self.view.regions.all.list().len() as u64;
                return format!("{}: {} saved", self.name(), counted(count, "region"));
            }
        };
        let plural = if bytes == 1 { "byte" } else { "bytes" };
        let (name, what) = (self.name(), self.what.name());
        let mut said = format!("{name}: {bytes} {plural} written, the {what} as {form}");
        let zeros = lost.unreadable > 0;
        if let Some(lost) = lost.said() {
            said = format!("{said}; {lost}");
            if matches!(self.form, ExportForm::Raw | ExportForm::AsRead) && zeros {
                said.push_str(", replaced by zeros");
            }
        }
        let source: &Source = &self.source;
        let text = self.view.text(source, &self.facts);
        if text.holds_passage(&self.range()) {
            match self.form {
                ExportForm::Report(_) => {
                    said.push_str("; passages were read in the file's encoding");
                }
                ExportForm::Raw => {
                    said.push_str("; :save-text writes passages in their own reading");
                }
                ExportForm::Screen(_)
                | ExportForm::Dump(_)
                | ExportForm::AsRead
                | ExportForm::Regions => {}
            }
        }
        if self.what == ExportContent::File && self.facts.standing == FileStanding::Arriving {
            said.push_str("; more data is still arriving");
        }
        said
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::errand::IfExists;

    fn export(
        what: Option<ExportContent>,
        form: Option<&str>,
        path: &str,
        selected: bool,
    ) -> Export {
        Export {
            what,
            selected: selected.then_some(0..1),
            form: form.map(str::to_owned),
            path: path.to_owned(),
            if_exists: IfExists::Ask,
        }
    }

    #[track_caller]
    fn check(export: &Export, expected: &str) {
        let found = match resolve(export) {
            Err(message) => message,
            Ok((what, form)) => {
                let form = match form {
                    ExportForm::Screen(form) => format!("picture {}", form.id),
                    ExportForm::Report(format) => format!("report {}", format.id),
                    ExportForm::Dump(format) => format!("dump {}", format.id),
                    ExportForm::Raw => "bytes".to_owned(),
                    ExportForm::AsRead => "text".to_owned(),
                    ExportForm::Regions => "regions".to_owned(),
                };
                format!("{} {form}", what.name())
            }
        };
        assert!(found.starts_with(expected), "{export:?}: {found}");
    }

    #[test]
    fn the_extension_gives_the_form_and_the_form_the_subject() {
        check(&export(None, None, "a.txt", false), "screen picture text");
        check(&export(None, None, "a.TXT", true), "selection report text");
        check(&export(None, None, "a.ans", false), "screen picture ansi");
        check(&export(None, None, "a.jsonl", false), "file report jsonl");
        check(&export(None, None, "a.bin", false), "file bytes");
        check(&export(None, Some("raw"), "a", true), "selection bytes");
        check(
            &export(None, Some("lines"), "a.txt", false),
            "file report lines",
        );
        let file = Some(ExportContent::File);
        check(&export(file, None, "x/a.txt", true), "file report text");
    }

    #[test]
    fn an_unknown_form_is_refused_with_a_list_of_all() {
        check(
            &export(None, None, "a.qqq", false),
            "cannot tell the format of the file from .qqq; try as raw, utf-8, text,",
        );
        check(
            &export(None, None, "a", false),
            "the name has no ending that tells the format; try as raw",
        );
        let screen = Some(ExportContent::Screen);
        check(
            &export(screen, Some("raw"), "a", false),
            "no form \"raw\" for the screen; try as text",
        );
        check(
            &export(None, Some("\u{1b}"), "a", true),
            "no form \"\\u{1b}\" for the selection; ",
        );
    }
}
