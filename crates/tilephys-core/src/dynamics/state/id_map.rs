//! Sparse map from body ids to array indices.

pub(crate) use crate::dynamics::ids::BodyId;
use std::collections::BTreeMap;

const PAGE_SHIFT: u32 = 10;
const PAGE: usize = 1 << PAGE_SHIFT;
const NONE: u32 = u32::MAX;

/// Sparse array over all ids, in pages of 1,024.
///
/// A page without bodies costs nothing, so a game can run for days without reusing an id.
#[derive(Clone, Debug, Default)]
pub(crate) struct IdMap {
    /// Index in `pages` of each page in use, by page number.
    numbers: BTreeMap<u32, usize>,
    pages: Vec<Page>,
    /// Indices of unused pages, kept to reuse their allocations.
    spare: Vec<usize>,
}

#[derive(Clone, Debug)]
struct Page {
    indices: Box<[u32; PAGE]>,
    live: u32,
}

impl IdMap {
    #[inline]
    pub(crate) fn get(&self, id: BodyId) -> Option<usize> {
        let page = *self.numbers.get(&(id.0 >> PAGE_SHIFT))?;
        let index = self.pages[page].indices[id.0 as usize % PAGE];
        (index != NONE).then_some(index as usize)
    }

    /// Inserts a body. False, without a change, if the id is present.
    pub(crate) fn add(&mut self, id: BodyId, index: usize) -> bool {
        let page = self.page(id.0 >> PAGE_SHIFT);
        let entry = &mut page.indices[id.0 as usize % PAGE];
        let is_new = *entry == NONE;
        if is_new {
            *entry = index as u32;
            page.live += 1;
        }
        is_new
    }

    /// Replaces all bodies by these, each under its index. Keeps the allocations.
    pub(crate) fn replace_all(&mut self, ids: &[BodyId]) {
        for page in std::mem::take(&mut self.numbers).into_values() {
            // Pages are cleared and kept, so that a rollback allocates nothing.
            self.pages[page].indices.fill(NONE);
            self.pages[page].live = 0;
            self.spare.push(page);
        }
        for (index, id) in ids.iter().enumerate() {
            self.add(*id, index);
        }
    }

    pub(crate) fn replace(&mut self, id: BodyId, index: usize) {
        self.page(id.0 >> PAGE_SHIFT).indices[id.0 as usize % PAGE] = index as u32;
    }

    /// Removes a body if it has this index.
    pub(crate) fn remove(&mut self, id: BodyId, index: usize) {
        let number = id.0 >> PAGE_SHIFT;
        let page = self.page(number);
        let entry = &mut page.indices[id.0 as usize % PAGE];
        if *entry == index as u32 {
            *entry = NONE;
            page.live -= 1;
        }
        // An empty page is reused for other ids, so that ids may grow without end.
        if page.live == 0 {
            self.spare.extend(self.numbers.remove(&number));
        }
    }

    /// Returns the page of a number, and creates it if needed.
    fn page(&mut self, number: u32) -> &mut Page {
        let IdMap { numbers, pages, spare } = self;
        let at = *numbers.entry(number).or_insert_with(|| {
            spare.pop().unwrap_or_else(|| {
                pages.push(Page { indices: Box::new([NONE; PAGE]), live: 0 });
                pages.len() - 1
            })
        });
        &mut pages[at]
    }

    /// Returns the first free id from `from` on, and wraps around after the last.
    ///
    /// A free id always exists: no memory holds as many bodies as there are ids.
    #[cold]
    pub(crate) fn free_from(&self, from: u32) -> BodyId {
        let mut ids = (from..=u32::MAX).chain(0..from).map(BodyId);
        ids.find(|id| self.get(*id).is_none()).unwrap_or(BodyId(from))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (BodyId, usize)> + '_ {
        self.numbers.iter().flat_map(|(&number, &page)| {
            let indices = self.pages[page].indices.iter().enumerate().filter(|(_, index)| **index != NONE);
            indices
                .map(move |(within, &index)| (BodyId(number << PAGE_SHIFT | within as u32), index as usize))
        })
    }

    pub(crate) fn bytes(&self) -> usize {
        self.numbers.len() * (PAGE * size_of::<u32>() + size_of::<Page>())
    }
}
