//! Comments in a file that allow notices: `hexloupe: allow bidi-control` on their line, and
//! `hexloupe: allow-file nul` in all of the file.
//!
//! The language of the comment does not matter. Invariant: a comment allows what it names and no more: an
//! unknown kind allows nothing, and ill-formed bytes are never allowed.

use std::ops::Range;

use memchr::{memchr, memmem, memrchr};

use super::rules::AllowedNotices;
use crate::source::Seekable;
use crate::unicode::notice::Notice;
use crate::unicode::notice_group::NoticeGroup;
use crate::window::Peek;

/// The beginning of a comment.
const MARK: &[u8] = b"hexloupe: allow";
/// The end of it for the whole file.
const OF_FILE: &[u8] = b"-file";
/// Bytes that are looked at together.
const STEP: usize = 1 << 20;
/// The longest line that a comment is looked for in.
const LONGEST: usize = 64 << 10;
/// The most comments of a file.
const MOST: usize = 10_000;

/// The notices that comments of a file allow.
#[derive(Debug, Clone, Default)]
pub(super) struct AllowingComments {
    /// In the whole file.
    file: Option<AllowedNotices>,
    /// On some lines, in order.
    lines: Vec<(Range<u64>, AllowedNotices)>,
}

impl AllowingComments {
    /// The comments in some data.
    pub(super) fn of(data: &Seekable) -> Self {
        let mut found = Self::default();
        let mut at = 0;
        loop {
            let window = Peek::window(data, at, STEP);
            for place in memmem::find_iter(&window.bytes, MARK) {
                if found.lines.len() < MOST {
                    found.add(data, at + place as u64);
                }
            }
            // A mark may be cut by the end of the window.
            let passed = window.bytes.len().saturating_sub(MARK.len() - 1);
            if window.ends || passed == 0 {
                return found;
            }
            at += passed as u64;
        }
    }

    /// Reports whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.file.is_none() && self.lines.is_empty()
    }

    /// Adds the comment at an offset.
    fn add(&mut self, data: &Seekable, at: u64) {
        let before = Peek::window(
            data,
            at.saturating_sub(LONGEST as u64),
            (at.min(LONGEST as u64)) as usize,
        );
        let after = Peek::window(data, at, LONGEST).bytes;
        let end = memchr(b'\n', &after).unwrap_or(after.len());
        let line = &after[MARK.len()..end.max(MARK.len())];
        let (list, is_of_file) = match line.strip_prefix(OF_FILE) {
            Some(list) => (list, true),
            None => (line, false),
        };
        let Some(allowed) = notices(list) else {
            return;
        };
        if is_of_file {
            let own = self.file.get_or_insert(AllowedNotices::NONE);
            *own = own.or(allowed);
        } else {
            let start = memrchr(b'\n', &before.bytes)
                .map_or(before.start, |end| before.start + end as u64 + 1);
            self.lines.push((start..at + end as u64 + 1, allowed));
        }
    }

    /// Reports whether a notice at an offset is allowed.
    pub(super) fn cover(&self, notice: Notice, offset: u64) -> bool {
        let covers = |allowed: &AllowedNotices| allowed.covers(notice);
        let before = self.lines.partition_point(|(line, _)| line.end <= offset);
        let own = self.lines[before..]
            .iter()
            .take_while(|(line, _)| line.start <= offset);
        self.file.as_ref().is_some_and(covers) || own.map(|(_, allowed)| allowed).any(covers)
    }
}

/// The notices of a list of kinds and groups, such as ` nul, trojan-source`; none if it names none.
fn notices(list: &[u8]) -> Option<AllowedNotices> {
    let list = list.strip_prefix(b" ")?;
    let is_word = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || *byte == b'-';
    let mut allowed = None;
    for word in list.split(|byte| matches!(byte, b',' | b' ')) {
        if word.is_empty() {
            continue;
        }
        let len = word.iter().take_while(|byte| is_word(byte)).count();
        let name = str::from_utf8(&word[..len]).unwrap_or_default();
        let group = NoticeGroup::all().find(|group| group.id() == name);
        let one = Notice::ALL
            .iter()
            .copied()
            .filter(|notice| notice.id() == name);
        let named: Vec<Notice> = one
            .chain(group.into_iter().flat_map(NoticeGroup::notices))
            .collect();
        // The comment ends at the first word that is no kind.
        if named.is_empty() {
            break;
        }
        let own = allowed.get_or_insert(AllowedNotices::NONE);
        *own = named.into_iter().fold(*own, AllowedNotices::with);
        if len < word.len() {
            break;
        }
    }
    allowed
}
