//! The rules of a log: every kind of finding, with its meaning.
//!
//! Invariant: the index of a kind is its place in the list.

use crate::codec::Fault;
use crate::explain::rule;
use crate::job::check::What;
use crate::report::json::{List, Object, Record};
use crate::unicode::notice::Notice;
use crate::unicode::notice_group::Severity;

/// A kind of finding, as a rule.
struct Rule {
    id: &'static str,
    title: &'static str,
    text: &'static str,
    severity: Severity,
    tags: Vec<&'static str>,
}

/// A text of a log.
pub(super) struct Text<'a>(pub(super) &'a str);

impl Record for Text<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        object.field("text", self.0);
    }
}

/// The severity of a rule's findings by themselves.
struct Configuration(Severity);

impl Record for Configuration {
    fn fields(&self, object: &mut Object<'_>) {
        object.field("level", self.0.id());
    }
}

/// Words to filter rules by.
struct Tags<'a>(&'a [&'static str]);

impl Record for Tags<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        object.field("tags", List(self.0.iter().copied()));
    }
}

impl Record for Rule {
    fn fields(&self, object: &mut Object<'_>) {
        object.field("id", self.id);
        object.field("shortDescription", &Text(self.title));
        object.field("fullDescription", &Text(self.text));
        object.field("help", &Text(self.text));
        object.field("defaultConfiguration", &Configuration(self.severity));
        object.field("properties", &Tags(&self.tags));
    }
}

/// The rules: the faults, and then the notices.
pub(super) struct Rules;

impl Record for Rules {
    fn fields(&self, object: &mut Object<'_>) {
        let faults = Fault::ALL.iter().map(|fault| Rule {
            id: fault.id(),
            title: fault.title(),
            text: rule::of_fault(*fault),
            severity: Severity::Error,
            tags: vec!["ill-formed"],
        });
        let notices = Notice::ALL.iter().map(|notice| Rule {
            id: notice.id(),
            title: notice.title(),
            text: rule::of_notice(*notice),
            severity: notice.severity(),
            tags: notice.groups().iter().map(|group| group.id()).collect(),
        });
        let rules: Vec<Rule> = faults.chain(notices).collect();
        object.field("name", "hexloupe");
        object.field("version", env!("CARGO_PKG_VERSION"));
        object.field("rules", List(&rules));
    }
}

/// The place of a kind in the list.
pub(super) fn index(what: &What<'_>) -> u64 {
    match what {
        What::Fault(fault, _) => *fault as u64,
        What::Notice(notice, _) => (Fault::ALL.len() + *notice as usize) as u64,
    }
}
