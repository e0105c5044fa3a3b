//! Fills the grid with the cells of a layer, row by row.

use crate::collide::judge::units;
use crate::collide::kinds::LayerMemory;
use crate::collide::place::{Placer, Shift};
use crate::error::{Faults, Message, Place, Result};
use crate::settings::collision::LayerRule;
use crate::tmx::data::FLAGS;
use crate::tmx::facts::{Chain, layer_rule};
use glam::{I64Vec2, IVec2};
use std::collections::{BTreeSet, HashMap};
use tilephys_core::limits::CHUNK_SIZE;
use tilephys_core::{Aabb, LayerId, TileCoord, TileId, WORLD_LIMIT};

/// Cache of the kinds of gids with flags in one layer.
struct Known {
    kinds: HashMap<u32, Found>,
    /// Direct-mapped cache by `slot`: a map repeats few tiles.
    recent: Vec<(u32, Found)>,
    /// Further kinds and sensors, which few tiles have.
    more: Vec<More>,
    /// Gids with their flags whose tiles have sensors.
    sensed: BTreeSet<u32>,
    faults: Faults,
    /// True if the grid has a layer for it.
    room: bool,
}

/// The kind of a gid.
#[derive(Clone, Copy, Default)]
struct Found {
    kind: Option<TileId>,
    /// Index in the list of further kinds, from 1 on; 0 means none.
    more: u32,
}

/// The further kinds and sensors of a tile.
struct More {
    /// Further kinds at the same place, off the grid.
    kinds: Vec<TileId>,
    /// Sensors at the same place.
    sorts: Vec<usize>,
}

/// A row of cells of a layer of the map, from `at` on.
#[derive(Clone, Copy)]
struct Row<'g> {
    gids: &'g [u32],
    at: TileCoord,
    shift: Shift,
    /// Layer of the grid, if any of its cells is solid.
    layer: Option<LayerId>,
}

impl Known {
    const RECENT_BITS: u32 = 9;

    fn slot(bits: u32) -> usize {
        (bits.wrapping_mul(0x9E37_79B1) >> (u32::BITS - Self::RECENT_BITS)) as usize
    }
}

impl<'a> Placer<'a> {
    /// Places the cells of a layer. Returns the grid layer, `None` if none collides, and the mapping of its
    /// cells.
    pub(crate) fn place(&mut self, chain: &Chain<'a>) -> Result<(Option<LayerId>, LayerMemory)> {
        if layer_rule(&chain.layers) == LayerRule::Off {
            return Ok((None, LayerMemory::default()));
        }
        let shift = self.shift(chain.layer.offset);
        // No tile has the gid 0.
        let recent = vec![(0, Found::default()); 1 << Known::RECENT_BITS];
        let mut known = Known {
            kinds: HashMap::new(),
            recent,
            more: Vec::new(),
            sensed: BTreeSet::new(),
            faults: Faults::default(),
            room: !self.is_full(),
        };
        let (mut layer, mut kinds) = (None, Vec::new());
        for block in &chain.layer.cells.blocks {
            for (gids, row) in block.gids.chunks(block.width.max(1) as usize).zip(block.min.row..) {
                let cell = |i: usize| TileCoord::new(block.min.col + i as i32, row);
                kinds.clear();
                let mut more = 0;
                for (i, bits) in gids.iter().enumerate() {
                    let found = self.known_kind(*bits, &mut known, chain, cell(i));
                    kinds.push(found.kind);
                    more |= found.more;
                }
                if known.faults.are_enough() {
                    return known.faults.or((layer, LayerMemory::default()));
                }
                let located = |placer: &Self, (i, message)| {
                    let place = Place { cell: Some(cell(i)), ..chain.layer.place() };
                    placer.layer_error(chain, message).within(place)
                };
                if kinds.iter().any(Option::is_some) {
                    let layer = self.open_layer(&mut layer, chain)?;
                    self.put_row(layer, cell(0), shift, &kinds).map_err(|wrong| located(self, wrong))?;
                }
                if more > 0 {
                    let row = Row { gids, at: cell(0), shift, layer };
                    self.put_more(row, &known, chain).map_err(|wrong| located(self, wrong))?;
                }
            }
        }
        if std::mem::take(&mut self.lacks_layer) {
            self.warn_of_guess(&self.full_error(chain));
        }
        self.end_zones().map_err(|message| self.layer_error(chain, message).within(chain.layer.place()))?;
        let mut memory = LayerMemory { sensed: known.sensed, collides: true, ..LayerMemory::default() };
        if let Some(cells) = shift.cells {
            let kinds = known.kinds.iter();
            memory.kinds = kinds.filter_map(|(bits, found)| Some((*bits, found.kind?))).collect();
            // Colliding cells are in the world, so the offset fits `i32`.
            memory.shift = (!memory.kinds.is_empty()).then_some((cells.x as i32, cells.y as i32));
        }
        known.faults.or((layer, memory))
    }

    /// The kind of a gid with flags in the layer of `known`, where the cell `at` has it.
    fn known_kind(&mut self, bits: u32, known: &mut Known, chain: &Chain<'a>, at: TileCoord) -> Found {
        if bits & !FLAGS == 0 {
            return Found::default();
        }
        let slot = Known::slot(bits);
        if known.recent[slot].0 == bits {
            return known.recent[slot].1;
        }
        let found = match known.kinds.get(&bits) {
            Some(found) => *found,
            None => {
                let place = || Place { cell: Some(at), ..chain.layer.place() };
                let kinds = self.kinds(bits, chain, known.room).map_err(|e| e.within(place()));
                let (mut kinds, sorts) = known.faults.keep(kinds).unwrap_or_default();
                let mut found = Found { kind: kinds.first().copied(), more: 0 };
                if kinds.len() > 1 || !sorts.is_empty() {
                    known.sensed.extend((!sorts.is_empty()).then_some(bits));
                    known.more.push(More { kinds: kinds.split_off(kinds.len().min(1)), sorts });
                    found.more = known.more.len() as u32;
                }
                known.kinds.insert(bits, found);
                found
            }
        };
        known.recent[slot] = (bits, found);
        found
    }

    /// Places the further kinds and sensors of a row; the error is the index of a cell and its fault.
    #[cold]
    fn put_more(&mut self, row: Row<'_>, known: &Known, chain: &Chain<'a>) -> Result<(), (usize, Message)> {
        let Row { gids, at, shift, layer } = row;
        let tile = units(self.facts.tile_size);
        for (i, bits) in gids.iter().enumerate() {
            let place = known.kinds.get(bits).and_then(|found| (found.more as usize).checked_sub(1));
            let Some(More { kinds, sorts }) = place.map(|place| &known.more[place]) else { continue };
            let corner = I64Vec2::new(i64::from(at.col) + i as i64, at.row.into()) * tile + shift.units;
            for (kind, layer) in kinds.iter().zip(layer.iter().cycle()) {
                self.put_off_grid(*layer, corner, *kind, "tile's shape").map_err(|message| (i, message))?;
            }
            for sort in sorts {
                self.warn_of_parallax(chain);
                self.add_zones(*sort, corner).map_err(|message| (i, message))?;
            }
        }
        Ok(())
    }

    /// Places the cells of a row from `at` on; the error is the index of a cell and its fault.
    fn put_row(
        &mut self,
        layer: LayerId,
        at: TileCoord,
        shift: Shift,
        kinds: &[Option<TileId>],
    ) -> Result<(), (usize, Message)> {
        let Some(cells) = shift.cells else { return self.put_each(layer, at, shift, (0, kinds)) };
        let chunk = i64::from(CHUNK_SIZE);
        let col = i64::from(at.col) + cells.x;
        let row = i64::from(at.row) + cells.y;
        let mut from = 0;
        while from < kinds.len() {
            let room = chunk - (col + from as i64).rem_euclid(chunk);
            let run = &kinds[from..kinds.len().min(from + room as usize)];
            let cell = I64Vec2::new(col + from as i64, row);
            if self.fits_cells(cell, run) {
                if let Some(first) = run.iter().position(Option::is_some) {
                    let place = cell.div_euclid(I64Vec2::splat(chunk));
                    self.open_chunk((place.x, place.y)).map_err(|message| (from + first, message))?;
                    self.grid.set_row(layer, TileCoord::new(cell.x as i32, cell.y as i32), run);
                }
            } else {
                self.put_each(layer, at, shift, (from, run))?;
            }
            from += run.len();
        }
        Ok(())
    }

    /// Like [`put_row`](Self::put_row), cell by cell from index `from` on.
    fn put_each(
        &mut self,
        layer: LayerId,
        at: TileCoord,
        shift: Shift,
        (from, kinds): (usize, &[Option<TileId>]),
    ) -> Result<(), (usize, Message)> {
        for (i, kind) in kinds.iter().enumerate().filter_map(|(i, kind)| Some((from + i, (*kind)?))) {
            let at = TileCoord::new(at.col + i as i32, at.row);
            self.put(layer, at, shift, kind).map_err(|message| (i, message))?;
        }
        Ok(())
    }

    /// True if cells of the grid's row from `at` on lie in the world, with the shapes of their tiles.
    fn fits_cells(&self, at: I64Vec2, kinds: &[Option<TileId>]) -> bool {
        let tile = units(self.facts.tile_size);
        let limit = i64::from(WORLD_LIMIT);
        let end = (at + I64Vec2::new(kinds.len() as i64, 1)) * tile;
        if (at * tile).min_element() < -limit || end.max_element() > limit {
            return false;
        }
        let cell = Aabb { min: IVec2::ZERO, max: tile.as_ivec2() };
        kinds.chunk_by(|a, b| a == b).filter_map(|same| same[0]).all(|kind| {
            let Aabb { min, max } = self.bounds[kind.index()];
            min.cmpge(cell.min).all() && max.cmple(cell.max).all()
        })
    }
}
