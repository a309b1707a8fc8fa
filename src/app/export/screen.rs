//! The picture of the screen, as a file.
//!
//! The picture is painted as for the terminal, without overlays, and its cells are written in one
//! of [`FORMS`]: to add one, write its row here.

use crate::app::picture;
use crate::language::Language;
use crate::model::layout::ScreenSize;
use crate::model::look::Appearance;
use crate::model::screen::Picture;
use crate::report::grid::Grid;
use crate::report::svg::Caption;
use crate::report::{html, svg};

/// A form of a picture.
#[derive(Debug)]
pub(in crate::app) struct PictureFormat {
    /// Its name.
    pub(in crate::app) id: &'static str,
    /// Endings of files that hold it, without the dot.
    pub(in crate::app) extensions: &'static [&'static str],
    /// Writes it.
    write: fn(&Grid) -> std::io::Result<Vec<u8>>,
}

/// Every form.
pub(in crate::app) static FORMS: &[PictureFormat] = &[
    PictureFormat {
        id: "text",
        extensions: &["txt"],
        write: |grid| Ok(grid.text().into_bytes()),
    },
    PictureFormat {
        id: "ansi",
        extensions: &["ans", "ansi"],
        write: |grid| written(|out| grid.write_ansi(out)),
    },
    PictureFormat {
        id: "html",
        extensions: &["html", "htm"],
        write: |grid| written(|out| html::of_grid(grid, caption(), out)),
    },
    PictureFormat {
        id: "svg",
        extensions: &["svg"],
        write: |grid| written(|out| svg::of_grid(grid, caption(), out)),
    },
];

fn written(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> std::io::Result<Vec<u8>> {
    let mut out = Vec::new();
    write(&mut out)?;
    Ok(out)
}

const fn caption() -> Caption<'static> {
    Caption {
        title: "A screen of hexloupe",
        description: "Bytes in hex, bits and code points, and the sequence under the cursor.",
        language: Language::English,
    }
}

impl PictureFormat {
    /// A picture in this form; empty if it could not be made.
    pub(in crate::app) fn render(
        &self,
        picture: &Picture,
        look: Appearance,
        size: ScreenSize,
    ) -> Vec<u8> {
        let grid = picture::of_screen(picture, size, look);
        // Writing to a vector cannot fail.
        (self.write)(&grid).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::line::TonedLine;

    #[test]
    fn a_picture_can_be_had_in_every_form() {
        let picture = Picture::TooSmall(TonedLine::new().strong("a\u{6587}<b"));
        let size = ScreenSize {
            width: 8,
            height: 2,
        };
        for form in FORMS {
            let file = form.render(&picture, Appearance::default(), size);
            let text = String::from_utf8(file).unwrap();
            assert!(text.contains('\u{6587}'), "{}: {text}", form.id);
        }
        assert_eq!(
            FORMS[0].render(&picture, Appearance::default(), size),
            "a文<b\n".as_bytes()
        );
    }
}
