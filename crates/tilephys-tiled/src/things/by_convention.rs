//! Places the objects that match a convention.

use crate::collide::collision::object_place;
use crate::collide::place::Placer;
use crate::data::objects::Object;
use crate::settings::collision::Collision;
use crate::settings::reason::Speaker;
use crate::things::marks::Guessed;
use crate::tmx::facts::ObjectFacts;
use crate::tmx::layer_chain::Chain;
use tilephys_core::LayerId;

impl<'a> Placer<'a> {
    /// Places an object by the conventions; returns what to note of it. `at` is its index among the objects. The grid
    /// layer is created for the first solid one.
    ///
    /// An object that cannot collide causes a warning, since without conventions the map loads.
    pub(crate) fn place_guess(
        &mut self,
        layer: &mut Option<LayerId>,
        (at, object): (usize, &Object),
        facts: &'a ObjectFacts,
        chain: &Chain<'a>,
    ) -> Option<Guessed> {
        let (row, meaning, reason) = self.facts.guess_of_object(object, facts, chain)?;
        let by_layer = reason.speaker != Speaker::Object;
        let placed = match (meaning.collision(), meaning.class()) {
            (Some(Collision::None), _) => Ok(()),
            (Some(collision), _) => self.place_object(layer, (collision, reason), facts, chain).map(drop),
            (None, Some(class)) => self.place_area(facts, Some((class, &reason)), chain),
            (None, None) => Ok(()),
        };
        // A coin that is a point has no area, and is a coin.
        if let (Err(error), Some(_)) = (placed, meaning.collision()) {
            let place = object_place(object.id, &object.name);
            self.warn_of_guess(&error.within(place).within(chain.place()));
        }
        Some(Guessed { object: at, row, meaning, by_layer })
    }
}
