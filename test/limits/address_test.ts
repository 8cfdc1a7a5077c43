import assert from "node:assert/strict";
import { test } from "node:test";
import { withPeer } from "../../src/http/peer.ts";
import type { Incoming } from "../../src/http/types.ts";
import { clientAddressOf } from "../../src/limits/address.ts";

type AddressSource = Parameters<typeof clientAddressOf>[1];

const incoming = (peer?: string, headers: Record<string, string> = {}): Incoming => ({
  method: "POST",
  action: "callback",
  providerId: "password",
  origin: "https://app.test",
  requestOrigin: "https://app.test",
  query: new URLSearchParams(),
  body: {},
  form: undefined,
  url: "https://app.test/auth/callback/password",
  cookies: new Map(),
  headers: new Headers(headers),
  received: withPeer({ signal: new AbortController().signal }, peer),
});

const of = (peer?: string, headers?: Record<string, string>, source: AddressSource = {}) =>
  clientAddressOf(incoming(peer, headers), source);

const OF_CLIENTS: readonly (readonly [peer: string, client: string | null])[] = [
  ["8.8.8.8", "8.8.8.8"],
  ["::ffff:8.8.8.8", "8.8.8.8"],
  ["::FFFF:8.8.8.8", "8.8.8.8"],
  ["::ffff:808:808", "8.8.8.8"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:db8:1:2::", "2001:db8:1:2"],
  ["2001:DB8:1:2:ffff::1", "2001:db8:1:2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["[2001:db8::1]", "2001:db8:0:0"],
  ["2600::", "2600:0:0:0"],
  ["172.15.255.255", "172.15.255.255"],
  ["172.32.0.1", "172.32.0.1"],
  ["100.63.0.1", "100.63.0.1"],
  ["100.128.0.1", "100.128.0.1"],
  ["223.255.255.255", "223.255.255.255"],
  ["64:ff9b::808:808", "8.8.8.8"],
  ["64:ff9b::10.1.2.3", null],
  [" 8.8.8.8 ", "8.8.8.8"],
  ["2001:db8::1%eth0", "2001:db8:0:0"],
  ["[2001:db8::1%eth0]", "2001:db8:0:0"],
  // An address of IPv6 that ends like one of IPv4 in IPv6.
  ["2001::ffff:8.8.8.8", "2001:0:0:0"],
  ["2010::ffff:8.8.8.8", "2010:0:0:0"],
  // Of this machine or a private network, where a proxy stands.
  ...[
    "127.0.0.1",
    "::1",
    "::ffff:127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "172.20.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.1.1",
    "100.64.0.1",
    "100.70.0.1",
    "100.110.0.1",
    "100.127.255.255",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "fe80::1%eth0",
    "fc00::1",
    "fd12:3456::1",
    "ff02::1",
    "::",
  ].map((peer) => [peer, null] as const),
  // No address.
  ...[
    "",
    "unknown",
    "1.2.3",
    "1.2.3.4.5",
    "256.1.1.1",
    "1.2.3.4:80",
    "a:b",
    "2001:db8:::1",
    "2001:[db8::1",
    "2001:db8]::1",
    "2001:db8::1%eth0\n1",
    "8.8.8.8, 1.1.1.1",
  ].map(
    (peer) => [peer, null] as const,
  ),
];

test("clientAddressOf() takes the address of a connection that is public, of IPv6 the first 64 bits (LM-05)", async () => {
  for (const [peer, client] of OF_CLIENTS) assert.equal(await of(peer), client, peer);
  assert.equal(await of(undefined), null);
});

test("clientAddressOf() knows no client behind a proxy, whichever header it sends (LM-06)", async () => {
  for (
    const header of [
      "x-forwarded-for",
      "X-Forwarded-Proto",
      "forwarded",
      "x-real-ip",
      "via",
      "cdn-loop",
      "cf-connecting-ip",
      "x-vercel-forwarded-for",
      "fly-client-ip",
    ]
  ) {
    assert.equal(await of("8.8.8.8", { [header]: "9.9.9.9" }), null, header);
  }
});

test("clientAddressOf() takes the header of the platform, and nothing else there", async () => {
  const source = { header: "fly-client-ip" };
  const headers = { "fly-client-ip": "9.9.9.9", "x-forwarded-for": "7.7.7.7, 9.9.9.9" };
  assert.equal(await of("10.0.0.1", headers, source), "9.9.9.9");
  assert.equal(await of("8.8.8.8", {}, source), null, "a request that has gone round the platform");
  assert.equal(await of("8.8.8.8", { "fly-client-ip": "9.9.9.9, 8.8.8.8" }, source), null);
  assert.equal(await of("8.8.8.8", { "fly-client-ip": "2001:db8:1:2:3::4" }, source), "2001:db8:1:2");
  // Cloudflare before the platform: all its users would have one address.
  assert.equal(await of("10.0.0.1", { ...headers, "cdn-loop": "cloudflare; loops=1" }, source), null);
});

test("clientAddressOf() takes what the application returns, an address or any other text", async () => {
  const told = (answer: string | null | undefined) =>
    of("8.8.8.8", {}, { address: () => answer, header: "via" });
  assert.equal(await told(null), null);
  assert.equal(await told(undefined), null);
  assert.equal(await told(""), null);
  assert.equal(await told(" 10.0.0.7 "), "10.0.0.7");
  assert.equal(await told("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2");
  assert.equal(await told("device 7"), "device 7");
  assert.equal((await told("x".repeat(1000)))?.length, 200);
  assert.equal(
    await of("10.1.2.3", {}, { address: (_request, { connection }) => connection }),
    "10.1.2.3",
    "the application knows what stands before it",
  );
  const last = ({ headers }: Request) => headers.get("x-forwarded-for")?.split(",").at(-1);
  assert.equal(await of("10.0.0.1", { "x-forwarded-for": "6.6.6.6, 9.9.9.9" }, { address: last }), "9.9.9.9");
});

test("clientAddressOf() counts one client for all ports of an address that the application returns, but no other text", async () => {
  const told = (answer: string) => of("8.8.8.8", {}, { address: () => answer });
  for (
    const [answer, client] of [
      ["9.9.9.9:443", "9.9.9.9"],
      ["10.200.30.40:65535", "10.200.30.40"],
      ["[2001:db8:1:2:3:4:5:6]:443", "2001:db8:1:2"],
      ["[::1]:8", "0:0:0:0"],
      // A text that only looks like an address with a port is told apart to its end.
      ...["device 9.9.9.9:443", "9.9.9.9:443:7", "1.2:3", "9.9.9.9:a", "a.b.c.d:5"].map((text) =>
        [text, text] as const
      ),
    ] as const
  ) {
    assert.equal(await told(answer), client, answer);
  }
});
