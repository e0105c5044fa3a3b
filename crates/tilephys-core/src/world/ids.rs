//! From body ids to places in the arrays.

use std::collections::BTreeMap;

/// A body's name: given once, kept for life, saved with snapshots, never taken from an ECS.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BodyId(pub u32);

const PAGE_SHIFT: u32 = 10;
const PAGE: usize = 1 << PAGE_SHIFT;
const NONE: u32 = u32::MAX;

/// A sparse array over all ids. Ids that are gone cost nothing once their page of 1,024 has no one left in it, so a
/// game may go on for days without reusing one.
#[derive(Clone, Debug, Default)]
pub(crate) struct IdMap {
    pages: BTreeMap<u32, Page>,
}

#[derive(Clone, Debug)]
struct Page {
    places: Box<[u32; PAGE]>,
    live: u32,
}

impl IdMap {
    /// The place of a body.
    #[inline]
    pub(crate) fn get(&self, id: BodyId) -> Option<usize> {
        let place = self.pages.get(&(id.0 >> PAGE_SHIFT))?.places[id.0 as usize % PAGE];
        (place != NONE).then_some(place as usize)
    }

    pub(crate) fn set(&mut self, id: BodyId, place: usize) {
        let page = self
            .pages
            .entry(id.0 >> PAGE_SHIFT)
            .or_insert_with(|| Page { places: Box::new([NONE; PAGE]), live: 0 });
        let entry = &mut page.places[id.0 as usize % PAGE];
        page.live += u32::from(*entry == NONE);
        *entry = place as u32;
    }

    pub(crate) fn remove(&mut self, id: BodyId) {
        let number = id.0 >> PAGE_SHIFT;
        let Some(page) = self.pages.get_mut(&number) else { return };
        let entry = &mut page.places[id.0 as usize % PAGE];
        page.live -= u32::from(*entry != NONE);
        *entry = NONE;
        if page.live == 0 {
            self.pages.remove(&number);
        }
    }

    /// Ids and places, ascending by id.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (BodyId, usize)> + '_ {
        self.pages.iter().flat_map(|(&number, page)| {
            page.places
                .iter()
                .enumerate()
                .filter(|(_, place)| **place != NONE)
                .map(move |(within, &place)| (BodyId(number << PAGE_SHIFT | within as u32), place as usize))
        })
    }

    /// Bytes of the pages.
    pub(crate) fn bytes(&self) -> usize {
        self.pages.len() * (PAGE * size_of::<u32>() + size_of::<Page>())
    }
}
