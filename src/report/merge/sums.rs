//! Summaries of parts, added field by field.
//!
//! The row of a field says how ([`SummaryField`]). The listed scripts, blocks and code points of
//! `stats` are chosen anew, from all code points of all parts. Invariant: a field without a row must
//! be the same in all parts.

use serde_json::Value;

use super::record::{FieldMap, PartSummary, SummaryKind};
use crate::codec::Fault;
use crate::job::stats;
use crate::report::stats::listed_fields;
use crate::report::summary_field::{MergeRule, NameOrder, SummaryField};
use crate::unicode::notice::Notice;

/// Checks that parts may be added.
///
/// # Errors The name of a field that differs.
pub(super) fn agree(parts: &[PartSummary]) -> Result<(), String> {
    let Some((first, others)) = parts.split_first() else {
        return Ok(());
    };
    for other in others {
        let keys = first.fields.keys().chain(other.fields.keys());
        for key in keys {
            let values = [first, other].map(|part| part.fields.get(key));
            let differ = match SummaryField::rule_of(key) {
                MergeRule::Same => values[0] != values[1],
                MergeRule::SumByName(_) => {
                    let [first, other] = values.map(|value| value.map(Value::is_null));
                    first != other
                }
                _ => false,
            };
            if differ {
                return Err(key.clone());
            }
        }
        for key in ["max", "top"] {
            if first.part.rest.get(key) != other.part.rest.get(key) {
                return Err(format!("--{key}"));
            }
        }
    }
    Ok(())
}

/// The lines, characters and faults before each part.
pub(super) fn before(parts: &[PartSummary]) -> Vec<(u64, u64)> {
    let mut sums = (0, 0);
    let of_part = |part: &PartSummary| {
        let before = sums;
        sums.0 += number(&part.fields, "lines");
        sums.1 += number(&part.fields, "characters") + total(part.fields.get("faults"));
        before
    };
    parts.iter().map(of_part).collect()
}

/// Findings that a part counts.
pub(super) fn findings(fields: &FieldMap) -> u64 {
    total(fields.get("faults")) + total(fields.get("notices"))
}

/// The sum of numbers by name.
pub(super) fn total(counts: Option<&Value>) -> u64 {
    let counts = counts.and_then(Value::as_object);
    let counts = counts.into_iter().flat_map(FieldMap::values);
    counts.filter_map(Value::as_u64).sum()
}

/// The summary of all parts.
pub(super) fn whole(kind: SummaryKind, parts: &[PartSummary]) -> FieldMap {
    let Some((first, others)) = parts.split_first() else {
        return FieldMap::new();
    };
    if others.is_empty() && first.part.of == 1 && !first.part.rest.contains_key("counts") {
        return first.fields.clone();
    }
    let mut whole = first.fields.clone();
    for field in SummaryField::ALL.iter().filter(|field| !field.is_always()) {
        // They stand at the end.
        let key = field.key();
        whole.shift_remove(key);
        if let Some(value) = parts.iter().find_map(|part| part.fields.get(key)) {
            whole.insert(key.to_owned(), value.clone());
        }
    }
    for (key, value) in &mut whole {
        let all = || parts.iter().filter_map(|part| part.fields.get(key));
        match SummaryField::rule_of(key) {
            MergeRule::Sum => *value = all().filter_map(Value::as_u64).sum::<u64>().into(),
            MergeRule::SumByName(order) => *value = sum_by_name(order, kind, all()),
            MergeRule::All => *value = all().all(|value| value == &Value::Bool(true)).into(),
            MergeRule::Any => *value = all().any(|value| value == &Value::Bool(true)).into(),
            MergeRule::First | MergeRule::Same | MergeRule::FromCounts => {}
        }
    }
    if kind == SummaryKind::Stats {
        let listed = listed(parts);
        for (key, value) in listed {
            whole.insert(key, value);
        }
    }
    whole
}

/// Adds numbers by name; null if no part has them.
fn sum_by_name<'a>(
    order: NameOrder,
    kind: SummaryKind,
    all: impl Iterator<Item = &'a Value>,
) -> Value {
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
    sums.sort_by_key(|(name, _)| place(order, kind, name));
    let fields = sums
        .into_iter()
        .map(|(name, sum)| (name.to_owned(), sum.into()));
    if has_any {
        Value::Object(fields.collect())
    } else {
        Value::Null
    }
}

/// The place of a name among the others, in the order of one run.
fn place(order: NameOrder, kind: SummaryKind, name: &str) -> usize {
    let found = match order {
        NameOrder::First => Some(0),
        NameOrder::Numbers => name.parse().ok(),
        NameOrder::Faults => Fault::ALL.iter().position(|fault| fault.id() == name),
        // `stats` counts these before it asks for the others.
        NameOrder::Notices if kind == SummaryKind::Stats && name == Notice::BidiUnpaired.id() => {
            Some(0)
        }
        NameOrder::Notices => {
            let place = Notice::ALL.iter().position(|notice| notice.id() == name);
            place.map(|place| place + 1)
        }
    };
    found.unwrap_or(usize::MAX)
}

fn number(fields: &FieldMap, key: &str) -> u64 {
    fields.get(key).and_then(Value::as_u64).unwrap_or(0)
}

/// The lists of `stats`, chosen from the code points of all parts.
fn listed(parts: &[PartSummary]) -> FieldMap {
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
        _ => FieldMap::new(),
    }
}
