//! The tools of the server: names, descriptions and arguments, as a client and its model read them.
//!
//! Invariant: every field that a call accepts is in the schema, and no other.

use std::sync::Arc;

use anyhow::anyhow;
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::GuardServer;

/// The answer of a tool: texts, one after the other.
pub(super) struct ToolAnswer(pub(super) Vec<String>);

/// The effect of a tool on files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ToolEffect {
    /// None.
    Reads,
    /// It changes them, each time anew.
    Writes,
    /// It changes them, and a second time has no effect.
    WritesOnce,
}

/// A tool.
pub(super) struct ToolRow {
    pub(super) name: &'static str,
    title: &'static str,
    about: &'static str,
    effect: ToolEffect,
    /// The properties of its arguments, and the names of those that must be there.
    arguments: fn() -> (Value, &'static [&'static str]),
    pub(super) call: fn(&GuardServer, JsonObject) -> anyhow::Result<ToolAnswer>,
}

/// Every tool.
pub(super) static TOOLS: [ToolRow; 4] = [
    ToolRow {
        name: "read_text",
        title: "Read a text file in any encoding",
        about: "Reads lines of a text file in any encoding, decoded. The first part of the answer says which \
            encoding the file has and how certain that is, its line ends, its byte order mark and its \
            ill-formed bytes; the second part is the text. Every line end in it is LF, whatever the file \
            has. A long file is answered in parts: the answer says how to get the next one.",
        effect: ToolEffect::Reads,
        arguments: || {
            let properties = json!({
                "path": path(),
                "first_line": count("The first line, counted from 1; default 1"),
                "first_column": count("The first character of that line, counted from 1; default 1. \
                    For lines that are too long for one answer"),
                "line_count": count("The most lines; default 1000. An answer has at most 48 KiB of text"),
                "encoding": encoding(),
            });
            (properties, &["path"])
        },
        call: |server, arguments| server.read(&given(arguments)?),
    },
    ToolRow {
        name: "replace_text",
        title: "Replace text in a file, in its own encoding",
        about: "Replaces text in a file and keeps the encoding of the file, its byte order mark, its line ends \
            and every byte outside the matches. All matches are replaced unless once is true. Nothing is \
            written if the encoding has no bytes for a new character, or if the encoding is uncertain and \
            that matters. Before the first change, a snapshot is taken, so that restore_file can put the \
            file back.",
        effect: ToolEffect::Writes,
        arguments: || {
            let properties = json!({
                "path": path(),
                "old": text("The text to replace, exactly as read_text shows it, including its spaces. A line \
                    end matches any line end"),
                "new": text("The new text; empty to delete. A line end becomes that of the file"),
                "regex": flag("old is a regular expression, without lookaround and backreferences; $1 or \
                    ${name} in new is what a group matched. Default false"),
                "lines": text("Only matches that begin in these lines, counted from 1: 12, 12-20, 12- or \
                    -20. Default all"),
                "once": flag("Write only if old is found exactly once (--once). Default false"),
                "encoding": encoding(),
                "dry_run": flag("Write nothing, and show the lines that would change. Default false"),
            });
            (properties, &["path", "old", "new"])
        },
        call: |server, arguments| server.replace(&given(arguments)?),
    },
    ToolRow {
        name: "check_files",
        title: "Check the encodings of files, and what was damaged",
        about: "Answers for each file which encoding it has, how many ill-formed byte sequences, and the first of \
            them with line, column and offset. For files that have a snapshot (by replace_text, \
            hexloupe guard snapshot or a hook), it also reports damage since then: text that was \
            destroyed, double-encoded or converted. Edits are not reported. Use it after another \
            tool or command has written files that are not UTF-8. In a directory, hidden and ignored files \
            are left out.",
        effect: ToolEffect::Reads,
        arguments: || {
            let paths = json!({
                "type": "array",
                "items": {"type": "string"},
                "minItems": 1,
                "description": "Files and directories, relative to the first directory of the server, or \
                    absolute",
            });
            (json!({"paths": paths, "encoding": encoding()}), &["paths"])
        },
        call: |server, arguments| server.check(&given(arguments)?),
    },
    ToolRow {
        name: "restore_file",
        title: "Put damaged bytes of a file back",
        about: "Puts back the bytes of a file that were damaged since its snapshot, and keeps the edits that \
            were made since then. With whole, the whole file is restored to its snapshot, without the \
            edits, even if it was deleted. Read the file again afterwards.",
        effect: ToolEffect::WritesOnce,
        arguments: || {
            let whole =
                flag("Put the whole file back as it was, and drop the edits. Default false");
            (json!({"path": path(), "whole": whole}), &["path"])
        },
        call: |server, arguments| server.restore(&given(arguments)?),
    },
];

fn path() -> Value {
    text("A file, relative to the first directory of the server, or absolute")
}

fn encoding() -> Value {
    text(
        "The encoding of the file, such as windows-1252, Shift_JIS or gb18030. Without it, the byte \
        order mark decides, else it is guessed (-e)",
    )
}

fn text(about: &str) -> Value {
    json!({"type": "string", "description": about})
}

fn count(about: &str) -> Value {
    json!({"type": "integer", "minimum": 1, "description": about})
}

fn flag(about: &str) -> Value {
    json!({"type": "boolean", "description": about})
}

/// The arguments of a call.
fn given<T: DeserializeOwned>(arguments: JsonObject) -> anyhow::Result<T> {
    let given = serde_json::from_value(Value::Object(arguments));
    given.map_err(|error| anyhow!("arguments: {error}"))
}

/// The tools as the client lists them.
pub(super) fn listed() -> Vec<Tool> {
    TOOLS.iter().map(ToolRow::tool).collect()
}

impl ToolRow {
    fn tool(&self) -> Tool {
        let (properties, required) = (self.arguments)();
        let schema = json!({
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        });
        let Value::Object(schema) = schema else {
            // An object literal is one.
            return Tool::new(self.name, self.about, Arc::new(JsonObject::new()));
        };
        let hints = ToolAnnotations::with_title(self.title)
            .read_only(self.effect == ToolEffect::Reads)
            .destructive(self.effect != ToolEffect::Reads)
            .idempotent(self.effect != ToolEffect::Writes)
            .open_world(false);
        Tool::new(self.name, self.about, Arc::new(schema))
            .with_title(self.title)
            .with_annotations(hints)
    }
}
