//! The inspector's behaviour: the state before, the keys, the state after.
//!
//! Triples of text are played through the real table of commands without a terminal;
//! `seat` describes the notation. Each file holds the triples of one part of the table.
//! Invariant: every command of the table is pressed by some triple.

mod answer;
mod comparing;
mod data;
mod dumped;
mod editing;
mod facts;
mod finding;
mod guessed;
mod kinds;
mod languages;
mod lessons;
mod looking;
mod monkey;
mod mouse;
mod moving;
mod overlays;
mod palette;
mod passages;
mod properties;
mod recorder;
mod regions;
mod replacing;
mod seat;
mod sets;
mod spoken;
mod taking;
mod tasks;
mod tour;
mod words;

use crate::play;

use hexloupe::command::table::COMMANDS;
use seat::{Seat, Triple};
use std::collections::BTreeSet;

/// Every triple.
fn triples() -> impl Iterator<Item = &'static Triple> {
    [
        answer::TRIPLES,
        lessons::TRIPLES,
        moving::TRIPLES,
        comparing::TRIPLES,
        dumped::TRIPLES,
        editing::TRIPLES,
        finding::TRIPLES,
        guessed::TRIPLES,
        looking::TRIPLES,
        mouse::TRIPLES,
        overlays::TRIPLES,
        palette::TRIPLES,
        passages::TRIPLES,
        regions::TRIPLES,
        replacing::TRIPLES,
        sets::TRIPLES,
        taking::TRIPLES,
        tasks::TRIPLES,
        tour::TRIPLES,
    ]
    .into_iter()
    .flat_map(|table| table.iter().flat_map(|triples| triples.iter()))
}

#[test]
fn every_command_is_pressed_by_some_triple() {
    let mut pressed = BTreeSet::new();
    for (before, keys, _) in triples() {
        let mut seat = Seat::of(before);
        seat.play(keys);
        pressed.extend(seat.ran);
    }
    let all: BTreeSet<_> = COMMANDS.iter().map(|command| command.name).collect();
    let left: Vec<_> = all.difference(&pressed).collect();
    assert!(left.is_empty(), "no triple presses {left:?}");
}
