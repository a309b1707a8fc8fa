//! The bytes of a lesson in place of the data.
//!
//! A lesson's bytes are a scratch buffer, so everything can be tried in them; none of it counts as
//! unsaved. The data open before stays open under it. Invariant: a view belongs to a lesson exactly
//! if its bytes do ([`BottomPanel::Lesson`]), and there is at most one.

use std::sync::Arc;

use super::Session;
use super::open_file::OpenFile;
use crate::command;
use crate::detect::verdict::{Evidence, Verdict};
use crate::lesson::player::Player;
use crate::lesson::script::{self, MOST_BYTES, Scene};
use crate::model::cover::PaneCover;
use crate::model::state::{BottomPanel, CursorUnit, Pane, View};
use crate::source::Source;
use crate::unicode::glyph;
use crate::window::Peek as _;

impl Session {
    /// Plays a lesson in place of the data that was opened for it.
    pub(super) fn begin_with_lesson(&mut self, player: Player) {
        self.file.state.view.below = BottomPanel::Lesson;
        let asked = command::play(&mut self.file.state, player);
        self.carry_out(asked);
    }

    /// Shows the objects of the lesson's step.
    pub(super) fn stage(&mut self) {
        let scene = self
            .file
            .state
            .lesson
            .as_ref()
            .and_then(|player| player.scene());
        let Some(scene) = scene.cloned() else {
            return;
        };
        self.uncover_lesson();
        let is_shown = self.file.is_lesson();
        if !is_shown || scene.is_new || self.lesson_bytes() != scene.bytes {
            self.open_scene(&scene);
        }
        let view = &mut self.file.state.view;
        if view.encoding() != scene.encoding || !view.passages.list().is_empty() {
            view.passages = crate::scan::facts::encoding_range::EncodingRanges::default();
            view.choose(scene.encoding);
        }
        if let Some(offset) = scene.cursor {
            view.cursor.offset = offset;
            (view.cursor.bit, view.cursor.goal) = (0, None);
        }
        if let Some(pane) = scene.focus {
            view.focus = shown(pane);
        }
        if let Some(unit) = scene.unit {
            view.unit = unit_of(unit);
        }
        match scene.cover {
            Some(script::SceneCover::None) => view.cover = None,
            Some(script::SceneCover::Pane(pane)) => view.cover = Some(PaneCover::new(shown(pane))),
            None => {}
        }
        let worked = self
            .file
            .state
            .lesson
            .as_ref()
            .and_then(|player| player.worked());
        if let Some(direction) = worked {
            command::work(&mut self.file.state, direction);
        }
        self.file.clamp(&self.context);
    }

    /// The current bytes of the lesson.
    fn lesson_bytes(&self) -> Vec<u8> {
        self.file.source.window(0, MOST_BYTES + 1).bytes
    }

    /// Goes back to the lesson if other data was opened over it.
    fn uncover_lesson(&mut self) {
        while !self.file.is_lesson() && self.below.iter().any(OpenFile::is_lesson) {
            self.pop();
        }
    }

    /// Shows the bytes of a scene in place of the lesson's, or over the open data.
    fn open_scene(&mut self, scene: &Scene) {
        let Ok(source) = Source::scratch("lesson", scene.bytes.clone()) else {
            // A script has no scene of so many bytes.
            return;
        };
        let source = Arc::new(source);
        let title = self
            .file
            .state
            .lesson
            .as_ref()
            .map(|player| &player.script.title);
        let name = title.map_or("", String::as_str);
        let verdict = Verdict {
            encoding: scene.encoding,
            evidence: Evidence::Chosen,
        };
        let before = &self.file.state.view;
        let mut view = View {
            width: before.width,
            radix: before.radix,
            arrangement: before.arrangement,
            inspector: before.inspector,
            below: BottomPanel::Lesson,
            ..View::new(glyph::safe(name, self.file.state.look.charset), verdict)
        };
        let is_shown = before.below == BottomPanel::Lesson;
        if is_shown && !scene.is_new {
            // The bytes are restored; the cursor stays.
            view.cursor = before.cursor;
            (view.focus, view.unit) = (before.focus, before.unit);
            view.cover.clone_from(&before.cover);
        }
        let file = OpenFile::read_as(source, view, &mut self.context);
        if is_shown {
            self.replace(file);
        } else {
            self.push(file);
        }
    }

    /// Ends the lesson if its bytes are no longer open.
    pub(super) fn end_lost_lesson(&mut self) {
        if !self.file.is_lesson() && !self.below.iter().any(OpenFile::is_lesson) {
            self.file.state.lesson = None;
        }
    }
}

/// A pane as the screen has it.
fn shown(pane: script::ScenePane) -> Pane {
    match pane {
        script::ScenePane::Hex => Pane::Hex,
        script::ScenePane::Bits => Pane::Bits,
        script::ScenePane::Points => Pane::Points,
    }
}

/// A unit as the screen has it.
fn unit_of(unit: script::LessonUnit) -> CursorUnit {
    match unit {
        script::LessonUnit::Byte => CursorUnit::Byte,
        script::LessonUnit::CodeUnit => CursorUnit::CodeUnit,
        script::LessonUnit::Character => CursorUnit::Character,
        script::LessonUnit::Cluster => CursorUnit::Cluster,
        script::LessonUnit::Bit => CursorUnit::Bit,
    }
}
