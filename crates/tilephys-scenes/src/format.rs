//! The format of scenes: reads a TOML file and checks it.

use crate::crowd::Crowd;
use crate::diagram::DiagramKind;
use crate::error::SceneError;
use crate::groups::Coloring;
use crate::plan;
use crate::scene::{Ground, Scene, View};
use crate::slider::{MAX_BODIES, Quantity, Slider};
use serde::Deserialize;
use std::path::Path;
use tilephys_core::glam::Vec2;
use toml::Spanned;

/// Greatest coordinate of views and regions, in px.
const MAX_PX: f32 = 1_000_000.0;

/// Content of a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    title: String,
    look: String,
    map: Option<String>,
    plan: Option<Spanned<String>>,
    diagram: Option<DiagramKind>,
    view: Spanned<[f32; 4]>,
    #[serde(default)]
    hero: bool,
    gravity: Option<f32>,
    #[serde(default)]
    color: Coloring,
    #[serde(default)]
    crowds: Vec<Spanned<Crowd>>,
    #[serde(default)]
    sliders: Vec<Spanned<Slider>>,
}

/// Place of a fault in bytes, and its message.
type Fault = (usize, String);

pub(crate) fn read(path: &Path, text: &str) -> Result<Scene, SceneError> {
    let file: File = match toml::from_str(text) {
        Ok(file) => file,
        Err(error) => {
            let at = error.span().map_or(0, |span| span.start);
            return Err(located(path, text, (at, plain(error.message()))));
        }
    };
    scene(path, file).map_err(|fault| located(path, text, fault))
}

/// The message of the parser in words of the format.
fn plain(message: &str) -> String {
    let first = message.lines().next().unwrap_or_default();
    first
        .replace("unknown field", "unknown key")
        .replace("missing field", "missing key")
        .replace("unknown variant", "unknown word")
}

fn located(file: &Path, text: &str, (at, message): Fault) -> SceneError {
    let line = 1 + text.bytes().take(at).filter(|byte| *byte == b'\n').count();
    SceneError::Format { file: file.to_owned(), line, message }
}

fn scene(path: &Path, file: File) -> Result<Scene, Fault> {
    let name = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    let ground = match (file.map, file.plan, file.diagram) {
        (Some(map), None, None) => Ground::Map(folder.join(map)),
        (None, Some(plan), None) => Ground::Plan(checked_plan(plan)?),
        (None, None, Some(kind)) => Ground::Diagram(kind),
        _ => return Err((0, "a scene has exactly one of the keys `map`, `plan` and `diagram`".to_owned())),
    };
    let view = rectangle(file.view.span().start, "view", *file.view.get_ref())?;
    let mut crowds = Vec::new();
    for crowd in file.crowds {
        let at = crowd.span().start;
        check_crowd(crowd.get_ref()).map_err(|message| (at, message))?;
        rectangle(at, "region", crowd.get_ref().region)?;
        crowds.push(crowd.into_inner());
    }
    if let Some(gravity) = file.gravity {
        check("gravity", gravity, 0.0, 100_000.0).map_err(|message| (0, message))?;
    }
    let allowed = allowed(&ground, !crowds.is_empty());
    let mut sliders = Vec::new();
    for slider in file.sliders {
        let at = slider.span().start;
        check_slider(slider.get_ref(), &allowed).map_err(|message| (at, message))?;
        sliders.push(slider.into_inner());
    }
    let Vec2 { x, y } = view.size;
    debug_assert!(x > 0.0 && y > 0.0);
    Ok(Scene {
        name,
        folder,
        title: file.title,
        look: file.look,
        ground,
        view,
        hero: file.hero,
        gravity: file.gravity,
        crowds,
        color: file.color,
        sliders,
    })
}

fn checked_plan(plan: Spanned<String>) -> Result<String, Fault> {
    let wrong = plan.get_ref().chars().find(|letter| *letter != '\n' && !plan::LETTERS.contains(letter));
    match wrong {
        Some(letter) => {
            let letters: Vec<String> = plan::LETTERS.iter().map(|letter| format!("`{letter}`")).collect();
            let message =
                format!("`{letter}` is not a letter of a plan; its letters are: {}", letters.join(", "));
            Err((plan.span().start, message))
        }
        None => Ok(plan.into_inner()),
    }
}

/// The rectangle of four numbers: left, top, width and height.
fn rectangle(at: usize, key: &str, [x, y, width, height]: [f32; 4]) -> Result<View, Fault> {
    let is_inside = [x, y, width, height].iter().all(|number| number.abs() <= MAX_PX);
    if !is_inside || width < 1.0 || height < 1.0 {
        let message = format!(
            "`{key}` is left, top, width and height in px, up to {MAX_PX}, with width and height of 1 or more, \
             not [{x}, {y}, {width}, {height}]"
        );
        return Err((at, message));
    }
    Ok(View { min: Vec2::new(x, y), size: Vec2::new(width, height) })
}

/// Message for a number that is not within a range, or NaN.
fn check(key: &str, number: f32, min: f32, max: f32) -> Result<(), String> {
    if number >= min && number <= max {
        return Ok(());
    }
    Err(format!("`{key}` is a number from {min} to {max}, not {number}"))
}

fn check_crowd(crowd: &Crowd) -> Result<(), String> {
    if crowd.number > MAX_BODIES {
        return Err(format!("`number` can be at most {MAX_BODIES}, not {}", crowd.number));
    }
    let [slow, fast] = crowd.speed;
    check("speed", slow, 0.0, fast)?;
    check("speed", fast, 0.0, 100_000.0)?;
    let [width, height] = crowd.size();
    check("size", width, 1.0, 256.0)?;
    check("size", height, 1.0, 256.0)?;
    check("bounce", crowd.bounce(), 0.0, 1.0)?;
    check("friction", crowd.friction, 0.0, 100.0)?;
    check("push", crowd.push, 0.0, 1_000.0)?;
    let [light, heavy] = crowd.masses;
    if light == 0 || heavy < light || heavy > 1_000 {
        return Err(format!(
            "`masses` are two whole numbers from 1 to 1000, the smaller first, not [{light}, {heavy}]"
        ));
    }
    if let Some([x, y]) = crowd.direction {
        check("direction", x.abs() + y.abs(), 0.001, 1_000.0)?;
    }
    Ok(())
}

/// What sliders of a scene may set.
fn allowed(ground: &Ground, has_crowd: bool) -> Vec<Quantity> {
    if let Ground::Diagram(kind) = ground {
        return kind.quantities().to_vec();
    }
    let mut all = vec![Quantity::Gravity, Quantity::Ticks, Quantity::TimeScale];
    if has_crowd {
        all.extend([Quantity::Bodies, Quantity::Speed, Quantity::Bounce, Quantity::Friction, Quantity::Push]);
    }
    if matches!(ground, Ground::Map(_)) {
        all.push(Quantity::PlatformSpeed);
    }
    all
}

fn check_slider(slider: &Slider, allowed: &[Quantity]) -> Result<(), String> {
    let word = |quantity: &Quantity| format!("`{}`", quantity.word());
    if !allowed.contains(&slider.sets) {
        let words: Vec<String> = allowed.iter().map(word).collect();
        return Err(format!(
            "a slider of this scene can set one of {}, not {}",
            words.join(", "),
            word(&slider.sets)
        ));
    }
    let (least, most) = slider.sets.limits();
    check("min", slider.min, least, most)?;
    check("max", slider.max, slider.min, most)?;
    check("value", slider.value, slider.min, slider.max)
}
