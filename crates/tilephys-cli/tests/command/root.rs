//! Where the workspace lies.

use std::path::Path;

/// The root of the workspace, with its maps, tests and guide.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the package lies in crates/")
}
