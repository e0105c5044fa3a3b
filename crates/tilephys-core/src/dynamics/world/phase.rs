//! Phases of a step.

/// Phases of a step, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Phase {
    /// Integration: gravity is added to velocities, then speed limits apply.
    Integrate,
    /// Control: the game sets velocities.
    Control,
    /// Moving platforms: movers carry and push bodies; then the solid bodies move.
    MovePlatforms,
    /// Sweep: each body is swept through the grid without regard to other bodies.
    Sweep,
    /// Broad phase and narrow phase: pairs of bodies whose swept bounds overlap and whose trajectories meet.
    #[doc(alias = "narrow phase")]
    BroadPhase,
    /// Island solver: the bodies of these pairs are moved again from the start of the step, in order of time.
    #[doc(alias = "solver")]
    SolveIslands,
    /// Contacts: the faces that each body touches at its final position.
    Commit,
    /// Sensors: overlaps that begin and end.
    Sense,
    /// Events are sorted.
    Events,
}

impl Phase {
    /// All phases, in order.
    pub const ALL: [Phase; 9] = [
        Phase::Integrate,
        Phase::Control,
        Phase::MovePlatforms,
        Phase::Sweep,
        Phase::BroadPhase,
        Phase::SolveIslands,
        Phase::Commit,
        Phase::Sense,
        Phase::Events,
    ];

    /// Returns the name of the phase in profiles and in the documentation.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Phase::Integrate => "integrate",
            Phase::Control => "control",
            Phase::MovePlatforms => "move_platforms",
            Phase::Sweep => "sweep",
            Phase::BroadPhase => "broad_phase",
            Phase::SolveIslands => "solve_islands",
            Phase::Commit => "commit",
            Phase::Sense => "sense",
            Phase::Events => "events",
        }
    }
}
