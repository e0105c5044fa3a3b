//! Counts of what random caves contain, so that free flight alone fails the test.

use std::fmt;

/// Counts over many steps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Meter {
    pub(crate) caves: u64,
    pub(crate) body_steps: u64,
    /// Between two bodies, each once.
    pub(crate) body_hits: u64,
    pub(crate) tile_hits: u64,
    /// Hits on bodies by a mere corner.
    pub(crate) corners: u64,
    /// Bodies that hit two others at one moment.
    pub(crate) at_once: u64,
    /// Hits on a body that hit a further body in the same step.
    pub(crate) chains: u64,
    /// Hits on bodies that cannot be moved.
    pub(crate) on_infinite: u64,
    /// Steps with an island of three or more.
    pub(crate) large_islands: u64,
    pub(crate) largest_island: u64,
    pub(crate) waits: u64,
    /// Pairs whose ways came near each other, followed through the step.
    pub(crate) ways: u64,
    /// Body-steps of which was not told enough to follow the way.
    pub(crate) unclear: u64,
    /// Hits whose impulses were compared.
    pub(crate) impulses: u64,
    /// Pairs that overlapped, and did not after a step.
    pub(crate) parted: u64,
}

impl Meter {
    /// Adds another's counts.
    pub(crate) fn add(&mut self, more: &Meter) {
        let largest = self.largest_island.max(more.largest_island);
        for (mine, theirs) in self.counts_mut().into_iter().zip(more.counts()) {
            *mine += theirs.1;
        }
        self.largest_island = largest;
    }

    fn counts_mut(&mut self) -> [&mut u64; 15] {
        [
            &mut self.caves,
            &mut self.body_steps,
            &mut self.body_hits,
            &mut self.tile_hits,
            &mut self.corners,
            &mut self.at_once,
            &mut self.chains,
            &mut self.on_infinite,
            &mut self.large_islands,
            &mut self.largest_island,
            &mut self.waits,
            &mut self.ways,
            &mut self.unclear,
            &mut self.impulses,
            &mut self.parted,
        ]
    }

    fn counts(&self) -> [(&'static str, u64); 15] {
        [
            ("caves", self.caves),
            ("body-steps", self.body_steps),
            ("hits on bodies", self.body_hits),
            ("hits on tiles", self.tile_hits),
            ("corner arrivals", self.corners),
            ("two at once", self.at_once),
            ("chains", self.chains),
            ("hits on infinite masses", self.on_infinite),
            ("steps with islands of three", self.large_islands),
            ("largest island", self.largest_island),
            ("waits", self.waits),
            ("ways followed", self.ways),
            ("ways not clear", self.unclear),
            ("impulses compared", self.impulses),
            ("pairs parted", self.parted),
        ]
    }

    /// Prints all counts, and fails for counts below `least`.
    pub(crate) fn report(&self, title: &str, least: &[(&str, u64)]) {
        println!("{title}: {self}");
        for (name, demanded) in least {
            let counts = self.counts();
            let found = counts.iter().find(|c| c.0 == *name).expect("a count of that name").1;
            assert!(found >= *demanded, "{title}: {name}: {found}, not {demanded}");
        }
    }
}

impl fmt::Display for Meter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let listed: Vec<_> = self.counts().iter().map(|(name, count)| format!("{name} {count}")).collect();
        f.write_str(&listed.join(", "))
    }
}
