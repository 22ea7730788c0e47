//! Maps the published Panguru board: counts by distance, seconds, set-up and peak memory, one run for each path:
//! `cargo run --release -p menagerie-engines --example panguru_map -- [path] [threads] [folder]`. With a folder, each
//! finished distance is kept there (killed and started again, the build goes on), and the saved map is asked for hints.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use engines::clock::{self, Instant};
use engines::map::{self, Map, Options, Path};
use engines::motion::{BLANK, Board, Unsound};
use engines::{Context, NoStore, Progress, Report, Store, Stored, WorkFolder};

/// The straight lines of the triangle, rows numbered from the apex, and the centre line.
const LINES: [&[u8]; 13] = [
    &[1, 2],
    &[3, 4, 5],
    &[6, 7, 8, 9],
    &[10, 11, 12, 13, 14],
    &[0, 1, 3, 6, 10],
    &[2, 4, 7, 11],
    &[5, 8, 12],
    &[9, 13],
    &[0, 2, 5, 9, 14],
    &[1, 4, 8, 13],
    &[3, 7, 12],
    &[6, 11],
    &[0, 4, 12],
];

/// The plates of the published board; `W` is the blank's.
const PLATES: &str = "WCBRBOGYGPCORPY";

/// What CREATURES and the first publication of the map list.
const COUNTS: [u64; 26] = [
    1, 10, 68, 450, 2982, 18796, 107622, 559883, 2637690, 11092966, 41023256, 131311527, 356901374, 805366769,
    1468518914, 2093073378, 2240573713, 1722477880, 917027373, 331493421, 80217108, 12550874, 1187388, 61061, 1487, 9,
];

fn panguru() -> Result<Board, Unsound> {
    let linked = |a: u8, b: u8| a != b && LINES.iter().any(|line| line.contains(&a) && line.contains(&b));
    let links = (0..15).map(|a| (0..15).filter(|&b| linked(a, b)).collect()).collect();
    Board::new(links, PLATES.bytes().map(|plate| if plate == b'W' { BLANK } else { plate }).collect())
}

/// Prints the seconds of each distance.
struct Levels(Instant);

impl Progress for Levels {
    fn report(&self, report: Report<'_>) {
        eprintln!("distance {:2} finished after {:7.3} s", report.done, self.0.elapsed().as_secs_f64());
    }
}

/// Keeps checkpoints and the map as files. Nobody else uses the folder.
struct Folder(PathBuf);

impl Store for Folder {
    fn get(&self, _: &str) -> Option<Stored> {
        None
    }

    fn put(&self, _: &str, _: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        Ok(())
    }

    fn work_folder(&self, _: &str) -> io::Result<Box<dyn WorkFolder + '_>> {
        Ok(Box::new(Folder(self.0.clone())))
    }
}

impl WorkFolder for Folder {
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).into_iter().flatten().flatten();
        entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
    }

    fn get(&self, name: &str) -> io::Result<Stored> {
        Ok(Box::new(fs::read(self.0.join(name))?))
    }

    fn put(&self, name: &str, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let unfinished = self.0.join("unfinished");
        let mut out = BufWriter::new(File::create(&unfinished)?);
        write(&mut out)?;
        out.flush()?;
        fs::rename(unfinished, self.0.join(name))
    }

    fn remove(&self, name: &str) {
        let _ = fs::remove_file(self.0.join(name));
    }

    fn delete(self: Box<Self>) {
        self.names().iter().for_each(|name| WorkFolder::remove(&*self, name));
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let wanted = arguments.first().map(String::as_str);
    let threads = arguments.get(1).map_or(Ok(1), |text| text.parse())?;
    let folder = arguments.get(2).map(|folder| Folder(folder.into()));
    let board = panguru()?;
    println!("{:?}", map::plan(&board));
    for path in Path::available().into_iter().filter(|path| wanted.is_none_or(|name| name == path.name())) {
        run(&board, path, threads, folder.as_ref())?;
    }
    Ok(())
}

fn run(board: &Board, path: Path, threads: usize, folder: Option<&Folder>) -> Result<(), Box<dyn std::error::Error>> {
    let levels = Levels(clock::now());
    let store = folder.map_or(&NoStore as &dyn Store, |folder| folder);
    let cx = Context::default().threads(threads).progress(&levels).store(store);
    let map = map::build(board, Options { checkpoints: folder.is_some(), path }, &cx).or_halt()?;
    let (census, spent) = (map.census(), cx.spent());
    let setup = spent.setup.as_secs_f64();
    println!(
        "panguru path={} threads={threads} states={} largest={} hardest={} mean={:.6} as_published={} \
         search_seconds={:.2} setup_seconds={setup:.2} peak_rss={} kB",
        path.name(),
        census.states(),
        census.largest(),
        census.hardest.len(),
        census.mean(),
        census.distances == COUNTS,
        spent.elapsed.as_secs_f64() - setup,
        peak_kilobytes(),
    );
    folder.map_or(Ok(()), |folder| hints(board, map, folder))
}

/// Saves the map and asks the saved one for hints.
fn hints(board: &Board, map: Map, folder: &Folder) -> Result<(), Box<dyn std::error::Error>> {
    let begun = clock::now();
    WorkFolder::put(folder, "map", &mut |out| map.write(out))?;
    println!("saved in {:.2} s", begun.elapsed().as_secs_f64());
    let boards: Result<Vec<_>, _> = (0..1000).map(|seed| map.at_distance(16, seed)).collect();
    drop(map);
    let bytes = WorkFolder::get(folder, "map")?;
    let begun = clock::now();
    let map = Map::open(board, bytes)?;
    println!("opened in {:.1} ms", 1000.0 * begun.elapsed().as_secs_f64());
    for round in ["first", "second"] {
        let begun = clock::now();
        let right =
            boards.as_ref().map_err(Clone::clone)?.iter().flatten().filter(|layout| {
                map.best_moves(layout).is_ok_and(|hint| hint.is_some_and(|(distance, _)| distance == 16))
            });
        let right = right.count();
        println!("{right} hints, {round} round: {:.1} µs each", 1e3 * begun.elapsed().as_secs_f64());
    }
    Ok(())
}

/// The most memory that the process held, from the system; 0 where it does not say.
fn peak_kilobytes() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
