//! Hostile worlds, and logs and snapshots of them: every command about worlds and every room of a server keeps its
//! limits of time and memory, ends soon after SIGTERM, and shows nothing of files outside a world's folder.
//!
//! A few worlds are tried with the other tests; the campaigns `hostile-worlds`,
//! `hostile-worlds-told-to-end`, `hostile-logs` and `hostile-rooms` try all of them with each command, and a server
//! with all of them.
#![cfg(target_os = "linux")]
use std::path::Path;
use std::time::Duration;

use crate::cli::{MENAGERIE, folder};
use crate::hostile_world::place::{self, GROUND, Place, objects};
use crate::hostile_world::{SECRET, World, files, worlds};
use testkit::bounded::{Limits, Measured, Moment, Trial, base};
use testkit::campaign;

/// Makes the folder of a world, which [`tidy`] removes.
fn made(world: &World, number: usize) -> Place {
    let place = Place(folder(&format!("hostile-world-{number}")));
    (world.make)(&place);
    place
}

fn tidy(place: &Place) {
    let _ = std::fs::remove_dir_all(&place.0);
}

/// The commands about worlds: the first is tried with the other tests.
const COMMANDS: &[&[&str]] = &[
    &["run", "W", "--steps", "1000000", "--json", "--quiet"],
    &["show", "W"],
    &["show", "W", "--json", "--png", "O.png", "--svg", "O.svg"],
    &[
        "run", "W", "--steps", "60", "--svg", "O.svg", "--png", "O.png", "--trace", "O.csv", "--record", "O.jsonl",
        "--save", "O.save",
    ],
    &["run", "W", "--steps", "720", "--gif", "O.gif"],
];

fn trial(command: &[&str], place: &Path) -> Trial<'static> {
    let path = |name: &str| place.join(name).display().to_string();
    let spelled = command.iter().map(|&part| match part {
        "W" => path("w.world.toml"),
        part if part.starts_with("O.") => path(part),
        part => part.to_owned(),
    });
    Trial::new(&MENAGERIE, std::iter::once("world".to_owned()).chain(spelled).collect::<Vec<_>>())
}

/// Says what is wrong with a run.
fn flaw(run: &Measured, limits: &Limits, base: u64) -> Option<String> {
    let shown = (run.said.out.clone() + &run.said.err).contains(SECRET).then(|| "it shows a file outside".to_owned());
    let long = (run.said.err.len() > 20_000).then(|| format!("it says {} bytes", run.said.err.len()));
    let failed = run.said.err.contains("memory allocation of").then(|| "an allocation failed".to_owned());
    run.flaw(limits, base).or(shown).or(long).or(failed)
}

#[test]
fn hostile_worlds_keep_their_limits() {
    let (worlds, base) = (worlds(), base(&MENAGERIE));
    assert!(worlds.len() >= 60, "{}", worlds.len());
    let limits = Limits::hostile(250);
    let mut wrong = Vec::new();
    for case in campaign::cases(14) {
        let case = usize::try_from(case).unwrap();
        let Some(command) = COMMANDS.get(case / worlds.len()) else { break };
        let world = worlds[case % worlds.len()];
        let place = made(world, case);
        let run = trial(command, &place.0).limits(&limits).run();
        tidy(&place);
        println!("{case}: {} ({}): {}", world.name, command[..1].join(" "), run.figures());
        wrong.extend(flaw(&run, &limits, base).map(|flaw| format!("{case}: {}, {command:?}: {flaw}", world.name)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn hostile_worlds_end_when_they_are_told_to() {
    let worlds = worlds();
    let (mut wrong, mut ended) = (Vec::new(), 0);
    for case in campaign::cases(6) {
        let case = usize::try_from(case).unwrap();
        let Some(command) = COMMANDS.get(case / worlds.len()) else { break };
        let world = worlds[case % worlds.len()];
        let place = made(world, 10_000 + case);
        // The moments are spread over the phases.
        let moment = Duration::from_millis(20 + case as u64 * 37 % 400);
        let run = trial(command, &place.0).terminate(Moment::Computed(moment)).run();
        tidy(&place);
        println!("{case}: {}: {}, {:?} after the signal", world.name, run.figures(), run.ending);
        ended += usize::from(run.ending.is_some());
        let flaw = run.ending.and_then(|_| run.flaw_of_ending()).or(run.killed.then(|| "it does not end".to_owned()));
        wrong.extend(flaw.map(|flaw| format!("{case}: {}, {command:?}: {flaw}", world.name)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(ended > 0, "each run ended before its signal");
}

/// A world of one player and ten cats, with the log of a short run and a snapshot.
fn sound(name: &str) -> Place {
    let place = Place(folder(name));
    place.cats(10, "function process(e) game.setTarget(e, 500, 6) end");
    place.toml(&format!("{}[kinds.you]\nnature = \"player\"\n", place::CAT));
    place.map(&(GROUND.to_owned() + &objects("objects", 10, "type=\"cat\"") + &objects("objects", 1, "type=\"you\"")));
    let run = trial(&["run", "W", "--steps", "30", "--record", "O.jsonl", "--save", "O.save"], &place.0).run();
    assert_eq!(run.said.status, 0, "{run:?}");
    place
}

/// What a log is, and how it is made with the first line of a sound one.
type Log = (&'static str, fn(&Place, &str));
/// What a snapshot is, and how it is made of the bytes of a sound one.
type Snapshot = (&'static str, fn(&Place, &[u8]));

/// Logs that hold too much, or make no sense.
const LOGS: &[Log] = &[
    ("a log that is a pipe", |place, _| place.pipe("O.jsonl")),
    ("a log that is a device", |place, _| place.link("O.jsonl", "/dev/zero")),
    ("a log of noise", |place, _| place.link("O.jsonl", "/dev/urandom")),
    ("a log of a terabyte", |place, _| place.sparse("O.jsonl", 1 << 40)),
    ("a log that is a folder", |place, _| {
        std::fs::remove_file(place.0.join("O.jsonl")).unwrap();
        std::fs::create_dir(place.0.join("O.jsonl")).unwrap();
    }),
    ("a million entries", |place, head| {
        place.file("O.jsonl", head.to_owned() + &"{\"step\":0,\"input\":\"release\"}\n".repeat(1_000_000))
    }),
    ("ten million entries", |place, head| {
        place.file("O.jsonl", head.to_owned() + &"{\"step\":9,\"input\":\"release\"}\n".repeat(10_000_000))
    }),
    ("entries out of order", |place, head| {
        place.file(
            "O.jsonl",
            head.to_owned() + "{\"step\":9,\"input\":\"release\"}\n{\"step\":8,\"input\":\"release\"}\n",
        )
    }),
    ("a line of a hundred megabytes", |place, head| place.file("O.jsonl", head.to_owned() + &"[".repeat(100_000_000))),
    ("numbers that are none", |place, head| {
        let touch = |x: &str| format!("{{\"step\":1,\"input\":{{\"touch\":{{\"x\":{x},\"y\":-1e39}}}}}}\n");
        place.file("O.jsonl", head.to_owned() + &touch("1e308") + &touch("-1e308"));
    }),
    ("scripts that loop, a hundred in a step", |place, head| {
        let reload = "{\"step\":1,\"input\":{\"reload\":{\"script\":\"s.luau\",\"text\":\"while true do end\"}}}\n";
        place.file("O.jsonl", head.to_owned() + &reload.repeat(100));
    }),
    ("steps of twenty digits", |place, head| {
        place.file("O.jsonl", head.to_owned() + "{\"step\":99999999999999999999,\"input\":\"release\"}\n")
    }),
    ("the log of another world", |place, _| place.file("O.jsonl", "{\"log\":3,\"world\":\"0123456789abcdef\"}\n")),
];

/// Snapshots that are damaged, or no files.
const SNAPSHOTS: &[Snapshot] = &[
    ("a snapshot that is a pipe", |place, _| place.pipe("O.save")),
    ("a snapshot that is a device", |place, _| place.link("O.save", "/dev/zero")),
    ("a snapshot of a terabyte", |place, _| place.sparse("O.save", 1 << 40)),
    ("half a snapshot", |place, bytes| place.file("O.save", &bytes[..bytes.len() / 2])),
    ("a snapshot of lengths without end", |place, bytes| place.file("O.save", sealed(&vec![0xff; bytes.len()]))),
    ("a snapshot of another state", |place, bytes| {
        let body = &bytes[26..];
        for at in (0..body.len()).step_by(body.len() / 40) {
            let mut body = body.to_vec();
            body[at] ^= 0x55;
            place.file(&format!("O.save.{at}"), sealed(&body));
        }
        place.file("O.save", sealed(&body[..body.len() - 1]));
    }),
];

/// A snapshot of these bytes with the checksum that belongs to them (FNV-1a over the bytes and their number).
fn sealed(body: &[u8]) -> Vec<u8> {
    let length = (body.len() as u64).to_le_bytes();
    let hash = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let sum = body.iter().chain(&length).fold(0xcbf2_9ce4_8422_2325, hash);
    [b"menagerie-world 3\n", (sum ^ (sum >> 32)).to_le_bytes().as_slice(), body].concat()
}

#[test]
fn hostile_logs_and_snapshots_keep_their_limits() {
    let base = base(&MENAGERIE);
    let limits = Limits::hostile(250);
    let mut wrong = Vec::new();
    let mut try_out = |name: &str, place: &Place, command: &[&str]| {
        let run = trial(command, &place.0).limits(&limits).run();
        println!("{name}: {}", run.figures());
        wrong.extend(flaw(&run, &limits, base).map(|flaw| format!("{name}: {flaw}")));
        run
    };
    // Those that take long to make are left to the campaign.
    let few = if campaign::by_hand() { usize::MAX } else { 4 };
    for (name, make) in LOGS.iter().take(few) {
        let place = sound("hostile-log");
        // As of a log that is written by hand, after which all lines are read.
        make(&place, "{\"log\":3}\n");
        try_out(name, &place, &["run", "W", "--steps", "1000000", "--replay", "O.jsonl"]);
        tidy(&place);
    }
    for (name, make) in SNAPSHOTS.iter().take(few) {
        let place = sound("hostile-snapshot");
        let bytes = std::fs::read(place.0.join("O.save")).unwrap();
        assert_eq!(sealed(&bytes[26..]), bytes);
        make(&place, &bytes);
        let run = try_out(name, &place, &["run", "W", "--steps", "60", "--resume", "O.save"]);
        assert_ne!(run.said.status, 0, "{name}: {run:?}");
        tidy(&place);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The faults of the worlds that were first found, with what must be said of them.
#[test]
fn what_is_refused_is_said_and_not_shown() {
    let said = |make: &dyn Fn(&Place)| {
        let place = Place(folder("hostile-said"));
        place.cats(1, "function process() end");
        make(&place);
        let run = trial(&["run", "W", "--steps", "10"], &place.0).run();
        tidy(&place);
        (run.said.status, run.said.err)
    };
    let (status, outside) = said(&|place| place.toml("[kinds.cat]\nscript = \"../../../../../../../../etc/passwd\"\n"));
    assert!(status == 3 && outside.contains("expected a name without '..'") && !outside.contains(SECRET), "{outside}");
    let (status, linked) = said(&|place| place.link("s.luau", "/etc/passwd"));
    assert!(
        status == 3 && linked.contains("a link leads out of the world's folder") && !linked.contains(SECRET),
        "{linked}"
    );
    let (status, fuel) = said(&|place| place.toml(&format!("[limits]\nfuel = 99999999999999\n{}", place::CAT)));
    assert!(status == 3 && fuel.contains("limits: fuel is 99999999999999; expected at most 10000000"), "{fuel}");
    let (status, many) = said(&|place| place.cats(20_000, "function process() end"));
    assert!(
        status == 3 && many.contains("too many objects that are animals or things; expected at most 10000"),
        "{many}"
    );
    // A line of the world's own files is shown, but not all of a long one.
    let (status, long) = said(&|place| place.toml(&format!("about = 3 {}", " ".repeat(100_000))));
    assert!(status == 3 && long.contains("about = 3") && long.len() < 2000, "{} bytes", long.len());
    let painted = Place(folder("hostile-painted"));
    files::picture_of_many_shapes(&painted);
    let run = trial(&["show", "W", "--png", "O.png"], &painted.0).run();
    assert!(run.said.status == 1 && run.said.err.contains("too many for an image (at most 100000)"), "{run:?}");
    let run = trial(&["show", "W", "--svg", "O.svg"], &painted.0).limits(&Limits::new(60_000, 64)).run();
    assert_eq!(run.said.status, 0, "{run:?}");
    tidy(&painted);
    // A world that is reached by a link is the one to which the link leads.
    let place = Place(folder("hostile-linked"));
    place.cats(2, "function process() end");
    std::fs::create_dir(place.0.join("elsewhere")).unwrap();
    place.link("elsewhere/w.world.toml", "../w.world.toml");
    let run = trial(&["show", "W"], &place.0.join("elsewhere")).run();
    assert!(run.said.status == 0 && run.said.out.contains("2 cats"), "{run:?}");
}
