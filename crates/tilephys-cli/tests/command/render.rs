//! Pictures drawn by `tilephys render`, pixel by pixel, and its messages.

use crate::pictures::{Pixels, folder, names, rock};
use crate::process::{Ran, level, run, scratch};
use std::fs;
use std::path::{Path, PathBuf};

const GREY: [u8; 4] = [100, 100, 100, 255];

/// Draws a picture without a word on stderr, and reads it.
fn drawn(dir: &Path, arguments: &str) -> Pixels {
    let ran = Ran::of(dir, &format!("render {arguments} -o out.png"));
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{arguments}");
    Pixels::of(&dir.join("out.png"))
}

/// A folder with a level of nothing but the room, and the image of its tile.
fn bare(name: &str) -> PathBuf {
    let dir = scratch(name, &[("room.tmx", &level())]);
    fs::write(dir.join("rock.png"), rock()).expect("the target directory can be written to");
    dir
}

#[test]
fn a_picture_has_the_level_alone_and_a_line_tells_of_it() {
    let dir = folder("render-plain");
    let pixels = drawn(&dir, "room.tmx");
    assert_eq!((pixels.width, pixels.height), (64, 64));
    let is_wall = |x: u32, y: u32| !(16..48).contains(&x) || !(16..48).contains(&y);
    for (x, y) in (0..64).flat_map(|y| (0..64).map(move |x| (x, y))) {
        assert_eq!(pixels.at(x, y), if is_wall(x, y) { GREY } else { [0; 4] }, "{x}, {y}");
    }
    fs::write(dir.join("twice.png"), "old").expect("the target directory can be written to");
    let ran = Ran::of(&dir, "render room.tmx --output twice.png --scale 2");
    let line = "twice.png: 128 × 128 px, drawn in ";
    assert!(ran.status == 0 && ran.stdout.starts_with(line) && ran.stderr.is_empty(), "{}", ran.stdout);
    let pixels = Pixels::of(&dir.join("twice.png"));
    assert_eq!([(31, 32), (32, 32)].map(|(x, y)| pixels.at(x, y)), [GREY, [0; 4]]);
    assert_eq!(names(&dir), ["out.png", "rock.png", "room.tmx", "twice.png"]);
}

#[test]
fn regions_are_cells_and_scales_are_pixels() {
    let dir = folder("render-region");
    let part = drawn(&dir, "room.tmx --region 0,1,2x1 --scale 0.5");
    assert_eq!((part.width, part.height), (16, 8));
    assert_eq!([(7, 4), (8, 4)].map(|(x, y)| part.at(x, y)), [GREY, [0; 4]]);
    let beyond = drawn(&dir, "room.tmx --region -1,-1,2x2 --scale 3");
    assert_eq!((beyond.width, beyond.height), (96, 96));
    assert_eq!(
        [(47, 60), (48, 60), (60, 47), (48, 48)].map(|(x, y)| beyond.at(x, y)),
        [[0; 4], GREY, [0; 4], GREY]
    );
}

#[test]
fn an_svg_shows_the_same_region() {
    let dir = folder("render-svg");
    let ran = Ran::of(&dir, "render room.tmx -o out.SVG --scale 2 --region 0,0,4x2");
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    let text = fs::read_to_string(dir.join("out.SVG")).expect("there is a picture");
    assert!(text.contains("width=\"128\" height=\"64\" viewBox=\"0 0 64 32\""), "{}", &text[..200]);
    assert!(text.contains("<use ") && text.ends_with("</svg>\n"), "{}", &text[..200]);
}

#[test]
fn missing_images_are_warned_of_once() {
    let dir = scratch("render-image", &[("room.tmx", &level())]);
    let ran = Ran::of(&dir, "render room.tmx -o out.png");
    let warning = "warning: rock.png: the image cannot be read: No such file or directory (os error 2), so \
                   its tiles are drawn as magenta and black checkers\n";
    assert_eq!((ran.status, ran.stderr.as_str()), (0, warning));
    assert!(Pixels::of(&dir.join("out.png")).count([255, 0, 255, 255]) > 500);
}

#[test]
fn names_of_layers_can_be_solid_as_in_a_run() {
    let dir = bare("render-solid");
    let plain =
        level().replace("<properties><property name=\"collision\" value=\"solid\"/></properties>", "");
    fs::write(dir.join("plain.tmx"), plain.replace("\"ground\"", "\"rocks\"")).expect("it can be written");
    let ran = Ran::of(&dir, "render plain.tmx -o out.png --solid rocks");
    assert!(ran.status == 0 && ran.stderr.contains("layer \"rocks\" (12 tiles): solid"), "{}", ran.stderr);
}

#[test]
fn what_cannot_be_drawn_is_one_error_and_no_file() {
    let dir = bare("render-errors");
    let limit = "the limits are 262144 per side and 4294967296 in total; choose a smaller region or scale";
    let off = "the region is outside the level, which spans 0 to 64 px across and 0 to 64 px down; choose \
               another --region";
    fs::create_dir(dir.join("folder.png")).expect("the target directory can be written to");
    for (arguments, message) in [
        (
            "room.tmx -o none/out.png",
            "none/out.png: cannot be written: No such file or directory (os error 2); check the path",
        ),
        ("room.tmx -o folder.png", "folder.png: is a folder; name a file in it"),
        ("room.tmx -o rock.png", "rock.png: is an image of the level; name another file"),
        ("room.tmx -o out.png --region 4,0,9x9", &format!("out.png: {off}")),
        ("room.tmx -o out.png --region -9,-9,9x9", &format!("out.png: {off}")),
        (
            "room.tmx -o out.png --scale 9999",
            &format!("out.png: the picture would be 639936 × 639936 px, and {limit}"),
        ),
    ] {
        let ran = Ran::of(&dir, &format!("render {arguments}"));
        let told = (ran.status, ran.stdout.as_str(), ran.stderr.as_str());
        assert_eq!(told, (2, "", format!("error: {message}\n").as_str()), "{arguments}");
    }
    assert!(Ran::of(&dir, "render missing.tmx -o out.png").stderr.starts_with("error: "));
    for (arguments, words) in [
        ("room.tmx", "required arguments were not provided:\n  --output <FILE>"),
        ("room.tmx -o out.jpg", "'out.jpg' for '--output <FILE>': expected a name that ends in .png or .svg"),
        ("room.tmx -o a.png --scale 0", "'0' for '--scale <F>': expected a number above 0, such as 2 or 0.5"),
        ("room.tmx -o a.png --region 1,2", "expected column, row and how many of each, such as 20,5,60x34"),
    ] {
        let ran = Ran::of(&dir, &format!("render {arguments}"));
        assert!(ran.status == 2 && ran.stderr.contains(words), "{arguments}: {}", ran.stderr);
    }
    assert_eq!(names(&dir), ["folder.png", "rock.png", "room.tmx"]);
}

#[test]
fn the_help_explains_the_options() {
    let help = run("render --help");
    assert_eq!((help.status, help.stderr.as_str()), (0, ""));
    for word in ["<MAP>", "--output", "--region", "--scale", "--solid", "Status: 0", "Draw a level as Tiled"]
    {
        assert!(help.stdout.contains(word), "{word} in {}", help.stdout);
    }
}

/// A level of 8 × 6 cells with a tile of each sort, a mover on a path, a spawn and a trigger.
fn sorts(name: &str) -> PathBuf {
    let set = |gid: u32, tile: &str| {
        format!(
            "<tileset firstgid=\"{gid}\" name=\"t{gid}\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"1\" columns=\"1\">\
             <image source=\"rock.png\" width=\"16\" height=\"16\"/><tile id=\"0\">{tile}</tile></tileset>"
        )
    };
    let collision =
        |value: &str| format!("<properties><property name=\"collision\" value=\"{value}\"/></properties>");
    let slope = "<objectgroup><object id=\"1\" x=\"0\" y=\"16\"><polygon points=\"0,0 16,-16 16,0\"/></object></objectgroup>";
    let sets = [collision("solid"), collision("one_way"), collision("hazard"), slope.to_owned()];
    let sets: String = (1..).zip(&sets).map(|(gid, tile)| set(gid, tile)).collect();
    let rows =
        ["0,0,0,0,0,0,0,0", "0,0,0,0,0,0,0,0", "0,2,0,0,0,0,0,0", "0,0,0,0,0,3,0,0", "0,0,0,4,1,1,1,1"];
    let objects = "<object id=\"1\" name=\"start\" type=\"TpSpawn\" x=\"24\" y=\"80\"><point/></object>\
         <object id=\"2\" type=\"TpMover\" x=\"32\" y=\"8\" width=\"16\" height=\"8\"><properties>\
         <property name=\"path\" type=\"object\" value=\"3\"/></properties></object>\
         <object id=\"3\" x=\"40\" y=\"12\"><polyline points=\"0,0 48,0\"/></object>\
         <object id=\"4\" type=\"TpTrigger\" x=\"100\" y=\"20\" width=\"24\" height=\"24\"/>";
    let map = format!(
        "<map version=\"1.10\" orientation=\"orthogonal\" width=\"8\" height=\"6\" tilewidth=\"16\" tileheight=\"16\">{sets}\
         <layer id=\"1\" name=\"ground\" width=\"8\" height=\"6\"><data encoding=\"csv\">{},1,1,1,1,1,1,1,1</data></layer>\
         <objectgroup id=\"2\" name=\"o\">{objects}</objectgroup></map>",
        rows.join(",")
    );
    let dir = scratch(name, &[("sorts.tmx", &map)]);
    fs::write(dir.join("rock.png"), rock()).expect("the target directory can be written to");
    dir
}

/// Number of pixels of a colour, within 4 of each channel, in a rectangle.
fn count(pixels: &Pixels, color: [u8; 3], [left, top, right, bottom]: [u32; 4]) -> usize {
    let alike = |pixel: [u8; 4]| color.iter().zip(pixel).all(|(a, b)| a.abs_diff(b) <= 4) && pixel[3] > 0;
    (top..bottom)
        .flat_map(|y| (left..right).map(move |x| (x, y)))
        .filter(|(x, y)| alike(pixels.at(*x, *y)))
        .count()
}

const ALL: [u32; 4] = [0, 0, 128, 96];
// Meanings in the one table of colours.
const FACE: [u8; 3] = [236, 240, 246];
const ONE_WAY: [u8; 3] = [0, 190, 138];
const DANGER: [u8; 3] = [255, 64, 52];
const MOVER: [u8; 3] = [204, 121, 167];
const TRIGGER: [u8; 3] = [176, 184, 198];

#[test]
fn colliders_are_tinted_by_what_they_are() {
    let dir = sorts("render-colliders");
    let pixels = drawn(&dir, "sorts.tmx --overlay colliders --no-legend");
    // Grey art below a tint, which is thinner on slopes.
    let solid = [106, 124, 153];
    let slope = [104, 114, 132];
    assert_eq!(count(&pixels, solid, [0, 80, 128, 96]), 128 * 16, "whole tiles");
    assert_eq!(pixels.at(52, 66), GREY, "the free half of the slope");
    assert_eq!(count(&pixels, slope, [60, 78, 64, 80]), 8);
    // The hazard is hatched, and the mover pink.
    let reddish = |left: u32, top: u32, right: u32, bottom: u32| {
        let is = |x: u32, y: u32| pixels.at(x, y)[0] > pixels.at(x, y)[2].saturating_add(60);
        (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y))).filter(|(x, y)| is(*x, *y)).count()
    };
    assert!((60..256).contains(&reddish(80, 48, 96, 64)), "{}", reddish(80, 48, 96, 64));
    assert_eq!(reddish(0, 0, 128, 96), reddish(78, 46, 98, 66), "no hazard but the one");
    assert_eq!(count(&pixels, MOVER, [32, 8, 48, 16]), 128);
    // A one-way platform is none of them.
    assert_eq!(pixels.at(24, 40), GREY);
}

#[test]
fn faces_are_lines_where_bodies_can_touch() {
    let dir = sorts("render-faces");
    let pixels = drawn(&dir, "sorts.tmx --overlay faces --no-legend");
    let column = |x: u32| (76..86).map(|y| pixels.at(x, y)[..3] == FACE).collect::<Vec<bool>>();
    let floor: Vec<bool> = (76..86).map(|y| y == 80 || y == 81).collect();
    assert_eq!(column(8), floor, "two pixels inward from the floor");
    assert_eq!(column(72), [false; 10], "below another solid there is no face");
    assert_eq!([pixels.at(72, 64), pixels.at(72, 65)].map(|p| p[..3] == FACE), [true; 2]);
    assert!(count(&pixels, FACE, [48, 64, 64, 80]) > 12, "the slope");
    // The border of the map is open: below and beside it there are faces.
    assert_eq!(pixels.at(60, 95)[..3], FACE);
    assert_eq!(count(&pixels, FACE, [0, 0, 128, 63]), 0, "one-way platforms and hazards have none");
    let twice = drawn(&dir, "sorts.tmx --overlay faces --no-legend --scale 2");
    assert_eq!(
        (158..164).map(|y| twice.at(16, y)[..3] == FACE).collect::<Vec<_>>(),
        [false, false, true, true, false, false]
    );
}

#[test]
fn one_way_platforms_have_a_line_and_an_arrow_to_their_open_side() {
    let dir = sorts("render-one-way");
    let pixels = drawn(&dir, "sorts.tmx --overlay one-way --no-legend");
    assert!(count(&pixels, ONE_WAY, [16, 31, 32, 33]) >= 28, "the line");
    assert!(count(&pixels, ONE_WAY, [18, 20, 30, 30]) > 10, "the arrow, above the line");
    assert_eq!(count(&pixels, ONE_WAY, ALL), count(&pixels, ONE_WAY, [14, 20, 34, 34]), "nothing else");
}

#[test]
fn paths_lead_from_the_mover_to_its_last_place() {
    let dir = sorts("render-paths");
    let pixels = drawn(&dir, "sorts.tmx --overlay paths --no-legend");
    assert!(count(&pixels, MOVER, [48, 10, 80, 14]) > 30, "dashes");
    // A dashed outline at the end, 48 px to the right, and none at the start.
    assert!(count(&pixels, MOVER, [80, 6, 97, 18]) > count(&pixels, MOVER, [31, 6, 48, 18]));
    assert_eq!(count(&pixels, MOVER, ALL), count(&pixels, MOVER, [30, 4, 100, 20]));
}

#[test]
fn objects_have_outlines_names_and_a_player_at_the_start() {
    let dir = sorts("render-objects");
    let pixels = drawn(&dir, "sorts.tmx --overlay objects --no-legend");
    // The feet of a body of 8 × 11 px stand on the point.
    assert_eq!([pixels.at(24, 72), pixels.at(23, 73)], [[86, 180, 233, 200]; 2]);
    assert_eq!(pixels.at(24, 90), GREY);
    let large = drawn(&dir, "sorts.tmx --overlay objects --no-legend --player 16x20");
    assert_eq!([large.at(19, 64), large.at(28, 70)], [[86, 180, 233, 200]; 2]);
    assert!(count(&pixels, TRIGGER, [98, 18, 126, 46]) > 40, "the dashed trigger");
    assert!(count(&pixels, [171, 218, 244], [0, 50, 60, 68]) > 40, "the name \"start\"");
    let gone = drawn(&dir, "sorts.tmx --overlay grid --no-legend");
    assert_eq!(count(&gone, TRIGGER, ALL), 0);
}

#[test]
fn the_grid_has_a_line_at_each_border_of_cells() {
    let dir = sorts("render-grid");
    let pixels = drawn(&dir, "sorts.tmx --overlay grid --no-legend");
    let row: Vec<bool> = (28..52).map(|x| pixels.at(x, 24)[..3] == [236, 240, 246]).collect();
    assert_eq!(row, (28..52).map(|x| x % 16 == 0).collect::<Vec<bool>>());
    assert_eq!(pixels.at(40, 16)[..3], [236, 240, 246]);
}

#[test]
fn a_region_with_overlays_is_a_part_of_the_whole() {
    let dir = sorts("render-part");
    let overlays = "--overlay colliders,faces,one-way,paths --no-legend";
    let whole = drawn(&dir, &format!("sorts.tmx {overlays}"));
    let part = drawn(&dir, &format!("sorts.tmx {overlays} --region 1,1,5x4"));
    assert_eq!((part.width, part.height), (80, 64));
    for (x, y) in (0..64).flat_map(|y| (0..80).map(move |x| (x, y))) {
        let apart = part.at(x, y).into_iter().zip(whole.at(16 + x, 16 + y)).map(|(a, b)| a.abs_diff(b));
        assert!(apart.max() <= Some(16), "{x}, {y}");
    }
}

#[test]
fn a_legend_below_the_picture_explains_the_overlays_in_use() {
    let dir = sorts("render-legend");
    let bare = drawn(&dir, "sorts.tmx --overlay faces,colliders --no-legend --scale 4");
    assert_eq!((bare.width, bare.height), (512, 384));
    let pixels = drawn(&dir, "sorts.tmx --overlay faces,colliders --scale 4");
    assert!(pixels.width == 512 && pixels.height > 400, "{} × {}", pixels.width, pixels.height);
    let same = (0..512 * 384).filter(|n| pixels.at(n % 512, n / 512) == bare.at(n % 512, n / 512)).count();
    assert_eq!(same, 512 * 384, "the level is as without a legend");
    assert_eq!(pixels.at(0, 384), [10, 12, 20, 255]);
    assert_eq!(pixels.at(511, pixels.height - 1), [10, 12, 20, 255]);
    let below = [0, 384, 512, pixels.height];
    assert!(count(&pixels, FACE, below) > 20 && count(&pixels, DANGER, below) > 20);
    // A narrow picture becomes as wide as its legend.
    assert!(drawn(&dir, "sorts.tmx --overlay faces --region 0,0,1x1").width > 200);
}

#[test]
fn all_overlays_are_the_list_of_all_in_any_order() {
    let dir = sorts("render-all");
    let all = drawn(&dir, "sorts.tmx --overlay all");
    let list = drawn(&dir, "sorts.tmx --overlay findings,objects,paths,one-way,faces,grid,colliders,faces");
    assert_eq!((all.width, all.height), (list.width, list.height));
    assert!(
        (0..all.width * all.height)
            .all(|n| all.at(n % all.width, n / all.width) == list.at(n % all.width, n / all.width))
    );
    let ran = Ran::of(&dir, "render sorts.tmx -o out.svg --overlay all");
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    let text = fs::read_to_string(dir.join("out.svg")).expect("there is a picture");
    for part in ["crispEdges", "#ecf0f6", "aria-label=\"start\"", "aria-label=\"solid tile\""] {
        assert!(text.contains(part), "{part}");
    }
}

#[test]
fn unknown_overlays_name_the_nearest_one() {
    let dir = bare("render-unknown");
    let ran = Ran::of(&dir, "render room.tmx -o out.png --overlay faces,one-wai");
    assert!(ran.status == 2 && ran.stderr.contains("invalid value 'one-wai' for '--overlay <NAME,...>'"));
    assert!(ran.stderr.contains("a similar value exists: 'one-way'"), "{}", ran.stderr);
    let ran = Ran::of(&dir, "render room.tmx -o out.png --player 8");
    assert!(ran.stderr.contains("expected a width and a height in px, such as 8x11"), "{}", ran.stderr);
    assert_eq!(names(&dir), ["rock.png", "room.tmx"]);
}

#[test]
fn findings_are_numbered_where_they_are_and_listed_below() {
    let object = "<objectgroup id=\"2\" name=\"o\"><object id=\"1\" type=\"TpSpwan\" x=\"24\" y=\"28\" width=\"8\" height=\"8\"/>\
                  <object id=\"2\" type=\"TpSpawn\" x=\"56\" y=\"16\"><point/></object></objectgroup></map>";
    let dir = bare("render-findings");
    fs::write(dir.join("room.tmx"), level().replace("</map>", object)).expect("it can be written");
    let draw = |file: &str, rest: &str| {
        let ran = Ran::of(&dir, &format!("render room.tmx -o {file} --overlay findings {rest}"));
        assert_eq!(ran.status, 0, "{}", ran.stderr);
    };
    draw("found.png", "");
    let pixels = Pixels::of(&dir.join("found.png"));
    assert!(pixels.height > 64 + 16, "{} px", pixels.height);
    let colors = [[255, 105, 97], [255, 190, 70], [120, 180, 255]];
    let marked: usize = colors.iter().map(|color| count(&pixels, *color, [16, 16, 44, 44])).sum();
    assert!(marked > 20, "{marked} pixels around the object");
    draw("found.svg", "");
    let text = fs::read_to_string(dir.join("found.svg")).expect("there is a picture");
    assert!(text.contains("aria-label=\"2\"") && text.contains(": TP019 "), "{text}");
    // Checks that the settings turn off are left out, as by `tilephys check`.
    assert!(text.contains("error: TP012 "), "{text}");
    let settings = "[check.severity]\nspawn-in-solid = \"off\"\n";
    fs::write(dir.join("tilephys.toml"), settings).expect("it can be written");
    draw("off.svg", "");
    assert!(!fs::read_to_string(dir.join("off.svg")).expect("there is a picture").contains("TP012"));
}

/// More cells than a loader reads by default: 10 MB of text.
#[test]
fn a_level_of_a_million_cells_is_drawn() {
    let dir = bare("render-large");
    let row = "1,".repeat(2500);
    let cells = format!("{}1", row.repeat(500).trim_end_matches(',').trim_end_matches("1"));
    let map = level().replace("1,1,1,1,\n1,0,0,1,\n1,0,0,1,\n1,1,1,1", &cells);
    let map = map.replace("width=\"4\" height=\"4\"", "width=\"2500\" height=\"500\"");
    fs::write(dir.join("large.tmx"), map).expect("it can be written");
    let pixels = drawn(&dir, "large.tmx --scale 0.02");
    assert_eq!((pixels.width, pixels.height), (800, 160));
    assert_eq!(pixels.at(799, 159), GREY);
}
