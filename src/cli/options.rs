//! The options that several commands share, in groups: a command flattens in the groups it accepts.
//!
//! The options of a command become the [`InputOptions`], which everything behind the command line
//! uses; other fields keep their defaults. Invariant: an option is defined for a command only if it
//! changes the effect of the command.

use std::path::PathBuf;

use clap::Args;
use clap::builder::TypedValueParser;

use super::choice;
use super::config::ConfigurationOptions;
use super::number::{FileOffset, place};
use super::undump;
use crate::command::keymap::KeyChange;
use crate::config::{MouseSetting, Settings, TerminalCondition};
use crate::model::amount::size;
use crate::model::palette::{self, Palette, Palettes};
use crate::model::state::{Panes, RowWidth};

/// The encoding where none is named.
pub(super) const AUTO: &str = "auto";

/// The input, and its display.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputOptions {
    /// The file; `-` is standard input.
    pub file: Option<PathBuf>,
    /// More files, which wait in tabs of the inspector.
    pub more: Vec<PathBuf>,
    /// True if the first two of all files stand side by side.
    pub is_side_by_side: bool,
    /// The label of the encoding.
    pub encoding: String,
    /// The first byte to show.
    pub skip: FileOffset,
    /// The number of bytes to show.
    pub length: Option<u64>,
    /// The offset at which code units of 2 or 4 bytes start: 0 to 3.
    pub phase: u8,
    /// The form that the file is written in.
    pub from: Option<undump::WrittenAs>,
    /// Bytes per row.
    pub width: Option<u16>,
    /// The panes of a dump.
    pub panes: Option<Panes>,
    /// The condition for colour.
    pub color: TerminalCondition,
    /// The name of the colours.
    pub theme: String,
    /// The palette of that name.
    pub palette: &'static Palette,
    /// The condition for drawing with ASCII characters only.
    pub ascii: TerminalCondition,
    /// The command that copies go to.
    pub clipboard: Option<String>,
    /// The owner of the mouse: the inspector or the terminal.
    pub mouse: MouseSetting,
    /// True if the inspector prints lines instead of drawing.
    pub plain: bool,
    /// The source of the configuration.
    pub configuration: ConfigurationOptions,
    /// The files of folders that are read.
    pub folders: FolderOptions,
    /// The file of named regions, for everything that shows them.
    pub regions: Option<PathBuf>,
    /// The page that a dump is put into.
    pub page: Option<PathBuf>,
    /// The settings: at first those of the command line, then the effective ones.
    pub settings: Settings,
    /// The available palettes.
    pub palettes: Palettes,
    /// The keys that the configuration assigns to commands.
    pub keys: Vec<KeyChange>,
    /// The mistake in the configuration, for the status line.
    pub remark: Option<String>,
}

impl Default for InputOptions {
    fn default() -> Self {
        let palette = &palette::PALETTES[0];
        Self {
            file: None,
            more: Vec::new(),
            is_side_by_side: false,
            encoding: AUTO.to_owned(),
            skip: FileOffset::FromStart(0),
            length: None,
            phase: 0,
            from: None,
            width: None,
            panes: None,
            color: TerminalCondition::Auto,
            theme: palette.id.to_owned(),
            palette,
            ascii: TerminalCondition::Auto,
            clipboard: None,
            mouse: MouseSetting::Auto,
            plain: false,
            configuration: ConfigurationOptions::default(),
            folders: FolderOptions::default(),
            regions: None,
            page: None,
            settings: Settings::default(),
            palettes: Palettes::default(),
            keys: Vec::new(),
            remark: None,
        }
    }
}

/// Options that are grouped together.
pub(super) trait OptionGroup {
    /// Copies the given options.
    fn apply(&self, input: &mut InputOptions);
}

/// Defines the shared options of a command, by their groups. Every command has the group for
/// display.
macro_rules! shared {
    ($name:ident $(: $($field:ident $group:ident),+)?) => {
        /// The options that the command shares with others.
        #[derive(Debug, Clone, PartialEq, Eq, clap::Args)]
        pub(crate) struct $name {
            $($(
                #[command(flatten)]
                $field: $crate::cli::options::$group,
            )+)?
            #[command(flatten)]
            look: $crate::cli::options::LookOptions,
        }

        impl $name {
            /// Makes the input options from the shared ones.
            pub(super) fn input(&self) -> $crate::cli::InputOptions {
                let mut input = $crate::cli::InputOptions::default();
                $($($crate::cli::options::OptionGroup::apply(&self.$field, &mut input);)+)?
                $crate::cli::options::OptionGroup::apply(&self.look, &mut input);
                input
            }
        }
    };
}
pub(super) use shared;

/// The encoding.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub(crate) struct EncodingOption {
    /// The encoding: a name that hexloupe encodings lists, or table:FILE; auto uses the byte order mark, else guesses
    #[arg(short, long, value_name = "LABEL", default_value = AUTO, help_heading = "Input")]
    encoding: String,
}

impl OptionGroup for EncodingOption {
    fn apply(&self, input: &mut InputOptions) {
        input.encoding.clone_from(&self.encoding);
    }
}

/// The encoding, on commands that guess only on request.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub(crate) struct ExpectedReading {
    /// The encoding: a name that hexloupe encodings lists, or table:FILE; auto uses the byte order mark, else UTF-8: it never guesses
    #[arg(short, long, value_name = "LABEL", default_value = AUTO, help_heading = "Input")]
    encoding: String,
}

impl OptionGroup for ExpectedReading {
    fn apply(&self, input: &mut InputOptions) {
        input.encoding.clone_from(&self.encoding);
    }
}

/// The encoding of typed text.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub(crate) struct TypedReading {
    /// The encoding: a name that hexloupe encodings lists, or table:FILE; auto is UTF-8
    #[arg(short, long, value_name = "LABEL", default_value = AUTO, help_heading = "Input")]
    encoding: String,
}

impl OptionGroup for TypedReading {
    fn apply(&self, input: &mut InputOptions) {
        input.encoding.clone_from(&self.encoding);
    }
}

/// The encodings of explained things.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub(crate) struct EncodingsOption {
    /// One or more encodings that hexloupe encodings lists, or table:FILE; auto is UTF-8, or the encoding of THING
    #[arg(
        short = 'e',
        long = "encoding",
        id = "encoding",
        value_name = "LABEL",
        default_value = AUTO,
        value_delimiter = ',',
        help_heading = "Input"
    )]
    encodings: Vec<String>,
}

impl OptionGroup for EncodingsOption {
    fn apply(&self, input: &mut InputOptions) {
        input.encoding = self.encodings.join(",");
    }
}

/// The first byte.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub(crate) struct SkipOption {
    /// Start at this byte: 31, 0x1f, 4KiB; -100 is 100 bytes before the end
    #[arg(
        short,
        long,
        value_name = "N",
        default_value = "0",
        value_parser = place,
        allow_hyphen_values = true,
        hide_default_value = true,
        help_heading = "Input"
    )]
    skip: FileOffset,
}

impl OptionGroup for SkipOption {
    fn apply(&self, input: &mut InputOptions) {
        input.skip = self.skip;
    }
}

/// The number of bytes.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub(crate) struct LengthOption {
    /// Limit to this many bytes
    #[arg(
        short = 'n',
        long,
        value_name = "N",
        value_parser = size,
        allow_hyphen_values = true,
        help_heading = "Input"
    )]
    length: Option<u64>,
}

impl OptionGroup for LengthOption {
    fn apply(&self, input: &mut InputOptions) {
        input.length = self.length;
    }
}

/// The grid of code units.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub(crate) struct PhaseOption {
    /// For UTF-16 and UTF-32: skip 0 to 3 bytes before the first code unit
    #[arg(
        long,
        value_name = "N",
        default_value = "0",
        value_parser = clap::value_parser!(u8).range(0..=3),
        hide_default_value = true,
        hide_short_help = true,
        help_heading = "Input"
    )]
    phase: u8,
}

impl OptionGroup for PhaseOption {
    fn apply(&self, input: &mut InputOptions) {
        input.phase = self.phase;
    }
}

/// The files of folders that are read, besides the usual ones.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Args)]
pub struct FolderOptions {
    /// In folders, also read hidden files; in a git repository they are always read
    #[arg(long, hide_short_help = true, help_heading = "Input")]
    pub hidden: bool,
    /// In folders, also read files that a .gitignore names
    #[arg(long, hide_short_help = true, help_heading = "Input")]
    pub no_ignore: bool,
}

impl OptionGroup for FolderOptions {
    fn apply(&self, input: &mut InputOptions) {
        input.folders = *self;
    }
}

/// The form that bytes are written down in.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub(crate) struct Notation {
    /// The format of the file: raw for its bytes, auto, or a dump format that hexloupe undump --formats lists
    #[arg(long, value_name = "FORMAT", value_parser = undump::from, help_heading = "Input")]
    from: Option<undump::WrittenAs>,
}

impl OptionGroup for Notation {
    fn apply(&self, input: &mut InputOptions) {
        input.from = self.from;
    }
}

/// The rows.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub(crate) struct RowOptions {
    /// Bytes per row: 1 to 4096
    #[arg(
        short,
        long,
        value_name = "BYTES",
        value_parser = clap::value_parser!(u16).range(1..=i64::from(RowWidth::MOST)),
        help_heading = SHOWN
    )]
    width: Option<u16>,
}

impl OptionGroup for RowOptions {
    fn apply(&self, input: &mut InputOptions) {
        input.width = self.width;
    }
}

/// The heading of preferences; before a command, they apply to the commands that have them.
pub(super) const SHOWN: &str = "Display";

/// The display of everything.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub(crate) struct LookOptions {
    /// When to use colour
    #[arg(
        long,
        value_name = "WHEN",
        value_parser = choice::row_parser(TerminalCondition::ALL),
        default_value = "auto",
        help_heading = SHOWN
    )]
    color: TerminalCondition,
    /// The colours of the inspector and the dump; hexloupe config --themes lists the names
    #[arg(
        long,
        value_name = "NAME",
        default_value = palette::PALETTES[0].id,
        value_parser = palettes(),
        hide_possible_values = true,
        hide_short_help = true,
        help_heading = SHOWN
    )]
    theme: String,
    /// When to draw with ASCII characters only; auto follows the locale
    #[arg(
        long,
        value_name = "WHEN",
        value_parser = choice::row_parser(TerminalCondition::ALL),
        num_args = 0..=1,
        require_equals = true,
        default_value = "auto",
        default_missing_value = "always",
        hide_short_help = true,
        help_heading = SHOWN
    )]
    ascii: TerminalCondition,
    #[command(flatten)]
    configuration: ConfigurationOptions,
}

impl OptionGroup for LookOptions {
    fn apply(&self, input: &mut InputOptions) {
        input.color = self.color;
        input.theme.clone_from(&self.theme);
        input.ascii = self.ascii;
        input.configuration.clone_from(&self.configuration);
    }
}

/// The inspector's dealings with its user.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub(crate) struct ScreenOptions {
    /// Pass copies to this command, such as wl-copy or pbcopy; by default to the one in `HEXLOUPE_CLIPBOARD`, else to the terminal
    #[arg(long, value_name = "COMMAND", hide_short_help = true, help_heading = SHOWN)]
    clipboard: Option<String>,
    /// When the inspector uses the mouse; `:mouse` toggles it
    #[arg(
        long,
        value_name = "WHEN",
        value_parser = choice::row_parser(MouseSetting::ALL),
        default_value = "auto",
        hide_short_help = true,
        help_heading = SHOWN
    )]
    mouse: MouseSetting,
    /// Draw no screen; print a line after each key: for screen readers, slow lines and terminals without a screen
    #[arg(long, hide_short_help = true, help_heading = SHOWN)]
    plain: bool,
}

impl OptionGroup for ScreenOptions {
    fn apply(&self, input: &mut InputOptions) {
        input.clipboard.clone_from(&self.clipboard);
        input.mouse = self.mouse;
        input.plain = self.plain;
    }
}

/// The names of palettes; any other name may be one of the user's own, and is looked up later.
fn palettes() -> impl TypedValueParser<Value = String> {
    let known = Palettes::default().names();
    let known = known.map(|(id, about)| (id, about, id.to_owned()));
    choice::of_more(known, |name| Some(name.to_owned()))
}
