//! `hexloupe guard`: what a coding tool did to files, without git.
//!
//! Invariant: what is put back is judged by bytes.

use std::fs;
use std::path::Path;

use snapbox::cmd::Command;

use super::undump::Samples;

/// "表示" and "終わり" in `Shift_JIS`, in lines that end in CR LF.
const JAPANESE: &[u8] = b"\x95\x5C\x8E\xA6 = 1\r\n\x8F\x49\x82\xED\x82\xE8\r\nend\r\n";

/// A folder with a file `a`, and a folder of state.
struct Place(Samples);

impl Place {
    fn new(bytes: &[u8]) -> Self {
        let samples = Samples::new();
        fs::create_dir(samples.0.path().join("work")).unwrap();
        samples.put("work/a", bytes);
        Self(samples)
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.0.0.path().join(name)
    }

    fn run(&self, line: &str) -> Command {
        let state = self.path("state");
        self.0.run(line).env("XDG_STATE_HOME", state)
    }

    /// What is printed, the last message, and the exit code.
    fn told(&self, line: &str) -> (String, String, Option<i32>) {
        let done = self.run(line).output().unwrap();
        (
            String::from_utf8(done.stdout).unwrap(),
            String::from_utf8(done.stderr).unwrap(),
            done.status.code(),
        )
    }

    fn read(&self) -> Vec<u8> {
        fs::read(self.path("work/a")).unwrap()
    }

    fn write(&self, bytes: &[u8]) {
        fs::write(self.path("work/a"), bytes).unwrap();
    }

    /// What a tool does that takes every file for UTF-8, and inserts a line at the end.
    fn spoil(&self, typed: &str) {
        let text = String::from_utf8_lossy(&self.read()).into_owned() + typed;
        self.write(text.as_bytes());
    }

    /// The record of Claude Code for an event, as its documentation has it.
    fn record(&self, event: &str) -> String {
        let path = self.path("work/a");
        let path = serde_json::to_string(path.to_str().unwrap()).unwrap();
        format!(
            r#"{{"session_id":"s","cwd":"/","hook_event_name":"{event}","tool_name":"Edit","tool_input":{{"file_path":{path},"old_string":"end","new_string":"new"}}}}"#
        )
    }

    /// The message of the hook, and its exit code.
    fn hook(&self, event: &str, options: &str) -> (String, Option<i32>) {
        let line = format!("guard --hook claude-code {options}");
        let done = self.run(&line).stdin(self.record(event)).output().unwrap();
        assert_eq!(done.stdout, b"");
        (String::from_utf8(done.stderr).unwrap(), done.status.code())
    }
}

#[test]
fn damage_since_a_snapshot_is_told_and_put_back() {
    let place = Place::new(JAPANESE);
    let (_, said, code) = place.told("guard verify work");
    assert!(said.contains("no snapshot of these files"), "{said}");
    assert_eq!(code, Some(2));
    let (_, said, code) = place.told("guard snapshot work");
    assert_eq!(
        said,
        "hexloupe: snapshot of 1 file, 23 B; guard verify compares\n"
    );
    assert_eq!(code, Some(0));
    assert_eq!(place.told("guard verify work").2, Some(0));
    place.spoil("終\r\n");
    let (out, _, code) = place.told("guard verify work/a");
    assert!(out.starts_with("work/a:1: destroyed in "), "{out}");
    assert_eq!(code, Some(1));
    let (out, said, code) = place.told("guard restore work/a");
    assert_eq!(code, Some(0), "{out}{said}");
    assert_eq!(place.read(), [JAPANESE, b"\x8F\x49\r\n"].concat());
    assert_eq!(place.told("guard verify work").2, Some(0));
    // The file as it was, without the edit.
    assert_eq!(place.told("guard restore --whole work/a").2, Some(0));
    assert_eq!(place.read(), JAPANESE);
}

#[cfg(unix)]
#[test]
fn the_command_that_is_suggested_has_a_name_as_a_shell_takes_it() {
    let place = Place::new(JAPANESE);
    let name = "$(touch x) d'e\u{202E}f.txt";
    fs::write(place.path("work").join(name), JAPANESE).unwrap();
    let record = serde_json::json!({
        "cwd": place.path("work"), "hook_event_name": "PreToolUse", "tool_name": "Edit",
        "tool_input": {"file_path": name},
    });
    let hook = place.run("guard --hook claude-code --block");
    let done = hook.stdin(record.to_string()).output().unwrap();
    let said = String::from_utf8(done.stderr).unwrap();
    assert_eq!(done.status.code(), Some(2), "{said}");
    let command = said
        .lines()
        .last()
        .unwrap()
        .split_once("OLD NEW ")
        .unwrap()
        .1;
    let shown = "/$(touch x) d'\\''e";
    assert!(
        command.starts_with('\'') && command.contains(shown),
        "{command}"
    );
    assert!(!said.contains('\u{202E}'), "{said}");
}

#[test]
fn a_deleted_file_is_told_and_can_be_had_again() {
    let place = Place::new(JAPANESE);
    place.run("guard snapshot -q work").assert().success();
    fs::remove_file(place.path("work/a")).unwrap();
    for line in ["guard verify work", "guard verify work/a"] {
        let (_, said, code) = place.told(line);
        assert!(said.contains("1 file deleted"), "{said}");
        assert_eq!(code, Some(0), "as an edit");
    }
    assert_eq!(place.told("guard restore --whole work").2, Some(0));
    assert_eq!(place.read(), JAPANESE);
}

#[test]
fn what_is_not_kept_is_told() {
    let place = Place::new(JAPANESE);
    fs::write(place.path("work/.hidden"), "x").unwrap();
    let (_, said, _) = place.told("guard snapshot work");
    assert!(said.contains("1 hidden"), "{said}");
    let (_, said, _) = place.told("guard snapshot --hidden work");
    assert!(said.contains("snapshot of 2 files"), "{said}");
}

#[cfg(unix)]
#[test]
fn snapshots_can_be_read_by_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let place = Place::new(JAPANESE);
    place.run("guard snapshot -q work").assert().success();
    let mut found = Vec::new();
    let mut folders = vec![place.path("state/hexloupe/guard")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some() {
                found.push(fs::metadata(&path).unwrap().permissions().mode() & 0o777);
            }
        }
    }
    assert_eq!(found, [0o600]);
}

#[test]
fn a_tool_that_would_damage_a_file_is_stopped_and_told_how_to_edit_it() {
    let place = Place::new(JAPANESE);
    let (said, code) = place.hook("PreToolUse", "--block");
    assert_eq!(code, Some(2));
    assert!(said.contains("is Shift_JIS"), "{said}");
    let how = said.lines().last().unwrap();
    let path = place.path("work/a");
    let told = format!("hexloupe replace --once OLD NEW {}", path.display());
    assert!(how.ends_with(&told), "{how}");
    // What it was told works.
    let done = place
        .run("replace --once end 終わり work/a")
        .output()
        .unwrap();
    assert_eq!(done.status.code(), Some(0));
    let expected = [
        &JAPANESE[..JAPANESE.len() - 5],
        b"\x8F\x49\x82\xED\x82\xE8\r\n",
    ]
    .concat();
    assert_eq!(place.read(), expected);
    // UTF-8 is no reason to stop.
    place.write("é\n".as_bytes());
    assert_eq!(
        place.hook("PreToolUse", "--block"),
        (String::new(), Some(0))
    );
}

#[test]
fn damage_by_a_tool_is_told_to_it_and_put_back() {
    let place = Place::new(JAPANESE);
    assert_eq!(place.hook("PreToolUse", ""), (String::new(), Some(0)));
    place.spoil("new\r\n");
    let damaged = place.read();
    let (said, code) = place.hook("PostToolUse", "");
    assert_eq!((code, place.read() == damaged), (Some(2), true));
    assert!(
        said.contains("destroyed in ") && said.contains("guard restore"),
        "{said}"
    );
    // The next edit does not make the damaged file a snapshot.
    assert_eq!(place.hook("PreToolUse", ""), (String::new(), Some(0)));
    let (said, code) = place.hook("PostToolUse", "--restore");
    assert_eq!(code, Some(2));
    assert!(said.contains("were restored"), "{said}");
    assert_eq!(place.read(), [JAPANESE, b"new\r\n"].concat());
    assert_eq!(
        place.hook("PostToolUse", "--restore"),
        (String::new(), Some(0))
    );
}

#[test]
fn a_file_that_its_owner_has_converted_is_not_converted_back() {
    let place = Place::new(JAPANESE);
    assert_eq!(place.hook("PreToolUse", "").1, Some(0));
    let (text, _, has_lost) = encoding_rs::SHIFT_JIS.decode(JAPANESE);
    assert!(!has_lost);
    place.write(text.as_bytes());
    assert_eq!(place.hook("PreToolUse", "").1, Some(0));
    let edited = [&text, "new\r\n"].concat();
    place.write(edited.as_bytes());
    let (said, code) = place.hook("PostToolUse", "--restore");
    assert_eq!((said.as_str(), code), ("", Some(0)));
    assert_eq!(place.read(), edited.as_bytes());
}

/// A patch of Codex that edits the file `a` and, if `moved` is not empty, moves it.
fn patch_record(place: &Place, event: &str, moved: &str) -> String {
    let moved = match moved {
        "" => String::new(),
        name => format!("*** Move to: {name}\n"),
    };
    let patch =
        format!("*** Begin Patch\n*** Update File: a\n{moved}@@\n-end\n+new\n*** End Patch\n");
    serde_json::json!({
        "session_id": "s", "turn_id": "t", "transcript_path": null, "model": "m",
        "permission_mode": "default", "cwd": place.path("work"), "hook_event_name": event,
        "tool_name": "apply_patch", "tool_input": { "command": patch }, "tool_use_id": "u",
    })
    .to_string()
}

#[test]
fn a_patch_of_codex_is_stopped_or_mended_also_when_it_moves_the_file() {
    let place = Place::new(JAPANESE);
    let hook = |event: &str, moved: &str, options: &str| {
        let record = patch_record(&place, event, moved);
        let line = format!("guard --hook codex {options}");
        let done = place.run(&line).stdin(record).output().unwrap();
        assert_eq!(done.stdout, b"");
        (String::from_utf8(done.stderr).unwrap(), done.status.code())
    };
    let (said, code) = hook("PreToolUse", "", "--block");
    assert!(said.contains("is Shift_JIS"), "{said}");
    assert_eq!(code, Some(2));
    assert_eq!(hook("PreToolUse", "b", ""), (String::new(), Some(0)));
    place.spoil("new\r\n");
    fs::rename(place.path("work/a"), place.path("work/b")).unwrap();
    let (said, code) = hook("PostToolUse", "b", "--restore");
    assert!(said.contains("were restored"), "{said}");
    assert_eq!(code, Some(2));
    let expected = [JAPANESE, b"new\r\n"].concat();
    assert_eq!(fs::read(place.path("work/b")).unwrap(), expected);
}

/// GitHub Copilot: each code but 0 denies the tool call, the reason is in the answer, and after a
/// call only an answer reaches the model.
#[test]
fn copilot_is_answered_in_json() {
    let place = Place::new(JAPANESE);
    let hook = |result: Option<&str>, options: &str| {
        let mut record = serde_json::json!({
            "sessionId": "s", "timestamp": 1, "cwd": place.path("work"), "toolName": "edit",
            "toolArgs": { "path": "a", "old_str": "end", "new_str": "new" },
        });
        if let Some(text) = result {
            record["toolResult"] =
                serde_json::json!({ "resultType": "success", "textResultForLlm": text });
        }
        let line = format!("guard --hook copilot {options}");
        let done = place.run(&line).stdin(record.to_string()).output().unwrap();
        let answer = match &done.stdout[..] {
            b"" => serde_json::Value::Null,
            json => serde_json::from_slice(json).unwrap(),
        };
        (answer, done.status.code())
    };
    let (answer, code) = hook(None, "--block");
    assert_eq!(
        (answer["permissionDecision"].as_str(), code),
        (Some("deny"), Some(2))
    );
    let reason = answer["permissionDecisionReason"].as_str().unwrap();
    assert!(reason.contains("hexloupe replace --once"), "{reason}");
    assert_eq!(hook(None, ""), (serde_json::Value::Null, Some(0)));
    place.spoil("new\r\n");
    let (answer, code) = hook(Some("ok"), "--restore");
    assert_eq!(code, Some(0));
    let context = answer["additionalContext"].as_str().unwrap();
    assert!(context.contains("were restored"), "{context}");
    assert_eq!(place.read(), [JAPANESE, b"new\r\n"].concat());
    // What fails does not forbid the edit: the message is shown, and the tool goes on.
    fs::remove_dir_all(place.path("state")).unwrap();
    fs::write(place.path("state"), "no folder").unwrap();
    let (answer, code) = hook(None, "");
    assert_eq!((answer["type"].as_str(), code), (Some("progress"), Some(0)));
}

#[test]
fn what_concerns_no_file_passes_and_nonsense_is_told() {
    let place = Place::new(JAPANESE);
    let hook = |record: &str, name: &str| {
        let line = format!("guard --hook {name}");
        let done = place.run(&line).stdin(record.to_owned()).output().unwrap();
        (String::from_utf8(done.stdout).unwrap(), done.status.code())
    };
    let bash =
        r#"{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}"#;
    assert_eq!(hook(bash, "claude-code"), (String::new(), Some(0)));
    let missing = r#"{"hook_event_name":"AfterTool","tool_input":{"file_path":"/missing/a"}}"#;
    assert_eq!(hook(missing, "gemini-cli"), (String::new(), Some(0)));
    let reading = r#"{"hook_event_name":"beforeReadFile","file_path":"/missing/a"}"#;
    let allowed = "{\"permission\":\"allow\"}\n".to_owned();
    assert_eq!(hook(reading, "cursor"), (allowed, Some(0)));
    assert_eq!(hook("nonsense", "windsurf"), (String::new(), Some(1)));
    assert!(Path::new(&place.path("work/a")).exists());
}
