//! Small maps that show one feature each.

use std::fs;
use std::path::Path;
use tilephys_draw::Color;

const FLIPS: [u32; 8] = [0, 1 << 31, 1 << 30, 3 << 30, 1 << 29, 5 << 29, 3 << 29, 7 << 29];

/// Cells of every map: 8 x 6 of 16 px.
const SIZE: [u32; 2] = [8, 6];

/// The head of all maps. Gids: tiles within margins and spacing (1), these tiles off their cells (9), images of odd
/// sizes (17), opaque tiles (20). The ground is half filled.
const HEAD: &str = r#"<tileset firstgid="1" name="set" tilewidth="16" tileheight="16" margin="3" spacing="2" tilecount="8" columns="4"><image source="set.png" width="76" height="40"/></tileset>
<tileset firstgid="9" name="shifted" tilewidth="16" tileheight="16" margin="3" spacing="2" tilecount="8" columns="4"><tileoffset x="5" y="-7"/><image source="set.png" width="76" height="40"/></tileset>
<tileset firstgid="17" name="things" tilewidth="40" tileheight="30" tilecount="3" columns="0"><tile id="0"><image source="wide.png" width="40" height="24"/></tile><tile id="1"><image source="tall.png" width="10" height="30"/></tile><tile id="2"><image source="small.png" width="7" height="5"/></tile></tileset>
<tileset firstgid="20" name="solid" tilewidth="16" tileheight="16" tilecount="2" columns="2"><image source="solid.png" width="32" height="16"/></tileset>
<imagelayer name="ground"><image source="ground.png" width="64" height="96"/></imagelayer>"#;

/// A case of the comparison.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) map: String,
    /// Greatest offset of a layer to the left and upward, in pixels. Tiled widens the picture by it.
    pub(crate) margin: [f32; 2],
    /// Number of pixels that may differ. Qt steps through rotated images in 65536ths of a pixel, and a sample on the
    /// edge of two pixels may show either.
    pub(crate) stray: u64,
}

fn case(name: &str, content: &str) -> Case {
    let [width, height] = SIZE;
    let map = format!(
        r#"<map version="1.8" orientation="orthogonal" renderorder="right-down" width="{width}" height="{height}" tilewidth="16" tileheight="16">{HEAD}{content}</map>"#
    );
    Case { name: name.to_owned(), map, margin: [0.0; 2], stray: 0 }
}

/// A tile layer with the gid `tile(i)` for each cell `i`, row by row.
fn layer(attributes: &str, tile: impl Fn(u32) -> u32) -> String {
    let [width, height] = SIZE;
    let cells: Vec<String> = (0..width * height).map(|i| tile(i).to_string()).collect();
    let cells = cells.join(",");
    format!(
        r#"<layer name="l" width="{width}" height="{height}" {attributes}><data encoding="csv">{cells}</data></layer>"#
    )
}

/// All of the first tileset, repeated.
fn plain(attributes: &str) -> String {
    layer(attributes, |i| i % 8 + 1)
}

fn object(gid: u32, place: &str) -> String {
    format!(r#"<object gid="{gid}" {place}/>"#)
}

pub(crate) fn all() -> Vec<Case> {
    let mut cases = of_tiles();
    cases.extend(of_layers());
    cases.extend(of_objects());
    cases
}

fn of_tiles() -> Vec<Case> {
    let flipped = |gid: u32| layer("", move |i| if i % 3 == 2 { 0 } else { FLIPS[(i % 8) as usize] | gid });
    let mut cases = vec![
        case("margin and spacing", &plain("")),
        case("eight orientations", &layer("", |i| FLIPS[(i % 8) as usize] | (i / 8 + 1))),
        case("eight orientations off their cells", &layer("", |i| FLIPS[(i % 8) as usize] | (i / 8 + 9))),
        case("wide tiles in eight orientations", &flipped(17)),
        case("tall tiles in eight orientations", &flipped(18)),
        case("small tiles in eight orientations", &flipped(19)),
        case("a tile offset", &layer("", |i| i % 8 + 9)),
    ];
    for order in ["right-down", "left-down", "right-up", "left-up"] {
        let mut large =
            case(&format!("tiles drawn {order}"), &layer("", |i| [17, 0, 18, 20][(i % 4) as usize]));
        large.map = large.map.replace("right-down", order);
        cases.push(large);
    }
    cases
}

fn of_layers() -> Vec<Case> {
    let solid = |attributes: &str| layer(attributes, |i| i % 2 + 20);
    let image = |attributes: &str| {
        format!(r#"<imagelayer {attributes}><image source="wide.png" width="40" height="24"/></imagelayer>"#)
    };
    let margin = |margin: [f32; 2], case: Case| Case { margin, ..case };
    let tinted = solid(r##"tintcolor="#c0ff8040""##) + &solid(r##"tintcolor="#e07040" offsety="24""##);
    let groups = format!(
        r##"<group opacity="0.7" tintcolor="#90a0ff"><group opacity="0.81" tintcolor="#ff80c0">{}</group></group>"##,
        solid(r#"opacity="0.45""#)
    );
    let hidden = format!(
        r#"{}<group visible="0">{}</group>{}"#,
        plain(r#"visible="0""#),
        plain(""),
        layer("", |i| i % 5)
    );
    let deep = [0.9, 0.33, 0.5, 0.01, 0.77, 0.62].map(|part| plain(&format!(r#"opacity="{part}""#)));
    let offsets = format!(
        r#"<group offsetx="-11" offsety="3">{}</group>{}"#,
        plain(r#"offsetx="-3" offsety="9""#),
        layer(r#"offsety="-20" offsetx="17""#, |i| i % 3)
    );
    let parts =
        plain(r#"offsetx="-3.5" offsety="1.5""#) + &layer(r#"offsetx="1.75" offsety="-1.25""#, |i| i % 3);
    vec![
        case("tinted opaque tiles", &tinted),
        case("opacity and tint of groups", &groups),
        case("invisible layers", &hidden),
        case("six translucent layers", &deep.concat()),
        margin([14.0, 20.0], case("layers at offsets", &offsets)),
        margin([4.0, 2.0], case("layers at parts of a pixel", &parts)),
        margin([3.0, 0.0], case("an image layer", &image(r#"opacity="0.6" offsetx="-3" offsety="8""#))),
        case("an image repeated across", &image(r#"repeatx="1" opacity="0.35""#)),
        case("an image repeated down", &image(r#"repeaty="1" offsetx="9" offsety="5""#)),
        case("an image everywhere", &image(r#"repeatx="1" repeaty="1" opacity="0.8""#)),
    ]
}

fn of_objects() -> Vec<Case> {
    let group = |attributes: &str, objects: &[String]| {
        format!("<objectgroup {attributes}>{}</objectgroup>", objects.concat())
    };
    let natural = |gid: u32| match gid % (1 << 29) {
        17 => r#"width="40" height="24""#,
        18 => r#"width="10" height="30""#,
        _ => r#"width="16" height="16""#,
    };
    let at = |gid: u32, place: &str| object(gid, &format!("{} {place}", natural(gid)));
    let places = ["x=\"21\" y=\"40\"", "x=\"70\" y=\"33\"", "x=\"44\" y=\"81\"", "x=\"90\" y=\"90\""];
    let all = |more: &str| -> Vec<String> {
        let gids = [17, 18, 3, 12];
        gids.iter().zip(places).map(|(gid, place)| at(*gid, &format!("{place} {more}"))).collect()
    };
    let mut cases = vec![
        case("tile objects", &group("", &all(""))),
        case("translucent tile objects", &group(r#"opacity="0.4""#, &all(""))),
        case("tile objects in the order of the file", &group(r#"draworder="index""#, &all(""))),
        case("invisible tile objects", &group("", &all(r#"visible="0""#))),
        case(
            "flipped tile objects",
            &group("", &[1 << 31, 1 << 30, 3 << 30].map(|f| at(17 | f, places[(f >> 30) as usize]))),
        ),
        case(
            "stretched tile objects",
            &group(
                "",
                &[
                    object(1, r#"x="5" y="60" width="48" height="48""#),
                    object(17, r#"x="60" y="80" width="20" height="12""#),
                    object(17, r#"x="80" y="80" width="28" height="17""#),
                    // At these sizes no sample is on the edge of two pixels, where the result depends on Qt's last
                    // bits.
                    object(17 | 1 << 31, r#"x="60" y="20" width="32" height="16""#),
                    object(17 | 1 << 30, r#"x="90" y="20" width="32" height="16""#),
                    object(17, r#"x="80" y="50" width="13.5" height="60""#),
                ],
            ),
        ),
    ];
    for name in
        ["topleft", "top", "topright", "left", "center", "right", "bottomleft", "bottom", "bottomright"]
    {
        let mut aligned = case(&format!("tile objects at their {name}"), &group("", &all("")));
        aligned.map = aligned.map.replace(" tilecount", &format!(r#" objectalignment="{name}" tilecount"#));
        cases.push(aligned);
    }
    for (name, degrees, stray) in [
        ("tile objects turned by 90 degrees", "90", 0),
        ("tile objects turned by 180 degrees", "180", 0),
        ("tile objects turned by -90 degrees", "-90", 0),
        ("tile objects turned by 33 degrees", "33", 2),
        ("tile objects turned by -140 degrees", "-140", 2),
    ] {
        let turned = case(name, &group("", &all(&format!(r#"rotation="{degrees}""#))));
        cases.push(Case { stray, ..turned });
    }
    cases
}

/// Writes the images of the maps, with unordered colours and alphas.
pub(crate) fn write_images(folder: &Path) {
    let any = |seed: u32, [width, height]: [u32; 2]| {
        let mut state = seed;
        let mut next = move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        (0..width * height).map(move |_| Color { red: next(), green: next(), blue: next(), alpha: next() })
    };
    let opaque = |color: Color| color.with_alpha(255);
    let holes = |color: Color| color.with_alpha(if color.alpha < 80 { 0 } else { 255 });
    let thirds = |color: Color| match color.alpha {
        0..80 => color.with_alpha(255),
        80..160 => color.with_alpha(0),
        _ => color,
    };
    type Alpha<'a> = &'a dyn Fn(Color) -> Color;
    let images: [(&str, [u32; 2], Alpha<'_>); 6] = [
        ("ground.png", [64, 96], &opaque),
        ("solid.png", [32, 16], &holes),
        ("set.png", [76, 40], &thirds),
        ("wide.png", [40, 24], &thirds),
        ("tall.png", [10, 30], &thirds),
        ("small.png", [7, 5], &thirds),
    ];
    for (seed, (name, size, alpha)) in (1..).zip(images) {
        let pixels: Vec<u8> =
            any(seed, size).map(alpha).flat_map(|c| [c.red, c.green, c.blue, c.alpha]).collect();
        let file = fs::File::create(folder.join(name)).expect("a folder that can be written to");
        let mut encoder = png::Encoder::new(file, size[0], size[1]);
        encoder.set_color(png::ColorType::Rgba);
        let mut writer = encoder.write_header().expect("a header");
        writer.write_image_data(&pixels).expect("room on the disk");
        writer.finish().expect("room on the disk");
    }
}
