//! The matches of a pattern in the layers of some data.
//!
//! Invariant: they come in the order of their places in the file.

use std::ops::ControlFlow;

use super::coat::CoatKind;
use super::{Layer, each};
use crate::codec::{Anchor, Encoding};
use crate::job::Control;
use crate::scan::matches::{EncodingAndPhase, Match, Matcher, SearchScope};
use crate::scan::pattern::Pattern;
use crate::window::{Peek, Window};

/// A match in a layer.
pub struct LayerMatch {
    /// The coats around it, the outermost first.
    pub path: Vec<CoatKind>,
    /// The place of its first byte in the file, and the bytes there that it comes from.
    pub place: u64,
    /// The number of bytes in the file.
    pub len: u64,
    /// The encoding of the layer.
    pub encoding: &'static Encoding,
    /// The encodings in which its bytes are the text, if all were searched.
    pub encodings: Option<Vec<&'static Encoding>>,
    /// The match in the layer.
    pub found: Match,
    /// Its bytes in the layer.
    pub window: Window,
}

/// Finds a pattern in the layers of some data, each in its own encoding.
pub struct LayerSearch<'a> {
    pattern: &'a Pattern,
    scope: SearchScope,
    /// The pattern in each encoding so far; none if it cannot be written in it.
    matchers: Vec<(&'static Encoding, Option<Matcher>)>,
    /// The first coat that was not looked at in full.
    unread: Option<String>,
}

impl<'a> LayerSearch<'a> {
    /// A search for a pattern.
    pub fn new(pattern: &'a Pattern, scope: SearchScope) -> Self {
        Self {
            pattern,
            scope,
            matchers: Vec::new(),
            unread: None,
        }
    }

    /// Passes the matches that are not in the data itself, which is in an encoding, to `each_match`, until
    /// it breaks.
    pub fn find(
        &mut self,
        control: &mut Control<'_>,
        (data, encoding): (&dyn Peek, &'static Encoding),
        each_match: &mut dyn FnMut(&LayerMatch) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        // Those of an outermost layer, whose inner layers come after it.
        let mut held: Vec<LayerMatch> = Vec::new();
        let mut hand = |held: &mut Vec<LayerMatch>| {
            held.sort_by_key(|found| found.place);
            let is_plain = |found: &LayerMatch| {
                let same =
                    data.window(found.place, found.window.bytes.len()).bytes == found.window.bytes;
                let is_ascii = found.window.bytes.is_ascii() && encoding.ascii;
                same && (is_ascii || found.encoding == encoding)
            };
            held.retain(|found| !is_plain(found));
            // What stays as it is in an inner layer is told of the outer one.
            held.dedup_by(|inner, outer| {
                inner.place == outer.place && inner.window.bytes == outer.window.bytes
            });
            held.drain(..).try_for_each(|found| each_match(&found))
        };
        each(control, data, &mut |layer| {
            if layer.path.len() == 1 {
                hand(&mut held)?;
            }
            if self.unread.is_none() {
                self.unread = layer.unread();
            }
            if !layer.is_literal() {
                self.search(layer, &mut held);
            }
            ControlFlow::Continue(())
        })?;
        hand(&mut held)
    }

    /// The first coat of which something was not looked at, and why.
    pub fn unread(&self) -> Option<&str> {
        self.unread.as_deref()
    }

    /// Adds the matches in a layer.
    fn search(&mut self, layer: &Layer, into: &mut Vec<LayerMatch>) {
        let encoding = layer.reading();
        let scope = self.scope;
        let Some(matcher) = self.matcher(encoding) else {
            return;
        };
        // A layer is in memory as a whole.
        let window = layer.window(0, usize::MAX);
        let ended = matcher.each(&window, 0..layer.len(), Anchor::default(), &mut |own| {
            let place = layer.address(own.offset);
            into.push(LayerMatch {
                path: layer.path.clone(),
                place,
                len: layer.address(own.end()).saturating_sub(place).max(1),
                encoding,
                encodings: (scope == SearchScope::All).then(|| matcher.encodings(&own).to_vec()),
                window: Window {
                    start: own.offset,
                    bytes: window.slice(own.offset, own.end()).to_vec(),
                    ..Window::default()
                },
                found: own,
            });
            ControlFlow::<()>::Continue(())
        });
        debug_assert!(ended.is_continue(), "nothing ends it");
    }

    fn matcher(&mut self, encoding: &'static Encoding) -> Option<&Matcher> {
        let known = self
            .matchers
            .iter()
            .position(|(known, _)| *known == encoding);
        let at = known.unwrap_or_else(|| {
            let read = EncodingAndPhase { encoding, phase: 0 };
            let matcher = Matcher::new(self.pattern, read, self.scope).ok();
            self.matchers.push((encoding, matcher));
            self.matchers.len() - 1
        });
        self.matchers[at].1.as_ref()
    }
}
