//! The client of a request: the peer of the connection, or the address that a trusted proxy names in a header.
//!
//! Each proxy appends the address of its own peer to the list that it received, so the entries are read from the right:
//! the first that is no trusted proxy is the client, and all entries left of it were set by the client itself (RFC 7239,
//! section 8.1). Only one header is read, because a proxy that sets one kind passes the other on unchanged.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::ConnectInfo;
use axum::http::{Extensions, HeaderMap};

pub use axum::http::HeaderName;
pub use ipnet::IpNet;

/// The proxies that are trusted to name their clients.
#[derive(Clone, Debug)]
pub struct Proxies {
    /// The networks of the proxies; none trusts nobody.
    pub networks: Vec<IpNet>,
    /// The header in which they name clients: `X-Forwarded-For` or one of its form (addresses with commas between them), or
    /// `Forwarded` in the form of RFC 7239.
    pub header: HeaderName,
}

impl Default for Proxies {
    fn default() -> Proxies {
        Proxies { networks: Vec::new(), header: HeaderName::from_static("x-forwarded-for") }
    }
}

/// Reads the address of a proxy, or a network of proxies.
///
/// # Errors
/// Says what was expected.
pub fn network(text: &str) -> Result<IpNet, String> {
    let one = text.parse::<IpAddr>().map(IpNet::from);
    let wrong =
        |_| format!("'{text}' is not an address or a network; expected such as 127.0.0.1, 10.0.0.0/8 or fd00::/8");
    one.or_else(|_| text.parse()).map_err(wrong)
}

/// The client of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Client {
    /// The client's address.
    pub(crate) address: IpAddr,
    /// How the request came.
    pub(crate) way: Way,
}

impl Client {
    /// The process itself, which tests ask without a connection.
    const INSIDE: Client = Client { address: IpAddr::V4(Ipv4Addr::LOCALHOST), way: Way::Inside };
}

/// How a request came to the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// From inside the process.
    Inside,
    /// From the client itself.
    Direct,
    /// From a trusted proxy.
    Proxy,
}

impl Proxies {
    /// Returns the client of a request with these headers over a connection with these extensions.
    pub(crate) fn client(&self, extensions: &Extensions, headers: &HeaderMap) -> Client {
        let Some(ConnectInfo(peer)) = extensions.get::<ConnectInfo<SocketAddr>>() else {
            return Client::INSIDE;
        };
        let peer = peer.ip().to_canonical();
        if !self.trusts(peer) {
            return Client { address: peer, way: Way::Direct };
        }
        Client { address: self.named(peer, headers), way: Way::Proxy }
    }

    fn trusts(&self, address: IpAddr) -> bool {
        self.networks.iter().any(|network| network.contains(&address))
    }

    /// The address that a trusted peer names. An entry that is no address ends the list: the proxy that set it counts as
    /// the client.
    fn named(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let lines = headers.get_all(&self.header).iter().filter_map(|line| line.to_str().ok());
        let entries: Vec<&str> = lines.flat_map(|line| line.split(',')).map(str::trim).collect();
        let mut client = peer;
        for entry in entries.into_iter().rev() {
            let Some(address) = self.address(entry) else { return client };
            client = address;
            if !self.trusts(address) {
                return client;
            }
        }
        client
    }

    fn address(&self, entry: &str) -> Option<IpAddr> {
        if self.header.as_str() != "forwarded" {
            return address(entry);
        }
        let pairs = entry.split(';').filter_map(|pair| pair.trim().split_once('='));
        let (_, node) = pairs.into_iter().find(|(name, _)| name.eq_ignore_ascii_case("for"))?;
        address(node.trim_matches('"'))
    }
}

/// An address, with or without a port; one of version 6 may stand in brackets.
fn address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let alone = bare.parse::<IpAddr>().ok();
    alone.or_else(|| text.parse::<SocketAddr>().ok().map(|both| both.ip())).map(|address| address.to_canonical())
}

/// Returns the client of a request, as the outermost layer noted it.
pub(crate) fn client(extensions: &Extensions) -> Client {
    extensions.get::<Client>().copied().unwrap_or(Client::INSIDE)
}

/// The network of one client, by which it is counted: for IPv6 the /64 network, since a client has all its addresses.
pub(crate) fn block(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(six) => IpAddr::V6((six.to_bits() >> 64 << 64).into()),
        four => four,
    }
}

/// Shortens an address for a log that must not identify persons: the last byte of version 4 becomes 0, and of version 6
/// the first 48 bits are kept.
pub(crate) fn shortened(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(four) => IpAddr::V4((four.to_bits() >> 8 << 8).into()),
        IpAddr::V6(six) => IpAddr::V6((six.to_bits() >> 80 << 80).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(header: &'static str, lines: &[&str], peer: &str) -> String {
        let networks = ["127.0.0.0/8", "10.0.0.0/8", "2001:db8:5::/48"].map(|text| text.parse().unwrap()).into();
        let proxies = Proxies { networks, header: HeaderName::from_static(header) };
        let both = [("x-forwarded-for", "203.0.113.99"), ("forwarded", "for=203.0.113.98")];
        let other = both.into_iter().filter(|(name, _)| *name != header);
        let own = lines.iter().map(|line| (header, *line));
        let headers = other.chain(own).map(|(name, value)| (HeaderName::from_static(name), value.parse().unwrap()));
        let mut extensions = Extensions::new();
        let peer: IpAddr = peer.parse().unwrap();
        extensions.insert(ConnectInfo(SocketAddr::new(peer, 1)));
        let mut all = HeaderMap::new();
        headers.for_each(|(name, value)| {
            all.append(name, value);
        });
        let Client { address, way } = proxies.client(&extensions, &all);
        format!("{address} {way:?}")
    }

    #[test]
    fn the_rightmost_entry_that_is_no_proxy_is_the_client() {
        let list = |lines: &[&str], peer| found("x-forwarded-for", lines, peer);
        assert_eq!(list(&["198.51.100.7"], "127.0.0.1"), "198.51.100.7 Proxy");
        assert_eq!(list(&["1.1.1.1, 198.51.100.7, 10.1.2.3"], "127.0.0.1"), "198.51.100.7 Proxy");
        assert_eq!(list(&["1.1.1.1", "198.51.100.7"], "10.9.9.9"), "198.51.100.7 Proxy", "several lines are one list");
        assert_eq!(list(&["198.51.100.7:1234"], "127.0.0.1"), "198.51.100.7 Proxy");
        assert_eq!(list(&["2001:db8::7"], "127.0.0.1"), "2001:db8::7 Proxy");
        assert_eq!(list(&["[2001:db8::7]:443"], "2001:db8:5::1"), "2001:db8::7 Proxy");
        assert_eq!(list(&["::ffff:198.51.100.7"], "127.0.0.1"), "198.51.100.7 Proxy");
        assert_eq!(list(&["10.1.1.1, 10.2.2.2"], "127.0.0.1"), "10.1.1.1 Proxy", "all are proxies");
        assert_eq!(list(&["198.51.100.7, unknown"], "127.0.0.1"), "127.0.0.1 Proxy", "no address ends the list");
        assert_eq!(list(&[], "127.0.0.1"), "127.0.0.1 Proxy");
        assert_eq!(list(&["198.51.100.7"], "192.0.2.1"), "192.0.2.1 Direct", "nobody else is believed");
    }

    #[test]
    fn forwarded_is_read_as_its_standard_says() {
        let list = |lines: &[&str], peer| found("forwarded", lines, peer);
        assert_eq!(list(&["for=198.51.100.7;proto=https;by=10.0.0.1"], "127.0.0.1"), "198.51.100.7 Proxy");
        assert_eq!(list(&["for=1.1.1.1, For=\"[2001:db8::7]:443\""], "127.0.0.1"), "2001:db8::7 Proxy");
        assert_eq!(list(&["for=198.51.100.7, proto=http"], "127.0.0.1"), "127.0.0.1 Proxy");
        assert_eq!(list(&["for=_hidden"], "127.0.0.1"), "127.0.0.1 Proxy");
    }

    #[test]
    fn one_network_of_version_six_is_one_client() {
        let block = |text: &str| block(text.parse().unwrap());
        assert_eq!(block("2001:db8::1"), block("2001:db8::ffff:1"));
        assert_ne!(block("2001:db8::1"), block("2001:db8:0:1::1"));
        let shortened = |text: &str| shortened(text.parse().unwrap()).to_string();
        assert_eq!(
            (shortened("198.51.100.7"), shortened("2001:db8:1:2::7")),
            ("198.51.100.0".into(), "2001:db8:1::".into())
        );
    }
}
