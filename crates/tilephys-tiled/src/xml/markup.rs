//! Size of the markup of a file. Objects, properties and texts use many times their size when loaded; cells do not.

use roxmltree::Document;

/// A part of a file.
#[derive(Clone, Copy, Default)]
pub(crate) struct Markup {
    pub(crate) bytes: usize,
    pub(crate) elements: usize,
}

impl Markup {
    /// Everything in a file of `bytes` outside of `<data>`, of which only cells are read.
    pub(crate) fn of(document: &Document<'_>, bytes: usize) -> Self {
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

    pub(crate) fn add(&mut self, other: Markup) {
        self.bytes = self.bytes.saturating_add(other.bytes);
        self.elements = self.elements.saturating_add(other.elements);
    }
}
