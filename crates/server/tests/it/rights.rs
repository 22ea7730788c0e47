//! Routes by rights, behind a proxy and without one, and clients told apart by the header of a proxy.

use std::net::IpAddr;

use serde_json::{Value, json};
use server::Policy;
use server::api::rights::{Access, Tokens};
use server::http::client::{HeaderName, Proxies, network};

use testkit::router::{from, request};

use crate::test_server::{ONE_LIGHT as LIGHT, TestServer};

const TOKENS: &str = r#"
[[token]]
name = "the page of the game"
token = "public"
rights = ["hint", "play", "texts"]

[[token]]
name = "a colleague"
token = "colleague-0123456789"
rights = ["hint", "play", "check", "ask", "texts", "worlds"]

[[token]]
name = "the operator"
token = "operator-0123456789"
rights = ["operator"]
"#;

const PROXY: [u8; 4] = [10, 0, 0, 1];

fn proxies(header: &'static str) -> Proxies {
    Proxies { networks: vec![network("10.0.0.0/8").unwrap()], header: HeaderName::from_static(header) }
}

fn behind_a_proxy() -> Policy {
    let access = Access { tokens: Some(Tokens::read(TOKENS).unwrap()), ..Access::default() };
    Policy { local: false, access, proxies: proxies("x-forwarded-for"), ..Policy::default() }
}

/// A request of each route that needs a right: method, path, body.
fn routes() -> Vec<(&'static str, &'static str, Value)> {
    let level = json!({"family": "toggle", "level": LIGHT});
    let mut answered = level.clone();
    answered["question"] = json!("solve");
    vec![
        ("GET", "/health", Value::Null),
        ("GET", "/api/v1/families", Value::Null),
        ("GET", "/api/v1/jobs/0123456789abcdef", Value::Null),
        ("POST", "/api/v1/hint", level.clone()),
        ("POST", "/api/v1/play", level.clone()),
        ("POST", "/api/v1/check", level.clone()),
        ("POST", "/api/v1/ask", answered.clone()),
        ("POST", "/api/v1/play", json!({"family": "script", "level": "return 1"})),
        ("GET", "/api/v1/worlds", Value::Null),
        ("PUT", "/api/v1/worlds/farmyard/scripts/fox.luau", Value::Null),
        ("GET", "/metrics", Value::Null),
        ("POST", "/api/v1/batch", json!({"requests": [{"to": "ask", "body": answered}]})),
    ]
}

/// The statuses of all routes for a client of the proxy with this token.
async fn statuses(server: &TestServer, token: Option<&str>) -> Vec<u16> {
    let mut all = Vec::new();
    for (method, path, body) in routes() {
        let bearer = token.map(|token| format!("Bearer {token}"));
        let mut headers = vec![("x-forwarded-for", "198.51.100.7")];
        headers.extend(bearer.as_deref().map(|bearer| ("authorization", bearer)));
        let body = if body.is_null() { String::new() } else { body.to_string() };
        if !body.is_empty() {
            headers.push(("content-type", "application/json"));
        }
        let heard = server.send(from(PROXY, request(method, path, &headers, body))).await;
        all.push(heard.status.as_u16());
    }
    all
}

/// What is allowed is answered, with 200, or 404 and 422 where there is no such thing; what is not is 401 or 403.
#[tokio::test]
async fn each_route_needs_its_right_behind_a_proxy() {
    let server = TestServer::new(behind_a_proxy());
    // health, families, a job, hint, play, check, ask, a program, worlds, a script, metrics, a batch
    let none = [200, 200, 404, 200, 200, 200, 401, 401, 401, 401, 401, 200];
    let public = [200, 200, 404, 200, 200, 403, 403, 403, 403, 403, 403, 200];
    let named = [200, 200, 404, 200, 200, 200, 200, 403, 200, 403, 403, 200];
    assert_eq!(statuses(&server, None).await, none);
    assert_eq!(statuses(&server, Some("public")).await, public);
    assert_eq!(statuses(&server, Some("colleague-0123456789")).await, named);
    let operator = statuses(&server, Some("operator-0123456789")).await;
    assert!(operator.iter().all(|status| ![401, 403].contains(status)), "{operator:?}");
    assert_eq!(statuses(&server, Some("wrong")).await, [200, 401, 401, 401, 401, 401, 401, 401, 401, 401, 401, 401]);
}

/// A proxy is enough: without any token who comes through it has public rights, and who is on the machine all.
#[tokio::test]
async fn behind_a_proxy_no_token_means_public_rights() {
    let policy = Policy { proxies: proxies("x-forwarded-for"), ..Policy::default() };
    let server = TestServer::new(policy);
    assert_eq!(statuses(&server, None).await, [200, 200, 404, 200, 200, 200, 401, 401, 401, 401, 401, 200]);
    let ask = json!({"family": "toggle", "level": LIGHT}).to_string();
    let headers = [("content-type", "application/json")];
    let direct = from([127, 0, 0, 1], request("POST", "/api/v1/ask", &headers, ask));
    assert_eq!(server.send(direct).await.status.as_u16(), 200);
}

/// The status of a request for `/health` through the proxy with these headers.
async fn seen(server: &TestServer, headers: &[(&str, &str)]) -> u16 {
    server.send(from(PROXY, request("GET", "/health", headers, ""))).await.status.as_u16()
}

#[tokio::test]
async fn clients_behind_a_proxy_are_counted_one_by_one() {
    let server = TestServer::new(Policy { rate: 0.5, ..behind_a_proxy() });
    for _ in 0..2 {
        assert_eq!(seen(&server, &[("x-forwarded-for", "198.51.100.7")]).await, 200);
    }
    assert_eq!(seen(&server, &[("x-forwarded-for", "198.51.100.7")]).await, 429);
    // What the client says itself, left of what the proxy adds, changes nothing; nor does the other header.
    assert_eq!(seen(&server, &[("x-forwarded-for", "1.2.3.4, 198.51.100.7")]).await, 429);
    assert_eq!(seen(&server, &[("forwarded", "for=9.9.9.9"), ("x-forwarded-for", "198.51.100.7")]).await, 429);
    assert_eq!(seen(&server, &[("x-forwarded-for", "198.51.100.8")]).await, 200);
    // A whole network of version 6 is one client.
    for host in ["2001:db8::1", "2001:db8::2"] {
        assert_eq!(seen(&server, &[("x-forwarded-for", host)]).await, 200);
    }
    assert_eq!(seen(&server, &[("x-forwarded-for", "2001:db8::3")]).await, 429);
    // Who is no proxy is not believed.
    let spoofed = |address: &str| {
        let request = request("GET", "/health", &[("x-forwarded-for", address)], "");
        server.send(from([203, 0, 113, 5], request))
    };
    for (address, status) in [("1.1.1.1", 200), ("1.1.1.2", 200), ("1.1.1.3", 429)] {
        assert_eq!(spoofed(address).await.status.as_u16(), status);
    }
}

/// A client that has spent its seconds waits; the others do not.
#[tokio::test]
async fn computing_is_counted_by_client() {
    let server = TestServer::new(Policy { cpu: Some(0.01), rate: 1e6, ..behind_a_proxy() });
    let asked = |client: IpAddr, level: String| {
        let client = client.to_string();
        let headers = [("x-forwarded-for", &*client), ("content-type", "application/json")];
        let body = json!({"family": "toggle", "level": level}).to_string();
        server.send(from(PROXY, request("POST", "/api/v1/hint", &headers, body)))
    };
    let (flood, other) = ([198, 51, 100, 7].into(), [198, 51, 100, 8].into());
    let mut statuses = Vec::new();
    for number in 0..2000 {
        let heard = asked(flood, format!("board = \"4x4\"\nmoves = \"plus\"\nstart = \"{number:016b}\"\n")).await;
        statuses.push(heard.status.as_u16());
        if heard.status.as_u16() == 429 {
            assert!(heard.text().contains("seconds of computing"), "{}", heard.text());
            break;
        }
    }
    assert_eq!(statuses.last(), Some(&429), "a hundredth of a second is soon spent");
    assert_eq!(asked(other, LIGHT.into()).await.status.as_u16(), 200);
}
