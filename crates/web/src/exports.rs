//! The macro by which a module exports what `abi` describes.

/// Exports a session of these families from the module that is built, where it is one for WebAssembly.
#[macro_export]
macro_rules! exports {
    ($families:expr) => {
        #[cfg(all(target_family = "wasm", target_os = "unknown"))]
        #[allow(unsafe_code)]
        mod exported {
            // SAFETY: no other symbol has this name.
            #[unsafe(no_mangle)]
            extern "C" fn input(length: usize) -> *mut u8 {
                $crate::abi::input(length)
            }

            // SAFETY: no other symbol has this name.
            #[unsafe(no_mangle)]
            extern "C" fn perform() -> usize {
                $crate::abi::perform($families)
            }

            // SAFETY: no other symbol has this name.
            #[unsafe(no_mangle)]
            extern "C" fn output() -> *const u8 {
                $crate::abi::output()
            }

            // SAFETY: no other symbol has this name.
            #[unsafe(no_mangle)]
            extern "C" fn failed_allocation() -> usize {
                $crate::abi::failed_allocation()
            }
        }
    };
}
