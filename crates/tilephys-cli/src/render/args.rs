//! Options of the command.

use super::animate::AnimateOptions;
use super::findings::Numbered;
use super::overlay::{Overlay, Scene};
use crate::check::{feel, settings};
use crate::load::LevelOptions;
use crate::load::maps::{self, CommandForm};
use crate::messages::Failure;
use crate::numbers;
use clap::ArgGroup;
use clap::builder::{PathBufValueParser, TypedValueParser};
use glam::Vec2;
use std::path::{Path, PathBuf};
use tilephys::check::{Checker, LevelReach, ReachSettings, Settings, in_shell};
use tilephys::feel::Feel;
use tilephys::tiled::{Level, TileRect};

/// Draw a level as Tiled shows it, as PNG or SVG
///
/// Each visible layer is drawn with its opacity, tint and offset, and animations show their first frame. At scale 1 every pixel
/// of a tile equals its image. `--overlay` draws over it what the engine makes of the level, and a legend below.
///
/// Status: 0 if the picture was written, 2 for wrong usage, levels that cannot be read and pictures that cannot be written.
#[derive(clap::Args)]
#[command(group = ArgGroup::new("character").args(["overlay", "animate"]).multiple(true))]
pub(crate) struct Args {
    /// The level: a .tmx or .tmj file, as Tiled saves it; or a .world or a folder, to see which maps there are
    #[arg(value_name = "MAP")]
    pub(super) map: PathBuf,

    /// The picture: a file that ends in .png or .svg; an existing file is replaced
    #[arg(short, long, value_name = "FILE", required_unless_present = "animate")]
    #[arg(conflicts_with_all = ["animate", "keys", "replay", "rate", "from", "seconds", "size", "explain", "rewind", "edit", "bodies"])]
    #[arg(value_parser = PathBufValueParser::new().try_map(numbers::picture))]
    pub(super) output: Option<PathBuf>,

    /// Draw a part of the level: 20,5,60x34 is 60 columns from column 20 on, and 34 rows from row 5 on
    #[arg(long, value_name = "COL,ROW,COLSxROWS")]
    #[arg(value_parser = numbers::region, allow_hyphen_values = true)]
    pub(super) region: Option<TileRect>,

    /// Draw over the level what the engine makes of it
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_enum)]
    pub(super) overlay: Vec<Overlay>,

    /// Draw no legend below the picture
    #[arg(long, requires = "overlay")]
    pub(super) no_legend: bool,

    /// Width and height of the player's body, in pixels [default: 8x11]
    #[arg(long, value_name = "WxH", value_parser = numbers::size)]
    pub(super) player: Option<Vec2>,

    /// The character of the overlay reach and of --animate, fitted to the tiles: celeste, mario, mega_man or floaty
    ///
    /// By default the feel under [player] in tilephys.toml; without one --animate has the hero of the app.
    #[arg(long, value_name = "NAME", requires = "character", value_parser = ReachSettings::of_preset)]
    pub(super) preset: Option<ReachSettings>,

    /// The character of the overlay reach and of --animate: a file of settings of the character controller, as the app saves it
    #[arg(long, value_name = "FILE", requires = "character", conflicts_with = "preset")]
    pub(super) feel: Option<PathBuf>,

    /// Pixels of the picture for each pixel of the level
    #[arg(long, value_name = "F", default_value = "1", value_parser = numbers::scale, allow_negative_numbers = true)]
    pub(super) scale: f32,

    #[command(flatten)]
    pub(super) motion: AnimateOptions,

    #[command(flatten)]
    pub(super) level: LevelOptions,
}

/// Overlays in their order, with findings and reach.
pub(super) struct Shown {
    pub(super) overlays: Vec<Overlay>,
    pub(super) found: Vec<Numbered>,
    pub(super) reach: Option<LevelReach>,
}

/// Size of the player's body by default, as in `tilephys run`, in pixels.
pub(super) const PLAYER: Vec2 = Vec2::new(8.0, 11.0);

impl Args {
    /// The map to draw: the given map, or the only map of a world or a folder.
    pub(super) fn one_map(&self) -> Result<PathBuf, Failure> {
        match maps::of(&self.map, &self.level)? {
            None => Ok(self.map.clone()),
            Some(mut maps) if maps.len() == 1 => Ok(maps.remove(0)),
            Some(maps) => {
                let (option, file) = match (&self.output, &self.motion.animate) {
                    (_, Some(file)) => ("--animate", in_shell(file)),
                    (file, None) => ("-o", file.as_deref().map(in_shell).unwrap_or_default()),
                };
                let rest = format!(" {option} {file}");
                let form = CommandForm { verb: "render", rest, advice: "draw one of them" };
                Err(maps::list(&self.map, &self.level, &maps, &form).into())
            }
        }
    }

    /// Settings of the map's file, with the player of the options.
    pub(super) fn settings(&self, map: &Path) -> Result<Settings, Failure> {
        let mut settings = settings::of_map(map, &self.level.read)?;
        if let Some(size) = self.player {
            settings.player.size = size;
        }
        if let Some(named) = feel::of_options(self.preset.as_ref(), self.feel.as_deref())? {
            settings.reach = Some(named);
        }
        Ok(settings)
    }

    /// Settings of the hero that plays the level; `None` for the hero of the app.
    pub(super) fn feel_of_hero(&self, map: &Path, level: &Level) -> Result<Option<Feel>, Failure> {
        Ok(self.settings(map)?.reach.map(|reach| reach.feel_for(level.tile_size.y)))
    }

    /// What the character of the settings can reach in the level.
    fn reach(&self, map: &Path, level: &Level) -> Result<LevelReach, Failure> {
        let checker = Checker::new(self.settings(map)?);
        checker.reach(level).ok_or_else(|| feel::none_named("the overlay reach is about a character").into())
    }

    /// The overlays that are asked for, with what they show.
    pub(super) fn shown(&self, map: &PathBuf, scene: Scene) -> Result<Shown, Failure> {
        let overlays = Overlay::ordered(&self.overlay);
        let has = |overlay: Overlay| overlays.contains(&overlay);
        let found = if has(Overlay::Findings) { self.findings(map, scene)? } else { Vec::new() };
        let reach = if has(Overlay::Reach) { Some(self.reach(map, scene.level)?) } else { None };
        Ok(Shown { overlays, found, reach })
    }

    /// Findings of `tilephys check` about the level, with the settings of its file.
    fn findings(&self, map: &PathBuf, scene: Scene) -> Result<Vec<Numbered>, Failure> {
        let mut settings = self.settings(map)?;
        // The overlay of reach shows it.
        settings.reach = None;
        let report = Checker::new(settings).check(std::slice::from_ref(map));
        Ok(report.findings.iter().map(|finding| Numbered::new(finding, scene)).collect())
    }
}
