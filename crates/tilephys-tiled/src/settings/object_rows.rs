//! The rows of a table about objects, by the first letters of their patterns: a map has thousands of objects.

use crate::data::properties::Properties;
use crate::settings::convention::{PropertyPattern, Subject};
use crate::settings::conventions::Conventions;
use crate::settings::patterns::matches;

/// The rows of a table that are about objects themselves, not about their layers.
#[derive(Default)]
pub(crate) struct ObjectRows {
    names: ByLetter<String>,
    classes: ByLetter<String>,
    properties: ByLetter<PropertyPattern>,
}

impl ObjectRows {
    pub(crate) fn of(table: &Conventions) -> ObjectRows {
        let mut rows = ObjectRows::default();
        for (index, row) in table.rows.iter().enumerate() {
            match &row.subject {
                Subject::ObjectName(pattern) => rows.names.add(pattern, index, pattern.clone()),
                Subject::ObjectClass(pattern) => rows.classes.add(pattern, index, pattern.clone()),
                Subject::ObjectProperty(pattern) => {
                    rows.properties.add(&pattern.name, index, pattern.clone());
                }
                _ => {}
            }
        }
        rows
    }

    /// Index of the first row that matches an object.
    pub(crate) fn row(&self, name: &str, class: &str, properties: &Properties) -> Option<usize> {
        let by_name = self.names.first(name, |pattern| matches(pattern, name));
        let by_class = self.classes.first(class, |pattern| matches(pattern, class));
        let of_property =
            |property: &str| self.properties.first(property, |pattern| pattern.find(properties).is_some());
        let by_property = properties.iter().filter_map(|property| of_property(&property.name)).min();
        [by_name, by_class, by_property].into_iter().flatten().min()
    }
}

/// Patterns with the indices of their rows.
struct ByLetter<P> {
    /// Patterns that begin with a letter of ASCII, by the letter in lower case; none for an empty table.
    of_letter: Vec<Vec<(usize, P)>>,
    others: Vec<(usize, P)>,
}

impl<P> Default for ByLetter<P> {
    fn default() -> Self {
        ByLetter { of_letter: Vec::new(), others: Vec::new() }
    }
}

impl<P> ByLetter<P> {
    fn add(&mut self, text: &str, row: usize, pattern: P) {
        let Some(letter) = letter(text) else {
            self.others.push((row, pattern));
            return;
        };
        if self.of_letter.len() <= letter {
            self.of_letter.resize_with(letter + 1, Vec::new);
        }
        self.of_letter[letter].push((row, pattern));
    }

    /// The first row whose pattern fits a text.
    fn first(&self, text: &str, fits: impl Fn(&P) -> bool) -> Option<usize> {
        let text = text.trim();
        // The pattern of a text without such a letter may begin with any.
        let all = self.of_letter.iter().flatten();
        let find = |rows: &[(usize, P)]| rows.iter().find(|(_, pattern)| fits(pattern)).map(|(row, _)| *row);
        let of_letter = match letter(text) {
            Some(letter) => self.of_letter.get(letter).and_then(|rows| find(rows)),
            None => all.filter(|(_, pattern)| fits(pattern)).map(|(row, _)| *row).min(),
        };
        let of_others = find(&self.others);
        [of_letter, of_others].into_iter().flatten().min()
    }
}

/// The first letter of a text or a pattern, in lower case; `None` if it is none of ASCII.
fn letter(text: &str) -> Option<usize> {
    let first = text.bytes().next()?;
    first.is_ascii_alphanumeric().then(|| first.to_ascii_lowercase() as usize)
}
