//! Property test: after random edits of random maps, an updated grid equals a fresh load.

use crate::support::rng::Rng;
use crate::support::volume::seeds;
use crate::update::alike::{At, assert_alike, assert_same_falls, cells};
use crate::update::model::Model;
use std::collections::BTreeSet;
use tilephys_core::{TileCoord, TileGrid, TileId};
use tilephys_tiled::Level;

const EDITS: usize = 8;

#[test]
fn after_every_edit_the_grid_equals_a_fresh_load() {
    let (mut cells_set, mut shapes, mut kept) = (0, 0, 0);
    for seed in seeds(15, 1_000) {
        let mut rng = Rng::new(seed);
        let mut model = Model::random(&mut rng);
        let mut level = model.load();
        let mut grid = level.take_grid();
        for edit in 0..EDITS {
            for _ in 0..rng.range(1, 3) {
                model.edit(&mut rng);
            }
            let ids: Vec<_> = grid.off_grid_shapes().map(|(id, _)| id).collect();
            let changes = level.update(model.load(), &mut grid).unwrap();
            let about = format!("seed {seed}, edit {edit}: {changes:?}\n{}", model.tmx());
            assert_alike(&level, &grid, &model.load(), &about);
            assert_same_falls(&grid, &model.load().grid, &mut rng, &about);
            cells_set += changes.cells_set;
            shapes += changes.shapes;
            kept += ids.iter().filter(|id| grid.off_grid_shape(**id).is_some()).count();
            let again = level.update(model.load(), &mut grid).unwrap();
            assert!(again.is_empty(), "{again:?}\n{about}");
        }
    }
    assert!(cells_set > 1_200 && shapes > 250 && kept > 250, "{cells_set} {shapes} {kept}");
}

#[test]
fn changes_of_the_game_stay_unless_the_designer_changed_the_cell() {
    let mut stayed = 0;
    for seed in seeds(15, 1_000) {
        let mut rng = Rng::new(seed ^ 0x5EED_0042);
        let mut model = Model::random(&mut rng);
        let mut level = model.load();
        let mut grid = level.take_grid();
        let mut played = BTreeSet::new();
        for edit in 0..EDITS {
            play(&level, &mut grid, &mut played, &mut rng);
            let before = cells(&level, &grid);
            let painted = model.clone();
            model.edit(&mut rng);
            level.update(model.load(), &mut grid).unwrap();
            let fresh = model.load();
            let about = format!("seed {seed}, edit {edit}\n{}\n{}", painted.tmx(), model.tmx());
            let (now, expected) = (cells(&level, &grid), cells(&fresh, &fresh.grid));
            let differs = |at: &&At| now.get(*at) != expected.get(*at);
            let mut differing = now.keys().chain(expected.keys()).filter(differs);
            let odd = differing.find(|(_, col, row)| !played.contains(&(*col, *row)));
            assert_eq!(odd, None, "{about}");
            stayed += now.keys().filter(differs).filter(|at| before.get(at) == now.get(at)).count();
        }
    }
    assert!(stayed > 100, "{stayed}");
}

/// Breaks and places tiles, and notes the cells.
fn play(level: &Level, grid: &mut TileGrid, played: &mut BTreeSet<(i32, i32)>, rng: &mut Rng) {
    let layers: Vec<_> = level.layers.iter().filter_map(|layer| layer.grid_layer).collect();
    let kinds: Vec<TileId> = grid.tiles().map(|(_, _, kind)| kind).collect();
    let solid: Vec<_> = grid.tiles().map(|(layer, at, _)| (layer, at)).collect();
    for _ in 0..6 {
        let (layer, at, kind) = match (rng.chance(50), rng.index_in(&solid), rng.index_in(&layers)) {
            (true, Some(place), _) => (solid[place].0, solid[place].1, None),
            (_, Some(place), Some(layer)) => {
                let at = TileCoord::new(rng.range(0, 20), rng.range(0, 15));
                (layers[layer], at, Some(kinds[place]))
            }
            _ => return,
        };
        played.insert((at.col, at.row));
        grid.set_tile(layer, at, kind);
    }
}
