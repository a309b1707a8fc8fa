//! The environment's facts about the terminal: whether it wants colour, the number of its colours,
//! and the characters it can draw.
//!
//! The terminal itself gets no question: an answer may never come. Invariant: the user's options on
//! the command line beat all of it.

use std::ffi::OsString;

use crate::cli::{InputOptions, TerminalCondition};
use crate::language::Language;
use crate::model::errand::Clipboard;
use crate::model::palette::{Background, Depth, KnownBackground, Palette, Shades};
use crate::model::theme::Theme;
use crate::platform::{Here, System as _};
use crate::report::Style;
use crate::unicode::glyph::Charset;

/// Columns of the terminal that standard output is; none if it is no terminal.
pub(super) fn columns() -> Option<usize> {
    Here::columns().map(usize::from)
}

/// The environment.
pub(crate) struct Environment<'a>(&'a dyn Fn(&str) -> Option<OsString>);

impl Environment<'static> {
    /// The environment of the process.
    pub(crate) fn of_process() -> Self {
        Self(&|name| std::env::var_os(name))
    }
}

impl Environment<'_> {
    /// A variable, if it is set and not empty.
    fn get(&self, name: &str) -> Option<String> {
        let value = (self.0)(name).filter(|value| !value.is_empty())?;
        Some(value.to_string_lossy().into_owned())
    }

    /// Reports whether to use colour. The option beats the environment, and there `NO_COLOR` beats
    /// a forced colour, which beats a refused one (`CLICOLOR=0`) and the terminal.
    pub(crate) fn color(&self, when: TerminalCondition, terminal: bool) -> bool {
        let forced = |name| self.get(name).is_some_and(|value| value != "0");
        match when {
            TerminalCondition::Always => true,
            TerminalCondition::Never => false,
            TerminalCondition::Auto if self.get("NO_COLOR").is_some() => false,
            TerminalCondition::Auto if forced("CLICOLOR_FORCE") || forced("FORCE_COLOR") => true,
            TerminalCondition::Auto if self.get("CLICOLOR").as_deref() == Some("0") => false,
            TerminalCondition::Auto => terminal && self.has_colours(),
        }
    }

    /// The style of printed text by the options; `terminal` is true if it goes to one.
    pub(crate) fn style(&self, input: &InputOptions, terminal: bool) -> Style {
        let color = self.color(input.color, terminal);
        Style {
            charset: self.charset(input.ascii),
            theme: color.then(|| self.printed(input.palette)),
            columns: columns().filter(|_| terminal),
        }
    }

    /// The theme of the inspector: a palette, limited to the colours of the terminal.
    pub(crate) fn theme(&self, palette: &'static Palette, when: TerminalCondition) -> Theme {
        if self.color(when, true) {
            Theme::new(palette, self.depth())
        } else {
            Theme::MONO
        }
    }

    /// The theme of coloured output. It may be saved and shown on another terminal, so the
    /// terminal's own palette is limited to its 16 colours.
    pub(crate) fn printed(&self, palette: &'static Palette) -> Theme {
        match palette.shades {
            Shades::Own => Theme::new(palette, Depth::Sixteen),
            Shades::None | Shades::Fixed(_) => Theme::new(palette, self.depth()),
        }
    }

    /// The number of colours, if there are any.
    fn depth(&self) -> Depth {
        let term = self.term();
        let all = ["truecolor", "24bit"];
        let true_color = self
            .get("COLORTERM")
            .is_some_and(|value| all.contains(&value.as_str()));
        // GNU screen passes the variable on from the terminal it runs in.
        let within = term.starts_with("screen") && self.get("TMUX").is_none();
        if term.ends_with("-direct") || true_color && !within {
            Depth::True
        } else if term.contains("256color") {
            Depth::Indexed
        } else {
            Depth::Sixteen
        }
    }

    /// The background of the terminal, as far as a variable shows it: the last number of
    /// `COLORFGBG`, of its 16 colours. A terminal that would not answer, or would print the
    /// question, has a dark one.
    pub(crate) fn ground(&self) -> KnownBackground {
        let told = self.get("COLORFGBG").unwrap_or_default();
        let number = told.rsplit(';').next().map(str::parse::<u8>);
        match number {
            Some(Ok(7 | 9..=15)) => KnownBackground::Told(Background::Light),
            Some(Ok(0..=6 | 8)) => KnownBackground::Told(Background::Dark),
            _ if self.has_small_font() || !self.has_colours() => {
                KnownBackground::Told(Background::Dark)
            }
            _ => KnownBackground::Unknown,
        }
    }

    fn term(&self) -> String {
        self.get("TERM").unwrap_or_default()
    }

    /// Reports whether the terminal is older than colour and UTF-8.
    fn is_old(&self) -> bool {
        let term = self.term();
        ["vt52", "vt1", "vt2"]
            .iter()
            .any(|old| term.starts_with(old))
    }

    /// Reports whether the terminal is the console of Linux, whose font has 256 or 512 unknown
    /// characters.
    fn has_small_font(&self) -> bool {
        let term = self.term();
        term == "linux" || term.starts_with("linux-")
    }

    fn has_colours(&self) -> bool {
        let term = self.term();
        let mono = ["-m", "-mono"].iter().any(|end| term.ends_with(end));
        !mono && !self.is_old() && term != "dumb" && term != "unknown"
    }

    /// Reports whether the terminal can move its cursor to any place.
    pub(crate) fn has_screen(&self) -> bool {
        self.term() != "dumb"
    }

    /// The characters that may be drawn: all of Unicode, unless the locale names a character set
    /// that is not UTF-8, or the terminal is older than UTF-8 or has a small font. Without a locale
    /// UTF-8 is assumed.
    pub(crate) fn charset(&self, ascii: TerminalCondition) -> Charset {
        let ascii = match ascii {
            TerminalCondition::Always => true,
            TerminalCondition::Never => false,
            TerminalCondition::Auto => self.is_narrow(),
        };
        if ascii {
            Charset::Ascii
        } else {
            Charset::Unicode
        }
    }

    /// The requested language, else that of the locale, if its letters can be shown.
    pub(crate) fn language(&self, wanted: Option<Language>, charset: Charset) -> Language {
        let of_locale = || match charset {
            Charset::Unicode => Language::of_locale(&self.locale_of_messages()),
            Charset::Ascii => Language::English,
        };
        wanted.unwrap_or_else(of_locale)
    }

    /// The locale of messages, as POSIX orders its variables; empty if there is none.
    pub(crate) fn locale_of_messages(&self) -> String {
        self.locale("LC_MESSAGES").unwrap_or_default()
    }

    /// The locale of a category.
    fn locale(&self, category: &str) -> Option<String> {
        let names = ["LC_ALL", category, "LANG"];
        names.into_iter().find_map(|name| self.get(name))
    }

    fn is_narrow(&self) -> bool {
        let locale = self.locale("LC_CTYPE");
        let other = locale.is_some_and(|locale| {
            let locale = locale.to_ascii_lowercase();
            !(locale.contains("utf-8") || locale.contains("utf8"))
        });
        other || self.is_old() || self.has_small_font()
    }
}

/// The target of copies: the configured command, else the terminal; the terminal also if it is
/// empty.
pub(crate) fn clipboard(command: Option<&str>) -> Clipboard {
    let command = command.filter(|command| !command.trim().is_empty());
    command.map_or(Clipboard::Terminal, |command| {
        Clipboard::Command(command.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    type Variables<'a> = &'a [(&'a str, &'a str)];

    fn with<T>(variables: Variables<'_>, see: impl Fn(Environment<'_>) -> T) -> T {
        let environment = |name: &str| {
            let found = variables.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| OsString::from(value))
        };
        see(Environment(&environment))
    }

    #[track_caller]
    fn check(when: TerminalCondition, environment: Variables<'_>, terminal: bool, expected: bool) {
        assert_eq!(
            with(environment, |found| found.color(when, terminal)),
            expected
        );
    }

    #[test]
    fn the_option_beats_the_environment_and_that_the_terminal() {
        check(TerminalCondition::Auto, &[], true, true);
        check(TerminalCondition::Auto, &[], false, false);
        check(TerminalCondition::Auto, &[("TERM", "dumb")], true, false);
        check(TerminalCondition::Auto, &[("NO_COLOR", "1")], true, false);
        check(TerminalCondition::Auto, &[("NO_COLOR", "")], true, true);
        check(
            TerminalCondition::Auto,
            &[("CLICOLOR_FORCE", "1")],
            false,
            true,
        );
        check(
            TerminalCondition::Auto,
            &[("FORCE_COLOR", "0")],
            false,
            false,
        );
        check(
            TerminalCondition::Auto,
            &[("FORCE_COLOR", "1"), ("TERM", "dumb")],
            false,
            true,
        );
        check(
            TerminalCondition::Auto,
            &[("NO_COLOR", "1"), ("FORCE_COLOR", "1")],
            true,
            false,
        );
        check(TerminalCondition::Auto, &[("CLICOLOR", "0")], true, false);
        check(TerminalCondition::Auto, &[("CLICOLOR", "1")], true, true);
        check(TerminalCondition::Auto, &[("CLICOLOR", "1")], false, false);
        check(
            TerminalCondition::Auto,
            &[("CLICOLOR", "0"), ("CLICOLOR_FORCE", "1")],
            false,
            true,
        );
        check(TerminalCondition::Auto, &[("TERM", "vt220")], true, false);
        check(
            TerminalCondition::Auto,
            &[("TERM", "xterm-mono")],
            true,
            false,
        );
        check(TerminalCondition::Auto, &[("TERM", "linux")], true, true);
        check(TerminalCondition::Always, &[("NO_COLOR", "1")], false, true);
        check(
            TerminalCondition::Never,
            &[("FORCE_COLOR", "1")],
            true,
            false,
        );
    }

    #[track_caller]
    fn depth(environment: Variables<'_>, expected: Depth) {
        assert_eq!(with(environment, |found| found.depth()), expected);
    }

    #[test]
    fn the_depth_follows_the_name_of_the_terminal() {
        depth(&[], Depth::Sixteen);
        depth(&[("TERM", "linux")], Depth::Sixteen);
        depth(&[("TERM", "screen")], Depth::Sixteen);
        depth(&[("TERM", "tmux-256color")], Depth::Indexed);
        depth(&[("TERM", "xterm-direct")], Depth::True);
        let truecolor = ("COLORTERM", "truecolor");
        depth(&[("TERM", "xterm-256color"), truecolor], Depth::True);
        depth(&[("TERM", "screen-256color"), truecolor], Depth::Indexed);
        let tmux = ("TMUX", "/tmp/socket,1,0");
        depth(&[("TERM", "screen-256color"), truecolor, tmux], Depth::True);
    }

    #[test]
    fn the_background_is_requested_unless_a_variable_has_it() {
        let xterm = ("TERM", "xterm-256color");
        let ground = |told| with(&[("COLORFGBG", told), xterm], |found| found.ground());
        let dark = KnownBackground::Told(Background::Dark);
        for told in ["15;0", "15;default;0", "7;8"] {
            assert_eq!(ground(told), dark, "{told}");
        }
        for unknown in ["", "0;default", "x", "0;300"] {
            assert_eq!(ground(unknown), KnownBackground::Unknown, "{unknown}");
        }
        // They would print the question, or cannot show the answer.
        for term in ["linux", "dumb", "vt100", "xterm-mono"] {
            assert_eq!(with(&[("TERM", term)], |found| found.ground()), dark);
        }
        for light in ["0;15", "0;7", "0;default;15", "15"] {
            assert_eq!(
                ground(light),
                KnownBackground::Told(Background::Light),
                "{light}"
            );
        }
    }

    #[track_caller]
    fn charset(ascii: TerminalCondition, environment: Variables<'_>, expected: Charset) {
        assert_eq!(with(environment, |found| found.charset(ascii)), expected);
    }

    #[test]
    fn only_ascii_is_drawn_where_the_locale_or_the_terminal_has_no_more() {
        let latin1 = ("LANG", "de_DE.ISO-8859-1");
        let utf8 = ("LC_ALL", "ru_RU.UTF-8");
        charset(TerminalCondition::Auto, &[], Charset::Unicode);
        charset(TerminalCondition::Auto, &[("LANG", "")], Charset::Unicode);
        charset(
            TerminalCondition::Auto,
            &[("LANG", "C.utf8")],
            Charset::Unicode,
        );
        charset(TerminalCondition::Auto, &[utf8, latin1], Charset::Unicode);
        charset(TerminalCondition::Auto, &[latin1], Charset::Ascii);
        charset(
            TerminalCondition::Auto,
            &[("LC_CTYPE", "C"), ("LANG", "en_US.UTF-8")],
            Charset::Ascii,
        );
        charset(
            TerminalCondition::Auto,
            &[("LC_ALL", "POSIX")],
            Charset::Ascii,
        );
        charset(
            TerminalCondition::Auto,
            &[("TERM", "vt100"), utf8],
            Charset::Ascii,
        );
        charset(
            TerminalCondition::Auto,
            &[("TERM", "linux"), utf8],
            Charset::Ascii,
        );
        charset(
            TerminalCondition::Auto,
            &[("TERM", "linux-16color")],
            Charset::Ascii,
        );
        charset(
            TerminalCondition::Never,
            &[("TERM", "linux"), utf8],
            Charset::Unicode,
        );
        charset(TerminalCondition::Never, &[latin1], Charset::Unicode);
        charset(TerminalCondition::Always, &[utf8], Charset::Ascii);
    }

    #[test]
    fn copies_go_to_the_command_that_is_set_else_to_the_terminal() {
        let command = Clipboard::Command("wl-copy".to_owned());
        assert_eq!(clipboard(Some("wl-copy")), command);
        assert_eq!(clipboard(Some(" ")), Clipboard::Terminal);
        assert_eq!(clipboard(None), Clipboard::Terminal);
    }
}
