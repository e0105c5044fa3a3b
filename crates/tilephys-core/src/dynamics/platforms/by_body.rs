//! Values of bodies that last for a round.

/// Values by body index. A new round forgets all of them without a pass over the bodies.
#[derive(Clone, Debug)]
pub(crate) struct ByBody<T> {
    /// Round and value of the last entry.
    list: Vec<Option<(u32, T)>>,
    round: u32,
}

impl<T> Default for ByBody<T> {
    fn default() -> Self {
        ByBody { list: Vec::new(), round: 0 }
    }
}

impl<T: Copy> ByBody<T> {
    pub(crate) fn begin(&mut self, bodies: usize) {
        self.round = self.round.wrapping_add(1);
        // The number of the round marks old values. It wraps once in 4 billion.
        if self.round == 0 {
            self.list.clear();
        }
        self.list.resize(bodies, None);
    }

    pub(crate) fn get(&self, index: u32) -> Option<T> {
        let (round, value) = (*self.list.get(index as usize)?)?;
        (round == self.round).then_some(value)
    }

    pub(crate) fn set(&mut self, index: u32, value: T) {
        self.list[index as usize] = Some((self.round, value));
    }
}
