//! The messages of a client: one on each line of standard input, answered on standard output.
//!
//! A thread reads them, so that the server goes on while the client is silent. A line that is no message
//! is answered with an error, since a client that gets no answer waits for ever. Invariant: a line is
//! passed on or answered, and memory holds one line of bounded length.

use std::future::Future;
use std::io::{self, BufRead, Read as _, Write as _};
use std::thread;

use rmcp::service::{RoleServer, RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use serde_json::{Value, json};
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// The most bytes of a message.
const MOST: u64 = 16 << 20;
/// The most messages that wait.
const WAITING: usize = 16;
/// The bytes at both ends of a message that is too long, in which its number is sought.
const END: usize = 4 << 10;
/// The codes of JSON-RPC 2.0, clause 5.1.
const NO_JSON: i32 = -32700;
const NO_MESSAGE: i32 = -32600;

/// The messages.
pub(super) struct ClientMessages(Receiver<RxJsonRpcMessage<RoleServer>>);

/// A line of the input.
enum InputLine {
    Whole,
    TooLong,
    End,
}

impl ClientMessages {
    /// The messages on standard input.
    pub(super) fn new() -> Self {
        let (sender, receiver) = channel(WAITING);
        thread::spawn(move || pass_on(&mut io::stdin().lock(), &sender));
        Self(receiver)
    }
}

impl Transport<RoleServer> for ClientMessages {
    type Error = io::Error;

    #[expect(clippy::manual_async_fn, reason = "the future outlives the borrow")]
    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        async move { put(serde_json::to_string(&item)?) }
    }

    fn receive(&mut self) -> impl Future<Output = Option<RxJsonRpcMessage<RoleServer>>> + Send {
        self.0.recv()
    }

    async fn close(&mut self) -> Result<(), io::Error> {
        self.0.close();
        Ok(())
    }
}

/// Writes a message as a line, whole.
fn put(mut line: String) -> io::Result<()> {
    line.push('\n');
    let mut out = io::stdout().lock();
    out.write_all(line.as_bytes())?;
    out.flush()
}

/// Passes messages on until the input ends or nobody receives them.
fn pass_on(input: &mut impl BufRead, sender: &Sender<RxJsonRpcMessage<RoleServer>>) {
    let mut line = Vec::new();
    loop {
        let refusal = match next_line(input, &mut line) {
            Ok(InputLine::Whole) if line.trim_ascii().is_empty() => continue,
            Ok(InputLine::Whole) => match message(&line) {
                Ok(Some(message)) => match sender.blocking_send(message) {
                    Ok(()) => continue,
                    Err(_) => return,
                },
                Ok(None) => continue,
                Err(refusal) => refusal,
            },
            Ok(InputLine::TooLong) => {
                refused(NO_JSON, "a message of more than 16 MiB", &number_of(&line))
            }
            Ok(InputLine::End) | Err(_) => return,
        };
        // A client that has closed the pipe needs no answer.
        if put(refusal.to_string()).is_err() {
            return;
        }
    }
}

/// Reads the next line; of one that is too long, its two ends stay.
fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<InputLine> {
    line.clear();
    input.by_ref().take(MOST).read_until(b'\n', line)?;
    if line.ends_with(b"\n") {
        return Ok(InputLine::Whole);
    }
    // A line without its end is cut short, and its client has gone.
    if (line.len() as u64) < MOST {
        return Ok(InputLine::End);
    }
    line.truncate(END);
    let mut piece = Vec::new();
    let mut last = Vec::new();
    loop {
        piece.clear();
        input.by_ref().take(MOST).read_until(b'\n', &mut piece)?;
        last.extend_from_slice(&piece[piece.len().saturating_sub(END)..]);
        last.drain(..last.len().saturating_sub(END));
        if piece.is_empty() || piece.ends_with(b"\n") {
            line.append(&mut last);
            return Ok(InputLine::TooLong);
        }
    }
}

/// The message of a line; none if it is one that needs no answer and is not known.
fn message(line: &[u8]) -> Result<Option<RxJsonRpcMessage<RoleServer>>, Value> {
    let value: Value = serde_json::from_slice(line).map_err(|error| {
        let said = format!("not JSON as RFC 8259 has it: {error}");
        refused(NO_JSON, &said, &number_of(line))
    })?;
    let number = value.get("id").cloned();
    let is_notification = value.is_object() && number.is_none();
    match serde_json::from_value(value) {
        Ok(message) => Ok(Some(message)),
        // A notification of another version of the protocol.
        Err(_) if is_notification => Ok(None),
        Err(error) => Err(refused(
            NO_MESSAGE,
            &format!("not a request of the Model Context Protocol: {error}"),
            &number.unwrap_or_default(),
        )),
    }
}

/// The number of a message that cannot be read; null without one.
fn number_of(line: &[u8]) -> Value {
    let field = b"\"id\":";
    let found = { line.windows(field.len()).enumerate() }.filter(|(_, bytes)| bytes == field);
    let values = found.filter_map(|(at, _)| {
        let rest = serde_json::Deserializer::from_slice(&line[at + field.len()..]);
        let value = rest.into_iter::<Value>().next()?.ok()?;
        (value.is_number() || value.is_string()).then_some(value)
    });
    values.into_iter().next().unwrap_or_default()
}

fn refused(code: i32, said: &str, number: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": said}})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_ends_of_a_long_line_stay_and_the_next_line_is_read() {
        for more in [0, 1, END - 1, END, END + 1, 3 * MOST as usize] {
            let mut input = vec![b'a'; MOST as usize];
            input.extend(vec![b'b'; more]);
            input.extend(b"\"id\":7}\nnext\n");
            let mut input = &input[..];
            let mut line = Vec::new();
            let read = next_line(&mut input, &mut line).unwrap();
            assert!(matches!(read, InputLine::TooLong), "{more}");
            assert!(line.len() <= 2 * END && line.starts_with(b"aaa"), "{more}");
            assert_eq!(number_of(&line), 7, "{more}");
            assert!(matches!(
                next_line(&mut input, &mut line).unwrap(),
                InputLine::Whole
            ));
            assert_eq!(line, b"next\n");
            assert!(matches!(
                next_line(&mut input, &mut line).unwrap(),
                InputLine::End
            ));
        }
    }

    #[test]
    fn a_line_of_the_longest_length_is_whole() {
        let mut input = vec![b'a'; MOST as usize - 1];
        input.push(b'\n');
        let mut line = Vec::new();
        let read = next_line(&mut &input[..], &mut line).unwrap();
        assert!(matches!(read, InputLine::Whole));
        assert_eq!(line.len() as u64, MOST);
    }
}
