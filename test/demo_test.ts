import assert from "node:assert/strict";
import { type AddressInfo, createServer, type Server } from "node:net";
import { test } from "node:test";
import { openDatabase } from "../examples/demo/database.ts";
import { type RunningDemo, startDemo } from "../examples/demo/demo.ts";
import { createPasswords } from "../examples/demo/passwords.ts";
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
    for (const path of ["/", "/inbox", "/app.css", "/register"]) {
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

test("the demo lists a password on the account page of the library", () =>
  withQuickScrypt(async () => {
    const demo = await startDemo({ port: 0 });
    try {
      const browser = testBrowser({ [demo.url]: (request) => fetch(request) });
      const registration = await browser.open(`${demo.url}/register`);
      const person = { name: "Ada", email: "ada@example.com", password: "correct horse" };
      const signIn = await registration.submit(0, person);
      const { email, password } = person;
      const profile = await signIn.submit("/auth/callback/password", { email, password });
      assert.equal(profile.url, `${demo.url}/profile`);
      const account = await profile.follow("Account");
      assert.equal(account.url, `${demo.url}/auth/account`);
      assert.match(account.text, /Password ada@example\.com Added: today/);
      assert.match(account.text, /This is your only way to sign in/);
    } finally {
      await demo.close();
    }
  }));

test("createPasswords() loses a password with its account", () =>
  withQuickScrypt(async () => {
    const database = await openDatabase();
    try {
      const passwords = createPasswords(database);
      const person = { name: "Ada", email: "ada@example.com", password: "correct horse" };
      assert.ok(await passwords.register(person));
      const user = await passwords.check(person.email, person.password);
      const { adapter } = database;
      await adapter.updateUser({ id: user!.id, emailVerified: new Date() });
      const account = { provider: "password", providerAccountId: user!.id };
      assert.ok(await adapter.removeAccount({ userId: user!.id, account, keeps: "email" }));
      assert.equal(await passwords.check(person.email, person.password), null);
    } finally {
      await database.close();
    }
  }));
