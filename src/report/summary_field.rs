//! The fields of the summaries of `check` and `stats`, each with how those of the parts of a file
//! make that of the whole.
//!
//! The records write a field by its row, and `merge` adds it up by the same row. Invariant: every
//! field of the two schemas, but for the path and the part, has a row.

use super::json::{JsonValue, Object};

/// The rule by which the fields of parts become that of the whole file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MergeRule {
    /// The same in all parts.
    Same,
    /// Numbers are added; a part without one has 0.
    Sum,
    /// Numbers under a name are added, and the names come in an order. Parts have them all or none.
    SumByName(NameOrder),
    /// True if it is true for all parts.
    All,
    /// True if it is true for one part.
    Any,
    /// The field of the first part.
    First,
    /// Derived from the counts of code points.
    FromCounts,
}

/// The order of names under which numbers stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NameOrder {
    /// Of the first part: all parts have them all.
    First,
    /// That of the table of faults.
    Faults,
    /// That of the table of notices.
    Notices,
    /// The names are numbers.
    Numbers,
}

/// Makes the fields from their rows: the key, the rule, and whether it stands in every summary.
macro_rules! summary_fields {
    ($($name:ident $key:literal $rule:expr, $is_always:literal;)*) => {
        /// A field of a summary.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum SummaryField { $($name,)* }

        impl SummaryField {
            /// All fields, in the order in which they are printed.
            pub(super) const ALL: &'static [Self] = &[$(Self::$name),*];

            /// Its key.
            pub(super) const fn key(self) -> &'static str {
                match self { $(Self::$name => $key,)* }
            }

            /// The rule by which those of parts become that of the whole file.
            pub(super) const fn rule(self) -> MergeRule {
                match self { $(Self::$name => $rule,)* }
            }

            /// True if it stands in every summary of its command. Others stand where they are needed.
            pub(super) const fn is_always(self) -> bool {
                match self { $(Self::$name => $is_always,)* }
            }
        }
    };
}

summary_fields! {
    Encoding "encoding" MergeRule::Same, true;
    Why "why" MergeRule::Same, true;
    Bytes "bytes" MergeRule::Sum, true;
    CodeUnits "code_units" MergeRule::Sum, true;
    Characters "characters" MergeRule::Sum, true;
    Clusters "clusters" MergeRule::Sum, true;
    Lines "lines" MergeRule::Sum, true;
    WellFormed "well_formed" MergeRule::All, true;
    Bom "bom" MergeRule::First, true;
    LineEnds "line_ends" MergeRule::SumByName(NameOrder::First), true;
    Lengths "lengths" MergeRule::SumByName(NameOrder::Numbers), true;
    Faults "faults" MergeRule::SumByName(NameOrder::Faults), true;
    Notices "notices" MergeRule::SumByName(NameOrder::Notices), true;
    Categories "categories" MergeRule::FromCounts, true;
    Scripts "scripts" MergeRule::FromCounts, true;
    Blocks "blocks" MergeRule::FromCounts, true;
    CodePoints "code_points" MergeRule::FromCounts, true;
    Distinct "distinct" MergeRule::FromCounts, true;
    Unreadable "unreadable" MergeRule::Sum, false;
    Changed "changed" MergeRule::Any, false;
    Joined "joined" MergeRule::First, false;
}

impl SummaryField {
    /// The rule of a key; that of a field from another version is to be the same in all parts.
    pub(super) fn rule_of(key: &str) -> MergeRule {
        let field = Self::ALL.iter().find(|field| field.key() == key);
        field.map_or(MergeRule::Same, |field| field.rule())
    }
}

impl Object<'_> {
    /// Adds a field of a summary.
    pub(super) fn summary(&mut self, field: SummaryField, value: impl JsonValue) {
        self.field(field.key(), value);
    }

    /// Adds a field of a summary only if there is a value.
    pub(super) fn summary_if_any(&mut self, field: SummaryField, value: Option<impl JsonValue>) {
        self.field_if_any(field.key(), value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_of_the_schemas_has_its_rule_in_the_order_of_printing() {
        let schema = include_str!("../../assets/schema/records.schema.json");
        let schema: serde_json::Value = serde_json::from_str(schema).unwrap();
        for record in ["file", "stats"] {
            let record = &schema["$defs"][record];
            let keys = record["properties"].as_object().unwrap().keys();
            let others = ["type", "schema", "path", "path_hex", "part"];
            let keys = keys.filter(|key| !others.contains(&&***key));
            let place = |key: &String| {
                let place = SummaryField::ALL
                    .iter()
                    .position(|field| field.key() == key);
                place.unwrap_or_else(|| panic!("{key} has no row"))
            };
            let places: Vec<_> = keys.map(place).collect();
            assert!(places.is_sorted(), "{places:?}");
            let required = record["required"].as_array().unwrap();
            for place in places {
                let field = SummaryField::ALL[place];
                let is_required = required.iter().any(|key| key == field.key());
                assert_eq!(is_required, field.is_always(), "{field:?}");
            }
        }
    }
}
