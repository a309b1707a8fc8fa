//! Two tabs side by side: their places, their sizes, and their comparison.
//!
//! A line divides the screen (`PairLayout`). On a screen too small for two, one tab is shown at a time;
//! both are still read and compared. Invariant: the pair is two open tabs, or there is none.

use std::sync::Arc;

use super::aligning;
use super::comparing::Pairing;
use super::tab::{Tab, TabData};
use super::tabs::{OpenRequest, OpenedFile, TabEffects, Tabs};
use super::{Opened, Resumption, SessionEvent};
use crate::command::input::{Pointer, UserInput};
use crate::model::compared::ComparedSide;
use crate::model::layout::{Area, ScreenSize};
use crate::model::pair::PairLayout;
use crate::model::regions::RegionFile;

impl Tabs {
    /// The numbers of the tabs of the pair, if one of them is shown.
    fn pair_shown(&self) -> Option<[usize; 2]> {
        let [left, right] = self.pair?;
        let number = |id| self.all.iter().position(|tab| tab.id == id);
        let numbers = [number(left)?, number(right)?];
        numbers.contains(&self.current).then_some(numbers)
    }

    /// The number of the other tab of the shown pair.
    pub(super) fn other(&self) -> Option<usize> {
        let numbers = self.pair_shown()?;
        numbers.into_iter().find(|number| *number != self.current)
    }

    /// The number of the tab shown beside the current one and the places of both, if there is room.
    pub(super) fn beside(&self) -> Option<(usize, PairLayout)> {
        self.other().zip(PairLayout::divide(self.size))
    }

    /// Sets the size of the shown tab, and of the other one of a pair.
    pub(super) fn fit(&mut self) -> TabEffects {
        let sizes = match self.pair_shown() {
            Some([first, second]) => {
                let parts = PairLayout::divide(self.size);
                let [left, right] = parts.map_or([self.size; 2], |pair| {
                    pair.parts
                        .map(|Area { width, height, .. }| ScreenSize { width, height })
                });
                vec![(first.min(second), left), (first.max(second), right)]
            }
            None => vec![(self.current, self.size)],
        };
        let mut all = Vec::new();
        for (number, ScreenSize { width, height }) in sizes {
            let tab = &mut self.all[number];
            let effects = tab
                .session
                .handle(SessionEvent::Input(UserInput::Resize(width, height)));
            all.extend(effects.into_iter().map(|effect| (tab.id, effect)));
        }
        all
    }

    /// Shows this and the next tab side by side; if two are shown so, one again.
    pub(super) fn switch_pair(&mut self) -> TabEffects {
        if self.pair_shown().is_some() {
            self.pair = None;
            return self.fit();
        }
        let (at, len) = self.place();
        let next = (at + 1) % len;
        self.pair = Some([self.all[at].id, self.all[next].id]);
        let mut all = self.wake(next);
        all.extend(self.fit());
        all
    }

    /// Shows other data beside that of the shown tab.
    #[must_use = "effects are to be carried out"]
    pub fn stand_beside(&mut self, opened: Opened) -> TabEffects {
        let name = opened.source.label().into();
        self.opened(OpenedFile {
            opened,
            regions: RegionFile::default(),
            resumption: Resumption::default(),
            wanted: OpenRequest::beside(name),
        })
    }

    /// Says to each tab what it is compared with: the two of the pair with each other, once both
    /// are read.
    pub(super) fn pair_up(&mut self) -> TabEffects {
        let pair = self.pair.unwrap_or([self.all[self.current].id; 2]);
        let mut all = Vec::new();
        let is_other = |tab: &&mut Tab| self.pair.is_none() || !pair.contains(&tab.id);
        for tab in self.all.iter_mut().filter(is_other) {
            let effects = tab.session.pair_with(Pairing::Alone);
            all.extend(effects.into_iter().map(|effect| (tab.id, effect)));
        }
        let number = |id| self.all.iter().position(|tab| tab.id == id);
        let (Some(left), Some(right)) = (number(pair[0]), number(pair[1])) else {
            // One of them was closed.
            self.pair = None;
            return all;
        };
        let Ok([left, right]) = self.all.get_disjoint_mut([left, right]) else {
            return all;
        };
        let is_read =
            |tab: &Tab| matches!(tab.holds, TabData::Data) && tab.session.file.has_chosen();
        if !is_read(left) || !is_read(right) {
            return all;
        }
        let effects = left.session.pair_with(Pairing::Left {
            other: Arc::clone(right.session.source()),
            reading: right.session.file.compared_reading(),
        });
        all.extend(effects.into_iter().map(|effect| (left.id, effect)));
        let effects = right.session.pair_with(Pairing::Right);
        all.extend(effects.into_iter().map(|effect| (right.id, effect)));
        if let Some(compared) = &left.session.file.facts.compared {
            let differences = &compared.differences;
            right
                .session
                .file
                .know_compared(differences, ComparedSide::Second);
        }
        all
    }

    /// Aligns the other one of the pair with the shown one: its rows, or only its cursor if it is
    /// hidden.
    pub(super) fn align(&mut self, other: Option<usize>) {
        let parts = PairLayout::divide(self.size);
        let pair = other.map(|other| [self.current, other]);
        match (pair.map(|pair| self.all.get_disjoint_mut(pair)), parts) {
            (Some(Ok([shown, other])), Some(parts)) => {
                aligning::align(&mut shown.session, &mut other.session, parts.place);
            }
            (Some(Ok([shown, other])), None) => {
                aligning::follow(&mut shown.session, &mut other.session);
            }
            _ => self.shown_mut().stand_alone(),
        }
    }

    /// Handles the mouse in the tab under it.
    pub(super) fn pointed(&mut self, pointer: Pointer, x: u16, y: u16) -> SessionEvent {
        let at = |(x, y)| SessionEvent::Input(UserInput::Mouse(pointer, x, y));
        let Some((other, parts)) = self.beside() else {
            return at((x, y));
        };
        let second = self.current.max(other);
        let number = usize::from(self.current == second);
        if parts.at(x, y) == number || !matches!(pointer, Pointer::Press { .. }) {
            return at(parts.within(number, x, y));
        }
        self.current = other;
        at(parts.within(1 - number, x, y))
    }
}
