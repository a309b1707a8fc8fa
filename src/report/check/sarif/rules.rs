//! The rules of a log: every kind of finding, with its meaning.
//!
//! Invariant: the index of a kind is its place in the list.

use crate::codec::Fault;
use crate::explain::rule;
use crate::job::check::{FindingKind, MisreadCause};
use crate::report::json::{JsonList, JsonRecord, Object};
use crate::unicode::notice::Notice;
use crate::unicode::notice_group::{NoticeGroup, Severity};

/// A kind of finding, as a rule.
struct SarifRule {
    id: &'static str,
    title: &'static str,
    text: &'static str,
    severity: Severity,
    tags: Vec<&'static str>,
    danger: Option<&'static str>,
}

/// A text of a log.
pub(super) struct SarifText<'a>(pub(super) &'a str);

impl JsonRecord for SarifText<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        object.field("text", self.0);
    }
}

/// The severity of a rule's findings by themselves.
struct SarifConfiguration(Severity);

impl JsonRecord for SarifConfiguration {
    fn fields(&self, object: &mut Object<'_>) {
        object.field("level", self.0.id());
    }
}

/// Words to filter rules by, and how dangerous their findings are, from 0 to 10, as GitHub's code scanning
/// reads it.
struct RuleProperties<'a>(&'a [&'static str], Option<&'static str>);

impl JsonRecord for RuleProperties<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        let Self(tags, danger) = *self;
        let security = danger.map(|_| "security");
        object.field("tags", JsonList(tags.iter().copied().chain(security)));
        object.field_if_any("security-severity", danger);
    }
}

/// The danger of text that deceives its readers; none for other findings.
fn danger(groups: &[NoticeGroup]) -> Option<&'static str> {
    if groups.contains(&NoticeGroup::TrojanSource) {
        return Some("8.0");
    }
    let deceives = |group: &NoticeGroup| {
        matches!(
            group,
            NoticeGroup::Invisible | NoticeGroup::Confusable | NoticeGroup::Control
        )
    };
    groups.iter().any(deceives).then_some("5.0")
}

impl JsonRecord for SarifRule {
    fn fields(&self, object: &mut Object<'_>) {
        object.field("id", self.id);
        object.field("shortDescription", &SarifText(self.title));
        object.field("fullDescription", &SarifText(self.text));
        object.field("help", &SarifText(self.text));
        object.field("defaultConfiguration", &SarifConfiguration(self.severity));
        object.field("properties", &RuleProperties(&self.tags, self.danger));
    }
}

/// The rules: the faults, the notices, and then those of files in another encoding.
pub(super) struct SarifRules;

impl JsonRecord for SarifRules {
    fn fields(&self, object: &mut Object<'_>) {
        let faults = Fault::ALL.iter().map(|fault| SarifRule {
            id: fault.id(),
            title: fault.title(),
            text: rule::of_fault(*fault),
            severity: Severity::Error,
            tags: vec!["ill-formed"],
            danger: None,
        });
        let notices = Notice::ALL.iter().map(|notice| SarifRule {
            id: notice.id(),
            title: notice.title(),
            text: rule::of_notice(*notice),
            severity: notice.severity(),
            tags: notice.groups().iter().map(|group| group.id()).collect(),
            danger: danger(notice.groups()),
        });
        let misread = MisreadCause::ALL.map(|cause| SarifRule {
            id: cause.id(),
            title: cause.title(),
            text: cause.rule(),
            severity: Severity::Error,
            tags: vec!["ill-formed"],
            danger: None,
        });
        let rules: Vec<SarifRule> = faults.chain(notices).chain(misread).collect();
        object.field("name", "hexloupe");
        object.field("version", env!("CARGO_PKG_VERSION"));
        let addresses = [env!("CARGO_PKG_HOMEPAGE"), env!("CARGO_PKG_REPOSITORY")];
        let address = addresses.into_iter().find(|address| !address.is_empty());
        object.field_if_any("informationUri", address);
        object.field("rules", JsonList(&rules));
    }
}

/// The place of a kind in the list.
pub(super) fn index(what: &FindingKind<'_>) -> u64 {
    match what {
        FindingKind::Fault(fault, _) => *fault as u64,
        FindingKind::Notice(notice, _) => (Fault::ALL.len() + *notice as usize) as u64,
        FindingKind::Misread(file) => {
            let place = MisreadCause::ALL
                .iter()
                .position(|cause| *cause == file.cause);
            (Fault::ALL.len() + Notice::ALL.len() + place.unwrap_or_default()) as u64
        }
    }
}
