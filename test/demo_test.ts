import assert from "node:assert/strict";
import { type AddressInfo, createServer, type Server } from "node:net";
import { test } from "node:test";
import { type RunningDemo, startDemo } from "../examples/demo/demo.ts";
import { testBrowser } from "../src/testing/mod.ts";
import { withQuickScrypt } from "./_quick_scrypt.ts";

/** Not every computer has IPv6. */
const HOSTS = await take("::1").then(({ stop }) => stop()).then(
  () => ["127.0.0.1", "::1"],
  () => ["127.0.0.1"],
);

test("startDemo() several times at once gives each demo separate ports, in IPv4 and IPv6", async () => {
  const { port: first, stop } = await take("127.0.0.1");
  await stop();
  const demos = await Promise.all(Array.from({ length: 6 }, () => startDemo({ port: first })));
  try {
    const ports = demos.flatMap(({ port, provider }) => [port, Number(new URL(provider.issuer).port)]);
    assert.equal(new Set(ports).size, 12);
    for (const demo of demos) await assertComplete(demo);
  } finally {
    await Promise.all(demos.map(({ close }) => close()));
  }
});

test("startDemo() on any port uses a free one", async () => {
  const demos = await Promise.all([startDemo({ port: 0 }), startDemo({ port: 0 })]);
  try {
    for (const demo of demos) await assertComplete(demo);
  } finally {
    await Promise.all(demos.map(({ close }) => close()));
  }
});

for (const host of HOSTS) {
  test(`startDemo() passes over a port that another program has taken on ${host}`, async () => {
    const other = await take(host);
    const demo = await startDemo({ port: other.port });
    try {
      assert.ok(demo.port > other.port);
      assert.equal(demo.url, `http://localhost:${demo.port}`);
      await assertComplete(demo);
    } finally {
      await demo.close();
      await other.stop();
    }
  });
}

test("startDemo() leaves its ports when it ends", async () => {
  const demo = await startDemo({ port: 0 });
  const { port, provider } = demo;
  await demo.close();
  for (const each of [port, Number(new URL(provider.issuer).port)]) {
    for (const host of HOSTS) await (await take(host, each)).stop();
  }
});

/** Checks that both addresses lead to this demo, and to its provider. */
async function assertComplete({ port, provider }: RunningDemo): Promise<void> {
  const providerPort = new URL(provider.issuer).port;
  for (const host of HOSTS.map((host) => host.includes(":") ? `[${host}]` : host)) {
    assert.match(await (await fetch(`http://${host}:${port}/`)).text(), /<h1>/);
    const metadata = `http://${host}:${providerPort}/.well-known/openid-configuration`;
    assert.equal((await (await fetch(metadata)).json()).issuer, provider.issuer);
  }
}

function take(host: string, port = 0): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const server: Server = createServer();
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve({ port: (server.address() as AddressInfo).port, stop }));
  });
}

test("the demo answers HEAD as GET, without a body", async () => {
  const demo = await startDemo({ port: 0 });
  try {
    for (const path of ["/", "/inbox", "/app.css"]) {
      const [head, get] = [await fetch(demo.url + path, { method: "HEAD" }), await fetch(demo.url + path)];
      assert.equal(head.status, 200, path);
      assert.equal(head.headers.get("content-type"), get.headers.get("content-type"));
      assert.equal(await head.text(), "");
      await get.text();
    }
  } finally {
    await demo.close();
  }
});

test("the demo keeps a password, which the account page of the library lists", () =>
  withQuickScrypt(async () => {
    const demo = await startDemo({ port: 0 });
    try {
      const browser = testBrowser({ [demo.url]: (request) => fetch(request) });
      const form = await browser.open(`${demo.url}/auth/signup?callbackUrl=%2Fprofile`);
      const sent = await form.submit("/auth/signup", {
        email: "ada@example.com",
        password: "lovely engine weaves",
      });
      const inbox = await testBrowser({ [demo.url]: (request) => fetch(request) }).open(`${demo.url}/inbox`);
      const [, code] = /<code>(\d{4} \d{4})<\/code>/.exec(inbox.html)!;
      const profile = await sent.submit("/auth/callback/password", { code: code! });
      assert.equal(profile.url, `${demo.url}/profile`);
      const account = await profile.follow("Account");
      assert.equal(account.url, `${demo.url}/auth/account`);
      assert.match(account.text, /Password Set: (?:just now|\d+ minutes? ago)/);
    } finally {
      await demo.close();
    }
  }));
