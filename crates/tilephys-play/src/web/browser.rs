//! What the browser does for the app: fetches, saved files, the chooser of files, title and address.

use super::address::encoded;
use super::controls::Control;
use crate::source::served::Fetch;
use eframe::egui;
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, Document, HtmlAnchorElement, HtmlElement, Response, Url, Window};

/// The window of the page. There is always one, because no worker runs the app.
pub(super) fn window() -> Option<Window> {
    web_sys::window()
}

pub(super) fn document() -> Option<Document> {
    window()?.document()
}

/// True if the window is lower than a number of points.
pub(super) fn is_low(points: f64) -> bool {
    let height = window().and_then(|window| window.inner_height().ok()?.as_f64());
    height.is_some_and(|height| height < points)
}

/// True if the screen is one for fingers, without a mouse.
pub(super) fn has_fingers() -> bool {
    let query = window().and_then(|window| window.match_media("(hover: none) and (pointer: coarse)").ok()?);
    query.is_some_and(|query| query.matches())
}

/// Files that have arrived.
type Arrived = Vec<(PathBuf, Result<Vec<u8>, String>)>;

/// Files beside the page.
#[derive(Clone)]
pub(super) struct PageFiles {
    arrived: Rc<RefCell<Arrived>>,
    ctx: egui::Context,
}

impl PageFiles {
    pub(super) fn new(ctx: &egui::Context) -> Self {
        PageFiles { arrived: Rc::default(), ctx: ctx.clone() }
    }
}

impl Fetch for PageFiles {
    fn begin(&mut self, path: &Path) {
        let (files, path) = (self.clone(), path.to_owned());
        spawn_local(async move {
            let content = fetch(&path).await;
            files.arrived.borrow_mut().push((path, content));
            files.ctx.request_repaint();
        });
    }

    fn arrived(&mut self) -> Arrived {
        std::mem::take(&mut self.arrived.borrow_mut())
    }
}

async fn fetch(path: &Path) -> Result<Vec<u8>, String> {
    let fault = |error: JsValue| format!("the server does not answer: {}", text_of(&error));
    let window = window().ok_or("no window")?;
    let url = encoded(&path.to_string_lossy());
    let response = JsFuture::from(window.fetch_with_str(&url)).await.map_err(fault)?;
    let response: Response = response.dyn_into().map_err(fault)?;
    if !response.ok() {
        return Err(format!("the server answers with status {}", response.status()));
    }
    let buffer = JsFuture::from(response.array_buffer().map_err(fault)?).await.map_err(fault)?;
    Ok(js_sys::Uint8Array::new(&buffer).to_vec())
}

fn text_of(error: &JsValue) -> String {
    let error: Result<js_sys::Error, _> = error.clone().dyn_into();
    error.map_or_else(|_| "unknown reason".to_owned(), |error| String::from(error.message()))
}

/// Gives the reader a file: the browser saves it among its downloads.
///
/// # Errors
/// If the browser refuses.
pub fn save(name: &str, content: &[u8]) -> Result<(), String> {
    let saved = || -> Result<(), JsValue> {
        let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(content));
        let url = Url::create_object_url_with_blob(&Blob::new_with_u8_array_sequence(&parts)?)?;
        let document = document().ok_or("no document")?;
        let link: HtmlAnchorElement = document.create_element("a")?.dyn_into()?;
        link.set_href(&url);
        link.set_download(name);
        link.click();
        Url::revoke_object_url(&url)
    };
    saved().map_err(|error| format!("{name} is not saved: {}", text_of(&error)))
}

/// Opens the browser's chooser of files. Chosen files arrive as if they were dropped.
pub(super) fn choose_files() {
    let chooser = document().and_then(|document| document.get_element_by_id("files"));
    if let Some(chooser) = chooser.and_then(|chooser| chooser.dyn_into::<HtmlElement>().ok()) {
        chooser.click();
    }
}

/// The part of the address after and with `#`.
pub(super) fn hash() -> String {
    window().and_then(|window| window.location().hash().ok()).unwrap_or_default()
}

/// Changes the part of the address after and with `#`, without an entry in the history.
pub(super) fn set_hash(hash: &str) {
    let Some(window) = window() else { return };
    // Without a hash the whole address is needed, as an empty one changes nothing.
    let address = if hash.is_empty() { window.location().pathname() } else { Ok(hash.to_owned()) };
    if let (Ok(address), Ok(history)) = (address, window.history()) {
        // A page in a frame of another site may not change its address.
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&address));
    }
}

/// The address of the page with another part after and with `#`.
pub(super) fn address_with(hash: &str) -> String {
    let href = window().and_then(|window| window.location().href().ok()).unwrap_or_default();
    let page = href.split('#').next().unwrap_or_default();
    format!("{page}{hash}")
}

/// A function of the page around the canvas; `None` if the page is of another make.
fn function(name: &str) -> Option<js_sys::Function> {
    let window = window()?;
    js_sys::Reflect::get(&window, &JsValue::from_str(name)).ok()?.dyn_into().ok()
}

/// Tells the page around the canvas that there is something to see.
pub(super) fn tell_ready() {
    if let Some(tell) = function("tilephys_is_ready") {
        let _ = tell.call0(&JsValue::NULL);
    }
}

/// Gives the page the controls if they have changed. Returns what was asked of them since: ids, each with a number if it is to be
/// set to it, or else to be clicked.
pub(super) fn show_controls(changed: Option<&[Control]>) -> Vec<(u64, Option<f64>)> {
    let list =
        changed.map_or(JsValue::NULL, |controls| controls.iter().map(row).collect::<js_sys::Array>().into());
    let answer = function("tilephys_controls").and_then(|show| show.call1(&JsValue::NULL, &list).ok());
    let Some(Ok(asked)) = answer.map(|answer| answer.dyn_into::<js_sys::Array>()) else { return Vec::new() };
    let asked = asked.iter().filter_map(|asked| {
        let pair: js_sys::Array = asked.dyn_into().ok()?;
        Some((pair.get(0).as_string()?.parse().ok()?, pair.get(1).as_f64()))
    });
    asked.collect()
}

/// A control as an array for the page. Its id is a text, as numbers of JavaScript have too few digits.
fn row(control: &Control) -> js_sys::Array {
    let texts = [&control.id.to_string(), control.role, &control.name, &control.state];
    let row: js_sys::Array = texts.into_iter().map(JsValue::from_str).collect();
    for end in control.range.into_iter().flatten() {
        row.push(&JsValue::from_f64(end));
    }
    row
}

/// Gives screen readers a text.
pub(super) fn set_spoken(text: &str) {
    if let Some(place) = document().and_then(|document| document.get_element_by_id("spoken")) {
        place.set_text_content(Some(text));
    }
}

/// Shows a line over the page, or removes it.
pub(super) fn set_status(line: Option<&str>) {
    let Some(status) = document().and_then(|document| document.get_element_by_id("status")) else { return };
    status.set_text_content(line);
    let _ = match line {
        Some(_) => status.remove_attribute("hidden"),
        None => status.set_attribute("hidden", ""),
    };
}
