/**
 * Pages that a server has rendered, beside those of `SessionProvider` in `test/e2e/client_test.ts`.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Session } from "../../mod.ts";
import type { Client } from "../../src/client/types.ts";
import { openWorld, settle, type World } from "./_tabs.ts";

const SIGNED_OUT = "unauthenticated null";

/** A session as the server renders it: each page has an object of its own. */
function ofUser(id: string, expires = "2026-01-01T00:00:00.000Z"): Session {
  return { user: { id, name: id }, expires };
}

function shown(client: Client): string {
  const { status, session } = client.getSnapshot();
  return `${status} ${session?.user?.name ?? null}`;
}

/** Acts as a server action: another client, whose `basePath` differs as text, so that the page's client gets no message. */
async function act(world: World, user: string | null): Promise<void> {
  const { client } = world.open({ basePath: "/auth/" });
  if (user) await client.signIn("password", { username: user, password: "right", redirect: false });
  else await client.signOut({ redirect: false });
}

test("hydrate() ends a session that the page has found itself, if the server has ended it since", async () => {
  const world = openWorld();
  const { client } = world.open();
  await client.signIn("password", { username: "ada", password: "right", redirect: false });
  client.subscribe(() => {});
  await act(world, null);
  client.hydrate(null);
  assert.equal(shown(client), "loading null");
  await world.tick(1000);
  assert.equal(shown(client), SIGNED_OUT);
});

test("hydrate() shows no user until a request succeeds, if it is unknown who is signed in", async () => {
  const world = openWorld();
  const { client } = world.open();
  await client.signIn("password", { username: "ada", password: "right", redirect: false });
  client.subscribe(() => {});
  await act(world, "bob");
  world.answer = () => Promise.reject(new TypeError("Failed to fetch"));
  client.hydrate(ofUser("bob"));
  await world.tick(5000);
  assert.equal(shown(client), "loading null");
  world.answer = null;
  await world.tick(60_000);
  assert.equal(shown(client), "authenticated bob");
});

test("hydrate() keeps the user of a session that the page has updated, and asks for the newest", async () => {
  const world = openWorld();
  const { client, requested } = world.open();
  await client.signIn("password", { username: "ada", password: "right", redirect: false });
  const session = await client.update({ name: "Countess" });
  client.subscribe(() => {});
  requested.length = 0;
  client.hydrate({ ...session!, user: { ...session!.user, name: "ada" } });
  assert.equal(shown(client), "authenticated Countess");
  await world.tick(1000);
  assert.equal(shown(client), "authenticated Countess");
  assert.deepEqual(requested, ["GET /auth/session"]);
});

test("hydrate() of the same session sends no request, and only prolongs it", async () => {
  const world = openWorld();
  const { client, requested } = world.open();
  client.hydrate(ofUser("ada"));
  client.subscribe(() => {});
  client.hydrate(ofUser("ada"));
  client.hydrate(ofUser("ada", "2026-01-02T00:00:00.000Z"));
  client.hydrate(ofUser("ada", "2025-12-31T00:00:00.000Z"));
  await world.tick(1000);
  assert.equal(client.getSnapshot().session?.expires, "2026-01-02T00:00:00.000Z");
  assert.deepEqual(requested, []);
});

test("hydrate() calls listeners once, after the code that hands over has ended", async () => {
  const world = openWorld();
  const { client } = world.open();
  client.hydrate(ofUser("ada"));
  let calls = 0;
  client.subscribe(() => calls++);
  client.hydrate(ofUser("bob"));
  client.hydrate(ofUser("cy"));
  assert.equal(calls, 0);
  await settle();
  assert.equal(calls, 1);
});

test("a request that began before hydrate() does not undo it", async () => {
  const world = openWorld();
  await act(world, "ada");
  const { promise, resolve } = Promise.withResolvers<void>();
  const { client } = world.open({
    async fetch(url, init) {
      const response = await world.browser.fetch(url, init);
      await promise;
      return response;
    },
  });
  client.hydrate(ofUser("ada"));
  const late = client.getSession();
  await settle();
  client.hydrate(null);
  resolve();
  assert.equal((await late)?.user?.name, "ada");
  assert.equal(shown(client), SIGNED_OUT);
});

test("hydrate() changes nothing while a sign-out leaves the page", async () => {
  const world = openWorld();
  const { client } = world.open();
  await client.signIn("password", { username: "ada", password: "right", redirect: false });
  client.subscribe(() => assert.fail("the page would show that no one is signed in"));
  await client.signOut();
  client.hydrate(null);
  await settle();
  assert.equal(shown(client), "authenticated ada");
});
