//! Hit boxes: overlap tests between areas attached to bodies and the bodies that they hurt, at the end of a step.

use crate::frame::Frame;
use glam::{IVec2, Vec2};
use tilephys_core::{
    Aabb, BodyId, Direction, Fault, Field, World,
    broad_phase::SweepAndPrune,
    lattice::{in_px, point_from_px},
};

/// Area attached to a body that hurts other bodies: a sword, a fist, spikes, or a whole enemy.
///
/// The area is given in the axes of its body: along the direction that the character faces, and from head to feet. So it turns
/// with the character and with its up direction. A body that is no character faces greater coordinates. At the end of each step
/// the area hurts each body with a [`HurtBox`] that strictly overlaps it and has a category in [`hurts`](Self::hurts). It
/// is not swept: make it wider than a victim moves in a step.
///
/// ```
/// use tilephys_feel::HitBox;
///
/// // A sword of 12 x 4 px in front of a hero of 8 x 11 px, which is out for six steps.
/// let mut sword = HitBox { hurts: 0b10, knock_away: 120.0, ticks: 0, ..HitBox::new([8.0, 4.0], [12.0, 4.0]) };
/// sword.ticks = 6;
/// assert!(sword.is_on() && sword.fault().is_none());
/// ```
#[doc(alias = "hitbox")]
#[doc(alias = "damage")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct HitBox {
    /// Offset from the upper rear corner of the body's box to the upper rear corner of the area, ahead and toward the feet, in lattice
    /// units.
    pub offset: IVec2,
    /// Length ahead and height of the area, in lattice units. Both must be positive.
    pub size: IVec2,
    /// Categories of the bodies that it hurts; all by default.
    pub hurts: u32,
    /// Steps in which it still hurts; each step takes one. 0 is off; [`ALWAYS`](Self::ALWAYS) is the default.
    pub ticks: u16,
    /// Speed of a hurt body away from this one, in px/s; 0 by default.
    pub knock_away: f32,
    /// Upward speed of a hurt body, in px/s; 0 by default. Without both speeds a hurt body keeps its velocity.
    pub knock_up: f32,
}

impl HitBox {
    /// [`ticks`](Self::ticks) of an area that is always on.
    pub const ALWAYS: u16 = u16::MAX;

    /// Area that is always on and hurts all categories: offset and size in px, ahead and toward the feet.
    ///
    /// # Panics
    /// If a number is not finite or out of range.
    #[must_use]
    pub fn new(offset: impl Into<[f32; 2]>, size: impl Into<[f32; 2]>) -> HitBox {
        let units = |px: [f32; 2]| point_from_px(px).unwrap_or_else(|| panic!("{px:?} is out of range"));
        let offset = units(offset.into());
        let size = units(size.into());
        HitBox { offset, size, hurts: u32::MAX, ticks: HitBox::ALWAYS, knock_away: 0.0, knock_up: 0.0 }
    }

    /// True if it hurts bodies in the next step.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.ticks > 0
    }

    /// First unsound field, and its fault. An unsound area hurts nothing.
    #[must_use]
    pub fn fault(&self) -> Option<(Field, Fault)> {
        if self.size.min_element() <= 0 {
            return Some((Field::Size, Fault::OutOfRange));
        }
        let is_finite = self.knock_away.is_finite() && self.knock_up.is_finite();
        (!is_finite).then_some((Field::Velocity, Fault::NotFinite))
    }

    /// The area of a body of this box, up direction and facing.
    #[must_use]
    pub fn aabb(&self, body: Aabb, up: Direction, facing: i8) -> Aabb {
        let level = 1 - up.axis();
        let is_mirrored = facing < 0;
        let is_upside_down = up.vector()[up.axis()] > 0;
        let mut min = IVec2::ZERO;
        let mut max = IVec2::ZERO;
        let sides = [(level, 0, is_mirrored), (up.axis(), 1, is_upside_down)];
        for (axis, own, is_backward) in sides {
            let from = self.offset[own];
            let to = from.saturating_add(self.size[own]);
            (min[axis], max[axis]) = if is_backward {
                (body.max[axis].saturating_sub(to), body.max[axis].saturating_sub(from))
            } else {
                (body.min[axis].saturating_add(from), body.min[axis].saturating_add(to))
            };
        }
        Aabb { min, max }
    }
}

impl Default for HitBox {
    /// Area of 8 x 8 px at the upper rear corner of the body, always on.
    fn default() -> Self {
        HitBox::new([0.0, 0.0], [8.0, 8.0])
    }
}

/// Body that a [`HitBox`] can hurt. Its area is the box of the body.
///
/// ```
/// use tilephys_feel::HurtBox;
///
/// let hero = HurtBox { invulnerable_ticks: 90, ..HurtBox::default() };
/// assert!(hero.is_vulnerable());
/// ```
#[doc(alias = "hurtbox")]
#[doc(alias = "invincibility")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct HurtBox {
    /// Steps after a hit in which no other hit counts; 60 by default.
    pub invulnerable_ticks: u16,
    /// Steps left in which no hit counts; each step takes one. 0 by default.
    pub ticks_left: u16,
}

impl HurtBox {
    /// True if the next step can hurt the body.
    #[must_use]
    pub fn is_vulnerable(&self) -> bool {
        self.ticks_left == 0
    }
}

impl Default for HurtBox {
    fn default() -> Self {
        HurtBox { invulnerable_ticks: 60, ticks_left: 0 }
    }
}

/// A body that was hurt in a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hurt {
    /// Hurt body.
    pub victim: BodyId,
    /// Body with the [`HitBox`]. Of several in one step, the lowest id counts.
    pub attacker: BodyId,
    /// Velocity that the hit gives to the victim, in px/s: for [`FeelState::throw`](crate::FeelState::throw) or the body itself.
    pub velocity: Option<Vec2>,
}

/// Hit boxes and hurt boxes of a step.
///
/// After each step a driver calls [`begin`](Self::begin), [`add_hit_box`](Self::add_hit_box) and
/// [`add_hurt_box`](Self::add_hurt_box) for each, and [`find`](Self::find). The order of the calls does not matter.
///
/// ```
/// use tilephys_core::{Body, ProfileId, TileGrid, World};
/// use tilephys_feel::{HitBox, HitBoxes, HurtBox};
///
/// let mut world = World::new(TileGrid::new([16, 16]));
/// let hero = world.spawn(ProfileId::DEFAULT, Body::new([0.0, 0.0], [8.0, 11.0]));
/// let slime = world.spawn(ProfileId::DEFAULT, Body::new([-12.0, 3.0], [8.0, 8.0]));
/// let mut sword = HitBox { ticks: 6, knock_away: 120.0, ..HitBox::new([8.0, 4.0], [12.0, 4.0]) };
/// let mut hurt_box = HurtBox::default();
/// world.step(1.0 / 60.0);
/// let mut hits = HitBoxes::default();
/// for facing in [1, -1] {
///     hits.begin();
///     hits.add_hit_box(&world, hero, &mut sword, facing);
///     hits.add_hurt_box(&world, slime, &mut hurt_box);
///     let hurt = hits.find();
///     // The slime is behind the hero, until the hero turns.
///     assert_eq!(hurt.is_empty(), facing > 0);
///     assert!(hurt.iter().all(|hurt| hurt.victim == slime && hurt.velocity.unwrap().x == -120.0));
/// }
/// ```
#[derive(Clone, Debug, Default)]
pub struct HitBoxes {
    attackers: Vec<Attacker>,
    victims: Vec<Victim>,
    /// Boxes of the victims, in the order of their ids.
    boxes: Vec<Aabb>,
    sorted: SweepAndPrune,
    hurt: Vec<Hurt>,
}

#[derive(Clone, Copy)]
struct Attacker {
    id: BodyId,
    body: Aabb,
    area: Aabb,
    facing: i8,
    hit: HitBox,
}

impl std::fmt::Debug for Attacker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} at {} to {}", self.id, in_px(self.area.min), in_px(self.area.max))
    }
}

#[derive(Clone, Copy, Debug)]
struct Victim {
    id: BodyId,
    body: Aabb,
    up: Direction,
    category: u32,
    by: Option<Hurt>,
}

impl HitBoxes {
    /// Begins a step without hit boxes and hurt boxes.
    pub fn begin(&mut self) {
        self.attackers.clear();
        self.victims.clear();
        self.hurt.clear();
    }

    /// Adds the hit box of a body, and takes one of its ticks. `facing` is -1 toward lesser coordinates, else 1 or 0.
    pub fn add_hit_box(&mut self, world: &World, id: BodyId, hit: &mut HitBox, facing: i8) {
        if !hit.is_on() {
            return;
        }
        let area_of = *hit;
        hit.ticks -= u16::from(hit.ticks != HitBox::ALWAYS);
        let Some(body) = world.body_ref(id).filter(|_| area_of.fault().is_none()) else { return };
        let area = area_of.aabb(body.aabb(), body.profile().movement.up, facing);
        self.attackers.push(Attacker { id, body: body.aabb(), area, facing, hit: area_of });
    }

    /// Adds the hurt box of a body, and takes one of its ticks.
    pub fn add_hurt_box(&mut self, world: &World, id: BodyId, hurt: &mut HurtBox) {
        if !hurt.is_vulnerable() {
            hurt.ticks_left -= 1;
            return;
        }
        let Some(body) = world.body_ref(id) else { return };
        let profile = body.profile();
        let victim =
            Victim { id, body: body.aabb(), up: profile.movement.up, category: profile.category, by: None };
        self.victims.push(victim);
    }

    /// Finds the bodies that are hurt in this step, by ascending id, each once. The driver makes them
    /// [invulnerable](HurtBox::ticks_left) and gives them their [velocity](Hurt::velocity).
    pub fn find(&mut self) -> &[Hurt] {
        self.hurt.clear();
        if self.attackers.is_empty() || self.victims.is_empty() {
            return &self.hurt;
        }
        // By id, so that neither the order of the calls nor of the sorted boxes matters.
        self.attackers.sort_unstable_by_key(|attacker| attacker.id);
        self.victims.sort_unstable_by_key(|victim| victim.id);
        self.boxes.clear();
        self.boxes.extend(self.victims.iter().map(|victim| victim.body));
        self.sorted.sort(&self.boxes);
        let victims = &mut self.victims;
        for attacker in &self.attackers {
            self.sorted.overlapping(attacker.area, |index| {
                let victim = &mut victims[index as usize];
                let is_hurt = victim.category & attacker.hit.hurts != 0 && victim.id != attacker.id;
                if is_hurt && victim.by.is_none() {
                    victim.by = Some(attacker.hurt(victim));
                }
            });
        }
        self.hurt.extend(self.victims.iter().filter_map(|victim| victim.by));
        &self.hurt
    }
}

impl Attacker {
    fn hurt(&self, victim: &Victim) -> Hurt {
        let HitBox { knock_away, knock_up, .. } = self.hit;
        let level = 1 - victim.up.axis();
        // Twice the middles, which may lie between two units.
        let twice = |aabb: Aabb| i64::from(aabb.min[level]) + i64::from(aabb.max[level]);
        let is_before = match twice(victim.body) - twice(self.body) {
            0 => self.facing < 0,
            offset => offset < 0,
        };
        let away = if is_before { -knock_away } else { knock_away };
        let is_thrown = knock_away != 0.0 || knock_up != 0.0;
        let velocity = is_thrown.then(|| Frame::new(victim.up).vector(away, knock_up));
        Hurt { victim: victim.id, attacker: self.id, velocity }
    }
}
