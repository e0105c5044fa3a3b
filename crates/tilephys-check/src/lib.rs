//! A static checker (linter) for levels made in Tiled: what is wrong, where, and what to do about it.
//!
//! [`Checker::check`] loads maps and returns a [`Report`] of [`Finding`]s. A finding is plain data: an id such as
//! `TP012`, a severity, the place in the file and in the level, a message and a remedy. [`CHECKS`] is the catalogue,
//! with the explanation of each check.
//!
//! Questions of geometry are answered by the engine itself: a body of the player's size is put into the level's own
//! collision grid. Faults and warnings of the loader are findings too, with ids of their own.
//!
//! The order of findings is deterministic: by map, then by place in the level. Equal findings on many cells are one
//! finding with a count.
//!
//! # Examples
//!
//! ```
//! use std::path::{Path, PathBuf};
//! use tilephys_check::{Checker, Settings};
//!
//! let map = br#"<map version="1.10" orientation="orthogonal" width="4" height="4" tilewidth="16" tileheight="16">
//!  <objectgroup id="1" name="marks"><object id="1" class="TpSpwan" x="32" y="48"><point/></object></objectgroup>
//! </map>"#;
//! let files = |path: &Path| match path.to_str() {
//!     Some("cave.tmx") => Ok(map.to_vec()),
//!     _ => Err(std::io::Error::from(std::io::ErrorKind::NotFound)),
//! };
//! let report = Checker::with_files(Settings::default(), files).check(&[PathBuf::from("cave.tmx")]);
//! assert!(report.findings.iter().any(|finding| finding.check.to_string() == "TP019"));
//! ```

mod allow;
mod answers;
mod catalogue;
mod census;
mod check_id;
mod checks;
mod findings;
mod fix;
mod flood;
mod geometry;
mod grouping;
mod holders;
mod images;
mod inputs;
mod joining;
mod loading;
pub mod located;
mod ours;
mod outline;
mod outlining;
mod paths;
mod picture;
mod reach;
mod reachability;
mod remedy;
mod run;
mod seam;
mod seam_report;
mod seams;
mod settings;
mod settings_file;
mod severities;
mod snap;
mod stacked;
mod subject;
mod tiles;

pub use catalogue::CheckInfo;
pub use check_id::CheckId;
pub use checks::CHECKS;
pub use findings::{Finding, Related, Severity};
pub use fix::{Edit, Fix, apply};
pub use inputs::{Inputs, Refused};
pub use picture::TextPicture;
pub use reachability::{
    Ability, FeelPart, Lack, LackReason, Leg, LevelReach, NearestApproach, ReachMark, ReachMeaning,
    ReachReport, ReachSettings, ReachShape, Shortfall, Side, StuckFloor, TargetKind, TargetReach,
    TargetVerdict, Way,
};
pub use remedy::{ground_remedy, in_shell};
pub use run::{Checker, Report};
pub use settings::{Allow, LayerTilesets, Player, Settings};
pub use settings_file::SettingsFile;
