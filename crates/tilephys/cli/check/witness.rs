//! `check --witness`: the ways to reachable targets and into traps as keys by tick, which the app plays.

use crate::cli::messages::Failure;
use crate::cli::target::Target;
use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use tilephys::check::{Player, ReachSettings, Report, Settings, TargetVerdict, Way};
use tilephys::core::TileCoord;
use tilephys::feel::{Feel, Input};

/// Files of a run.
struct Folder<'a> {
    dir: &'a Path,
    reach: &'a ReachSettings,
    player: &'a Player,
    /// Settings of characters, with their files: maps with tiles of one height share one.
    feels: Vec<(Feel, PathBuf)>,
}

/// Writes a file for each reachable target and each floor without a way out, and the settings of its character. Notes the files in the report.
///
/// # Errors
/// If a file cannot be written.
pub(super) fn write(dir: &Path, settings: &Settings, report: &mut Report) -> Result<(), Failure> {
    let Some(reach) = &settings.reach else { return Ok(()) };
    let Some(all) = &mut report.reach else { return Ok(()) };
    fs::create_dir_all(dir).map_err(|e| format!("{}: cannot be made: {e}", dir.display()))?;
    let mut folder = Folder { dir, reach, player: &settings.player, feels: Vec::new() };
    for target in &mut all.targets {
        let TargetVerdict::Reachable { legs } = &mut target.verdict else { continue };
        let to = format!("{} {}", target.kind.name(), target.object);
        let count = legs.len();
        for (index, leg) in legs.iter_mut().enumerate() {
            let Some(way) = &leg.way else { continue };
            let about = if count == 1 { to.clone() } else { format!("{to} leg {} of {count}", index + 1) };
            let from = (index > 0).then_some(leg.from);
            leg.witness = Some(folder.write(&target.map, &about, &Part { map: &leg.map, from, way })?);
        }
    }
    for floor in &mut all.stuck {
        let Some(way) = &floor.way else { continue };
        let TileCoord { col, row } = floor.cells.min;
        let about = format!("stuck {col} {row}");
        floor.witness = Some(folder.write(&floor.map, &about, &Part { map: &floor.map, from: None, way })?);
    }
    Ok(())
}

/// A part of a way in one map.
struct Part<'a> {
    map: &'a Path,
    /// Object at whose feet it begins; `None` for the start of the map.
    from: Option<u32>,
    way: &'a Way,
}

impl Folder<'_> {
    /// Writes a part of the way to a place in a map, such as `goal 4`.
    fn write(&mut self, map: &Path, about: &str, part: &Part<'_>) -> Result<PathBuf, Failure> {
        let Part { map: played, from, way } = part;
        let feel = self.file_of(&way.feel)?;
        let at = from.map_or(String::new(), |object| format!(" --at {object}"));
        let path = self.dir.join(format!("{}-{}.keys", stem(map), about.replace(' ', "-")));
        let size = self.player.size;
        let mut text = format!(
            "# {about} of {}, with the feel {:?} and a body of {} × {} px\n# tilephys play {}{at} --preset {} --keys {}\n",
            map.display(),
            self.reach.name,
            size.x,
            size.y,
            played.display(),
            feel.display(),
            path.display(),
        );
        add_keys(&mut text, &way.inputs);
        write_file(&path, &text)?;
        Ok(path)
    }

    /// The file with the settings of a character.
    fn file_of(&mut self, feel: &Feel) -> Result<PathBuf, Failure> {
        if let Some((_, path)) = self.feels.iter().find(|(known, _)| known == feel) {
            return Ok(path.clone());
        }
        let number = self.feels.len();
        let ending = if number == 0 { String::new() } else { format!("-{}", number + 1) };
        let path = self.dir.join(format!("{}{ending}.toml", stem(Path::new(&self.reach.name))));
        let text =
            toml::to_string(feel).map_err(|e| format!("{}: cannot be written: {e}", path.display()))?;
        write_file(&path, &text)?;
        self.feels.push((feel.clone(), path.clone()));
        Ok(path)
    }
}

fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    let written: io::Result<()> = Target::new(path)?.write(|out| out.write_all(text.as_bytes()));
    Ok(written.map_err(|e| format!("{}: cannot be written: {e}; check the path", path.display()))?)
}

/// Path without its ending as one word: `levels/cave.tmx` is `levels-cave`.
fn stem(path: &Path) -> String {
    let without = path.with_extension("");
    let parts = without.components().filter_map(|part| match part {
        Component::Normal(part) => Some(part.to_string_lossy().into_owned()),
        _ => None,
    });
    parts.collect::<Vec<_>>().join("-")
}

/// Adds a line for each stretch of ticks with equal keys.
fn add_keys(text: &mut String, inputs: &[Input]) {
    let mut ticks = 0;
    for (index, input) in inputs.iter().enumerate() {
        ticks += 1;
        let keys = keys(input);
        if inputs.get(index + 1).map(self::keys).as_ref() != Some(&keys) {
            _ = writeln!(text, "{ticks}{keys}");
            ticks = 0;
        }
    }
}

/// The keys of an input, each after a blank, with the names of the app.
fn keys(input: &Input) -> String {
    let keys = [
        ("left", input.along < 0.0),
        ("right", input.along > 0.0),
        ("up", input.upward > 0.0),
        ("down", input.upward < 0.0),
        ("jump", input.jump.held),
        ("dash", input.dash.held),
        ("grab", input.grab),
    ];
    keys.iter().filter(|(_, is_down)| *is_down).map(|(name, _)| format!(" {name}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilephys::feel::Button;

    #[test]
    fn equal_keys_are_one_line() {
        let run = Input { along: 1.0, ..Input::default() };
        let jump = Input { jump: Button::PRESSED, ..run };
        let held = Input { jump: Button::HELD, ..run };
        let mut text = String::new();
        add_keys(&mut text, &[Input::default(), run, run, jump, held]);
        assert_eq!(text, "1\n2 right\n2 right jump\n");
    }

    #[test]
    fn names_of_files_have_no_folders() {
        assert_eq!(stem(Path::new("../levels/cave.tmx")), "levels-cave");
        assert_eq!(stem(Path::new("mario")), "mario");
    }
}
