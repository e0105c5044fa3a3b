//! Dropped files that are being read.

use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;

/// Files that were read completely, drop by drop; or why one was not read.
pub(super) type Drops = Rc<RefCell<Vec<Result<Vec<(PathBuf, Vec<u8>)>, String>>>>;

/// Dropped files that are being read, and a line about files that are missing.
#[derive(Default)]
pub(super) struct Receiver {
    pub(super) drops: Drops,
    /// Lines about the files of this frame.
    pub(super) faults: Vec<String>,
    /// The line about missing files that is shown.
    pub(super) told: Option<String>,
}
