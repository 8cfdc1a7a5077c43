import assert from "node:assert/strict";
import { test } from "node:test";
import { isPrivateHost } from "../../src/oauth/private_host.ts";

/** Hosts as they may be written in a URL. */
const PRIVATE = [
  // This machine, in every spelling that `URL` understands.
  "127.0.0.1",
  "127.1",
  "127.0.1",
  "2130706433",
  "0x7f000001",
  "0x7F.1",
  "017700000001",
  "0177.0.0.01",
  "127.0.0.1.",
  "127.255.255.254",
  "１２７.0.0.1",
  "127。0。0。1",
  "localhost",
  "LOCALHOST",
  "localhost.",
  "ⓛocalhost",
  "redis.localhost",
  "redis.localhost.",
  "0",
  "0.0.0.0",
  "0.1.2.3",
  // Private, shared, link-local and reserved addresses: first and last of each block.
  "10.0.0.0",
  "10.255.255.255",
  "100.64.0.0",
  "100.127.255.255",
  "169.254.0.0",
  "169.254.169.254",
  "169.254.255.255",
  "0xa9fea9fe",
  "2852039166",
  "172.16.0.0",
  "172.31.255.255",
  "192.0.0.0",
  "192.0.0.255",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.0.0",
  "192.168.255.255",
  "198.18.0.0",
  "198.19.255.255",
  "198.51.100.7",
  "203.0.113.7",
  "224.0.0.0",
  "239.255.255.255",
  "240.0.0.0",
  "255.255.255.255",
  // IPv6.
  "[::]",
  "[::1]",
  "[0:0:0:0:0:0:0:1]",
  "[0000::0001]",
  "[::127.0.0.1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::FFFF:10.0.0.1]",
  "[::ffff:169.254.169.254]",
  "[::ffff:0:127.0.0.1]",
  "[64:ff9b::127.0.0.1]",
  "[64:ff9b::a9fe:a9fe]",
  "[64:ff9b:1::1]",
  "[2002:7f00:1::]",
  "[2002:a9fe:a9fe::1]",
  "[2002:c0a8:101:1::1]",
  "[2001::1]",
  "[2001:0:7f00:1::]",
  "[2001:db8::1]",
  "[3fff::1]",
  "[100::1]",
  "[fc00::]",
  "[fd12:3456:789a::1]",
  "[fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]",
  "[fe80::1]",
  "[febf::1]",
  "[fec0::1]",
  "[ff02::1]",
  "[4000::1]",
  // Names that the public DNS does not have.
  "redis",
  "keycloak.",
  "metadata.google.internal",
  "printer.local",
  "printer.LOCAL.",
  "router.home.arpa",
  "box.localdomain",
];

const PUBLIC = [
  "example.com",
  "idp.test",
  "localhost.example.com",
  "mylocalhost.com",
  "internal.example.com",
  "10.example.com",
  "127.0.0.1.nip.io",
  "1.0.0.0",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.0",
  "169.253.255.255",
  "169.255.0.0",
  "172.15.255.255",
  "172.32.0.0",
  "192.0.1.0",
  "192.167.255.255",
  "192.169.0.0",
  "198.17.255.255",
  "198.20.0.0",
  "223.255.255.255",
  "8.8.8.8",
  "134744072",
  "[2606:4700::1111]",
  "[2a00:1450:4001:80b::200e]",
  "[2001:4860:4860::8888]",
  "[3ffe::1]",
  "[::ffff:8.8.8.8]",
  "[64:ff9b::8.8.8.8]",
  "[2002:808:808::1]",
  "[2606::ffff:7f00]",
];

for (const host of PRIVATE) {
  test(`isPrivateHost() recognizes the private ${host} (OA-30)`, () => {
    assert.equal(isPrivateHost(new URL(`https://${host}:8443/path`).hostname), true);
  });
}

for (const host of PUBLIC) {
  test(`isPrivateHost() leaves the public ${host} alone`, () => {
    assert.equal(isPrivateHost(new URL(`https://${host}:8443/path`).hostname), false);
  });
}

test("isPrivateHost() judges every first byte of an IPv4 address as it judges the same address inside an IPv6 one", () => {
  for (let byte = 0; byte < 256; byte++) {
    for (const rest of ["0.0.1", "64.0.1", "254.169.254", "168.1.1"]) {
      const address = `${byte}.${rest}`;
      const expected = isPrivateHost(address);
      for (const host of [`[::ffff:${address}]`, `[64:ff9b::${address}]`]) {
        assert.equal(isPrivateHost(new URL(`https://${host}`).hostname), expected, host);
      }
      const [a, b, c, d] = address.split(".").map((part) => Number(part).toString(16).padStart(2, "0"));
      const tunnel = new URL(`https://[2002:${a}${b}:${c}${d}::1]`).hostname;
      assert.equal(isPrivateHost(tunnel), expected, tunnel);
    }
  }
});
