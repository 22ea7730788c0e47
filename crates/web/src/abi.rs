//! What a module exports to its embedder ([`exports!`](crate::exports)), and what it imports from it.
//!
//! The embedder calls `input(length)`, writes the JSON text of a task there, calls `perform()`, which returns the
//! length of the outcome's text, and reads that from `output()`. All imports are in the import object `menagerie`:
//! `progress(pointer, length)` with the JSON text of a progress update, `panicked(pointer, length)` with the message of
//! a panic before the module aborts, and `now()` (`engines::clock`). After a trap the instance is unusable: where no
//! panic was reported and `failed_allocation()` is not zero, an allocation of that many bytes was the cause.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::RefCell;
use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};

use tasks::{Families, ProgressUpdate};

use crate::{Session, Throttled};

#[link(wasm_import_module = "menagerie")]
// SAFETY: the embedder only reads the bytes, during the call.
unsafe extern "C" {
    safe fn progress(pointer: *const u8, length: usize);
    safe fn panicked(pointer: *const u8, length: usize);
}

/// The allocator of `std`, which remembers the last allocation that failed.
struct Noting;

/// The bytes of the last allocation that failed; 0 where none did.
static FAILED: AtomicUsize = AtomicUsize::new(0);

impl Noting {
    fn noted(pointer: *mut u8, bytes: usize) -> *mut u8 {
        if pointer.is_null() {
            FAILED.store(bytes, Ordering::Relaxed);
        }
        pointer
    }
}

// SAFETY: every call goes to the allocator of `std` unchanged.
unsafe impl GlobalAlloc for Noting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        Noting::noted(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        Noting::noted(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        // SAFETY: the caller's promise.
        Noting::noted(unsafe { System.realloc(pointer, layout, bytes) }, bytes)
    }
}

#[global_allocator]
static ALLOCATOR: Noting = Noting;

/// The session, begun with the first task, and the texts that cross the border.
#[derive(Default)]
struct Instance {
    session: Option<Session>,
    input: Vec<u8>,
    output: Vec<u8>,
}

thread_local! {
    static INSTANCE: RefCell<Instance> = RefCell::default();
}

/// Makes room for the text of a task and returns where it is; also installs the report of panics.
pub fn input(length: usize) -> *mut u8 {
    panic::set_hook(Box::new(|info| {
        let text = info.to_string();
        panicked(text.as_ptr(), text.len());
    }));
    INSTANCE.with_borrow_mut(|instance| {
        instance.input = vec![0; length];
        instance.input.as_mut_ptr()
    })
}

/// Performs the task whose text was written, and returns the length of its outcome's text.
pub fn perform(families: Families) -> usize {
    INSTANCE.with_borrow_mut(|Instance { session, input, output }| {
        let session = session.get_or_insert_with(|| Session::new(families));
        *output = session.perform(&std::mem::take(input), &Throttled::new(send));
        output.len()
    })
}

/// Returns where the text of the last outcome is, until the next task.
pub fn output() -> *const u8 {
    INSTANCE.with_borrow(|instance| instance.output.as_ptr())
}

/// Returns the bytes of the last allocation that failed; 0 where none did.
pub fn failed_allocation() -> usize {
    FAILED.load(Ordering::Relaxed)
}

fn send(update: &ProgressUpdate) {
    let text = serde_json::to_vec(update).unwrap_or_default();
    progress(text.as_ptr(), text.len());
}
