//! From body ids to places in the arrays.

pub use crate::body_id::BodyId;
use std::collections::BTreeMap;

const PAGE_SHIFT: u32 = 10;
const PAGE: usize = 1 << PAGE_SHIFT;
const NONE: u32 = u32::MAX;

/// A sparse array over all ids. Ids that are gone cost nothing once their page of 1,024 has no one left in it, so a
/// game may go on for days without reusing one.
#[derive(Clone, Debug, Default)]
pub(crate) struct IdMap {
    /// Where in `pages` the page of each number is, for those that hold someone.
    numbers: BTreeMap<u32, usize>,
    pages: Vec<Page>,
    /// Pages that hold no one, kept for their memory.
    spare: Vec<usize>,
    /// The number that was asked for last, and where its page is: ids are mostly met in their order.
    last: Option<(u32, usize)>,
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
        let page = *self.numbers.get(&(id.0 >> PAGE_SHIFT))?;
        let place = self.pages[page].places[id.0 as usize % PAGE];
        (place != NONE).then_some(place as usize)
    }

    /// Notes where a body is. Returns false, and changes nothing, if it is somewhere already.
    pub(crate) fn add(&mut self, id: BodyId, place: usize) -> bool {
        let page = self.page(id.0 >> PAGE_SHIFT);
        let entry = &mut page.places[id.0 as usize % PAGE];
        let is_new = *entry == NONE;
        if is_new {
            *entry = place as u32;
            page.live += 1;
        }
        is_new
    }

    /// Notes that a body is in another place.
    pub(crate) fn replace(&mut self, id: BodyId, place: usize) {
        self.page(id.0 >> PAGE_SHIFT).places[id.0 as usize % PAGE] = place as u32;
    }

    /// Forgets a body if it is in that place.
    pub(crate) fn remove(&mut self, id: BodyId, place: usize) {
        let number = id.0 >> PAGE_SHIFT;
        let page = self.page(number);
        let entry = &mut page.places[id.0 as usize % PAGE];
        if *entry == place as u32 {
            *entry = NONE;
            page.live -= 1;
        }
        if page.live == 0 {
            self.spare.extend(self.numbers.remove(&number));
            self.last = None;
        }
    }

    /// The page of a number, an empty one if there was none.
    #[inline]
    fn page(&mut self, number: u32) -> &mut Page {
        let at = match self.last {
            Some((last, at)) if last == number => at,
            _ => self.find(number),
        };
        &mut self.pages[at]
    }

    fn find(&mut self, number: u32) -> usize {
        let IdMap { numbers, pages, spare, last } = self;
        let at = *numbers.entry(number).or_insert_with(|| {
            spare.pop().unwrap_or_else(|| {
                pages.push(Page { places: Box::new([NONE; PAGE]), live: 0 });
                pages.len() - 1
            })
        });
        *last = Some((number, at));
        at
    }

    /// The first id from `from` on that is nowhere, beginning anew after the last. There is one: no memory holds as many
    /// bodies as there are ids.
    #[cold]
    pub(crate) fn free_from(&self, from: u32) -> BodyId {
        let mut ids = (from..=u32::MAX).chain(0..from).map(BodyId);
        ids.find(|id| self.get(*id).is_none()).unwrap_or(BodyId(from))
    }

    /// Ids and places, ascending by id.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (BodyId, usize)> + '_ {
        self.numbers.iter().flat_map(|(&number, &page)| {
            let places = self.pages[page].places.iter().enumerate().filter(|(_, place)| **place != NONE);
            places.map(move |(within, &place)| (BodyId(number << PAGE_SHIFT | within as u32), place as usize))
        })
    }

    /// Bytes of the pages that hold someone.
    pub(crate) fn bytes(&self) -> usize {
        self.numbers.len() * (PAGE * size_of::<u32>() + size_of::<Page>())
    }
}
