//! `guard serve`: a server of the Model Context Protocol for coding tools that know only UTF-8.
//!
//! Its tools read a file as text, edit it in its own encoding, check files and put them back, as the
//! commands do. Messages come on standard input, a line each, and are answered on standard output.
//! A call runs beside the protocol, so that a ping is answered meanwhile and a client may cancel it.
//! Invariant: nothing else is written to standard output, no file outside the folders is read or
//! written, one call runs at a time, and one that was cancelled before it wrote writes nothing.

mod check;
mod edit;
mod folders;
mod messages;
mod read;
mod restore;
mod tools;

use std::collections::HashSet;
use std::env;
use std::future::{Future, ready};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{anyhow, bail};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig,
};
use rmcp::service::{RequestContext, RoleServer, ServerInitializeError};
use rmcp::{ErrorData, ServerHandler, ServiceExt as _};
use tokio::runtime::Builder;

use super::GuardRun;
use super::store::SnapshotStore;
use crate::app::half_written::HalfWritten;
use crate::app::label;
use crate::app::settings::OfChecks;
use crate::cli::InputOptions;
use crate::cli::guard::GuardArguments;
use crate::config::CheckConfig;
use crate::detect::requested::RequestedEncoding;
use crate::source::Trouble;
use crate::unicode::glyph::Charset;
use folders::AllowedFolders;
use messages::ClientMessages;
use tools::{TOOLS, ToolAnswer};

/// The most bytes of text in an answer.
const MOST: usize = 48 << 10;
/// When a coding tool is to use the tools.
const INSTRUCTIONS: &str = "\
These tools read and edit text files in any encoding: windows-1252, Shift_JIS, GBK, UTF-16 and many \
more. Tools that know only UTF-8 show such a file with U+FFFD or wrong letters, and damage it when they \
write it. Use read_text and replace_text for every file that is not UTF-8, and for one that another tool \
shows with U+FFFD; never write such a file with another tool. replace_text keeps the encoding, the byte \
order mark, the line ends, and every byte that is not replaced. If another tool or command has written \
such a file, check_files tells what was damaged, and restore_file puts it back.";

/// Answers a client until standard input ends; returns the exit code.
///
/// # Errors
/// A folder is none, or the client does not speak the protocol.
pub(super) fn run(run: &GuardRun<'_>, input: &InputOptions, own: OfChecks) -> anyhow::Result<u8> {
    let folders = AllowedFolders::new(&run.wanted.paths)?;
    // Names in messages begin where the client's names begin.
    env::set_current_dir(folders.first()).map_err(|error| Trouble::io(folders.first(), &error))?;
    let server = GuardServer {
        arguments: run.wanted.clone(),
        input: input.clone(),
        own: own.config,
        requested: run.requested,
        store: run.store.clone(),
        folders,
        half_written: HalfWritten::default(),
        kept: Mutex::default(),
        turn: Mutex::default(),
        cancelled: Mutex::new(Arc::new(|| false)),
    };
    // A signal leaves no half-written file.
    let _last_act = server.half_written.watch();
    answer(server)?;
    Ok(0)
}

/// Answers a client.
fn answer(server: GuardServer) -> anyhow::Result<()> {
    let runtime = Builder::new_current_thread().enable_time().build()?;
    let ended = runtime.block_on(async {
        let front = ServerFront(Arc::new(server));
        let running = front.serve(ClientMessages::new()).await?;
        // What the task of the protocol leaves behind is no matter for a server that has ended.
        let _ = running.waiting().await;
        Ok(())
    });
    // A call may still run for a client that has gone.
    runtime.shutdown_background();
    match ended {
        Ok(()) | Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
        Err(ServerInitializeError::ExpectedInitializeRequest(_)) => {
            bail!("the client did not begin with initialize, as the Model Context Protocol has it")
        }
        // A client that has closed the pipe is no error.
        Err(ServerInitializeError::TransportError { error, .. }) => {
            match error.error.downcast::<io::Error>() {
                Ok(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
                Ok(error) => Err(Trouble::io("standard output", &error).into()),
                Err(error) => Err(anyhow!(error)),
            }
        }
        Err(error) => Err(anyhow!(error)),
    }
}

/// The server: what its tools share.
struct GuardServer {
    arguments: GuardArguments,
    input: InputOptions,
    /// The user's configuration of checks.
    own: Option<CheckConfig>,
    /// The encoding, if a call names none.
    requested: RequestedEncoding,
    store: SnapshotStore,
    folders: AllowedFolders,
    half_written: HalfWritten,
    /// The files that were kept before this server changed them.
    kept: Mutex<HashSet<PathBuf>>,
    /// Held by the call that runs.
    turn: Mutex<()>,
    /// Reports whether the client has cancelled the call that runs.
    cancelled: Mutex<CancelProbe>,
}

/// Reports whether a client has cancelled a call.
type CancelProbe = Arc<dyn Fn() -> bool + Send + Sync>;

/// The server as the protocol sees it.
struct ServerFront(Arc<GuardServer>);

impl GuardServer {
    /// The work of the other actions.
    fn run(&self) -> GuardRun<'_> {
        GuardRun {
            input: &self.input,
            wanted: &self.arguments,
            requested: self.requested,
            charset: Charset::Unicode,
            store: self.store.clone(),
        }
    }

    /// The encoding that a call names.
    fn requested(&self, named: Option<&str>) -> anyhow::Result<RequestedEncoding> {
        match named {
            None => Ok(self.requested),
            Some(label) if label::file(label).is_some() => {
                bail!(
                    "{label}: only the user may name a file of a table: guard serve -e table:FILE"
                )
            }
            Some(label) => label::requested_encoding(label, &self.input),
        }
    }

    /// Ends a call that its client has cancelled.
    fn goes_on(&self) -> anyhow::Result<()> {
        let cancelled = self.cancelled.lock();
        let cancelled = Arc::clone(&cancelled.unwrap_or_else(PoisonError::into_inner));
        if cancelled() {
            bail!("cancelled");
        }
        Ok(())
    }

    /// The answer of a tool; trouble is an answer too, which the client's model can read.
    fn called(
        &self,
        request: CallToolRequestParams,
        cancelled: CancelProbe,
    ) -> Result<CallToolResult, ErrorData> {
        let row = TOOLS.iter().find(|row| row.name == request.name);
        let Some(row) = row else {
            let said = format!("no tool has the name {}", request.name);
            return Err(ErrorData::invalid_params(said, None));
        };
        let arguments = request.arguments.unwrap_or_default();
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        *self
            .cancelled
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = cancelled;
        let call = || {
            self.goes_on()?;
            (row.call)(self, arguments)
        };
        // One faulty call does not end the server; the message of the panic went to standard error.
        let answer = catch_unwind(AssertUnwindSafe(call));
        let answer = answer.unwrap_or_else(|_| Err(anyhow!("this is a bug in hexloupe")));
        Ok(match answer {
            Ok(ToolAnswer(texts)) => {
                CallToolResult::success(texts.into_iter().map(ContentBlock::text).collect())
            }
            Err(error) => CallToolResult::error(vec![ContentBlock::text(format!("{error:#}"))]),
        })
    }
}

impl ServerHandler for ServerFront {
    fn get_info(&self) -> ServerConfig {
        let own = Implementation::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(own)
            .with_instructions(INSTRUCTIONS)
    }

    fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> impl Future<Output = Result<ListToolsResult, ErrorData>> + Send + '_ {
        ready(Ok(ListToolsResult::with_all_items(tools::listed())))
    }

    fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> impl Future<Output = Result<CallToolResponse, ErrorData>> + Send + '_ {
        let server = Arc::clone(&self.0);
        let token = context.ct;
        let cancelled = Arc::new(move || token.is_cancelled());
        let called = tokio::task::spawn_blocking(move || server.called(request, cancelled));
        async move {
            // A panic is caught in the call.
            let lost = |_| ErrorData::internal_error("the call did not end", None);
            called.await.map_err(lost)?.map(CallToolResponse::Complete)
        }
    }
}
