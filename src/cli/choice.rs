//! Options whose values are the rows of a table, by name.
//!
//! Invariant: the choices and their help are the table's.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command, Error};

use crate::report::{Syntax, Syntaxes};

/// Reads the name of a row. Each row has its name, its help, and its value.
pub(super) fn row_parser<T: Clone + Send + Sync + 'static>(
    rows: impl IntoIterator<Item = (&'static str, &'static str, T)>,
) -> impl TypedValueParser<Value = T> {
    let (mut values, mut known) = (Vec::new(), Vec::new());
    for (id, about, row) in rows {
        values.push(PossibleValue::new(id).help(about));
        known.push((id, row));
    }
    PossibleValuesParser::new(values).try_map(move |chosen| {
        let row = known.iter().find(|(id, _)| *id == chosen);
        // The parser lets only names of the table through.
        row.map(|(_, row)| row.clone()).ok_or("no such name")
    })
}

/// A parser of the names of the syntaxes that a command offers.
pub(super) fn syntax(offered: &'static Syntaxes) -> impl TypedValueParser<Value = Syntax> {
    let row = |&(syntax, about): &(Syntax, &'static str)| (syntax.id(), about, syntax);
    row_parser(offered.iter().map(row))
}

/// A parser of the names of some rows, and of those that `other` knows, which the help does not
/// list.
pub(super) fn of_more<T: Clone + Send + Sync + 'static>(
    rows: impl IntoIterator<Item = (&'static str, &'static str, T)>,
    other: fn(&str) -> Option<T>,
) -> impl TypedValueParser<Value = T> {
    ListedOrMore {
        listed: row_parser(rows),
        other,
    }
}

/// Reads the listed names, and others.
#[derive(Clone)]
struct ListedOrMore<P, T> {
    listed: P,
    other: fn(&str) -> Option<T>,
}

impl<T: Clone + Send + Sync + 'static, P: TypedValueParser<Value = T>> TypedValueParser
    for ListedOrMore<P, T>
{
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, Error> {
        let known = value.to_str().and_then(self.other);
        known.map_or_else(|| self.listed.parse_ref(command, argument, value), Ok)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.listed.possible_values()
    }
}
