//! Counts of what the games have done.

use std::collections::BTreeMap;
use std::fmt;

/// Counts by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Coverage(BTreeMap<String, u64>);

impl Coverage {
    pub(crate) fn add(&mut self, name: &str, count: u64) {
        if let Some(known) = self.0.get_mut(name) {
            *known += count;
        } else {
            self.0.insert(name.to_owned(), count);
        }
    }

    pub(crate) fn join(&mut self, other: &Coverage) {
        other.0.iter().for_each(|(name, count)| self.add(name, *count));
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts: Vec<String> = self.0.iter().map(|(name, count)| format!("{name} {count}")).collect();
        write!(f, "{}", counts.join(", "))
    }
}
