//! Two tabs side by side: who stands where, how large, and what they compare.
//!
//! The screen is divided by a column; where it is too narrow for two, one is shown, and the other
//! on its turn. Invariant: the pair is of two tabs that are open, or there is none.

use std::sync::Arc;

use super::aligning;
use super::comparing::Standing;
use super::tabs::{Effects, OpenedFile, Tab, Tabs, Wanted};
use super::{Event, Opened, Resumption};
use crate::command::input::{Input, Pointer};
use crate::model::compared::Side;
use crate::model::layout::{Size, halves};
use crate::model::regions::RegionFile;

/// The fewest columns that each of two has.
const NARROWEST: u16 = 36;

impl Tabs {
    /// The numbers of the tabs of the pair, if one of them is shown.
    fn pair_shown(&self) -> Option<[usize; 2]> {
        let [left, right] = self.pair?;
        let number = |id| self.all.iter().position(|tab| tab.id == id);
        let numbers = [number(left)?, number(right)?];
        numbers.contains(&self.current).then_some(numbers)
    }

    /// The number of the tab that is shown beside the current one, if there is room for both.
    pub(super) fn beside(&self) -> Option<usize> {
        let numbers = self.pair_shown()?;
        let is_wide = self.size.width > 2 * NARROWEST;
        numbers
            .into_iter()
            .find(|number| is_wide && *number != self.current)
    }

    /// Gives the tabs that are shown their sizes.
    pub(super) fn fit(&mut self) -> Effects {
        let mut sizes = vec![(self.current, self.size)];
        if let Some(numbers) = self.pair_shown().filter(|_| self.beside().is_some()) {
            let [left, right] = halves(self.size);
            let is_in_order = numbers[0] < numbers[1];
            let in_order = if is_in_order {
                [left, right]
            } else {
                [right, left]
            };
            sizes = numbers.into_iter().zip(in_order).collect();
        }
        let mut all = Vec::new();
        for (number, Size { width, height }) in sizes {
            let tab = &mut self.all[number];
            let effects = tab.session.take(Event::Input(Input::Resize(width, height)));
            all.extend(effects.into_iter().map(|effect| (tab.id, effect)));
        }
        all
    }

    /// Shows this and the next tab side by side; if two are shown so, one again.
    pub(super) fn switch_pair(&mut self) -> Effects {
        if self.pair_shown().is_some() {
            let mut all = self.part();
            all.extend(self.fit());
            return all;
        }
        let mut all = self.part();
        let (at, len) = self.place();
        let next = (at + 1) % len;
        self.pair = Some([self.all[at].id, self.all[next].id]);
        all.extend(self.wake(next));
        all.extend(self.fit());
        all
    }

    /// Shows other data beside that of the tab that is shown.
    #[must_use = "effects are to be obeyed"]
    pub fn stand_beside(&mut self, opened: Opened) -> Effects {
        let name = opened.source.label().into();
        self.opened(OpenedFile {
            opened,
            regions: RegionFile::default(),
            resumption: Resumption::default(),
            wanted: Wanted::beside(name),
        })
    }

    /// Ends the pair.
    pub(super) fn part(&mut self) -> Effects {
        let Some(pair) = self.pair.take() else {
            return Vec::new();
        };
        for tab in self.all.iter_mut().filter(|tab| pair.contains(&tab.id)) {
            tab.session.end_comparison();
        }
        Vec::new()
    }

    /// Compares the two of the pair, unless that was done as they are read now.
    pub(super) fn compare(&mut self) -> Effects {
        let Some(pair) = self.pair else {
            return Vec::new();
        };
        let number = |id| self.all.iter().position(|tab| tab.id == id);
        let (Some(left), Some(right)) = (number(pair[0]), number(pair[1])) else {
            // One of them was closed.
            return self.part();
        };
        let Ok([left, right]) = self.all.get_disjoint_mut([left, right]) else {
            return Vec::new();
        };
        let is_read = |tab: &Tab| tab.waits.is_none() && tab.session.has_chosen();
        if !is_read(left) || !is_read(right) {
            return Vec::new();
        }
        let mut all = Vec::new();
        let readings = [left.session.read_as(), right.session.read_as()];
        if left.session.standing_of(&readings) != Standing::Holds {
            let source = Arc::clone(right.session.source());
            let effects = left.session.compare_with(source, readings);
            all.extend(effects.into_iter().map(|effect| (left.id, effect)));
        }
        if let Some(compared) = left.session.facts().compared.clone() {
            right
                .session
                .know_compared(&compared.differences, Side::Second);
        }
        all
    }

    /// Puts the inspector beside the one that is shown as that stands, or that one alone.
    pub(super) fn align(&mut self, beside: Option<usize>) {
        let pair = beside.map(|other| [self.current, other]);
        match pair.map(|pair| self.all.get_disjoint_mut(pair)) {
            Some(Ok([shown, other])) => aligning::align(&mut shown.session, &mut other.session),
            _ => self.shown_mut().stand_alone(),
        }
    }

    /// What the mouse does, in the tab that it points at.
    pub(super) fn pointed(&mut self, pointer: Pointer, x: u16, y: u16) -> Event {
        let at = |x| Event::Input(Input::Mouse(pointer, x, y));
        let Some(other) = self.beside() else {
            return at(x);
        };
        let [left, _] = halves(self.size);
        let is_right = x > left.width;
        let right = self.current.max(other);
        if is_right != (self.current == right) && matches!(pointer, Pointer::Press { .. }) {
            self.current = other;
        }
        if self.current == right {
            at(x.saturating_sub(left.width + 1))
        } else {
            at(x.min(left.width.saturating_sub(1)))
        }
    }
}
