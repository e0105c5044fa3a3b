//! Buttons on touch screens: the keys of the hero under the thumbs. They appear with the first touch, or at once on
//! a screen for fingers.

use crate::game::Keys;
use eframe::egui::{
    Area, Color32, Context, Event, Id, Order, Painter, Pos2, Rect, Sense, Shape, Stroke, TouchPhase, Vec2,
    pos2, vec2,
};
use std::collections::BTreeMap;

/// Side of a button as a fraction of the shorter side of the level, and its limits in points. A thumb needs 44.
const SIDE: (f32, f32, f32) = (0.17, 44.0, 84.0);

/// Distance of buttons from the border and from each other, as a fraction of their side.
const GAP: f32 = 0.2;

/// A button: the name of its key, the number of sides from the left or from the right (negative), and from the bottom.
const BUTTONS: [(&str, f32, f32); 6] = [
    ("left", 0.0, 0.0),
    ("right", 1.0, 0.0),
    ("up", 0.0, 1.0),
    ("down", 1.0, 1.0),
    ("dash", -2.0, 0.0),
    ("jump", -1.0, 0.5),
];

/// Fingers on the screen.
#[derive(Clone, Debug, Default)]
pub struct Touch {
    /// Places of the fingers, by device and number.
    fingers: BTreeMap<(u64, u64), Pos2>,
    is_shown: bool,
    /// Keys under the fingers.
    keys: Keys,
}

impl Touch {
    /// The keys under the fingers.
    #[must_use]
    pub fn keys(&self) -> Keys {
        self.keys
    }

    /// True if the screen is one for fingers.
    #[must_use]
    pub fn is_shown(&self) -> bool {
        self.is_shown
    }

    /// Shows the buttons before the first touch.
    pub fn appear(&mut self) {
        self.is_shown = true;
    }

    /// Follows the fingers, and draws the buttons over the level if the screen is one for fingers.
    pub fn show(&mut self, ctx: &Context, screen: Rect) {
        ctx.input(|input| self.follow(&input.events));
        self.keys = if self.is_shown { self.pressed(screen) } else { Keys::default() };
        if !self.is_shown {
            return;
        }
        // Without an area a finger on a button would drag the level below it.
        Area::new(Id::unique("touch")).order(Order::Middle).fixed_pos(screen.min).constrain(false).show(
            ctx,
            |ui| {
                for (name, button) in buttons(screen) {
                    ui.interact(button, ui.scope_id().with(name), Sense::click_and_drag());
                    let is_down = self.fingers.values().any(|finger| button.contains(*finger));
                    draw(ui.painter(), name, button, is_down);
                }
            },
        );
    }

    fn follow(&mut self, events: &[Event]) {
        for event in events {
            match event {
                Event::Touch { device_id, id, phase, pos, .. } => {
                    self.is_shown = true;
                    match phase {
                        TouchPhase::Start | TouchPhase::Move => {
                            self.fingers.insert((device_id.0, id.0), *pos)
                        }
                        TouchPhase::End | TouchPhase::Cancel => self.fingers.remove(&(device_id.0, id.0)),
                    };
                }
                // A player with a keyboard needs no buttons.
                Event::Key { pressed: true, .. } => *self = Touch::default(),
                // No end follows for a finger that left with the window.
                Event::WindowFocused(false) => self.fingers.clear(),
                _ => {}
            }
        }
    }

    fn pressed(&self, screen: Rect) -> Keys {
        let mut keys = Keys::default();
        for (name, button) in buttons(screen) {
            if self.fingers.values().any(|finger| button.contains(*finger))
                && let Some(key) = keys.key(name)
            {
                *key = true;
            }
        }
        keys
    }
}

/// The buttons with their places on a screen.
fn buttons(screen: Rect) -> impl Iterator<Item = (&'static str, Rect)> {
    let (part, least, most) = SIDE;
    let side = match screen.size().min_elem() * part {
        side if side < least => least,
        side if side > most => most,
        side => side,
    };
    let pitch = side * (1.0 + GAP);
    BUTTONS.into_iter().map(move |(name, column, row)| {
        let x = if column < 0.0 { screen.right() } else { screen.left() + side * GAP };
        let y = screen.bottom() - pitch * (row + 1.0);
        (name, Rect::from_min_size(pos2(x + pitch * column, y), Vec2::splat(side)))
    })
}

fn draw(painter: &Painter, name: &str, button: Rect, is_down: bool) {
    let strength = if is_down { 110 } else { 45 };
    painter.circle_filled(button.center(), button.width() / 2.0, Color32::from_white_alpha(strength));
    let unit = button.width() / 5.0;
    let ink = Stroke::new(unit * 0.35, Color32::from_white_alpha(190));
    // An arrow head with its tip at a distance from the middle of the button.
    let head = |toward: Vec2, tip: f32| {
        let tip = button.center() + toward * (unit * tip);
        let back = toward * unit;
        painter.add(Shape::line(vec![tip - back + back.rot90(), tip, tip - back - back.rot90()], ink));
    };
    match name {
        "left" => head(vec2(-1.0, 0.0), 0.6),
        "right" => head(vec2(1.0, 0.0), 0.6),
        "down" => head(vec2(0.0, 1.0), 0.6),
        "up" => head(vec2(0.0, -1.0), 0.6),
        "dash" => [0.0, 1.0].into_iter().for_each(|tip| head(vec2(1.0, 0.0), tip)),
        _ => [0.0, 1.0].into_iter().for_each(|tip| head(vec2(0.0, -1.0), tip)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eframe::egui::{Key, Modifiers, TouchDeviceId, TouchId};

    fn touch(id: u64, phase: TouchPhase, pos: Pos2) -> Event {
        Event::Touch { device_id: TouchDeviceId(1), id: TouchId(id), phase, pos, force: None }
    }

    fn middle(screen: Rect, name: &str) -> Pos2 {
        buttons(screen).find(|(other, _)| *other == name).map(|(_, button)| button.center()).unwrap()
    }

    #[test]
    fn fingers_press_the_buttons_under_them() {
        let screen = Rect::from_min_size(pos2(0.0, 30.0), vec2(844.0, 330.0));
        let mut fingers = Touch::default();
        fingers.follow(&[
            touch(1, TouchPhase::Start, middle(screen, "right")),
            touch(2, TouchPhase::Start, middle(screen, "jump")),
        ]);
        assert_eq!(fingers.pressed(screen), Keys { right: true, jump: true, ..Keys::default() });
        // A thumb that slides from one button to the next.
        fingers.follow(&[
            touch(1, TouchPhase::Move, middle(screen, "left")),
            touch(2, TouchPhase::End, Pos2::ZERO),
        ]);
        assert_eq!(fingers.pressed(screen), Keys { left: true, ..Keys::default() });
        fingers.follow(&[touch(1, TouchPhase::Cancel, Pos2::ZERO)]);
        assert_eq!(fingers.pressed(screen), Keys::default());
    }

    #[test]
    fn a_keyboard_hides_the_buttons() {
        let key = |key| Event::Key {
            key,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: Modifiers::NONE,
        };
        let mut fingers = Touch::default();
        fingers.follow(&[touch(1, TouchPhase::Start, Pos2::ZERO)]);
        assert!(fingers.is_shown);
        fingers.follow(&[key(Key::ArrowLeft)]);
        assert!(!fingers.is_shown && fingers.fingers.is_empty());
    }

    #[test]
    fn buttons_are_on_any_screen_and_apart() {
        for size in [vec2(320.0, 480.0), vec2(844.0, 300.0), vec2(2560.0, 1400.0)] {
            let screen = Rect::from_min_size(pos2(7.0, 30.0), size);
            let all: Vec<_> = buttons(screen).collect();
            for (index, (name, button)) in all.iter().enumerate() {
                assert!(screen.contains_rect(*button), "{name} on {size}");
                assert!(all[..index].iter().all(|(_, other)| !other.intersects(*button)), "{name} on {size}");
            }
        }
    }
}
