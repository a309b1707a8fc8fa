//! Rust sources as words and signs: as much of a lexer as these tests need.
//!
//! Comments and the contents of literals are dropped, so that they may name what code may
//! not; items under `#[cfg(test)]` can be left out. A path is read from a tree of `use` or
//! from other code, and resolved to the root of the crate. Invariant: a token's line is
//! its line in the file.

/// A word (name, number, keyword), `::`, or one sign; a literal is `""`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) text: String,
    pub(crate) line: usize,
}

impl Token {
    fn is_word(&self) -> bool {
        self.text.starts_with(is_word_letter)
    }
}

fn is_word_letter(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The tokens of a source.
pub(crate) fn tokens(source: &str) -> Vec<Token> {
    let mut out = Vec::new();
    let (mut rest, mut line) = (source, 1);
    while let Some(first) = rest.chars().next() {
        let (len, text) = next(rest, first);
        if let Some(text) = text {
            out.push(Token { text, line });
        }
        line += rest[..len].matches('\n').count();
        rest = &rest[len..];
    }
    out
}

/// The length in bytes of the first token, comment or blank, and the text of a token.
fn next(rest: &str, first: char) -> (usize, Option<String>) {
    let literal = |len: usize| (len, Some("\"\"".to_owned()));
    if rest.starts_with("//") {
        return (rest.find('\n').unwrap_or(rest.len()), None);
    }
    if rest.starts_with("/*") {
        return (block_comment(rest), None);
    }
    if first == '"' {
        return literal(quoted(rest, '"'));
    }
    if first == '\'' {
        return quote(rest);
    }
    if is_word_letter(first) {
        let len = rest.find(|c| !is_word_letter(c)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(len);
        return match word {
            "r" | "br" | "cr" if after.starts_with(['"', '#']) => match raw(after) {
                Some(end) => literal(len + end),
                None => (len, Some(word.to_owned())),
            },
            "b" | "c" if after.starts_with('"') => literal(len + quoted(after, '"')),
            "b" if after.starts_with('\'') => literal(len + quoted(after, '\'')),
            _ => (len, Some(word.to_owned())),
        };
    }
    if rest.starts_with("::") {
        return (2, Some("::".to_owned()));
    }
    (
        first.len_utf8(),
        (!first.is_whitespace()).then(|| first.to_string()),
    )
}

/// The length of a comment that may hold others.
fn block_comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        let step = match &rest.as_bytes()[at..] {
            [b'/', b'*', ..] => (1, 2),
            [b'*', b'/', ..] => (-1, 2),
            _ => (0, 1),
        };
        depth += step.0;
        at += step.1;
        if depth == 0 {
            break;
        }
    }
    at
}

/// The length of a literal, its quotes included.
fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = true; // the opening quote does not close
    for (at, c) in rest.char_indices() {
        if c == quote && !escaped {
            return at + 1;
        }
        escaped = c == '\\' && !escaped;
    }
    rest.len()
}

/// A character literal, or a lifetime, which is no token.
fn quote(rest: &str) -> (usize, Option<String>) {
    let mut after = rest.chars().skip(1);
    let (first, second) = (after.next(), after.next());
    if first == Some('\\') || second == Some('\'') {
        return (quoted(rest, '\''), Some("\"\"".to_owned()));
    }
    let word = rest[1..].find(|c| !is_word_letter(c));
    (1 + word.unwrap_or(rest.len() - 1), None)
}

/// The length of a raw string from its first `#` or quote; `None` if it is no raw string.
fn raw(after: &str) -> Option<usize> {
    let hashes = after.len() - after.trim_start_matches('#').len();
    let body = after[hashes..].strip_prefix('"')?;
    let close = format!("\"{}", &after[..hashes]);
    let end = body.find(&close).map_or(body.len(), |at| at + close.len());
    Some(hashes + 1 + end)
}

/// Whether the tokens from `at` on begin with these texts.
pub(crate) fn stands(tokens: &[Token], at: usize, texts: &[&str]) -> bool {
    let here = tokens.get(at..).unwrap_or_default().iter();
    here.take(texts.len()).map(|token| &token.text).eq(texts)
}

/// The index after the attribute that begins here, if it is a `cfg` with `test`, alone or
/// among other conditions.
fn test_gate(tokens: &[Token], at: usize) -> Option<usize> {
    if !stands(tokens, at, &["#", "[", "cfg", "("]) {
        return None;
    }
    let end = item_end_by(tokens, at + 1, "]");
    let inside = tokens.get(at..end)?.iter().map(|token| token.text.as_str());
    let words: Vec<_> = inside.collect();
    (words.contains(&"test") && !words.contains(&"not")).then_some(end)
}

/// The tokens without the items under `#[cfg(test)]`.
pub(crate) fn without_tests(tokens: &[Token]) -> Vec<Token> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if let Some(item) = test_gate(tokens, at) {
            at = item_end(tokens, item);
        } else {
            out.push(tokens[at].clone());
            at += 1;
        }
    }
    out
}

/// The index after the item that begins here: after its `;` or its closing brace.
fn item_end(tokens: &[Token], from: usize) -> usize {
    let (semicolon, brace) = (
        item_end_by(tokens, from, ";"),
        item_end_by(tokens, from, "}"),
    );
    semicolon.min(brace)
}

/// The index after the first token `end` that is outside all brackets.
fn item_end_by(tokens: &[Token], from: usize, end: &str) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(from) {
        match token.text.as_str() {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth -= 1,
            _ => {}
        }
        if depth == 0 && token.text == end {
            return at + 1;
        }
    }
    tokens.len()
}

/// A path as it is written. If it begins with `crate`, `self` or `super`, it is resolved:
/// then the first segment is `crate`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Path {
    pub(crate) segments: Vec<String>,
    pub(crate) line: usize,
}

/// Every path in the tokens of the module `module`, with `use` trees expanded.
pub(crate) fn paths(tokens: &[Token], module: &[String]) -> Vec<Path> {
    let mut out = Vec::new();
    let mut module = module.to_vec();
    // The depths of braces at which inline modules were opened.
    let mut opened = Vec::new();
    let (mut depth, mut at) = (0, 0);
    while let Some(token) = tokens.get(at) {
        let line = token.line;
        let mut found = Vec::new();
        match token.text.as_str() {
            "{" => depth += 1,
            "}" => {
                depth -= 1;
                if opened.pop_if(|open| *open == depth).is_some() {
                    module.pop();
                }
            }
            "mod" if tokens.get(at + 2).is_some_and(|token| token.text == "{") => {
                opened.push(depth);
                module.push(tokens[at + 1].text.clone());
            }
            "use" if !stands(tokens, at + 1, &["<"]) => {
                at = tree(tokens, at + 1, &[], &mut found);
            }
            // After a dot a name is a method, not the head of a path.
            _ if token.is_word() && !(at > 0 && tokens[at - 1].text == ".") => {
                let mut segments = vec![token.text.clone()];
                while stands(tokens, at + 1, &["::"]) {
                    at += 1;
                    let next = tokens.get(at + 1).filter(|token| token.is_word());
                    let Some(next) = next else { break };
                    segments.push(next.text.clone());
                    at += 1;
                }
                if segments.len() > 1 || tokens[at].text == "::" {
                    found.push(segments);
                }
            }
            _ => {}
        }
        at += 1;
        let resolved = found.into_iter().map(|segments| resolve(segments, &module));
        out.extend(resolved.map(|segments| Path { segments, line }));
    }
    out
}

/// Reads a tree of `use` from `at`; returns the index of its last token.
fn tree(tokens: &[Token], mut at: usize, stem: &[String], out: &mut Vec<Vec<String>>) -> usize {
    let mut path = stem.to_vec();
    while let Some(token) = tokens.get(at) {
        match token.text.as_str() {
            "::" => {}
            "{" => {
                at += 1;
                while !stands(tokens, at, &["}"]) && at < tokens.len() {
                    at = tree(tokens, at, &path, out) + 1;
                    at += usize::from(stands(tokens, at, &[","]));
                }
                return at;
            }
            // `self` in braces is the stem itself.
            "self" if !stem.is_empty() => {}
            "as" => at += 1,
            "," | "}" | ";" => break,
            _ => path.push(token.text.clone()),
        }
        at += 1;
    }
    out.push(path);
    at - 1
}

/// The path from the root of the crate, if it is relative to a module.
fn resolve(segments: Vec<String>, module: &[String]) -> Vec<String> {
    let ups = segments.iter().take_while(|s| *s == "super").count();
    let (base, rest) = match segments[0].as_str() {
        "super" => (&module[..module.len().saturating_sub(ups)], ups),
        "self" => {
            let ups = segments[1..].iter().take_while(|s| *s == "super").count();
            (&module[..module.len().saturating_sub(ups)], ups + 1)
        }
        _ => return segments,
    };
    let root = std::iter::once("crate".to_owned());
    root.chain(base.iter().cloned())
        .chain(segments[rest..].iter().cloned())
        .collect()
}
