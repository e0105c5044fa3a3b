//! TP042: an image is not as large as its tileset says.

use crate::catalogue::{CheckInfo, Run};
use crate::check_id::CheckId;
use crate::findings::{Findings, Severity};
use crate::images::{ImageUse, Shows, header, images};
use crate::paths::{is_absolute, is_elsewhere};
use crate::subject::Subject;
use glam::UVec2;
use tilephys_tiled::TilesetInfo;

pub(crate) static CHECK: CheckInfo = CheckInfo {
    id: CheckId(42),
    name: "tileset-image",
    severity: Some(Severity::Warning),
    explanation: "The image of a tileset has another size than the tileset says, so that tiles are missing, \
                  or programs that go by the file show other tiles than Tiled. The image was redrawn \
                  outside of Tiled. Open the tileset in Tiled, look at its tiles, and save it again. Files \
                  that are not images, such as Git LFS pointers that were not fetched, are reported too.",
    run: Run::Map(run),
};

/// Endings of the names of images whose headers are read.
const FORMATS: [&str; 6] = ["png", "jpg", "jpeg", "gif", "bmp", "webp"];

/// The start of a file that Git LFS keeps elsewhere.
const LFS_POINTER: &[u8] = b"version https://git-lfs";

fn run(map: &Subject<'_>, out: &mut Findings) {
    for image in images(map) {
        if is_elsewhere(image.source) || is_absolute(image.source) {
            continue;
        }
        // A missing file is the finding of another check.
        let Some((size, head)) = header(map, image.path) else { continue };
        let found = match size {
            None => not_an_image(&image, &head),
            Some(size) => wrong_size(map, &image, size),
        };
        if let Some((message, help)) = found {
            out.add(image.finding(map.finding(&CHECK, message)).help(help));
        }
    }
}

type Fault = (String, &'static str);

fn not_an_image(image: &ImageUse<'_>, head: &[u8]) -> Option<Fault> {
    let ending = image.path.extension()?.to_str()?.to_ascii_lowercase();
    if !FORMATS.contains(&ending.as_str()) {
        return None;
    }
    Some(if head.starts_with(LFS_POINTER) {
        let message = format!("{} is a Git LFS pointer, and the image itself was not downloaded", image.what);
        (message, "run `git lfs pull`, and in a workflow check out with LFS")
    } else {
        let message = format!("{} is not a valid {ending} image", image.what);
        (message, "save it again in your image editor")
    })
}

fn wrong_size(map: &Subject<'_>, image: &ImageUse<'_>, size: UVec2) -> Option<Fault> {
    let stated = image.stated().filter(|stated| *stated != size)?;
    let sizes = format!("{} is {} × {} px, not {} × {}", image.what, size.x, size.y, stated.x, stated.y);
    match image.shows {
        Shows::Tileset(index) => of_grid(&map.level.tilesets[index], [stated, size], &sizes),
        Shows::Tile(index, id) => {
            // A tile may show a part of its image.
            let tile = map.level.tilesets[index].tiles.get(&id)?;
            let message = format!("{sizes} as the tileset says, so the tile is stretched");
            tile.part.is_none().then_some((message, "open the tileset in Tiled and save it again"))
        }
        Shows::Layer => None,
    }
}

/// The fault of an image with a grid of tiles, whose size differs from the stated one.
fn of_grid(tileset: &TilesetInfo, [stated, size]: [UVec2; 2], sizes: &str) -> Option<Fault> {
    let [expected, found] = [stated, size].map(|size| tiles_in(tileset, size));
    if found.x != expected.x {
        let message =
            format!("{sizes} as the tileset says: it has {} tiles in a row, not {}", found.x, expected.x);
        return Some((message, "check in Tiled that the map shows the right tiles, and save the tileset"));
    }
    let (there, stated) = (found.x * found.y, tileset.tile_count.min(expected.x.saturating_mul(expected.y)));
    if there >= stated {
        return None;
    }
    let gone = if there + 1 == stated {
        format!("tile {there} is missing")
    } else {
        format!("tiles {there} to {} are missing", stated - 1)
    };
    let message = format!("{sizes} as the tileset says: {gone}");
    Some((message, "put the tiles back into the image, or open the tileset in Tiled and save it"))
}

/// Columns and rows of tiles in an image of `size` pixels; parts at the edge do not count.
fn tiles_in(tileset: &TilesetInfo, size: UVec2) -> UVec2 {
    let along = |side: u32, tile: u32| {
        let after_first = side.checked_sub(tileset.margin)?.checked_sub(tile)?;
        Some(after_first.checked_div(tile.saturating_add(tileset.spacing))? + 1)
    };
    let TilesetInfo { tile_size, .. } = tileset;
    UVec2::new(along(size.x, tile_size.x).unwrap_or(0), along(size.y, tile_size.y).unwrap_or(0))
}
