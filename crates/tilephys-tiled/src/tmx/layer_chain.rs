//! Layers with the groups around them.

use crate::data::look::Color;
use crate::error::Place;
use crate::settings::collision::LayerRule;
use crate::tmx::facts::LayerFacts;
use crate::vocabulary::names::IGNORE;
use glam::Vec2;

/// A layer with its groups, and their accumulated values.
#[derive(Clone)]
pub(crate) struct Chain<'a> {
    /// Layers from the outermost group to the layer.
    pub(crate) layers: Vec<&'a LayerFacts>,
    /// Offset in pixels. Sums of `f32` are exact in `f64` at the sizes that pass the check.
    pub(crate) offset: [f64; 2],
    pub(crate) parallax: [f32; 2],
    pub(crate) visible: bool,
    pub(crate) opacity: f32,
    pub(crate) tint: Color,
}

impl Default for Chain<'_> {
    fn default() -> Self {
        Chain {
            layers: Vec::new(),
            offset: [0.0; 2],
            parallax: [1.0; 2],
            visible: true,
            opacity: 1.0,
            tint: Color::WHITE,
        }
    }
}

impl<'a> Chain<'a> {
    /// The chain of a layer or group in this group.
    pub(crate) fn with(&self, facts: &'a LayerFacts) -> Self {
        let mut chain = self.clone();
        chain.layers.push(facts);
        for axis in [0, 1] {
            chain.offset[axis] += f64::from(facts.offset[axis]);
            chain.parallax[axis] *= facts.parallax[axis];
        }
        chain.visible &= facts.visible;
        chain.opacity *= facts.look.opacity;
        chain.tint = chain.tint.times(facts.look.tint);
        chain
    }

    /// The offset in pixels.
    pub(crate) fn offset_px(&self) -> Vec2 {
        Vec2::new(self.offset[0] as f32, self.offset[1] as f32)
    }

    /// The place of the layer, for messages.
    pub(crate) fn place(&self) -> Place {
        Place { layer: self.layers.last().map(|l| l.path.clone()), ..Place::default() }
    }
}

/// The nearest layer rule, from a layer outward; `layers` go from the outermost group to the layer.
pub(crate) fn layer_rule(layers: &[&LayerFacts]) -> LayerRule {
    if is_ignored(layers) {
        return LayerRule::Off;
    }
    layers.iter().rev().find_map(|l| l.settings.layer_rule).unwrap_or(LayerRule::Auto)
}

/// True if a layer or one of its groups has the class `TpIgnore`.
pub(crate) fn is_ignored(layers: &[&LayerFacts]) -> bool {
    layers.iter().any(|l| l.class == IGNORE)
}
