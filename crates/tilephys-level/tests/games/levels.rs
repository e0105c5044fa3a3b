//! Maps of levels as text.

use crate::games::spec::{LevelMap, Object};
use crate::support;
use tilephys_tiled::Level;

/// Columns and rows of a room.
pub(crate) const ROOM: [usize; 2] = [20, 14];

const TILES: &str = r#"<tileset firstgid="1" name="rock" tilewidth="16" tileheight="16" tilecount="8" columns="4"><image source="rock.png" width="64" height="32"/>
<tile id="0"><properties><property name="collision" value="solid"/></properties></tile>
<tile id="1"><properties><property name="collision" value="one_way"/></properties></tile>
<tile id="2"><properties><property name="collision" value="hazard"/></properties></tile></tileset>"#;

/// The properties of an object by its class. A ladder and water are areas with this word as their collision.
fn properties(object: &Object) -> String {
    let value = |name: &str, kind: &str, value: &str| {
        format!("<property name=\"{name}\" type=\"{kind}\" value=\"{value}\"/>")
    };
    match object.class {
        "TpMover" if object.is_carried => value("parent", "object", "1"),
        "TpMover" => value("path", "object", "2") + &value("speed", "int", "60"),
        "TpSpring" => value("velocity_y", "float", "-280"),
        "ladder" | "water" => value("collision", "string", object.class),
        _ => String::new(),
    }
}

impl LevelMap {
    pub(crate) fn text(&self) -> String {
        let mut cells = vec![vec![0; ROOM[0]]; ROOM[1]];
        self.cells.iter().for_each(|([col, row], tile)| cells[*row][*col] = *tile);
        let row = |row: &Vec<u8>| row.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
        let rows: Vec<String> = cells.iter().map(row).collect();
        let mut objects = format!(
            "<object id=\"1\" type=\"TpMover\" x=\"10\" y=\"10\" width=\"32\" height=\"8\"/>\
             <object id=\"2\" x=\"0\" y=\"0\"><polyline points=\"0,0 {},0\"/></object>",
            self.rail
        );
        for object in &self.objects {
            let Object { id, class, at: [x, y], size: [width, height], .. } = object;
            objects += &format!(
                "<object id=\"{id}\" type=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"><properties>{}</properties></object>",
                properties(object)
            );
        }
        let [width, height] = ROOM;
        format!(
            "<map version=\"1.10\" orientation=\"orthogonal\" width=\"{width}\" height=\"{height}\" tilewidth=\"16\" \
             tileheight=\"16\" infinite=\"0\">{TILES}<layer id=\"1\" name=\"ground\" width=\"{width}\" height=\"{height}\">\
             <data encoding=\"csv\">{}</data></layer><objectgroup id=\"2\" name=\"things\">{objects}</objectgroup></map>",
            rows.join(",")
        )
    }

    pub(crate) fn load(&self) -> Level {
        support::level(&self.text())
    }
}
