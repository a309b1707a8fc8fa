//! Summaries of parts, added field by field.
//!
//! Most fields are sums. The listed scripts, blocks and code points of `stats` are chosen anew,
//! from all code points of all parts. Invariant: a field that is not known here must be the same
//! in all parts.

use serde_json::Value;

use super::record::{Kind, Map, Summary};
use crate::codec::Fault;
use crate::job::stats;
use crate::report::stats::listed_fields;
use crate::unicode::notice::Notice;

/// How the fields of two parts become one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    /// Numbers are added; a part without one has 0.
    Sum,
    /// Numbers under a name are added.
    SumByName,
    /// It holds if it holds for all parts.
    All,
    /// It holds if it holds for one part.
    Any,
    /// It is that of the first part.
    First,
    /// It is made of the counts of code points.
    FromCounts,
    /// It must be the same in all parts.
    Same,
}

fn rule(key: &str) -> Rule {
    match key {
        "bytes" | "code_units" | "characters" | "clusters" | "lines" | "unreadable" => Rule::Sum,
        "faults" | "notices" | "line_ends" | "lengths" => Rule::SumByName,
        "well_formed" => Rule::All,
        "changed" => Rule::Any,
        "bom" => Rule::First,
        "categories" | "scripts" | "blocks" | "code_points" | "distinct" => Rule::FromCounts,
        _ => Rule::Same,
    }
}

/// Whether parts may be added.
///
/// # Errors
/// The name of a field in which they differ.
pub(super) fn agree(parts: &[Summary]) -> Result<(), String> {
    let Some((first, others)) = parts.split_first() else {
        return Ok(());
    };
    for other in others {
        let keys = first.fields.keys().chain(other.fields.keys());
        for key in keys.filter(|key| rule(key) == Rule::Same) {
            if first.fields.get(key) != other.fields.get(key) {
                return Err(key.clone());
            }
        }
        let asked = |summary: &Summary| summary.fields.get("notices").map(Value::is_null);
        if asked(first) != asked(other) {
            return Err("notices".to_owned());
        }
        for key in ["max", "top"] {
            if first.part.rest.get(key) != other.part.rest.get(key) {
                return Err(format!("--{key}"));
            }
        }
    }
    Ok(())
}

/// The lines before each part, and the characters and faults.
pub(super) fn before(parts: &[Summary]) -> Vec<(u64, u64)> {
    let mut sums = (0, 0);
    let of_part = |part: &Summary| {
        let before = sums;
        sums.0 += number(&part.fields, "lines");
        sums.1 += number(&part.fields, "characters") + total(part.fields.get("faults"));
        before
    };
    parts.iter().map(of_part).collect()
}

/// Findings that a part counts.
pub(super) fn findings(fields: &Map) -> u64 {
    total(fields.get("faults")) + total(fields.get("notices"))
}

/// The sum of numbers by name.
pub(super) fn total(counts: Option<&Value>) -> u64 {
    let counts = counts.and_then(Value::as_object);
    let counts = counts.into_iter().flat_map(Map::values);
    counts.filter_map(Value::as_u64).sum()
}

/// The summary of all parts.
pub(super) fn whole(kind: Kind, parts: &[Summary]) -> Map {
    let Some((first, others)) = parts.split_first() else {
        return Map::new();
    };
    if others.is_empty() && first.part.of == 1 && !first.part.rest.contains_key("counts") {
        return first.fields.clone();
    }
    let mut whole = first.fields.clone();
    for key in ["unreadable", "changed"] {
        // They are there only where needed, at the end.
        whole.shift_remove(key);
        if let Some(value) = parts.iter().find_map(|part| part.fields.get(key)) {
            whole.insert(key.to_owned(), value.clone());
        }
    }
    for (key, value) in &mut whole {
        let all = || parts.iter().filter_map(|part| part.fields.get(key));
        match rule(key) {
            Rule::Sum => *value = all().filter_map(Value::as_u64).sum::<u64>().into(),
            Rule::SumByName => *value = sum_by_name(key, kind, all()),
            Rule::All => *value = all().all(|value| value == &Value::Bool(true)).into(),
            Rule::Any => *value = all().any(|value| value == &Value::Bool(true)).into(),
            Rule::First | Rule::Same | Rule::FromCounts => {}
        }
    }
    if kind == Kind::Stats {
        let listed = listed(parts);
        for (key, value) in listed {
            whole.insert(key, value);
        }
    }
    whole
}

/// Adds numbers by name; null if no part has them.
fn sum_by_name<'a>(key: &str, kind: Kind, all: impl Iterator<Item = &'a Value>) -> Value {
    let (mut sums, mut has_any) = (Vec::<(&str, u64)>::new(), false);
    for counts in all.filter_map(Value::as_object) {
        has_any = true;
        for (name, count) in counts {
            let count = count.as_u64().unwrap_or(0);
            match sums.iter_mut().find(|(other, _)| other == name) {
                Some((_, sum)) => *sum += count,
                None => sums.push((name, count)),
            }
        }
    }
    for (name, count) in &mut sums {
        if *name == Notice::MixedLineEndings.id() {
            *count = (*count).min(1);
        }
    }
    sums.sort_by_key(|(name, _)| place(key, kind, name));
    let fields = sums
        .into_iter()
        .map(|(name, sum)| (name.to_owned(), sum.into()));
    if has_any {
        Value::Object(fields.collect())
    } else {
        Value::Null
    }
}

/// The place of a name among the others, as one run prints them.
fn place(key: &str, kind: Kind, name: &str) -> usize {
    let found = match key {
        "faults" => Fault::ALL.iter().position(|fault| fault.id() == name),
        "notices" if kind == Kind::Stats && name == Notice::BidiUnpaired.id() => return 0,
        "notices" => Notice::ALL
            .iter()
            .position(|notice| notice.id() == name)
            .map(|place| place + 1),
        "lengths" => name.parse().ok(),
        // All parts have them all, in order.
        _ => Some(0),
    };
    found.unwrap_or(usize::MAX)
}

fn number(fields: &Map, key: &str) -> u64 {
    fields.get(key).and_then(Value::as_u64).unwrap_or(0)
}

/// What `stats` lists, chosen from the code points of all parts.
fn listed(parts: &[Summary]) -> Map {
    let counts = parts.iter().filter_map(|part| part.part.rest.get("counts"));
    let counts = counts.filter_map(Value::as_object).flatten();
    let counts = counts.filter_map(|(point, count)| {
        let number = u32::from_str_radix(point.strip_prefix("U+")?, 16).ok()?;
        Some((char::from_u32(number)?, count.as_u64()?))
    });
    let top = parts
        .first()
        .map_or(0, |part| number(&part.part.rest, "top"));
    let listed = stats::listed(counts, usize::try_from(top).unwrap_or(usize::MAX));
    let text = listed_fields(&listed);
    match serde_json::from_str(&text) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}
