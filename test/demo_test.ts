import assert from "node:assert/strict";
import { type AddressInfo, createServer, type Server } from "node:net";
import { test } from "node:test";
import { type RunningDemo, startDemo } from "../examples/demo/demo.ts";

/** Not every computer has IPv6. */
const HOSTS = await take("::1").then(({ stop }) => stop()).then(
  () => ["127.0.0.1", "::1"],
  () => ["127.0.0.1"],
);

test("startDemo() several times at once gives each demo ports of its own, in IPv4 and IPv6", async () => {
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

test("startDemo() on any port takes a free one", async () => {
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
