//! The inspector's page with what it begins with: bytes, or a lesson.
//!
//! The page has a place for that, and a line with its version. What is put in is an element of JSON.
//! Invariant: no name, text or byte in it is markup to a browser, and all of the page stays as it was.

use std::fmt::{self, Display, Formatter};
use std::io::{self, Write};
use std::ops::Range;

use data_encoding::BASE64;
use memchr::memmem;

use super::json::{JsonList, Object};
use crate::language::Language;
use crate::model::regions::{Region, Regions};
use crate::unicode::glyph::Charset;

/// The place for what is put in.
const PLACE: &[u8] = b"<!--given-->";
/// The line with the version: before this, `hexloupe` and it; after it, the rest.
const VERSION: [&[u8]; 2] = [b"<meta name=\"generator\" content=\"hexloupe ", b"\">"];
/// The longest version that is quoted.
const LONGEST: usize = 40;
/// The bytes that are encoded at once: groups of three.
const GROUPS: usize = 3 * 16 * 1024;

/// The inspector's page, in which nothing stands yet.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct BlankPage {
    html: Vec<u8>,
    /// The offset of the place.
    place: usize,
}

/// The reason why a file is not the page of this version.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum PageRefusal {
    /// It is not the page.
    Other,
    /// The page of another version.
    Version(String),
}

impl Display for PageRefusal {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Other => out.write_str("is not a page that data can be put into"),
            Self::Version(other) => {
                let own = env!("CARGO_PKG_VERSION");
                write!(out, "is the page of version {other}, and this is {own}")
            }
        }
    }
}

impl BlankPage {
    /// The page that a file holds.
    ///
    /// # Errors
    /// The file is not the page, or the page of another version.
    pub(crate) fn new(html: Vec<u8>) -> Result<Self, PageRefusal> {
        let place = memmem::find(&html, PLACE).ok_or(PageRefusal::Other)?;
        let [before, after] = VERSION;
        let start = memmem::find(&html[..place], before).ok_or(PageRefusal::Other)?;
        let rest = &html[start + before.len()..place];
        let len = memmem::find(rest, after).filter(|len| *len <= LONGEST);
        let version = &rest[..len.ok_or(PageRefusal::Other)?];
        if version != env!("CARGO_PKG_VERSION").as_bytes() {
            let version = String::from_utf8_lossy(version).into_owned();
            return Err(PageRefusal::Version(version));
        }
        Ok(Self { html, place })
    }
}

/// The beginning of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PageContent<'a> {
    /// Bytes.
    Data(PageData<'a>),
    /// A lesson of the course, by its name.
    Lesson(&'a str, Option<Language>),
    /// A lesson of somebody's own: its name, and the text of its file.
    OwnLesson(&'a str, &'a str, Option<Language>),
}

/// Bytes for a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PageData<'a> {
    /// Their name.
    pub(crate) name: &'a str,
    /// The bytes.
    pub(crate) bytes: &'a [u8],
    /// The address of the first one.
    pub(crate) start: u64,
    /// The id of their encoding; none if the bytes decide.
    pub(crate) encoding: Option<&'static str>,
    /// The offset of the first code unit, modulo its length.
    pub(crate) phase: u64,
    /// Bytes in a row, if a number is requested.
    pub(crate) width: Option<u16>,
    /// Their regions, by address.
    pub(crate) regions: Regions,
}

/// Prints the page with its content.
///
/// # Errors
/// The output could not be written.
pub(crate) fn print(
    page: &BlankPage,
    content: &PageContent<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (before, after) = page.html.split_at(page.place);
    out.write_all(before)?;
    out.write_all(b"<script type=\"application/json\" id=\"given\">")?;
    out.write_all(fields(content).as_bytes())?;
    if let PageContent::Data(data) = content {
        out.write_all(b",\"bytes\":\"")?;
        for groups in data.bytes.chunks(GROUPS) {
            out.write_all(BASE64.encode(groups).as_bytes())?;
        }
        out.write_all(b"\"")?;
    }
    out.write_all(b"}</script>")?;
    out.write_all(&after[PLACE.len()..])
}

/// The fields beside the bytes, of an object that is still open.
fn fields(content: &PageContent<'_>) -> String {
    let mut text = String::new();
    let mut object = Object::open(&mut text, Charset::Unicode);
    let language = match content {
        PageContent::Data(data) => {
            object.field("name", data.name);
            // A number of JavaScript cannot hold every offset.
            object.field("start", data.start.to_string());
            object.field_if_any("encoding", data.encoding);
            object.field("phase", data.phase);
            object.field_if_any("width", data.width.map(u64::from));
            object.field(
                "regions",
                JsonList(data.regions.list().iter().flat_map(words)),
            );
            None
        }
        PageContent::Lesson(name, language) => {
            object.field("lesson", *name);
            *language
        }
        PageContent::OwnLesson(name, lesson, language) => {
            object.field("name", *name);
            object.field("text", *lesson);
            *language
        }
    };
    object.field_if_any("language", language.map(Language::id));
    // These begin and end markup, and stand only in strings.
    text.replace('<', "\\u003c").replace('>', "\\u003e")
}

/// A region in five words.
fn words(region: &Region) -> [String; 5] {
    let Range { start, end } = region.range;
    [
        start.to_string(),
        end.to_string(),
        region.colour.name().to_owned(),
        region.name.clone(),
        region.note.clone(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::regions::Colour;

    fn made(version: &str) -> Vec<u8> {
        format!(
            "<!doctype html>\n<meta name=\"generator\" content=\"hexloupe {version}\">\n\
             <p>\n<!--given-->\n<script>program</script>\n"
        )
        .into_bytes()
    }

    fn printed(content: &PageContent<'_>) -> String {
        let page = BlankPage::new(made(env!("CARGO_PKG_VERSION"))).unwrap();
        let mut out = Vec::new();
        print(&page, content, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    /// The element in the page, and the text around it.
    fn split(html: &str) -> (&str, serde_json::Value, &str) {
        let (before, rest) = html
            .split_once("<script type=\"application/json\" id=\"given\">")
            .unwrap();
        let (given, after) = rest.split_once("</script>").unwrap();
        assert!(!given.contains(['<', '>']), "{given}");
        (before, serde_json::from_str(given).unwrap(), after)
    }

    const HOSTILE: &str = "</script><!--<script>\u{2028}\"'\\\u{7}&amp;\u{FFFD}\u{202E}é";

    fn data<'a>(name: &'a str, bytes: &'a [u8]) -> PageData<'a> {
        PageData {
            name,
            bytes,
            start: u64::MAX,
            encoding: Some("koi8-r"),
            phase: 3,
            width: Some(9),
            regions: Regions::new([Region {
                name: HOSTILE.to_owned(),
                range: 7..u64::MAX,
                colour: Colour::Red,
                note: HOSTILE.to_owned(),
            }]),
        }
    }

    #[test]
    fn bytes_of_every_length_come_back_and_the_page_stays() {
        let all: Vec<u8> = (0..=255).cycle().take(2 * GROUPS + 7).collect();
        for len in (0..10).chain(GROUPS - 1..GROUPS + 2).chain([all.len()]) {
            let html = printed(&PageContent::Data(data(HOSTILE, &all[..len])));
            let (before, given, after) = split(&html);
            assert_eq!(format!("{before}<!--given-->{after}").into_bytes(), {
                made(env!("CARGO_PKG_VERSION"))
            });
            let bytes = BASE64.decode(given["bytes"].as_str().unwrap().as_bytes());
            assert!(bytes.unwrap() == all[..len], "{len}");
            assert_eq!(given["name"], HOSTILE);
            assert_eq!(given["start"], "18446744073709551615");
            assert_eq!(
                (&given["encoding"], &given["phase"]),
                (&"koi8-r".into(), &3.into())
            );
            let end = "18446744073709551615";
            let region = serde_json::json!(["7", end, "red", HOSTILE, HOSTILE]);
            assert_eq!(given["regions"], region);
        }
    }

    #[test]
    fn a_lesson_is_named_or_given_whole() {
        let html = printed(&PageContent::Lesson("bits", Some(Language::Russian)));
        let (_, given, _) = split(&html);
        let expected = serde_json::json!({"lesson": "bits", "language": "ru"});
        assert_eq!(given, expected);
        let html = printed(&PageContent::OwnLesson("a.toml", HOSTILE, None));
        let expected = serde_json::json!({"name": "a.toml", "text": HOSTILE});
        assert_eq!(split(&html).1, expected);
    }

    #[test]
    fn other_files_and_other_versions_are_refused() {
        for other in [
            "",
            "<!--given-->",
            "<p>",
            "<!--given--><meta name=\"generator\" content=\"hexloupe 0.1.0\">",
            "<meta name=\"generator\" content=\"hexloupe 0.1.0<!--given-->",
        ] {
            let refused = BlankPage::new(other.into()).unwrap_err();
            assert_eq!(refused, PageRefusal::Other, "{other}");
        }
        let refused = BlankPage::new(made("9.8.7")).unwrap_err();
        assert_eq!(refused, PageRefusal::Version("9.8.7".to_owned()));
    }
}
