//! A layer: what a character can do in the next two ticks, by the time since its last support.

/// Number of ticks of a layer.
pub(crate) const TICKS: u32 = 2;

/// Condition on a cell for an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    Nothing,
    /// A wall within reach of a wall jump.
    WallNear,
    /// A wall that the body touches.
    WallTouched,
    /// A floor that the body may just have left in a dash.
    FloorNear,
    /// A slope.
    Slope,
    /// A floor that throws.
    SpringFloor,
    /// The spring zone with this index.
    Zone(u16),
}

/// Change of the greatest speed along, in units a layer. Ground that moves adds its speed too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Along {
    pub(crate) adds: i32,
    pub(crate) sets: i32,
}

/// Start of another motion at a place that a layer sweeps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) to: u16,
    pub(crate) need: Need,
    pub(crate) along: Along,
}

/// Kind of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// On a floor.
    Floor,
    /// On a ladder or a climbed wall, which set the speed along.
    Grip,
    /// In water.
    Water,
    /// On a slope, a moving platform, or anything else that may hold the body at any position.
    Other,
    Air,
}

/// Bounds of two ticks, in units.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    pub(crate) kind: Kind,
    /// Greatest rise and greatest fall within the two ticks.
    pub(crate) up: i32,
    pub(crate) down: i32,
    /// Greatest and least rise at their end; negative for falls.
    pub(crate) ends_up: i32,
    pub(crate) ends_low: i32,
    /// Least rise at the end of any of the ticks, and true if the body may not rise in one of them: a rising body lands on nothing.
    pub(crate) lands_low: i32,
    pub(crate) lands: bool,
    /// Greatest and least vertical speed of the first tick, in px/s.
    pub(crate) fastest: f32,
    pub(crate) slowest: f32,
    /// Greatest vertical speed of the last tick, in px/s.
    pub(crate) last: f32,
    /// Speed along that the layer has at least, in units a layer.
    pub(crate) along: i32,
    /// Layer of the next two ticks.
    pub(crate) next: u16,
    /// Layer after a hit on a ceiling.
    pub(crate) bumped: u16,
    pub(crate) edges: Vec<Edge>,
    /// Number of air jumps and dashes left.
    pub(crate) air_jumps: u8,
    pub(crate) dashes: u8,
}

impl Along {
    /// True if this change leads at least to the speeds that `other` leads to.
    fn includes(self, other: Along) -> bool {
        self.adds >= other.adds && self.sets >= other.sets
    }
}

impl Edge {
    /// True if this edge is there wherever `other` is, and changes the speed along at least as much. Says nothing of where they lead.
    pub(crate) fn includes(&self, other: &Edge) -> bool {
        self.need == other.need && self.along.includes(other.along)
    }
}

impl Layer {
    /// True if the two ticks of this layer include the two ticks of `other`. Says nothing of what follows them.
    pub(crate) fn includes(&self, other: &Layer) -> bool {
        let is_flight = self.kind == Kind::Air && other.kind == Kind::Air;
        let has_ways = self.up >= other.up && self.down >= other.down;
        let has_ends = self.ends_up >= other.ends_up && self.ends_low <= other.ends_low;
        let has_landings = self.lands_low <= other.lands_low && (self.lands || !other.lands);
        let has_speeds = self.fastest >= other.fastest
            && self.last >= other.last
            && self.slowest <= other.slowest
            && self.along >= other.along;
        let has_left = self.air_jumps >= other.air_jumps && self.dashes >= other.dashes;
        is_flight && has_ways && has_ends && has_landings && has_speeds && has_left
    }
}
