//! How much of a file is not cells. Objects, properties and texts take many times their size when they are loaded, and
//! cells do not.

use roxmltree::Document;

/// A part of a file.
#[derive(Clone, Copy, Default)]
pub(crate) struct Markup {
    pub(crate) bytes: usize,
    pub(crate) elements: usize,
}

impl Markup {
    /// All of a file of `bytes` that is not in a `<data>`, of which nothing but cells is read.
    pub(super) fn of(document: &Document<'_>, bytes: usize) -> Self {
        let mut markup = Markup { bytes, elements: 0 };
        let mut data_end = 0;
        for node in document.descendants() {
            if !node.is_element() || node.range().start < data_end {
                continue;
            }
            if node.tag_name().name() == "data" {
                data_end = node.range().end;
                markup.bytes -= node.range().len();
            } else {
                markup.elements += 1;
            }
        }
        markup
    }

    pub(super) fn add(&mut self, other: Markup) {
        self.bytes = self.bytes.saturating_add(other.bytes);
        self.elements = self.elements.saturating_add(other.elements);
    }
}
