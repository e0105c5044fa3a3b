//! The accessibility tree of the interface as a list, for elements of the page that readers of the screen find.

use eframe::egui::accesskit::{
    Action, ActionData, ActionRequest, Node, NodeId, Role, Toggled, TreeId, TreeUpdate,
};
use eframe::egui::{Context, Event, FullOutput, Plugin, RawInput};
use std::collections::BTreeMap;

/// A text, or a thing that is clicked or set.
#[derive(Clone, Debug, PartialEq)]
pub struct Control {
    /// Number of the widget, equal from frame to frame.
    pub id: u64,
    /// Role in ARIA, such as `button`; `text` for a text.
    pub role: &'static str,
    /// Name, as a reader says it.
    pub name: String,
    /// `true`, `false` or `mixed` for a switch, the number of a slider, the text of a field; empty for others.
    pub state: String,
    /// Least and greatest number of a slider.
    pub range: Option<[f64; 2]>,
}

/// Keeps the tree of the last frame, and passes on what a reader of the screen asks of it.
#[derive(Default)]
pub struct Controls {
    update: Option<TreeUpdate>,
    asked: Vec<ActionRequest>,
}

impl Controls {
    /// The texts and controls of the last frame, in their order in the interface. Things without a name are left out.
    #[must_use]
    pub fn list(&self) -> Vec<Control> {
        let Some(update) = &self.update else { return Vec::new() };
        let Some(tree) = &update.tree else { return Vec::new() };
        let nodes: BTreeMap<NodeId, &Node> = update.nodes.iter().map(|(id, node)| (*id, node)).collect();
        let mut found = Vec::new();
        let mut stack = vec![tree.root];
        while let Some(id) = stack.pop() {
            let Some(node) = nodes.get(&id) else { continue };
            found.extend(control(id, node, &nodes));
            stack.extend(node.children().iter().rev());
        }
        found
    }

    /// Clicks on a control in the next frame, or sets its number.
    pub fn ask(&mut self, id: u64, number: Option<f64>) {
        let action = if number.is_some() { Action::SetValue } else { Action::Click };
        let data = number.map(ActionData::NumericValue);
        self.asked.push(ActionRequest { action, target_tree: TreeId::ROOT, target_node: NodeId(id), data });
    }
}

impl Plugin for Controls {
    fn debug_name(&self) -> &'static str {
        "tilephys_play::web::controls"
    }

    fn setup(&mut self, ctx: &Context) {
        ctx.enable_accesskit();
    }

    fn input_hook(&mut self, _ctx: &Context, input: &mut RawInput) {
        input.events.extend(self.asked.drain(..).map(Event::AccessKitActionRequest));
    }

    fn output_hook(&mut self, _ctx: &Context, output: &mut FullOutput) {
        self.update = output.platform_output.accesskit_update.take();
    }
}

/// A node as an element of a page; `None` for a mere container, and for things without a name.
fn control(id: NodeId, node: &Node, nodes: &BTreeMap<NodeId, &Node>) -> Option<Control> {
    let role = match node.role() {
        Role::Button | Role::DefaultButton => "button",
        Role::CheckBox => "checkbox",
        Role::RadioButton => "radio",
        // The field for the number beside a slider would be a second one.
        Role::Slider => "slider",
        Role::ComboBox => "combobox",
        Role::TextInput | Role::MultilineTextInput => "textbox",
        Role::Link => "link",
        Role::Label | Role::Heading => "text",
        _ => return None,
    };
    let labels = node.labelled_by().iter().filter_map(|label| nodes.get(label)?.value());
    let labels = labels.collect::<Vec<_>>().join(" ");
    let own = node.label().filter(|label| !label.is_empty());
    let name = match (own, role) {
        (Some(name), _) => name.to_owned(),
        (None, "text" | "combobox") => node.value().unwrap_or_default().to_owned(),
        (None, _) => labels,
    };
    let state = match (node.toggled(), node.numeric_value()) {
        (Some(Toggled::True), _) => "true".to_owned(),
        (Some(Toggled::False), _) => "false".to_owned(),
        (Some(Toggled::Mixed), _) => "mixed".to_owned(),
        (None, Some(number)) => number.to_string(),
        (None, None) if role == "textbox" => node.value().unwrap_or_default().to_owned(),
        (None, None) => String::new(),
    };
    let range = node.min_numeric_value().zip(node.max_numeric_value()).map(<[f64; 2]>::from);
    (!name.is_empty()).then_some(Control { id: id.0, role, name, state, range })
}
