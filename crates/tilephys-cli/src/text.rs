//! Text for reading: numbers with grouped digits, and wrapped lines.

/// Digits in groups of three: `1,234,567`.
pub(crate) fn grouped(n: u64) -> String {
    indicatif::HumanCount(n).to_string()
}

/// Grouped digits with a sign.
pub(crate) fn signed(n: impl Into<i64>) -> String {
    let n = n.into();
    format!("{}{}", if n < 0 { "-" } else { "" }, grouped(n.unsigned_abs()))
}

/// A hash as 16 digits: numbers in JSON lose precision beyond 53 bits.
pub(crate) fn hash_shown(hash: u64) -> String {
    format!("{hash:016x}")
}

/// A text in lines of at most `most` letters, broken at blanks; lines after the first begin with `indent`.
pub(crate) fn wrapped(text: &str, most: usize, indent: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let Some(line) = lines.last_mut() else { break };
        if line.chars().count() + 1 + word.chars().count() > most && !line.trim().is_empty() {
            lines.push(format!("{indent}{word}"));
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

/// A number of things of this name.
pub(crate) fn count(n: usize, what: &str) -> String {
    let many = |what: &str| what.strip_suffix('y').map_or(format!("{what}s"), |stem| format!("{stem}ies"));
    format!("{} {}", grouped(n as u64), if n == 1 { what.to_owned() } else { many(what) })
}

/// Three digits, or all before the point.
pub(crate) fn few_digits(value: f64) -> String {
    match value {
        v if v >= 99.95 => grouped(v.round() as u64),
        v if v >= 9.995 => format!("{v:.1}"),
        v => format!("{v:.2}"),
    }
}

pub(crate) fn duration(seconds: f64) -> String {
    match seconds {
        s if s >= 1.0 => format!("{} s", few_digits(s)),
        s if s >= 1e-3 => format!("{} ms", few_digits(s * 1e3)),
        s => format!("{} µs", few_digits(s * 1e6)),
    }
}

pub(crate) fn bytes(n: usize) -> String {
    match n as f64 {
        v if v >= f64::from(1 << 20) => format!("{} MiB", few_digits(v / f64::from(1 << 20))),
        v if v >= 1024.0 => format!("{} KiB", few_digits(v / 1024.0)),
        _ => format!("{n} bytes"),
    }
}

pub(crate) fn percent(part: f64) -> String {
    format!("{:.1} %", part * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_stand_in_threes() {
        for (n, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(n), text);
        }
        assert_eq!(grouped(u64::MAX), "18,446,744,073,709,551,615");
        assert_eq!(signed(-500_000), "-500,000");
    }

    #[test]
    fn figures_have_three_digits_and_the_next_unit_begins_in_time() {
        for (value, text) in
            [(0.0, "0.00"), (1.234, "1.23"), (9.996, "10.0"), (99.96, "100"), (1234.5, "1,235")]
        {
            assert_eq!(few_digits(value), text);
        }
        for (seconds, text) in [(0.0, "0.00 µs"), (0.000_25, "250 µs"), (0.0125, "12.5 ms"), (75.0, "75.0 s")]
        {
            assert_eq!(duration(seconds), text);
        }
        for (n, text) in [(8, "8 bytes"), (1536, "1.50 KiB"), (5 << 20, "5.00 MiB")] {
            assert_eq!(bytes(n), text);
        }
    }

    #[test]
    fn words_wrap_and_stay_whole() {
        assert_eq!(wrapped("1 one two three", 9, "    "), ["1 one two", "    three"]);
        assert_eq!(wrapped("endless-word a", 4, "    "), ["endless-word", "    a"]);
        assert_eq!(wrapped("", 4, "    "), [""]);
        assert_eq!(wrapped("a  b\n c", 100, ""), ["a b c"]);
    }
}
