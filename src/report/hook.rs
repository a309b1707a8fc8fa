//! The hooks of coding tools: what a tool says on standard input before and after it writes a file.
//!
//! Each protocol is a row: where its record has the event and the path, and what the events are called.
//! Invariant: a record without a file, or of an event that is not known, asks for nothing.

use std::path::{Path, PathBuf};

use serde_json::Value;

/// The time of a call, as seen from the edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HookMoment {
    /// The file is about to be read, perhaps to be edited.
    Reading,
    /// The file is about to be written.
    Before,
    /// The file was written.
    After,
}

/// The answer that a tool expects on standard output if nothing is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HookAnswer {
    /// Nothing.
    Silence,
    /// A JSON object that allows what is about to be done.
    Permission,
}

/// The protocol of a tool.
#[derive(Debug, PartialEq, Eq)]
pub struct HookProtocol {
    /// Its name in the option.
    pub id: &'static str,
    /// Its description.
    pub about: &'static str,
    /// The place of the event in a record, as a JSON pointer (RFC 6901).
    event: &'static str,
    /// The events, and their moments.
    events: &'static [(&'static str, HookMoment)],
    /// The places of a path: the first that is there counts.
    paths: &'static [&'static str],
    /// The answer if nothing is wrong.
    pub answer: HookAnswer,
}

/// The places of the folder that relative paths begin at.
const FOLDERS: [&str; 2] = ["/cwd", "/workspace_roots/0"];

/// Every protocol.
pub(crate) static PROTOCOLS: [HookProtocol; 4] = [
    HookProtocol {
        id: "claude-code",
        about: "Claude Code: PreToolUse and PostToolUse",
        event: "/hook_event_name",
        events: &[
            ("PreToolUse", HookMoment::Before),
            ("PostToolUse", HookMoment::After),
        ],
        paths: &["/tool_input/file_path", "/tool_input/notebook_path"],
        answer: HookAnswer::Silence,
    },
    HookProtocol {
        id: "gemini-cli",
        about: "Gemini CLI: BeforeTool and AfterTool",
        event: "/hook_event_name",
        events: &[
            ("BeforeTool", HookMoment::Before),
            ("AfterTool", HookMoment::After),
        ],
        paths: &["/tool_input/file_path", "/tool_input/absolute_path"],
        answer: HookAnswer::Silence,
    },
    HookProtocol {
        id: "cursor",
        about: "Cursor: beforeReadFile and afterFileEdit",
        event: "/hook_event_name",
        events: &[
            ("beforeReadFile", HookMoment::Reading),
            ("afterFileEdit", HookMoment::After),
        ],
        paths: &["/file_path"],
        answer: HookAnswer::Permission,
    },
    HookProtocol {
        id: "windsurf",
        about: "Windsurf: pre_write_code and post_write_code",
        event: "/agent_action_name",
        events: &[
            ("pre_read_code", HookMoment::Reading),
            ("pre_write_code", HookMoment::Before),
            ("post_write_code", HookMoment::After),
        ],
        paths: &["/tool_info/file_path"],
        answer: HookAnswer::Silence,
    },
];

/// A tool is about to read or write a file, or has written it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HookCall {
    /// The moment.
    pub moment: HookMoment,
    /// The file.
    pub path: PathBuf,
}

impl HookProtocol {
    /// The call of a record; none if it is about no file, or about an event of no interest.
    ///
    /// # Errors
    /// It is no record of this protocol: one sentence.
    pub fn call(&self, record: &[u8]) -> Result<Option<HookCall>, String> {
        let record: Value = serde_json::from_slice(record)
            .map_err(|error| format!("not the JSON that {} passes to hooks: {error}", self.id))?;
        let text = |pointer: &&str| record.pointer(pointer).and_then(Value::as_str);
        let Some(event) = text(&self.event) else {
            let field = self.event.trim_start_matches('/');
            return Err(format!("the JSON has no {field}, which {} passes", self.id));
        };
        let moment = self.events.iter().find(|(name, _)| *name == event);
        let path = self.paths.iter().find_map(text);
        let (Some((_, moment)), Some(path)) = (moment, path) else {
            return Ok(None);
        };
        let folder = FOLDERS.iter().find_map(text).unwrap_or_default();
        Ok(Some(HookCall {
            moment: *moment,
            path: Path::new(folder).join(path),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(id: &str, record: &str) -> Result<Option<HookCall>, String> {
        let protocol = PROTOCOLS.iter().find(|protocol| protocol.id == id);
        protocol.unwrap().call(record.as_bytes())
    }

    #[track_caller]
    fn check(id: &str, record: &str, expected: Option<(HookMoment, &str)>) {
        let expected = expected.map(|(moment, path)| HookCall {
            moment,
            path: PathBuf::from(path),
        });
        assert_eq!(call(id, record), Ok(expected), "{record}");
    }

    /// Records as the tools' documentation has them, shortened.
    #[test]
    fn records_of_each_tool_are_read() {
        check(
            "claude-code",
            r#"{"session_id":"abc123","cwd":"/home/u/p","hook_event_name":"PreToolUse","tool_name":"Edit","tool_input":{"file_path":"/home/u/p/a.txt","old_string":"a","new_string":"b"}}"#,
            Some((HookMoment::Before, "/home/u/p/a.txt")),
        );
        check(
            "claude-code",
            r#"{"cwd":"/home/u/p","hook_event_name":"PostToolUse","tool_name":"Write","tool_input":{"file_path":"a.txt","content":"x"},"tool_response":{"success":true}}"#,
            Some((HookMoment::After, "/home/u/p/a.txt")),
        );
        check(
            "gemini-cli",
            r#"{"session_id":"s","cwd":"/p","hook_event_name":"AfterTool","tool_name":"replace","tool_input":{"file_path":"/p/a"},"tool_response":{}}"#,
            Some((HookMoment::After, "/p/a")),
        );
        check(
            "cursor",
            r#"{"hook_event_name":"afterFileEdit","workspace_roots":["/p"],"file_path":"/p/a","edits":[{"old_string":"a","new_string":"b"}]}"#,
            Some((HookMoment::After, "/p/a")),
        );
        check(
            "windsurf",
            r#"{"agent_action_name":"pre_write_code","trajectory_id":"t","tool_info":{"file_path":"/p/a","edits":[]}}"#,
            Some((HookMoment::Before, "/p/a")),
        );
    }

    #[test]
    fn what_is_about_no_file_asks_for_nothing() {
        check(
            "claude-code",
            r#"{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}"#,
            None,
        );
        check(
            "claude-code",
            r#"{"hook_event_name":"Stop","tool_input":{"file_path":"/p/a"}}"#,
            None,
        );
        assert!(
            call("cursor", "{}")
                .unwrap_err()
                .contains("hook_event_name")
        );
        assert!(
            call("cursor", "no")
                .unwrap_err()
                .starts_with("not the JSON")
        );
    }
}
