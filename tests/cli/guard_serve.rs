//! `hexloupe guard serve`: the protocol spoken by hand over pipes.
//!
//! Invariant: the client knows nothing of the server's code, and bytes are judged by `encoding_rs`.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use encoding_rs::{Encoding, SHIFT_JIS, WINDOWS_1252};
use serde_json::{Value, json};
use tempfile::TempDir;

/// Japanese, in lines that end in CR LF.
const JAPANESE: &str = "設定 = 表示\r\n色 = 赤\r\n終わり\r\n";

fn encoded(encoding: &'static Encoding, text: &str) -> Vec<u8> {
    let (bytes, _, had_errors) = encoding.encode(text);
    assert!(!had_errors, "{text}");
    bytes.into_owned()
}

/// A folder `work` for the server, a folder `other` beside it, and a folder of state.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        fs::create_dir(place.path("work")).unwrap();
        fs::create_dir(place.path("other")).unwrap();
        place
    }

    /// A place with a file `work/a`.
    fn with(bytes: &[u8]) -> Self {
        let place = Self::new();
        place.put("work/a", bytes);
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn put(&self, name: &str, bytes: &[u8]) {
        fs::write(self.path(name), bytes).unwrap();
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    fn server(&self, folders: &[&str]) -> Child {
        Command::new(env!("CARGO_BIN_EXE_hexloupe"))
            .current_dir(self.path("work"))
            .args(["guard", "serve"])
            .args(folders)
            .env("XDG_STATE_HOME", self.path("state"))
            .env("HEXLOUPE_CONFIG", "")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// A client that has said hello.
    fn client(&self) -> Client {
        self.client_of(&[])
    }

    fn client_of(&self, folders: &[&str]) -> Client {
        let mut client = Client::new(self.server(folders));
        let told = client.ask("initialize", &hello());
        client.server = told["result"].clone();
        client.write(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        client
    }
}

fn hello() -> Value {
    json!({
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "0"},
    })
}

struct Client {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    id: u64,
    /// What the server says of itself.
    server: Value,
}

impl Client {
    fn new(mut child: Child) -> Self {
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self {
            child,
            input,
            output,
            id: 0,
            server: Value::Null,
        }
    }

    fn write(&mut self, line: &str) {
        self.input.write_all(line.as_bytes()).unwrap();
        self.input.write_all(b"\n").unwrap();
    }

    /// The next message of the server.
    fn message(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        let message: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(message["jsonrpc"], "2.0", "{line}");
        message
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.id += 1;
        let request = json!({"jsonrpc": "2.0", "id": self.id, "method": method, "params": params});
        self.write(&request.to_string());
        let answer = self.message();
        assert_eq!(answer["id"], self.id, "{answer}");
        answer
    }

    /// The texts that a tool answers, and whether they tell an error.
    fn call(&mut self, tool: &str, arguments: &Value) -> (bool, Vec<String>) {
        let params = json!({"name": tool, "arguments": arguments});
        let answer = self.ask("tools/call", &params);
        let result = &answer["result"];
        let content = result["content"].as_array().expect("content");
        let texts = content.iter().map(|part| {
            assert_eq!(part["type"], "text");
            part["text"].as_str().unwrap().to_owned()
        });
        (result["isError"] == true, texts.collect())
    }

    #[track_caller]
    fn done(&mut self, tool: &str, arguments: &Value) -> Vec<String> {
        let (is_error, texts) = self.call(tool, arguments);
        assert!(!is_error, "{texts:?}");
        texts
    }

    #[track_caller]
    fn refused(&mut self, tool: &str, arguments: &Value) -> String {
        let (is_error, texts) = self.call(tool, arguments);
        assert!(is_error, "{texts:?}");
        texts.join("\n")
    }

    /// Ends the input; returns the exit code and the messages on standard error.
    fn end(self) -> (Option<i32>, String) {
        let Self {
            mut child,
            input,
            mut output,
            ..
        } = self;
        drop(input);
        let (mut rest, mut said) = (String::new(), String::new());
        output.read_to_string(&mut rest).unwrap();
        assert_eq!(rest, "", "nothing but answers");
        let mut errors = child.stderr.take().unwrap();
        errors.read_to_string(&mut said).unwrap();
        (child.wait().unwrap().code(), said)
    }

    #[track_caller]
    fn ends_well(self) {
        assert_eq!(self.end(), (Some(0), String::new()));
    }
}

#[test]
fn the_server_says_what_it_is_for_and_lists_its_tools() {
    let place = Place::new();
    let mut client = place.client();
    let server = client.server.clone();
    assert_eq!(server["serverInfo"]["name"], "hexloupe");
    assert_eq!(server["protocolVersion"], "2025-06-18");
    let instructions = server["instructions"].as_str().unwrap();
    assert!(instructions.contains("not UTF-8"), "{instructions}");
    let listed = client.ask("tools/list", &json!({}));
    let tools = listed["result"]["tools"].as_array().unwrap();
    let hints = tools.iter().map(|tool| {
        let schema = &tool["inputSchema"];
        assert_eq!(schema["type"], "object", "{tool}");
        jsonschema::meta::validate(schema).unwrap();
        jsonschema::validator_for(schema).unwrap();
        let about = tool["description"].as_str().unwrap();
        assert!(!about.contains("  ") && !about.contains('\n'), "{about}");
        let hints = &tool["annotations"];
        assert_eq!(hints["openWorldHint"], false);
        let hint = |name: &str| hints[name].as_bool().unwrap();
        let (reads, destroys) = (hint("readOnlyHint"), hint("destructiveHint"));
        (
            tool["name"].as_str().unwrap(),
            reads,
            destroys,
            hint("idempotentHint"),
        )
    });
    let hints: Vec<_> = hints.collect();
    let expected = [
        ("read_text", true, false, true),
        ("replace_text", false, true, false),
        ("check_files", true, false, true),
        ("restore_file", false, true, true),
    ];
    assert_eq!(hints, expected);
    client.ends_well();
}

#[test]
fn a_file_is_read_as_text_with_what_it_is() {
    let place = Place::with(&encoded(SHIFT_JIS, JAPANESE));
    let mut client = place.client();
    let texts = client.done("read_text", &json!({"path": "a"}));
    let [facts, text] = &texts[..] else {
        panic!("{texts:?}")
    };
    assert_eq!(*text, JAPANESE.replace("\r\n", "\n"));
    for fact in [
        "encoding: shift_jis",
        "byte order mark: none",
        "line ends: 3 CR LF",
        "ill-formed bytes: none",
        "of 3 lines",
    ] {
        assert!(facts.contains(fact), "{fact}: {facts}");
    }
    client.ends_well();
}

#[test]
fn a_mark_is_no_text_and_is_told() {
    let text = "\u{FEFF}größer\nkleiner\n";
    let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let place = Place::with(&bytes);
    let mut client = place.client();
    let texts = client.done("read_text", &json!({"path": "a"}));
    assert_eq!(texts[1], "größer\nkleiner\n");
    assert!(texts[0].contains("encoding: utf-16le"), "{}", texts[0]);
    assert!(texts[0].contains("byte order mark: yes"), "{}", texts[0]);
    client.done(
        "replace_text",
        &json!({"path": "a", "old": "kleiner\n", "new": "länger\n"}),
    );
    let text = text.replace("kleiner", "länger");
    let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(place.read("work/a"), bytes);
    client.ends_well();
}

#[test]
fn ill_formed_bytes_are_shown_in_brackets_that_the_text_does_not_have() {
    let place = Place::with("eins ⟦FF⟧\nzwei \u{FFFD} ".as_bytes());
    let mut bytes = place.read("work/a");
    bytes.extend(b"\xFF und \xE2\x82\n");
    place.put("work/a", &bytes);
    let mut client = place.client();
    let texts = client.done("read_text", &json!({"path": "a", "encoding": "utf-8"}));
    assert_eq!(texts[1], "eins ⟦FF⟧\nzwei \u{FFFD} ⟦⟦FF⟧⟧ und ⟦⟦E2 82⟧⟧\n");
    for fact in [
        "2 sequences in the file",
        "between ⟦⟦ and ⟧⟧, which are nowhere else in this text",
        "line 2, column 8, offset 0x17: ⟦⟦FF⟧⟧",
        "line 2, column 14, offset 0x1D: ⟦⟦E2 82⟧⟧",
    ] {
        assert!(texts[0].contains(fact), "{fact}: {}", texts[0]);
    }
    client.ends_well();
}

/// Reads a whole file, as the answers say how to go on.
fn whole(client: &mut Client, step: Option<u64>) -> (String, u64) {
    let number = |facts: &str, name: &str| {
        let (_, rest) = facts.rsplit_once(&format!("{name} "))?;
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse::<u64>().ok()
    };
    let (mut text, mut answers) = (String::new(), 0);
    let mut call = json!({"path": "a"});
    loop {
        if let Some(step) = step {
            call["line_count"] = step.into();
        }
        let texts = client.done("read_text", &call);
        assert!(texts[1].len() <= (48 << 10) + 8, "{}", texts[1].len());
        text += &texts[1];
        answers += 1;
        let Some(line) = number(&texts[0], "first_line") else {
            return (text, answers);
        };
        let column = number(&texts[0], "first_column").unwrap_or(1);
        call = json!({"path": "a", "first_line": line, "first_column": column});
    }
}

#[test]
fn a_long_file_is_read_in_parts_that_fit_together() {
    let lines: Vec<String> = (0..5000)
        .map(|n| format!("{n}: größer als ein Maß\r\n"))
        .collect();
    let lines = lines.concat();
    let place = Place::with(&encoded(WINDOWS_1252, &lines));
    let mut client = place.client();
    let expected = lines.replace("\r\n", "\n");
    let (text, answers) = whole(&mut client, None);
    assert!(text == expected && answers >= 3, "{answers}");
    assert_eq!(whole(&mut client, Some(700)).0, expected);
    // One line that is longer than an answer.
    let line = "Die Straße führt über größere Hügel nach Süden. ".repeat(3000);
    place.put("work/a", &encoded(WINDOWS_1252, &line));
    let (text, answers) = whole(&mut client, None);
    assert!(text == line && answers >= 3, "{answers}");
    let said = client.refused("read_text", &json!({"path": "a", "first_line": 2}));
    assert!(said.contains("has no line 2; it has 1 line"), "{said}");
    client.ends_well();
}

#[test]
fn an_edit_keeps_the_encoding_and_all_other_bytes() {
    let place = Place::with(&encoded(SHIFT_JIS, JAPANESE));
    let mut client = place.client();
    let call = json!({"path": "a", "old": "赤\n終", "new": "青\n黒\n終"});
    let said = client.done("replace_text", &call);
    assert!(said[0].contains("1 match replaced"), "{said:?}");
    let edited = JAPANESE.replace("赤\r\n", "青\r\n黒\r\n");
    assert_eq!(place.read("work/a"), encoded(SHIFT_JIS, &edited));
    let call = json!({"path": "a", "old": "(.) = ", "new": "$1: ", "regex": true, "lines": "2-"});
    client.done("replace_text", &call);
    let edited = edited.replace("色 = ", "色: ");
    assert_eq!(place.read("work/a"), encoded(SHIFT_JIS, &edited));
    client.ends_well();
}

#[test]
fn a_refused_edit_writes_nothing_and_is_an_answer() {
    let bytes = encoded(WINDOWS_1252, "Größe und Größe, ganz groß\n");
    let place = Place::with(&bytes);
    let mut client = place.client();
    let mut check = |arguments: Value, expected: &str| {
        let said = client.refused("replace_text", &arguments);
        assert!(said.contains(expected), "{said}");
        assert_eq!(place.read("work/a"), bytes);
    };
    let call = |old: &str, new: &str| json!({"path": "a", "old": old, "new": new});
    check(call("ganz", "終"), "has no bytes for U+7D42");
    check(call("klein", "x"), "not found");
    check(call("", "x"), "OLD: nothing to replace");
    check(
        json!({"path": "a", "old": "Größe", "new": "x", "once": true}),
        "found 2 times",
    );
    check(
        json!({"path": "a", "old": "(", "new": "x", "regex": true}),
        "OLD: ",
    );
    check(
        json!({"path": "a", "old": "ganz", "new": "x", "lines": "3-2"}),
        "lines: ",
    );
    check(
        json!({"path": "a", "old": "ganz", "new": "x", "encoding": "no"}),
        "no",
    );
    check(
        json!({"path": "a", "old": "ganz", "new": "x", "all": true}),
        "unknown field `all`",
    );
    check(json!({"path": "a", "old": "ganz"}), "missing field `new`");
    check(json!({"path": "none", "old": "a", "new": "b"}), "none: ");
    client.ends_well();
}

#[test]
fn a_dry_run_shows_the_lines_and_writes_nothing() {
    let bytes = encoded(SHIFT_JIS, JAPANESE);
    let place = Place::with(&bytes);
    let mut client = place.client();
    let call = json!({"path": "a", "old": "赤", "new": "青", "dry_run": true});
    let texts = client.done("replace_text", &call).join("\n");
    assert!(texts.contains("-色 = 赤\n+色 = 青\n"), "{texts}");
    assert_eq!(place.read("work/a"), bytes);
    let checked = client
        .done("check_files", &json!({"paths": ["a"]}))
        .join("\n");
    assert!(checked.contains("no snapshot"), "{checked}");
    client.ends_well();
}

#[test]
fn damage_by_another_tool_is_told_and_put_back() {
    let place = Place::with(&encoded(SHIFT_JIS, JAPANESE));
    let mut client = place.client();
    client.done(
        "replace_text",
        &json!({"path": "a", "old": "終わり", "new": "終わり\nend"}),
    );
    let edited = encoded(SHIFT_JIS, &JAPANESE.replace("終わり", "終わり\r\nend"));
    assert_eq!(place.read("work/a"), edited);
    let checked = client
        .done("check_files", &json!({"paths": ["."]}))
        .join("\n");
    assert!(checked.contains("a: Shift_JIS ("), "{checked}");
    assert!(
        checked.contains("no byte changed except by editing"),
        "{checked}"
    );
    // What a tool does that takes every file for UTF-8.
    let spoilt = String::from_utf8_lossy(&edited).into_owned();
    place.put("work/a", spoilt.as_bytes());
    let checked = client
        .done("check_files", &json!({"paths": ["a"]}))
        .join("\n");
    assert!(checked.contains("destroyed in "), "{checked}");
    assert!(checked.contains("restore_file puts it back"), "{checked}");
    let restored = client
        .done("restore_file", &json!({"path": "a"}))
        .join("\n");
    assert!(restored.contains("put back"), "{restored}");
    assert_eq!(place.read("work/a"), edited);
    // The file as it was before this server changed it first.
    client.done("restore_file", &json!({"path": "a", "whole": true}));
    assert_eq!(place.read("work/a"), encoded(SHIFT_JIS, JAPANESE));
    let said = client.refused("restore_file", &json!({"path": "b"}));
    assert!(said.contains("no snapshot"), "{said}");
    client.ends_well();
}

#[test]
fn files_outside_the_folders_are_neither_read_nor_written() {
    let place = Place::with(b"inside\n");
    place.put("other/secret", b"secret\n");
    let outside = place.path("other/secret");
    let outside = outside.to_str().unwrap();
    let mut paths = vec![
        outside,
        "../other/secret",
        "../other",
        "/",
        "../work/../other/secret",
    ];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(outside, place.path("work/link")).unwrap();
        std::os::unix::fs::symlink(place.path("other"), place.path("work/folder")).unwrap();
        paths.extend(["link", "folder/secret"]);
    }
    let mut client = place.client();
    for path in paths {
        let replace = json!({"path": path, "old": "secret", "new": "x"});
        for (tool, arguments) in [
            ("read_text", json!({"path": path})),
            ("replace_text", replace),
            ("check_files", json!({"paths": [path]})),
            ("restore_file", json!({"path": path, "whole": true})),
        ] {
            let said = client.refused(tool, &arguments);
            assert!(said.contains("is outside of the directories"), "{said}");
        }
    }
    assert_eq!(place.read("other/secret"), b"secret\n");
    client.done("read_text", &json!({"path": place.path("work/a")}));
    client.ends_well();
    // Paths begin in the first of the named folders.
    let mut client = place.client_of(&["../other", "../work"]);
    let texts = client.done("read_text", &json!({"path": "secret"}));
    assert_eq!(texts[1], "secret\n");
    client.done("read_text", &json!({"path": "../work/a"}));
    client.ends_well();
}

#[test]
fn junk_does_not_end_the_server() {
    let place = Place::with(b"text\n");
    let mut client = place.client();
    for junk in [
        "",
        "no",
        "{",
        "[]",
        "\"\"",
        r#"{"jsonrpc":"2.0"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/none"}"#,
    ] {
        client.write(junk);
    }
    client.input.write_all(b"\xFF\xFE\x00\n").unwrap();
    // What was no message has no answer, or one without a number.
    let request = r#"{"jsonrpc":"2.0","id":"x","method":"none/such"}"#;
    client.write(request);
    let answer = loop {
        let answer = client.message();
        if answer["id"] == "x" {
            break answer;
        }
        assert!(
            answer["error"].is_object() && answer["id"].is_null(),
            "{answer}"
        );
    };
    assert_eq!(answer["error"]["code"], -32601, "{answer}");
    let answer = client.ask("tools/call", &json!({"name": "none", "arguments": {}}));
    assert!(answer["error"].is_object(), "{answer}");
    let texts = client.done("read_text", &json!({"path": "a"}));
    assert_eq!(texts[1], "text\n");
    // A message that is too long is told.
    let long = json!({"path": "a", "old": "x".repeat(20 << 20), "new": ""});
    let long = json!({"jsonrpc": "2.0", "id": "y", "method": "tools/call",
        "params": {"name": "replace_text", "arguments": long}});
    client.write(&long.to_string());
    let answer = client.message();
    assert_eq!(
        (&answer["id"], &answer["error"]["code"]),
        (&json!("y"), &json!(-32700))
    );
    let texts = client.done("read_text", &json!({"path": "a"}));
    assert_eq!(texts[1], "text\n");
    client.ends_well();
}

#[test]
fn the_server_ends_with_its_input() {
    let place = Place::with(b"text\n");
    // Before any message, in the middle of one, and after questions whose answers nobody waits for.
    let client = Client::new(place.server(&[]));
    client.ends_well();
    let mut client = place.client();
    client
        .input
        .write_all(br#"{"jsonrpc":"2.0","id":7"#)
        .unwrap();
    client.ends_well();
    let mut client = place.client();
    let call = json!({"name": "read_text", "arguments": {"path": "a"}});
    let call = json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": call});
    client.write(&call.to_string());
    let Client {
        mut child,
        input,
        output,
        ..
    } = client;
    drop(output);
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_client_of_another_protocol_is_told() {
    let place = Place::new();
    let mut client = Client::new(place.server(&[]));
    client.write(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    let (code, said) = client.end();
    assert!(
        said.starts_with("hexloupe: the client did not begin with initialize"),
        "{said}"
    );
    assert_eq!(code, Some(2));
}

#[test]
fn answers_come_although_the_input_has_ended() {
    let place = Place::with(b"text\n");
    let mut client = place.client();
    let call = json!({"name": "read_text", "arguments": {"path": "a"}});
    let call = json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": call});
    client.write(&call.to_string());
    let Client {
        mut child,
        input,
        mut output,
        ..
    } = client;
    drop(input);
    let mut rest = String::new();
    output.read_to_string(&mut rest).unwrap();
    let answer: Value = serde_json::from_str(&rest).unwrap();
    assert_eq!(answer["result"]["content"][1]["text"], "text\n");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_line_that_is_no_message_is_answered() {
    let place = Place::with(b"x");
    let mut client = place.client();
    // Half of a surrogate pair, as JavaScript writes it.
    client.write(
        r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"replace_text","arguments":{"path":"a","old":"x","new":"\ud83d"}}}"#,
    );
    let answer = client.message();
    assert_eq!(
        (&answer["id"], &answer["error"]["code"]),
        (&json!(7), &json!(-32700))
    );
    client.write("hello");
    let answer = client.message();
    assert_eq!(
        (&answer["id"], &answer["error"]["code"]),
        (&Value::Null, &json!(-32700))
    );
    client.write(r#"{"jsonrpc":"2.0","id":"eight","method":7}"#);
    let answer = client.message();
    assert_eq!(
        (&answer["id"], &answer["error"]["code"]),
        (&json!("eight"), &json!(-32600))
    );
    client.write(r#"{"jsonrpc":"2.0","method":"notifications/of/another/time"}"#);
    let long = "a".repeat(17 << 20);
    client.write(&format!(
        r#"{{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{{"name":"{long}"}}}}"#
    ));
    let answer = client.message();
    assert_eq!(
        (&answer["id"], &answer["error"]["code"]),
        (&json!(9), &json!(-32700))
    );
    assert_eq!(place.read("work/a"), b"x");
    client.done("read_text", &json!({"path": "a"}));
    client.ends_well();
}

#[cfg(unix)]
#[test]
fn a_pipe_is_refused_by_every_tool() {
    let place = Place::with(b"x");
    let made = Command::new("mkfifo").arg(place.path("work/pipe")).status();
    if !made.is_ok_and(|status| status.success()) {
        println!("skipped: there is no mkfifo");
        return;
    }
    let mut client = place.client();
    for (tool, arguments) in [
        ("read_text", json!({"path": "pipe"})),
        (
            "replace_text",
            json!({"path": "pipe", "old": "a", "new": "b"}),
        ),
        ("check_files", json!({"paths": ["pipe"]})),
    ] {
        let said = client.refused(tool, &arguments);
        assert!(said.contains("is not a regular file"), "{tool}: {said}");
    }
    let texts = client.done("check_files", &json!({"paths": ["."]}));
    assert!(texts[0].contains("a:"), "{texts:?}");
    client.ends_well();
}

#[test]
fn a_call_that_its_client_cancels_writes_nothing() {
    let place = Place::with(&encoded(WINDOWS_1252, "Größe: 5\n"));
    // Long enough that the next call waits for its turn when it is cancelled.
    place.put("work/long", &"é x\n".repeat(16 << 20).into_bytes());
    let mut client = place.client();
    let call = |id: u64, name: &str, arguments: &Value| {
        json!({
            "jsonrpc": "2.0", "id": id, "method": "tools/call",
            "params": {"name": name, "arguments": arguments},
        })
    };
    let lines = [
        call(90, "check_files", &json!({"paths": ["long"]})),
        call(
            91,
            "replace_text",
            &json!({"path": "a", "old": "5", "new": "6"}),
        ),
        json!({
            "jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 91},
        }),
        json!({
            "jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 90},
        }),
    ];
    client.write(&lines.map(|line| line.to_string()).join("\n"));
    // The server goes on.
    client.done("check_files", &json!({"paths": ["a"]}));
    client.ends_well();
    assert_eq!(place.read("work/a"), encoded(WINDOWS_1252, "Größe: 5\n"));
}
