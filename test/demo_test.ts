import assert from "node:assert/strict";
import { type AddressInfo, createServer, type Server } from "node:net";
import { test } from "node:test";
import { type Database, openDatabase } from "../examples/demo/database.ts";
import { type RunningDemo, startDemo } from "../examples/demo/demo.ts";
import { createWays } from "../examples/demo/ways.ts";

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

test("createWays() removes ways to sign in of the user, in any order, and never the last one", async () => {
  const database = await openDatabase();
  const ways = createWays(database);
  const [ada, grace] = [await createPerson(database, "ada"), await createPerson(database, "grace")];
  const all = [
    () => ways.removeAccount(ada, "example", "example-ada"),
    () => ways.removeAccount(ada, "password", "password-ada"),
    () => ways.removePasskey(ada, "passkey-ada"),
  ];
  try {
    assert.equal(ways.count(ada), 3);
    for (const id of ["example-grace", "example-ada"]) assert.ok(!ways.removeAccount(grace, "password", id));
    assert.ok(!ways.removeAccount(grace, "example", "example-ada"));
    assert.ok(!ways.removePasskey(grace, "passkey-ada"));
    assert.ok(!ways.removeAccount(ada, "passkey", "passkey-ada"), "a passkey is not removed by its account");
    assert.equal(ways.count(ada) + ways.count(grace), 6);
    for (const order of ORDERS) {
      database.sql.exec("SAVEPOINT before");
      assert.deepEqual(order.map((i) => all[i]!()), [true, true, false]);
      assert.equal(ways.count(ada), 1);
      database.sql.exec("ROLLBACK TO before; RELEASE before");
    }
    await database.adapter.updateUser({ id: ada, emailVerified: new Date() });
    assert.deepEqual(all.map((remove) => remove()), [true, true, true], "mail is left");
    assert.deepEqual(await database.adapter.listAccountsByUserId(ada), []);
    assert.equal(ways.count(ada), 1);
  } finally {
    await database.close();
  }
});

const ORDERS = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] as const;

/** A user with an account, a password and a passkey. */
async function createPerson({ adapter }: Database, name: string): Promise<string> {
  const { id } = await adapter.createUser({ id: name, email: `${name}@example.com`, emailVerified: null });
  const accounts = { example: "oidc", password: "credentials", passkey: "webauthn" } as const;
  for (const [provider, type] of Object.entries(accounts)) {
    await adapter.linkAccount({ userId: id, type, provider, providerAccountId: `${provider}-${name}` });
  }
  await adapter.createAuthenticator({
    userId: id,
    providerAccountId: `passkey-${name}`,
    credentialID: `passkey-${name}`,
    credentialPublicKey: "",
    counter: 0,
    credentialDeviceType: "singleDevice",
    credentialBackedUp: false,
  });
  return id;
}
