//! Damaged maps load or fail, quickly, and never panic.

mod support;

use proptest::prelude::*;
use std::path::Path;
use std::time::{Duration, Instant};
use std::{cell::Cell, io};
use support::{layer, map, rock};
use tilephys_tiled::load_from;

const TEMPLATE: &str = r#"<template><tileset firstgid="1" source="rock.tsx"/><object name="coin" gid="2" width="16" height="16"><properties><property name="n" type="int" value="5"/></properties></object></template>"#;

/// Something of everything that is read, in four files.
fn files() -> [(&'static str, Vec<u8>); 4] {
    let tiles = r#"<tileoffset x="0" y="0"/><properties><property name="category" type="int" value="3"/></properties>
<tile id="0"><properties><property name="collision" value="solid"/></properties></tile>
<tile id="1" type="x"><objectgroup><object id="1" x="0" y="0" width="16" height="16"/></objectgroup></tile>
<tile id="3" x="1" width="4" height="5"><image source="a.png" trans="00ff00"/><animation><frame tileid="0" duration="9"/></animation></tile>
<tile id="4"><properties><property name="one_way_dir" value="right"/><property name="friction" type="float" value="0.5"/></properties><objectgroup><object id="1" y="16"><polygon points="0,0 16,0 16,-12"/></object><object id="2" x="-3" y="9" width="8" height="5" rotation="30"><ellipse/></object></objectgroup></tile>
<tile id="5"><objectgroup><object id="1"><properties><property name="one_way" type="bool" value="true"/></properties><polyline points="0,4 8,4 16,0"/></object></objectgroup></tile>
<tile id="2" class="a"><objectgroup><object id="1" width="16" height="16"/></objectgroup></tile>"#;
    let external = rock("").replace(r#"firstgid="1" "#, "");
    let base64 = |compression: &str, data: &str| {
        format!(
            r#"<layer name="z" width="4" height="3" offsetx="8"><data encoding="base64" compression="{compression}">{data}</data></layer>"#
        )
    };
    // Without its feature, the third way to pack is a second zlib.
    let third = if cfg!(feature = "zstd") {
        ("zstd", "KLUv/SAwZQEANAIBAAAAAgADAAAAAQAAgAIAAEADAAAgAQAA4AEAABAAAgAAAAIAgTwGAAc=")
    } else {
        ("zlib", "eJxjZGBgYGKAAGYgZmRgaADyHYBsBSD7ARALQKXB6gApAAHh")
    };
    let content = [
        rock(tiles),
        r#"<tileset firstgid="20" source="rock.tsx"/>"#.to_owned(),
        layer("csv", "4x3", r#"offsety="-16" parallaxx="0.5""#, "1,2,5,2147483649,\n3758096389,6,1,1,\n20,21,22,1073741830"),
        base64("zlib", "eJxjZGBgYGKAAGYgZmRgaADyHYBsBSD7ARALQKXB6gApAAHh"),
        base64("gzip", "H4sIAAAAAAACA2NkYGBgYoAAZiBmZGBoAPIdgGwFIPsBEAtApcHqACSZyYgwAAAA"),
        base64(third.0, third.1),
        r##"<imagelayer opacity="0.5" tintcolor="#102030" repeatx="1"><image source="sky.png" width="9" height="8"/></imagelayer>"##.to_owned(),
        r#"<group name="g" offsetx="3" opacity="0.25"><objectgroup name="o"><object id="1" template="coin.tx" x="1" y="2"/>
<object id="2" x="5" y="6" rotation="30"><polygon points="0,0 8,-4 2.5,3"/></object>
<object id="5" x="7" y="3" width="30" height="8" rotation="12"><properties><property name="collision" value="solid"/></properties></object>
<object id="3"><text>hi &amp; ho</text></object><object id="4"><point/></object></objectgroup></group>"#
            .to_owned(),
    ]
    .join("\n");
    let infinite = r#"<map version="1.10" orientation="orthogonal" width="2" height="2" tilewidth="16" tileheight="16" infinite="1">
<tileset firstgid="1" source="rock.tsx"/><properties><property name="collision" value="solid"/></properties>
<layer id="1" name="g" width="2" height="2" offsetx="16"><data encoding="csv"><chunk x="-16" y="-32" width="2" height="2">0,1,2,1</chunk><chunk x="3" y="-1" width="3" height="1">1,0,1</chunk></data></layer></map>"#;
    [
        ("a.tmx", map("4x3", &content).into_bytes()),
        ("coin.tx", TEMPLATE.as_bytes().to_vec()),
        ("rock.tsx", external.into_bytes()),
        ("b.tmx", infinite.as_bytes().to_vec()),
    ]
}

/// A change to a file. Places are parts of its length.
#[derive(Clone, Debug)]
enum Damage {
    Flip(f64, u8),
    Cut(f64),
    Remove(f64, usize),
    Repeat(f64, usize),
    /// The next number becomes this text.
    Number(f64, &'static str),
}

const NUMBERS: [&str; 14] = [
    "0",
    "-1",
    "1",
    "255",
    "65536",
    "16777216",
    "268435456",
    "536870913",
    "2147483647",
    "2147483648",
    "4294967295",
    "-2147483648",
    "1e38",
    "nan",
];

fn damage() -> impl Strategy<Value = Damage> {
    let at = || 0.0..1.0;
    prop_oneof![
        3 => (at(), any::<u8>()).prop_map(|(at, bits)| Damage::Flip(at, bits)),
        1 => at().prop_map(Damage::Cut),
        2 => (at(), 1..40_usize).prop_map(|(at, n)| Damage::Remove(at, n)),
        2 => (at(), 1..120_usize).prop_map(|(at, n)| Damage::Repeat(at, n)),
        5 => (at(), prop::sample::select(&NUMBERS[..])).prop_map(|(at, n)| Damage::Number(at, n)),
    ]
}

fn apply(bytes: &mut Vec<u8>, damage: &Damage) {
    let place = |at: f64| (at * bytes.len() as f64) as usize;
    match *damage {
        _ if bytes.is_empty() => {}
        Damage::Flip(at, bits) => {
            let at = place(at);
            bytes[at] ^= bits;
        }
        Damage::Cut(at) => bytes.truncate(place(at)),
        Damage::Remove(at, n) => {
            let at = place(at);
            bytes.drain(at..bytes.len().min(at + n));
        }
        Damage::Repeat(at, n) => {
            let at = place(at);
            let part = bytes[at..bytes.len().min(at + n)].to_vec();
            bytes.splice(at..at, part);
        }
        Damage::Number(at, number) => {
            let digits = |b: &u8| b.is_ascii_digit();
            let Some(start) = bytes[place(at)..].iter().position(digits).map(|i| i + place(at)) else {
                return;
            };
            let end = bytes[start..].iter().position(|b| !digits(b)).map_or(bytes.len(), |i| i + start);
            bytes.splice(start..end, number.bytes());
        }
    }
}

#[test]
fn the_undamaged_files_load() {
    let files = files();
    for name in ["a.tmx", "b.tmx"] {
        let read = |path: &Path| {
            Ok::<_, io::Error>(files.iter().find(|f| Path::new(f.0) == path).unwrap().1.clone())
        };
        let level = load_from(&read, name).unwrap_or_else(|e| panic!("{e}"));
        assert!(level.grid.tiles().count() > 3);
    }
}

#[test]
fn damaged_files_load_or_fail_quickly() {
    const CASES: u32 = 6000;
    let met = Cell::new((0, 0, Duration::ZERO));
    let config = ProptestConfig { cases: CASES, failure_persistence: None, ..ProptestConfig::default() };
    let input = (0..4_usize, prop::collection::vec(damage(), 1..4));
    proptest!(config, |((which, damages) in input)| {
        let mut files = files();
        for damage in &damages {
            apply(&mut files[which].1, damage);
        }
        let read = |path: &Path| match files.iter().find(|f| Path::new(f.0) == path) {
            Some(file) => Ok(file.1.clone()),
            None => Err(io::Error::from(io::ErrorKind::NotFound)),
        };
        let start = Instant::now();
        let result = load_from(&read, if which == 3 { "b.tmx" } else { "a.tmx" });
        let took = start.elapsed();
        prop_assert!(took < Duration::from_secs(2), "{took:?}");
        let (good, bad, slowest) = met.get();
        match result {
            Ok(_) => met.set((good + 1, bad, slowest.max(took))),
            Err(error) => {
                // What the checked pass lets through the model must take, or else nobody learns the line.
                prop_assert!(error.problem() != tilephys_tiled::Problem::Model, "{error}");
                met.set((good, bad + 1, slowest.max(took)));
            }
        }
    });
    let (good, bad, slowest) = met.get();
    println!("{good} loaded, {bad} failed, the slowest took {slowest:?}");
    assert!(good > CASES / 20 && bad > CASES / 4, "{good} loaded, {bad} failed");
}
