//! What the page may load and do.

/// The content security policy: only the page's own files and engines, no inline scripts or styles, no other hosts, no
/// framing.
pub(crate) const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
    img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
