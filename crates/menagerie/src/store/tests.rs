use super::*;
use std::fs::File;
use std::time::Duration;

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("menagerie-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    path
}

fn cache(folder: &Path) -> DiskStore {
    DiskStore::new(Some(Place::Cache(folder.to_owned())), |_| {})
}

fn put(disk_store: &DiskStore, key: &str, bytes: &[u8]) -> io::Result<()> {
    disk_store.put(key, &mut |out| out.write_all(bytes))
}

fn fill(work: &dyn WorkFolder, name: &str, bytes: &[u8]) {
    work.put(name, &mut |out| out.write_all(bytes)).unwrap();
}

#[test]
fn tables_are_kept_whole_or_not_at_all() {
    let folder = folder("store");
    let disk_store = cache(&folder);
    assert!(disk_store.get("table").is_none());
    put(&disk_store, "table", b"abc").unwrap();
    assert_eq!(&**disk_store.get("table").unwrap(), b"abc");
    let failed = disk_store.put("table", &mut |out| out.write_all(b"half").and(Err(io::ErrorKind::Other.into())));
    assert!(failed.is_err());
    assert_eq!(&**disk_store.get("table").unwrap(), b"abc");
    for wrong in ["", "../table", "a/b", ".hidden", "é"] {
        put(&disk_store, wrong, b"x").unwrap();
        assert!(disk_store.get(wrong).is_none());
    }
    assert_eq!(entries(&folder).len(), 1);
    fs::write(folder.join(HISTORY), "help()").unwrap();
    trim(&folder, 2);
    assert_eq!(entries(&folder), [folder.join(HISTORY)], "the history is no table");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_killed_writers_left_goes_when_a_table_is_written() {
    let folder = folder("stale");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("other.part-0123456789abcdef"), b"x").unwrap();
    put(&cache(&folder), "table", b"abc").unwrap();
    assert_eq!(entries(&folder), [folder.join("table")]);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn work_of_one_name_never_shares_a_folder_and_goes_on_in_one_that_was_left() {
    let folder = folder("work");
    let (notices, disk_store) = noticed(&folder);
    let open = || disk_store.work_folder("search-a").unwrap();
    let (one, two) = (open(), open());
    assert_eq!(notices(), 1);
    fill(&*one, "layer-0", b"one");
    fill(&*two, "layer-0", b"two, which is more");
    assert_eq!((&**one.get("layer-0").unwrap(), one.names()), (&b"one"[..], vec!["layer-0".to_owned()]));
    drop((one, two));
    let again = open();
    assert_eq!(notices(), 1);
    assert_eq!(&**again.get("layer-0").unwrap(), b"two, which is more", "it goes on with the one that holds most");
    assert_eq!(entries(&folder.join(SEARCHES)).len(), 1, "the other is of no use");
    let other = disk_store.work_folder("search-b").unwrap();
    assert_eq!((notices(), other.names().len()), (1, 0));
    fill(&*other, "layer-0", b"b");
    drop(other);
    again.delete();
    assert_eq!(entries(&folder.join(SEARCHES)).len(), 1, "files of another search stay");
    fs::remove_dir_all(folder).unwrap();
}

/// A store, and how many notices it has given.
fn noticed(folder: &Path) -> (impl Fn() -> usize + use<>, DiskStore) {
    let count = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let counted = std::sync::Arc::clone(&count);
    let disk_store = DiskStore::new(Some(Place::Cache(folder.to_owned())), move |text| {
        assert!(text.starts_with("another process is at the same search"));
        counted.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    });
    (move || count.load(std::sync::atomic::Ordering::Relaxed), disk_store)
}

#[test]
fn folders_without_files_and_what_the_dead_left_are_removed() {
    let folder = folder("left");
    let disk_store = cache(&folder);
    let searches = folder.join(SEARCHES);
    drop(disk_store.work_folder("search-a").unwrap());
    assert!(entries(&searches).is_empty(), "there is nothing to go on from");
    let live = disk_store.work_folder("search-a").unwrap();
    fill(&*live, "layer-0", b"live");
    let left = disk_store.work_folder("search-a").unwrap();
    fill(&*left, "layer-0", b"left");
    let ended = disk_store.work_folder("search-a").unwrap();
    drop(left);
    fs::create_dir(searches.join("search-a.0123456789abcdef")).unwrap();
    ended.delete();
    assert_eq!(entries(&searches).len(), 1);
    assert_eq!(&**live.get("layer-0").unwrap(), b"live", "whoever still searches is left alone");
    drop(live);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_nobody_has_used_for_a_month_is_removed() {
    let folder = folder("expired");
    let disk_store = cache(&folder);
    let searches = folder.join(SEARCHES);
    let names = ["search-old", "search-new", "search-used"];
    let mut works = names.map(|name| Some(disk_store.work_folder(name).unwrap()));
    works.iter().flatten().for_each(|work| fill(&**work, "layer-0", b"x"));
    fs::write(searches.join("search-file.layer.1"), b"x").unwrap();
    works[..2].iter_mut().for_each(|work| *work = None);
    let month = SystemTime::now() - Duration::from_secs(31 * 24 * 3600);
    let age = |path: &Path| File::open(path).unwrap().set_modified(month).unwrap();
    for path in entries(&searches).iter().filter(|path| !path.to_string_lossy().contains("new")) {
        entries(path).iter().for_each(|file| age(file));
        age(path);
    }
    drop(disk_store.work_folder("search-other").unwrap());
    let mut left: Vec<String> =
        entries(&searches).iter().map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    left.sort();
    assert_eq!(left, ["search-new", "search-used"]);
    drop(works);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn errors_of_work_say_where() {
    let folder = folder("where");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(SEARCHES), b"a file").unwrap();
    let error = cache(&folder).work_folder("search-a").err().unwrap();
    assert!(error.to_string().contains(&*folder.join(SEARCHES).to_string_lossy()), "{error}");
    assert_eq!(engines::StorageFailure::from(&error), engines::StorageFailure::InTheWay);
    fs::remove_file(folder.join(SEARCHES)).unwrap();
    let disk_store = cache(&folder);
    let work = disk_store.work_folder("search-a").unwrap();
    fs::create_dir_all(entries(&folder.join(SEARCHES))[0].join("layer-0/in the way")).unwrap();
    let error = work.put("layer-0", &mut |out| out.write_all(b"x")).unwrap_err();
    assert!(error.to_string().contains("layer-0"), "{error}");
    assert_eq!(engines::StorageFailure::from(&error), engines::StorageFailure::InTheWay);
    for wrong in ["", "lock", "../layer-0", ".hidden"] {
        assert_eq!(work.put(wrong, &mut |_| Ok(())).unwrap_err().kind(), io::ErrorKind::InvalidInput);
    }
    drop(work);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn checkpoints_stand_beside_the_map_and_go_with_it() {
    let folder = folder("checkpoints");
    fs::create_dir_all(&folder).unwrap();
    let out = folder.join("a.map");
    let disk_store = DiskStore::new(Some(Place::Beside(out.clone())), |_| {});
    let [live, ended] = [(); 2].map(|()| disk_store.work_folder("map-1").unwrap());
    fill(&*live, "head-0", b"abc");
    fill(&*ended, "head-0", b"abc");
    drop(ended);
    assert!(entries(&folder).iter().all(|path| path.to_string_lossy().contains("a.map.map-1.")));
    fs::write(&out, b"map").unwrap();
    disk_store.clear_checkpoints();
    assert_eq!(entries(&folder).len(), 2, "a build that still runs keeps its own");
    drop(live);
    disk_store.clear_checkpoints();
    assert_eq!(entries(&folder), [out]);
    fs::remove_dir_all(folder).unwrap();
}
