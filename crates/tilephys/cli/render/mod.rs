//! `tilephys render`: draws a level as Tiled shows it.

mod animate;
mod cells;
mod colliders;
mod drawing;
mod faces;
mod findings;
mod legend;
mod names;
mod objects;
mod overlay;
mod paths;
mod pens;
mod reach;

use crate::cli::check::{feel, settings};
use crate::cli::load::maps::{self, CommandForm};
use crate::cli::load::{Guessed, LevelOptions};
use crate::cli::messages::{self, Failure};
use crate::cli::numbers;
use crate::cli::picture::{MAX_VIEWED, Output};
use animate::AnimateOptions;
use clap::ArgGroup;
use clap::builder::{PathBufValueParser, TypedValueParser};
use drawing::Known;
use findings::Numbered;
use glam::Vec2;
use overlay::{Offsets, Overlay, Scene};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use tilephys::check::{Checker, LevelReach, Settings, in_shell};
use tilephys::draw::{Picture, View};
use tilephys::feel::Feel;
use tilephys::tiled::{Disk, Level, TileRect};

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
    map: PathBuf,

    /// The picture: a file that ends in .png or .svg; an existing file is replaced
    #[arg(short, long, value_name = "FILE", required_unless_present = "animate")]
    #[arg(conflicts_with_all = ["animate", "keys", "replay", "rate", "from", "seconds", "size", "explain", "rewind", "edit", "bodies"])]
    #[arg(value_parser = PathBufValueParser::new().try_map(numbers::picture))]
    output: Option<PathBuf>,

    /// Draw a part of the level: 20,5,60x34 is 60 columns from column 20 on, and 34 rows from row 5 on
    #[arg(long, value_name = "COL,ROW,COLSxROWS")]
    #[arg(value_parser = numbers::region, allow_hyphen_values = true)]
    region: Option<TileRect>,

    /// Draw over the level what the engine makes of it
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_enum)]
    overlay: Vec<Overlay>,

    /// Draw no legend below the picture
    #[arg(long, requires = "overlay")]
    no_legend: bool,

    /// Width and height of the player's body, in pixels [default: 8x11]
    #[arg(long, value_name = "WxH", value_parser = numbers::size)]
    player: Option<Vec2>,

    /// The character of the overlay reach and of --animate, fitted to the tiles: celeste, mario, mega_man or floaty
    ///
    /// By default the feel under [player] in tilephys.toml; without one --animate has the hero of the app.
    #[arg(long, value_name = "NAME", requires = "character", value_parser = feel::preset_name)]
    preset: Option<String>,

    /// The character of the overlay reach and of --animate: a file of settings of the character controller, as the app saves it
    #[arg(long, value_name = "FILE", requires = "character", conflicts_with = "preset")]
    feel: Option<PathBuf>,

    /// Draw so many pixels to a pixel of the level
    #[arg(long, value_name = "F", default_value = "1", value_parser = numbers::scale, allow_negative_numbers = true)]
    scale: f32,

    #[command(flatten)]
    motion: AnimateOptions,

    #[command(flatten)]
    level: LevelOptions,
}

/// Size of the player's body by default, as in `tilephys run`, in pixels.
const PLAYER: Vec2 = Vec2::new(8.0, 11.0);

impl Args {
    /// The map to draw: the given map, or the only map of a world or a folder.
    fn one_map(&self) -> Result<PathBuf, Failure> {
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
    fn settings(&self, map: &Path) -> Result<Settings, Failure> {
        let mut settings = settings::of_map(map, &self.level.read)?;
        if let Some(size) = self.player {
            settings.player.size = size;
        }
        if let Some(named) = feel::of_options(self.preset.as_deref(), self.feel.as_deref())? {
            settings.reach = Some(named);
        }
        Ok(settings)
    }

    /// Settings of the hero that plays the level; `None` for the hero of the app.
    fn feel_of_hero(&self, map: &Path, level: &Level) -> Result<Option<Feel>, Failure> {
        Ok(self.settings(map)?.reach.map(|reach| reach.feel_for(level.tile_size.y)))
    }

    /// What the character of the settings can reach in the level.
    fn reach(&self, map: &Path, level: &Level) -> Result<LevelReach, Failure> {
        let checker = Checker::new(self.settings(map)?);
        checker.reach(level).ok_or_else(|| feel::none_named("the overlay reach is about a character").into())
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

/// Runs the command. Errors go to stderr.
pub(crate) fn main(args: &Args) -> ExitCode {
    match render(args) {
        Ok(text) => {
            // A reader that closes the pipe early has read enough.
            let _ = std::io::stdout().lock().write_all(text.as_bytes());
            ExitCode::SUCCESS
        }
        Err(failure) => {
            messages::fail(&failure);
            ExitCode::from(2)
        }
    }
}

/// Draws and writes the picture, and returns a line about it.
fn render(args: &Args) -> Result<String, Failure> {
    let file = args.output.as_ref().or(args.motion.animate.as_ref());
    let output = Output::new(file.map_or(Path::new(""), PathBuf::as_path))?;
    let map = args.one_map()?;
    let Guessed { level, note, .. } = args.level.load(&map)?;
    messages::warn(&level, args.level.warnings);
    note.iter().for_each(|note| messages::note(note));
    let begun = Instant::now();
    if args.motion.animate.is_some() {
        return animate::draw(args, &output, &map, &level, begun);
    }
    let mut picture = Picture::of_level(&level, &Disk);
    let region = output.region(&level, &picture, args.region)?;
    let scene = Scene { level: &level, region, scale: args.scale, player: args.player.unwrap_or(PLAYER) };
    let whole = View { region: Some(region), scale: args.scale };
    let size = picture.size(&whole).map_err(|e| format!("{}: {e}", output.file()))?.as_vec2();
    let overlays = Overlay::ordered(&args.overlay);
    let has = |overlay: Overlay| overlays.contains(&overlay);
    let found = if has(Overlay::Findings) { args.findings(&map, scene)? } else { Vec::new() };
    let reach = if has(Overlay::Reach) { Some(args.reach(&map, &level)?) } else { None };
    let known = Known { found: &found, reach: reach.as_ref(), now: &Offsets::default() };
    let legend = drawing::draw(&mut picture, scene, &overlays, known);
    let region = if args.no_legend { region } else { legend.push(&mut picture, scene, size.to_array()) };
    let view = View { region: Some(region), scale: args.scale };
    output.check(&picture, &view)?;
    picture.warnings().iter().for_each(|warning| messages::warning(&warning.to_string()));
    output.write(&picture, &view, true)?;
    let size = picture.size(&view).map_err(|e| format!("{}: {e}", output.file()))?;
    if size.max_element() as f32 > MAX_VIEWED {
        messages::note(&format!(
            "{}: few viewers open sides of more than {MAX_VIEWED} px; --scale below 1 or --region makes it smaller",
            output.file()
        ));
    }
    let seconds = begun.elapsed().as_secs_f64();
    Ok(format!("{}: {} × {} px, drawn in {seconds:.3} s\n", output.file(), size.x, size.y))
}
