//! A large map: caves in rock, as bytes.

use base64::Engine;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

/// A map of one layer, in Base64 and zstd, with a tileset of 64 tiles of which the first half is solid.
pub(crate) fn map(columns: u32, rows: u32) -> String {
    let mut random = 1_u32;
    let mut gids = Vec::with_capacity((columns * rows * 4) as usize);
    for _ in 0..rows {
        let mut run = (0, 0_u32);
        for _ in 0..columns {
            if run.1 == 0 {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                // Half of it is air; what is not has a picture now and then.
                let gid = if random >> 31 == 0 { 0 } else { 1 + (random >> 20 & 63) };
                run = (gid, 1 + (random >> 8 & 15));
            }
            run.1 -= 1;
            gids.extend_from_slice(&run.0.to_le_bytes());
        }
    }
    let data = base64::engine::general_purpose::STANDARD
        .encode(compress_to_vec(&gids[..], CompressionLevel::Fastest));
    let solid = |id| {
        format!(
            r#"<tile id="{id}"><properties><property name="collision" value="solid"/></properties></tile>"#
        )
    };
    let tiles: String = (0..32).map(solid).collect();
    format!(
        r#"<map version="1.10" orientation="orthogonal" width="{columns}" height="{rows}" tilewidth="16" tileheight="16" infinite="0">
<tileset firstgid="1" name="rock" tilewidth="16" tileheight="16" tilecount="64" columns="8"><image source="rock.png" width="128" height="128"/>{tiles}</tileset>
<layer id="1" name="ground" width="{columns}" height="{rows}"><data encoding="base64" compression="zstd">{data}</data></layer>
</map>"#
    )
}
