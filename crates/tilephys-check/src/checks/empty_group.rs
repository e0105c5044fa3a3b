//! TP025: tiles have a list of collision shapes, which is empty.

use crate::catalogue::{CheckInfo, Run};
use crate::check_id::CheckId;
use crate::findings::{Findings, Severity};
use crate::fix::{Edit, Fix};
use crate::geometry::counted;
use crate::subject::Subject;
use crate::tiles::NO_FIX_IN_JSON;
use tilephys_tiled::{Locator, SourceElement, TilesetInfo};

pub(crate) static CHECK: CheckInfo = CheckInfo {
    id: CheckId(25),
    name: "empty-group",
    severity: Some(Severity::Info),
    explanation: "Tiles have a collision group without shapes, as Tiled writes after the last shape of a \
                  tile is deleted. The group does not make the tiles collide, which may surprise. Draw a \
                  shape in the Tile Collision Editor, or remove the empty group.",
    run: Run::Map(run),
};

fn run(map: &Subject<'_>, out: &mut Findings) {
    for (index, tileset) in map.level.tilesets.iter().enumerate() {
        let empty: Vec<(u32, SourceElement<'_>)> = tileset
            .tiles
            .keys()
            .filter_map(|id| Some((*id, empty_group(map.locator, index, *id)?)))
            .collect();
        if let [(id, group), ..] = &empty[..] {
            out.add(finding(map, tileset, &empty, (*id, *group)));
        }
    }
}

fn finding(
    map: &Subject<'_>,
    tileset: &TilesetInfo,
    empty: &[(u32, SourceElement<'_>)],
    (id, group): (u32, SourceElement<'_>),
) -> crate::findings::Finding {
    let message = match empty.len() {
        1 => "the tile has a collision group without shapes".to_owned(),
        count => format!("{count} tiles of the tileset have a collision group without shapes"),
    };
    let json = if group.bytes().is_none() { NO_FIX_IN_JSON } else { "" };
    let help = format!("draw a shape in the Tile Collision Editor, or remove the group from the file{json}");
    let mut finding = map.finding(&CHECK, message).at(group).help(help);
    finding.place.tileset = Some(tileset.name.clone());
    finding.place.tile = Some(id);
    finding.count = u32::try_from(empty.len()).unwrap_or(u32::MAX);
    let edits: Option<Vec<Edit>> = empty.iter().map(|(_, group)| Edit::removing(*group)).collect();
    finding.fix = edits.map(|edits| {
        let title = format!("remove {}", counted(edits.len(), "empty collision group"));
        Fix { title, edits }
    });
    finding
}

/// The collision group of a tile, if it is empty; a group with properties has a purpose.
fn empty_group<'a>(locator: &'a Locator<'a>, tileset: usize, id: u32) -> Option<SourceElement<'a>> {
    let tile = locator.tile(tileset, id)?;
    let mut groups = tile.children("objectgroup");
    let group = groups.next().filter(|_| groups.next().is_none())?;
    let is_empty = group.children("object").next().is_none() && group.children("properties").next().is_none();
    is_empty.then_some(group)
}
