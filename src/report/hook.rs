//! The hooks of coding tools: what a tool says on standard input before and after it writes a file.
//!
//! Each protocol is a row: where its record has the event, the arguments of the tool and a path in
//! them, and what the events are called.
//! Invariant: a record without a file, or of an event that is not known, asks for nothing.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

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

/// The answer that a tool expects on standard output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HookAnswer {
    /// Nothing.
    Silence,
    /// A JSON object that allows what is about to be done, or not.
    Permission,
    /// A JSON object with what its model is to read: any exit code but 0 denies what is about to be
    /// done, and none shows the model what was done.
    Context,
}

/// An event that its record does not name: it is told by what else is there.
#[derive(Debug, PartialEq, Eq)]
struct UnnamedEvent {
    /// The place that each record of a tool has.
    tool: &'static str,
    /// The places that only the record of a tool has that has ended.
    results: &'static [&'static str],
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
    /// The fields that tell an event without a name.
    unnamed: Option<UnnamedEvent>,
    /// The places of the tool's arguments.
    arguments: &'static [&'static str],
    /// The names of a path in them: the first that is there counts.
    paths: &'static [&'static str],
    /// The answer.
    pub answer: HookAnswer,
}

/// The places of the folder that relative paths begin at.
const FOLDERS: [&str; 2] = ["/cwd", "/workspace_roots/0"];
/// The places of the name of the coding tool's own tool.
const TOOLS: [&str; 2] = ["/tool_name", "/toolName"];
/// The names of those that write nothing.
const READERS: [&str; 6] = ["Read", "view", "read_file", "readFile", "Grep", "Glob"];
/// The line that begins a patch which names its files.
const PATCH: &str = "*** Begin Patch";

/// Every protocol.
pub(crate) static PROTOCOLS: [HookProtocol; 6] = [
    HookProtocol {
        id: "claude-code",
        about: "Claude Code: PreToolUse and PostToolUse",
        event: "/hook_event_name",
        events: &[
            ("PreToolUse", HookMoment::Before),
            ("PostToolUse", HookMoment::After),
        ],
        unnamed: None,
        arguments: &["/tool_input"],
        paths: &["file_path", "notebook_path"],
        answer: HookAnswer::Silence,
    },
    HookProtocol {
        id: "codex",
        about: "Codex: PreToolUse and PostToolUse",
        event: "/hook_event_name",
        events: &[
            ("PreToolUse", HookMoment::Before),
            ("PostToolUse", HookMoment::After),
        ],
        unnamed: None,
        arguments: &["/tool_input"],
        paths: &["file_path", "path"],
        answer: HookAnswer::Silence,
    },
    HookProtocol {
        id: "copilot",
        about: "GitHub Copilot: preToolUse and postToolUse",
        event: "/hook_event_name",
        events: &[
            ("PreToolUse", HookMoment::Before),
            ("PostToolUse", HookMoment::After),
            ("PostToolUseFailure", HookMoment::After),
        ],
        unnamed: Some(UnnamedEvent {
            tool: "/toolName",
            results: &["/toolResult", "/error"],
        }),
        arguments: &["/toolArgs", "/tool_input"],
        paths: &["path", "filePath", "file_path"],
        answer: HookAnswer::Context,
    },
    HookProtocol {
        id: "gemini-cli",
        about: "Gemini CLI: BeforeTool and AfterTool",
        event: "/hook_event_name",
        events: &[
            ("BeforeTool", HookMoment::Before),
            ("AfterTool", HookMoment::After),
        ],
        unnamed: None,
        arguments: &["/tool_input"],
        paths: &["file_path", "absolute_path"],
        answer: HookAnswer::Silence,
    },
    HookProtocol {
        id: "cursor",
        about: "Cursor: beforeReadFile, preToolUse and afterFileEdit",
        event: "/hook_event_name",
        events: &[
            ("beforeReadFile", HookMoment::Reading),
            ("beforeTabFileRead", HookMoment::Reading),
            ("preToolUse", HookMoment::Before),
            ("afterFileEdit", HookMoment::After),
            ("afterTabFileEdit", HookMoment::After),
        ],
        unnamed: None,
        arguments: &["", "/tool_input"],
        paths: &["file_path", "path", "target_file"],
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
        unnamed: None,
        arguments: &["/tool_info"],
        paths: &["file_path"],
        answer: HookAnswer::Silence,
    },
];

/// A file of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HookFile {
    /// Its name after the call.
    pub path: PathBuf,
    /// Its name before the call: another one if the call moves it.
    pub was: PathBuf,
}

/// A tool is about to read or write files, or has written them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HookCall {
    /// The moment.
    pub moment: HookMoment,
    /// The files.
    pub files: Vec<HookFile>,
}

impl HookProtocol {
    /// The call of a record; none if it is about no file, or about an event of no interest.
    ///
    /// # Errors
    /// It is no record of this protocol: one sentence.
    pub fn call(&self, record: &[u8]) -> Result<Option<HookCall>, String> {
        let record: Value = serde_json::from_slice(record)
            .map_err(|error| format!("not the JSON that {} passes to hooks: {error}", self.id))?;
        let Some(moment) = self.moment(&record)? else {
            return Ok(None);
        };
        let text = |pointer: &&str| record.pointer(pointer).and_then(Value::as_str);
        let reads = TOOLS.iter().find_map(text);
        let reads = reads.is_some_and(|name| READERS.contains(&name));
        let moment = match moment {
            HookMoment::Before if reads => HookMoment::Reading,
            HookMoment::After if reads => return Ok(None),
            moment => moment,
        };
        let mut named = Vec::new();
        for arguments in self.arguments.iter().filter_map(|at| record.pointer(at)) {
            // Some tools pass their arguments as a string that holds JSON.
            let inner = arguments.as_str().map(serde_json::from_str);
            let arguments = inner.and_then(Result::ok).unwrap_or(arguments.clone());
            self.named(&arguments, &mut named);
        }
        if named.is_empty() {
            return Ok(None);
        }
        let folder = Path::new(FOLDERS.iter().find_map(text).unwrap_or_default());
        let files = named.into_iter().map(|[was, path]| HookFile {
            path: folder.join(path),
            was: folder.join(was),
        });
        Ok(Some(HookCall {
            moment,
            files: files.collect(),
        }))
    }

    /// The moment of a record, if it is of interest.
    fn moment(&self, record: &Value) -> Result<Option<HookMoment>, String> {
        let event = record.pointer(self.event).and_then(Value::as_str);
        if let Some(event) = event {
            let moment = self.events.iter().find(|(name, _)| *name == event);
            return Ok(moment.map(|(_, moment)| *moment));
        }
        let has = |pointer: &&str| record.pointer(pointer).is_some();
        let field = match &self.unnamed {
            Some(event) if event.results.iter().any(has) => return Ok(Some(HookMoment::After)),
            Some(event) if has(&event.tool) => return Ok(Some(HookMoment::Before)),
            Some(event) => event.tool,
            None => self.event,
        };
        let field = field.trim_start_matches('/');
        Err(format!("the JSON has no {field}, which {} passes", self.id))
    }

    /// Collects the files that a tool's arguments name, each before and after the call.
    fn named(&self, arguments: &Value, files: &mut Vec<[String; 2]>) {
        self.add(arguments, files);
        match arguments {
            Value::String(text) => add_patched(text, files),
            Value::Object(fields) => {
                for value in fields.values() {
                    match value {
                        Value::String(text) => add_patched(text, files),
                        Value::Array(edits) => edits.iter().for_each(|edit| self.add(edit, files)),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }

    /// Adds the file that an object names.
    fn add(&self, object: &Value, files: &mut Vec<[String; 2]>) {
        let mut names = self.paths.iter();
        let path = names.find_map(|name| object.get(name).and_then(Value::as_str));
        if let Some(path) = path
            && !files.iter().any(|[was, _]| was == path)
        {
            files.push([path.to_owned(), path.to_owned()]);
        }
    }
}

/// Adds the files that a patch names, as Codex and others write patches.
fn add_patched(text: &str, files: &mut Vec<[String; 2]>) {
    if !text.contains(PATCH) {
        return;
    }
    for line in text.lines() {
        let line = line.trim_end();
        let heads = ["*** Update File: ", "*** Add File: ", "*** Delete File: "];
        if let Some(path) = heads.iter().find_map(|head| line.strip_prefix(head)) {
            files.push([path.to_owned(), path.to_owned()]);
        } else if let Some(path) = line.strip_prefix("*** Move to: ")
            && let Some([_, after]) = files.last_mut()
        {
            path.clone_into(after);
        }
    }
}

/// The object that tells a model which expects one what is wrong, in words.
#[must_use]
pub(crate) fn context(moment: HookMoment, words: &str) -> String {
    // The inner object is for editors that read the same record under another name.
    let answer = match moment {
        HookMoment::After => json!({
            "additionalContext": words,
            "hookSpecificOutput": { "hookEventName": "PostToolUse", "additionalContext": words },
        }),
        HookMoment::Before | HookMoment::Reading => json!({
            "permissionDecision": "deny",
            "permissionDecisionReason": words,
            "hookSpecificOutput": {
                "hookEventName": "PreToolUse",
                "permissionDecision": "deny",
                "permissionDecisionReason": words,
            },
        }),
    };
    answer.to_string()
}

/// The object by which a tool shows its user what went wrong, and goes on.
#[must_use]
pub(crate) fn progress(words: &str) -> String {
    json!({ "type": "progress", "message": words }).to_string()
}

/// The object that allows or denies what is about to be done.
#[must_use]
pub(crate) fn permission(denied: Option<&str>) -> String {
    let answer = match denied {
        None => json!({ "permission": "allow" }),
        Some(words) => {
            json!({ "permission": "deny", "user_message": words, "agent_message": words })
        }
    };
    answer.to_string()
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
        let expected = expected.map(|(moment, path)| (moment, vec![[path; 2].map(PathBuf::from)]));
        assert_eq!(files(id, record), expected, "{record}");
    }

    /// The moment of a record, and its files before and after.
    fn files(id: &str, record: &str) -> Option<(HookMoment, Vec<[PathBuf; 2]>)> {
        let call = call(id, record).unwrap()?;
        let files = call.files.into_iter().map(|file| [file.was, file.path]);
        Some((call.moment, files.collect()))
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
        // Tab, and attachments, which are read too.
        check(
            "cursor",
            r#"{"conversation_id":"c","generation_id":"g","hook_event_name":"afterTabFileEdit","workspace_roots":["/p"],"file_path":"/p/a","edits":[{"old_string":"a","new_string":"b","range":{"start_line_number":1},"old_line":"a","new_line":"b"}]}"#,
            Some((HookMoment::After, "/p/a")),
        );
        check(
            "cursor",
            r#"{"hook_event_name":"beforeReadFile","file_path":"/p/a","content":"x","attachments":[{"type":"rule","file_path":"/p/a"}]}"#,
            Some((HookMoment::Reading, "/p/a")),
        );
        check(
            "cursor",
            r#"{"hook_event_name":"preToolUse","tool_name":"Write","tool_input":{"file_path":"a","content":"x"},"tool_use_id":"u","cwd":"/p"}"#,
            Some((HookMoment::Before, "/p/a")),
        );
        check(
            "windsurf",
            r#"{"agent_action_name":"pre_write_code","trajectory_id":"t","tool_info":{"file_path":"/p/a","edits":[]}}"#,
            Some((HookMoment::Before, "/p/a")),
        );
    }

    /// Records as the reference of the hooks of GitHub Copilot has them, shortened; the arguments come as
    /// an object or as a string.
    #[test]
    fn records_without_the_name_of_an_event_are_told_by_their_fields() {
        for arguments in [
            r#"{"path":"a.txt","old_str":"a"}"#,
            r#""{\"path\":\"a.txt\"}""#,
        ] {
            let before = format!(
                r#"{{"sessionId":"s","timestamp":1,"cwd":"/p","toolName":"edit","toolArgs":{arguments}}}"#
            );
            check("copilot", &before, Some((HookMoment::Before, "/p/a.txt")));
            let after = before.replace(
                r#""toolName""#,
                r#""toolResult":{"resultType":"success","textResultForLlm":""},"toolName""#,
            );
            check("copilot", &after, Some((HookMoment::After, "/p/a.txt")));
            let failed = before.replace(r#""toolName""#, r#""error":"no","toolName""#);
            check("copilot", &failed, Some((HookMoment::After, "/p/a.txt")));
        }
        check(
            "copilot",
            r#"{"cwd":"/p","toolName":"view","toolArgs":{"path":"/p/a.txt"}}"#,
            Some((HookMoment::Reading, "/p/a.txt")),
        );
        check(
            "copilot",
            r#"{"hook_event_name":"PreToolUse","cwd":"/p","tool_name":"replace_string_in_file","tool_input":{"filePath":"/p/a"}}"#,
            Some((HookMoment::Before, "/p/a")),
        );
        let error = call("copilot", "{}").unwrap_err();
        assert!(error.contains("toolName"), "{error}");
        assert_eq!(
            call(
                "copilot",
                r#"{"toolName":"bash","toolArgs":{"command":"ls"}}"#
            ),
            Ok(None)
        );
    }

    /// Codex passes a patch as its tool takes it.
    #[test]
    fn each_file_of_a_patch_is_one_of_the_call() {
        let patch = r"*** Begin Patch\n*** Update File: a.txt\n@@\n- *** Add File: no\n+x\n*** Update File: b\n*** Move to: c/d\n@@\n-y\n+z\n*** Add File: /e\n+n\n*** Delete File: f\n*** End Patch";
        let record = |tool: &str, input: &str| {
            format!(
                r#"{{"session_id":"s","cwd":"/p","hook_event_name":"PostToolUse","tool_name":"{tool}","tool_input":{{"command":"{input}"}},"tool_response":"","tool_use_id":"u"}}"#
            )
        };
        let expected = [
            ["/p/a.txt", "/p/a.txt"],
            ["/p/b", "/p/c/d"],
            ["/e", "/e"],
            ["/p/f", "/p/f"],
        ];
        let expected = expected.map(|names| names.map(PathBuf::from)).to_vec();
        let expected = Some((HookMoment::After, expected));
        assert_eq!(files("codex", &record("apply_patch", patch)), expected);
        let in_shell = format!("apply_patch <<'EOF'\\n{patch}\\nEOF");
        assert_eq!(files("codex", &record("Bash", &in_shell)), expected);
        assert_eq!(call("codex", &record("Bash", "ls")), Ok(None));
        let several = r#"{"hook_event_name":"PreToolUse","tool_name":"multi_replace_string_in_file","tool_input":{"replacements":[{"filePath":"/a"},{"filePath":"/b"},{"filePath":"/a"}]}}"#;
        let expected = ["/a", "/b"].map(|name| [name; 2].map(PathBuf::from));
        assert_eq!(
            files("copilot", several),
            Some((HookMoment::Before, expected.to_vec()))
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
