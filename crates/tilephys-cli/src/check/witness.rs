//! `check --witness`: the ways to reachable targets and into traps as recordings, which the app plays.

use crate::messages::Failure;
use crate::target::write_text;
use std::fs;
use std::path::{Component, Path, PathBuf};
use tilephys::check::{Player, ReachSettings, Report, Settings, TargetVerdict, Way};
use tilephys::core::TileCoord;
use tilephys_game::{Script, WayFile};

/// Files of a run.
struct Folder<'a> {
    dir: &'a Path,
    reach: &'a ReachSettings,
    player: &'a Player,
}

/// Writes a file for each reachable target and each floor without a way out. Notes the files in the report.
///
/// # Errors
/// If a file cannot be written.
pub(super) fn write(dir: &Path, settings: &Settings, report: &mut Report) -> Result<(), Failure> {
    let Some(reach) = &settings.reach else { return Ok(()) };
    let Some(all) = &mut report.reach else { return Ok(()) };
    fs::create_dir_all(dir)
        .map_err(|e| format!("{}: cannot be created: {e}; check the path", dir.display()))?;
    let folder = Folder { dir, reach, player: &settings.player };
    for target in &mut all.targets {
        let TargetVerdict::Reachable { legs } = &mut target.verdict else { continue };
        let to = format!("{} {}", target.kind.name(), target.object);
        let count = legs.len();
        for (index, leg) in legs.iter_mut().enumerate() {
            let Some(way) = &leg.way else { continue };
            let about = if count == 1 { to.clone() } else { format!("{to} leg {} of {count}", index + 1) };
            let from = (index > 0).then_some(leg.from);
            leg.witness = Some(folder.write(&target.map, &about, (&leg.map, from, way))?);
        }
    }
    for floor in &mut all.stuck {
        let Some(way) = &floor.way else { continue };
        let TileCoord { col, row } = floor.cells.min;
        let about = format!("stuck {col} {row}");
        floor.witness = Some(folder.write(&floor.map, &about, (&floor.map, None, way))?);
    }
    Ok(())
}

impl Folder<'_> {
    /// Writes a part of the way to a place in a map, such as `goal 4`: its map, the object at whose feet it begins unless that is the
    /// start of the map, and the way.
    fn write(
        &self,
        map: &Path,
        about: &str,
        (played, from, way): (&Path, Option<u32>, &Way),
    ) -> Result<PathBuf, Failure> {
        let path = self.dir.join(format!("{}-{}.tprec", stem(map), about.replace(' ', "-")));
        let size = self.player.size;
        // A way that does not begin at the start of its map begins at rest on the feet of its object.
        let begins = way.path.first().filter(|_| from.is_some());
        let recording = WayFile {
            map: played.to_string_lossy().replace('\\', "/"),
            size: size.into(),
            feet: begins.map(|middle| [middle.x, middle.y + size.y / 2.0]),
            end: way.path.last().copied().unwrap_or_default().into(),
            keys: Script::lines_of(&way.inputs),
            feel: way.feel.clone(),
        };
        let text = toml::to_string_pretty(&recording)
            .map_err(|e| format!("{}: cannot be written: {e}", path.display()))?;
        let feel = &self.reach.name;
        let map = map.display();
        let file = path.display();
        let head = format!("# {about} of {map}, with the feel {feel:?}\n# tilephys play --replay {file}\n");
        write_text(&path, &(head + &text))?;
        Ok(path)
    }
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
