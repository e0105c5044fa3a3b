//! Rates of what random moves hit, so that free flight alone fails the test.

use super::first_hit::Rule;
use super::mover::{Mover, Outcome};
use super::moves::Why;
use tilephys_core::Response;

/// Counts over many moves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Meter {
    pub(crate) moves: u64,
    pub(crate) hits: u64,
    pub(crate) slides: u64,
    pub(crate) rebounds: u64,
    pub(crate) corners: u64,
    pub(crate) extent_ties: u64,
    pub(crate) up_ties: u64,
    pub(crate) tangent_ties: u64,
    pub(crate) cell_ties: u64,
    pub(crate) loose: u64,
    pub(crate) pushes: u64,
    pub(crate) stuck: u64,
    pub(crate) crossings: u64,
    pub(crate) spent: u64,
    pub(crate) long: u64,
}

impl Meter {
    pub(crate) fn count(&mut self, mover: &Mover, outcome: &Outcome, why: &[Why]) {
        let one = |fact: bool| u64::from(fact);
        let hits = outcome.hits.len() as u64;
        self.moves += 1;
        self.pushes += one(outcome.pushed != [0, 0]);
        self.stuck += one(outcome.stuck);
        self.long += one(mover.translation.iter().any(|px| px.abs() > 4096.0));
        self.loose += outcome.hits.iter().filter(|h| h.loose.is_some()).count() as u64;
        if mover.response == Response::PassThrough {
            self.crossings += hits;
            return;
        }
        self.hits += hits;
        self.spent += one(hits == 8);
        self.corners += why.iter().filter(|w| w.corner).count() as u64;
        let ties = |rule: Rule| why.iter().filter(|w| w.rule == rule).count() as u64;
        self.extent_ties += ties(Rule::Extent);
        self.up_ties += ties(Rule::AlongUp);
        self.tangent_ties += ties(Rule::Tangent);
        self.cell_ties += ties(Rule::Cell);
        let goes_on = outcome.hits.iter().filter(|h| h.left != [0, 0]).count() as u64;
        match mover.response {
            Response::Slide => self.slides += goes_on,
            Response::Bounce { .. } | Response::Invert => self.rebounds += goes_on,
            Response::Stop | Response::PassThrough => {}
        }
    }

    /// Adds another's counts.
    pub(crate) fn add(&mut self, more: &Meter) {
        self.moves += more.moves;
        self.hits += more.hits;
        self.slides += more.slides;
        self.rebounds += more.rebounds;
        self.corners += more.corners;
        self.extent_ties += more.extent_ties;
        self.up_ties += more.up_ties;
        self.tangent_ties += more.tangent_ties;
        self.cell_ties += more.cell_ties;
        self.loose += more.loose;
        self.pushes += more.pushes;
        self.stuck += more.stuck;
        self.crossings += more.crossings;
        self.spent += more.spent;
        self.long += more.long;
    }

    /// Name and count of everything counted, a thousand moves.
    pub(crate) fn rates(&self) -> [(&'static str, f64); 14] {
        let rate = |count: u64| count as f64 * 1000.0 / self.moves as f64;
        [
            ("hits", rate(self.hits)),
            ("slides", rate(self.slides)),
            ("rebounds", rate(self.rebounds)),
            ("corner arrivals", rate(self.corners)),
            ("ties by extent", rate(self.extent_ties)),
            ("ties by up", rate(self.up_ties)),
            ("ties by tangent", rate(self.tangent_ties)),
            ("ties by cell", rate(self.cell_ties)),
            ("hits on loose boxes", rate(self.loose)),
            ("pushes", rate(self.pushes)),
            ("stuck", rate(self.stuck)),
            ("pass crossings", rate(self.crossings)),
            ("moves that end by their hits", rate(self.spent)),
            ("moves over 4,096 px", rate(self.long)),
        ]
    }

    /// Prints the rates, and fails for rates below `least`.
    pub(crate) fn report(&self, title: &str, least: &[(&str, f64)]) {
        let rates = self.rates();
        let listed: Vec<String> = rates.iter().map(|(name, rate)| format!("{name} {rate:.1}")).collect();
        println!("{title}: {} moves; of a thousand: {}", self.moves, listed.join(", "));
        for (name, demanded) in least {
            let found = rates.iter().find(|r| r.0 == *name).expect("a rate of that name").1;
            assert!(found >= *demanded, "{title}: {name} {found:.2} a thousand moves, not {demanded}");
        }
    }
}
