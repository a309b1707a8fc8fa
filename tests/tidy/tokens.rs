//! Rust sources as words and signs, and the paths that they name.
//!
//! `proc_macro2` reads them; comments and what literals say are dropped, so that they may name what
//! code may not, and so are items under `#[cfg(test)]`. Invariant: a token's line is its line in
//! the file.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// A word (name, number, keyword), `::`, or one sign; a literal is `""`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) text: String,
    pub(crate) line: usize,
}

impl Token {
    fn is_word(&self) -> bool {
        let is_letter = |c: char| c.is_alphanumeric() || c == '_';
        self.text.starts_with(is_letter)
    }
}

/// The tokens of a source without its tests.
pub(crate) fn tokens(source: &str) -> Vec<Token> {
    let stream: TokenStream = source.parse().expect("Rust");
    let mut out = Vec::new();
    flatten(stream, &mut out);
    out
}

fn flatten(stream: TokenStream, out: &mut Vec<Token>) {
    let mut trees = stream.into_iter().peekable();
    while let Some(tree) = trees.next() {
        let line = tree.span().start().line;
        let mut push = |text: &str| {
            let text = text.to_owned();
            out.push(Token { text, line });
        };
        match tree {
            TokenTree::Ident(word) => push(&word.to_string()),
            TokenTree::Literal(_) => push("\"\""),
            TokenTree::Punct(sign) => {
                let is_test = |tree: &TokenTree| match tree {
                    TokenTree::Group(group) => {
                        let text = group.to_string().replace(' ', "");
                        text == "[cfg(test)]" || text.starts_with("[cfg(all(test,")
                    }
                    _ => false,
                };
                let is_colon = |tree: &TokenTree| matches!(tree, TokenTree::Punct(next) if next.as_char() == ':');
                if sign.as_char() == '#' && trees.next_if(is_test).is_some() {
                    // The item ends with a semicolon or a block.
                    trees.by_ref().find(ends_item);
                } else if sign.as_char() == ':'
                    && sign.spacing() == Spacing::Joint
                    && trees.next_if(is_colon).is_some()
                {
                    push("::");
                } else {
                    push(&sign.to_string());
                }
            }
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                push(open);
                flatten(group.stream(), out);
                let line = group.span_close().start().line;
                let text = close.to_owned();
                out.push(Token { text, line });
            }
        }
    }
}

fn ends_item(tree: &TokenTree) -> bool {
    match tree {
        TokenTree::Punct(sign) => sign.as_char() == ';',
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        _ => false,
    }
}

/// Whether tokens with these texts begin at a place.
pub(crate) fn stands(tokens: &[Token], at: usize, texts: &[&str]) -> bool {
    let here = tokens.get(at..at + texts.len());
    here.is_some_and(|here| {
        here.iter()
            .map(|token| token.text.as_str())
            .eq(texts.iter().copied())
    })
}

/// A path of names, from `crate` or from another crate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Path {
    pub(crate) segments: Vec<String>,
    pub(crate) line: usize,
}

/// The paths that a file names whose module this is; `super` and `self` are resolved.
pub(crate) fn paths(tokens: &[Token], module: &[String]) -> Vec<Path> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let is_first = at == 0 || tokens[at - 1].text != "::" && tokens[at - 1].text != ".";
        let is_scope = stands(tokens, at, &["in"]) && at >= 2 && tokens[at - 1].text == "(";
        if is_scope {
            // `pub(in a::b)`
            at += tokens[at..]
                .iter()
                .take_while(|token| token.text != ")")
                .count();
        } else if tokens[at].is_word() && is_first {
            at = tree(tokens, at, &[], module, &mut out).max(at + 1);
        } else {
            at += 1;
        }
    }
    out
}

/// Reads a path, or a tree of `use`, from a word or a brace on; returns where it ends.
fn tree(
    tokens: &[Token],
    mut at: usize,
    before: &[String],
    module: &[String],
    out: &mut Vec<Path>,
) -> usize {
    let mut names = before.to_vec();
    let line = tokens[at].line;
    loop {
        if stands(tokens, at, &["{"]) && !names.is_empty() {
            at += 1;
            while at < tokens.len() && !stands(tokens, at, &["}"]) {
                at = if tokens[at].is_word() {
                    tree(tokens, at, &names, module, out)
                } else {
                    at + 1
                };
            }
            return at + 1;
        }
        let Some(name) = tokens.get(at).filter(|token| token.is_word()) else {
            break;
        };
        names.push(name.text.clone());
        at += 1;
        if !stands(tokens, at, &["::"]) {
            break;
        }
        at += 1;
    }
    // Alone, they say who may see an item: `pub(super)`.
    if !names
        .iter()
        .all(|name| ["crate", "super", "self"].contains(&name.as_str()))
    {
        let segments = resolved(&names, module);
        out.push(Path { segments, line });
    }
    at
}

/// A path with its `super` and `self` followed.
fn resolved(names: &[String], module: &[String]) -> Vec<String> {
    let mut base = vec!["crate".to_owned()];
    base.extend_from_slice(module);
    let mut is_relative = false;
    let mut names = names.iter().peekable();
    while let Some(up) = names.next_if(|name| *name == "super" || *name == "self") {
        is_relative = true;
        if up == "super" {
            base.pop();
        }
    }
    let rest = names.filter(|name| *name != "self").cloned();
    if is_relative {
        base.into_iter().chain(rest).collect()
    } else {
        rest.collect()
    }
}
