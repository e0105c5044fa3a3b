use super::scene::*;
#[test]
fn debug_it() {
    let (mut a, names) = busy();
    (0..600).for_each(|tick| play(&mut a, names, tick));
    let (mut b, _) = empty();
    b.restore(&a.snapshot()).unwrap();
    for tick in 600..1200 {
        let before = a.snapshot();
        let bb = b.snapshot();
        assert!(
            before == bb,
            "snapshot differs at {tick}: {:?}",
            before.iter().zip(&bb).position(|(a, b)| a != b)
        );
        play(&mut a, names, tick);
        play(&mut b, names, tick);
        if a.state_hash() != b.state_hash() {
            println!("tick {tick}");
            for id in a.ids() {
                if a.body(id) != b.body(id) || a.state(id) != b.state(id) {
                    println!(
                        "{id:?} {:?}\n{:?}\n {:?} {:?}",
                        a.body(id),
                        b.body(id),
                        a.state(id),
                        b.state(id)
                    );
                    println!("{:?} {:?}", a.profile_of(id), b.profile_of(id));
                    println!("{:?}", a.floor(id));
                }
            }
            for (k, w) in [("a", &a), ("b", &b)] {
                for e in w.events() {
                    println!("{k} {} {}", e.body.0, e.kind);
                }
            }
            panic!();
        }
    }
}
