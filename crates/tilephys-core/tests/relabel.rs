//! Body indices reassigned slice by slice, against a plain map from ids to indices.

use crate::panics::is_refused;
use crate::rng::Rng;
use crate::volume::volume;
use glam::UVec2;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::Range;
use tilephys_core::{BodyId, TileGrid, World};

fn world() -> World {
    World::new(TileGrid::new(UVec2::splat(16)))
}

/// Model of [`World::remap_bodies`], index by index.
#[derive(Default)]
struct Model {
    ids: Vec<u32>,
    places: BTreeMap<u32, usize>,
    next: u32,
}

impl Model {
    fn relabel(&mut self, len: usize, changed: &[Range<usize>], ids: &[BodyId]) -> Vec<(usize, BodyId)> {
        self.places.retain(|_, place| *place < len && !changed.iter().any(|r| r.contains(place)));
        self.ids.resize(len, 0);
        let mut copies = Vec::new();
        for (place, id) in changed.iter().cloned().flatten().zip(ids) {
            self.next = self.next.max(id.0 + 1);
            self.ids[place] = id.0;
            match self.places.entry(id.0) {
                Entry::Occupied(_) => copies.push(place),
                Entry::Vacant(free) => _ = free.insert(place),
            }
        }
        let mut told = Vec::new();
        for place in copies {
            (self.ids[place], self.next) = (self.next, self.next + 1);
            self.places.insert(self.ids[place], place);
            told.push((place, BodyId(self.ids[place])));
        }
        told
    }
}

/// Ascending ranges that hold all places from `before` up to `len`, and some others.
fn ranges(rng: &mut Rng, before: usize, len: usize) -> Vec<Range<usize>> {
    let (mut ranges, mut at) = (Vec::new(), 0);
    let kept = before.min(len);
    while at < kept {
        let start = at + rng.below(2 * kept);
        let end = start + 1 + rng.below(kept.div_ceil(3));
        if start >= kept {
            break;
        }
        ranges.push(start..end.min(kept));
        at = end;
    }
    if len > before {
        match ranges.last_mut() {
            Some(last) if last.end == before && rng.below(2) == 0 => last.end = len,
            _ => {
                // The new places in two pieces, one of which may begin before them.
                let middle = before + rng.below(len - before);
                ranges.push(before..middle);
                ranges.push(middle..len);
            }
        }
    }
    ranges
}

#[test]
fn ids_follow_the_model_while_places_come_go_and_change() {
    let mut rng = Rng::new(11);
    let (mut world, mut model) = (world(), Model::default());
    let (mut copied, mut shrunk, mut most) = (0, 0, 0);
    for step in 0..volume(1_000, 10_000) as usize {
        let before = world.len();
        let len = match rng.below(12) {
            0 => 0,
            1 => rng.below(3_000),
            2..5 => before + rng.below(40),
            5..8 => before.saturating_sub(rng.below(40)),
            _ => before,
        };
        let changed = ranges(&mut rng, before, len);
        // Ids of present bodies, of removed bodies, of no body yet, and of page after page.
        let pick = |rng: &mut Rng| match rng.below(4) {
            0 if before > 0 => model.ids[rng.below(before)],
            1 => model.next + rng.below(3_000) as u32,
            2 => rng.below(5_000) as u32,
            _ => (step * 1_024 + rng.below(2_000)) as u32,
        };
        let named = changed.iter().map(Range::len).sum();
        let ids: Vec<BodyId> = (0..named).map(|_| BodyId(pick(&mut rng))).collect();
        let expected = model.relabel(len, &changed, &ids);
        let mut told = Vec::new();
        world.remap_bodies(len, &changed, &ids, |place, id| told.push((place, id)));
        assert_eq!(told, expected, "step {step}");
        assert!(world.ids_by_place().iter().map(|id| id.0).eq(model.ids.iter().copied()), "step {step}");
        let places = world.ids().map(|id| (id.0, world.index_of(id).unwrap()));
        assert!(places.eq(model.places.iter().map(|(id, place)| (*id, *place))), "step {step}");
        let gone = BodyId(rng.below(5_000) as u32);
        assert_eq!(world.index_of(gone), model.places.get(&gone.0).copied());
        (copied, most) = (copied + told.len(), most.max(len));
        shrunk += usize::from(len < before);
    }
    assert!(copied > 3_000 && shrunk > 150 && most > 2_500, "{copied}, {shrunk}, {most}: too few to tell");
    assert_eq!(world.new_id(), BodyId(model.next));
}

#[test]
fn new_places_hold_what_is_written_to_them() {
    let mut world = world();
    let ids: Vec<BodyId> = (0..5).map(|k| BodyId(k * 7)).collect();
    world.remap_bodies(5, &[0..2, 2..5], &ids, |_, _| unreachable!());
    let slices = world.slices();
    assert_eq!(slices.id, ids);
    for place in 0..5 {
        (slices.x.at[place], slices.y.at[place]) = (place as i32 * 4_096, 0);
        (slices.x.size[place], slices.y.size[place]) = (256, 512);
        (slices.x.velocity[place], slices.x.remainder[place]) = (60.0, 0.25);
        slices.profile[place] = tilephys_core::ProfileId::DEFAULT;
    }
    let (low, high) = slices.split_at(2);
    assert_eq!((low.len(), high.len(), high.id), (2, 3, &ids[2..]));
    world.step(1.0 / 60.0);
    for (place, id) in ids.iter().enumerate() {
        let body = world.body(*id).unwrap();
        assert_eq!(body.position.x, place as i32 * 4_096 + 256);
        assert_eq!((body.size.y, body.remainder.x), (512, 0.25));
    }
}

#[allow(clippy::single_range_in_vec_init)] // A list of ranges, one of them.
#[test]
fn what_does_not_fit_is_refused_by_name() {
    type Call = (usize, &'static [Range<usize>], usize, &'static str);
    // Of a world of 4 places: the new length, the places, the number of ids, the message.
    let calls: [Call; 10] = [
        (4, &[0..2], 1, "2 places for 1 ids"),
        (4, &[0..2], 3, "2 places for 3 ids"),
        (6, &[], 0, "0 new places of 6 after 4 have ids"),
        (6, &[4..5], 1, "1 new places of 6 after 4 have ids"),
        (6, &[0..2, 5..6], 3, "1 new places of 6 after 4 have ids"),
        (6, &[4..7], 3, "3 new places of 6 after 4 have ids"),
        (2, &[1..3], 2, "places are to ascend and end by 2"),
        (4, &[2..5], 3, "1 new places of 4 after 4 have ids"),
        (6, &[4..5, 4..5], 2, "places are to ascend and end by 6"),
        (4, &[2..3, 0..1], 2, "places are to ascend and end by 4"),
    ];
    for (len, changed, ids, message) in calls {
        let mut world = world();
        world.remap_bodies(4, std::slice::from_ref(&(0..4)), &[3, 1, 4, 5].map(BodyId), |_, _| {});
        let ids: Vec<BodyId> = (10..).take(ids).map(BodyId).collect();
        is_refused(message, || world.remap_bodies(len, changed, &ids, |_, _| {}));
        // Nothing was done by halves.
        assert_eq!(world.ids_by_place(), [3, 1, 4, 5].map(BodyId));
        assert_eq!(world.index_of(BodyId(5)), Some(3));
    }
}
