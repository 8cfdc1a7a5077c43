import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient } from "../../src/client/client.ts";
import { APP, openWorld, settle, type World } from "./_tabs.ts";

const RIGHT = { username: "ada", password: "right", redirect: false };

test("subscribe() requests the session once, and calls the listener when it is known", async () => {
  const world = openWorld();
  const { client, requested } = world.open();
  const seen: string[] = [];
  const listen = (): void => void seen.push(client.getSnapshot().status);
  client.subscribe(listen);
  client.subscribe(listen);
  assert.equal(client.getSnapshot().status, "loading");
  await world.tick(0);
  assert.deepEqual(seen, ["unauthenticated", "unauthenticated"]);
  assert.deepEqual(requested, ["GET /auth/session"]);
});

test("getSnapshot() gives the same object until the session changes", async () => {
  const { client } = openWorld().open();
  await client.signIn("password", RIGHT);
  const before = client.getSnapshot();
  await client.getSession();
  assert.equal(client.getSnapshot(), before);
  await client.update({ name: "Countess" });
  assert.notEqual(client.getSnapshot(), before);
});

test("signOut() that leaves the page signs out in the other tabs, and its own page stays as it is", async () => {
  const world = openWorld();
  const [one, two] = [world.open(), world.open()];
  await one.client.signIn("password", RIGHT);
  one.client.subscribe(() => assert.fail("the page would show that no one is signed in"));
  two.client.subscribe(() => {});
  await world.tick(0);
  await one.client.signOut();
  one.emit("focus");
  await world.tick(1000);
  assert.equal(two.client.getSnapshot().status, "unauthenticated");
});

test("a client works where the channel to other tabs throws, as with cookies blocked", async () => {
  const world = openWorld();
  const { client, window } = world.open();
  const BroadcastChannel = () => {
    throw new DOMException("", "SecurityError");
  };
  Object.assign(window, { BroadcastChannel });
  const end = client.subscribe(() => {});
  assert.equal((await client.signIn("password", RIGHT)).ok, true);
  end();
});

test("a client below another path does not hear of it", async () => {
  const world = openWorld();
  const one = world.open();
  const other = world.open({ basePath: "/api/auth", fetch: () => Promise.resolve(Response.json(null)) });
  other.client.subscribe(() => {});
  await world.tick(0);
  await one.client.signIn("password", RIGHT);
  assert.equal(world.timers(), 0);
});

test("subscribe() requests the session once when the page becomes visible and gets the focus", async () => {
  const world = openWorld();
  const { client, requested, emit, setVisible } = world.open();
  client.subscribe(() => {});
  await world.tick(0);
  setVisible(false);
  await world.tick(1000);
  assert.equal(requested.length, 1);
  setVisible(true);
  emit("focus");
  emit("focus");
  await world.tick(1000);
  assert.equal(requested.length, 2);
});

test("events that do not end do not put the request off", async () => {
  const world = openWorld();
  const { client, requested, emit } = world.open();
  client.subscribe(() => {});
  await world.tick(0);
  for (let turn = 0; turn < 10; turn++) {
    emit("focus");
    await world.tick(20);
  }
  assert.ok(requested.length > 2, String(requested));
});

test("a client does not request the session because of its own message", async () => {
  const world = openWorld();
  const { client, requested } = world.open();
  client.subscribe(() => {});
  await client.signIn("password", RIGHT);
  requested.length = 0;
  await world.tick(1000);
  assert.deepEqual(requested, []);
});

test("subscribe() does not look at the focus if refetchOnWindowFocus is false", async () => {
  const world = openWorld();
  const { client, requested, emit, setVisible } = world.open();
  client.subscribe(() => {}, { refetchOnWindowFocus: false });
  await world.tick(0);
  setVisible(true);
  emit("focus");
  await world.tick(1000);
  assert.equal(requested.length, 1);
});

for (const refetchInterval of [Infinity, 1e9, 0, -1, NaN]) {
  test(`subscribe() with a refetchInterval of ${refetchInterval} does not request without a pause`, async () => {
    const world = openWorld();
    const delays: number[] = [];
    const { client, window } = world.open();
    const { setInterval } = window;
    Object.assign(window, {
      setInterval(run: () => void, milliseconds: number) {
        delays.push(milliseconds);
        return setInterval(run, milliseconds);
      },
    });
    client.subscribe(() => {}, { refetchInterval });
    assert.deepEqual(delays, refetchInterval > 0 ? [2 ** 31 - 1] : []);
    await world.tick(0);
  });
}

test("subscribe() ends with all its timers and listeners", async () => {
  const world = openWorld();
  const { client, requested, emit } = world.open();
  const ends = [client.subscribe(() => {}, { refetchInterval: 10 }), client.subscribe(() => {})];
  for (const end of [...ends, ...ends]) end();
  emit("focus");
  await world.open().client.signIn("password", RIGHT);
  await world.tick(100_000);
  assert.deepEqual([requested, world.timers()], [[], 0]);
});

test("a request that fails keeps the session, and is repeated until it works", async () => {
  const world = openWorld();
  const { client, requested } = world.open();
  await client.signIn("password", RIGHT);
  client.subscribe(() => assert.fail("the session is the same"));
  requested.length = 0;
  let failure = (): Promise<Response> => Promise.reject(new TypeError("Failed to fetch"));
  world.answer = () => failure();
  await assert.rejects(client.getSession(), { code: "Network" });
  await world.tick(999);
  assert.equal(requested.length, 1);
  failure = () => Promise.resolve(Response.json({ message: "later" }, { status: 503 }));
  await world.tick(1 + 2000 + 4000);
  assert.equal(requested.length, 4);
  assert.equal(client.getSnapshot().session?.user?.name, "ada");
  world.answer = null;
  await world.tick(8000);
  assert.equal(requested.length, 5);
  assert.equal(world.timers(), 0);
});

test("the pause after a failure is never longer than a minute, and the focus ends it", async () => {
  const world = openWorld();
  const { client, requested, emit } = world.open();
  client.subscribe(() => {});
  world.answer = () => Promise.resolve(new Response(null, { status: 503 }));
  await world.tick(3_600_000);
  const before = requested.length;
  assert.ok(before > 60 && before < 70, String(before));
  await world.tick(60_000);
  assert.equal(requested.length, before + 1);
  world.answer = null;
  emit("focus");
  await world.tick(50);
  assert.equal(client.getSnapshot().status, "unauthenticated");
});

test("a first request that fails leaves the status at loading, and a later one ends it", async () => {
  const world = openWorld();
  const { client } = world.open();
  client.subscribe(() => {});
  world.answer = () => Promise.resolve(new Response(null, { status: 503 }));
  await world.tick(0);
  assert.equal(client.getSnapshot().status, "loading");
  world.answer = null;
  await world.tick(1000);
  assert.equal(client.getSnapshot().status, "unauthenticated");
});

test("a late answer does not overwrite a newer one", async () => {
  const world = openWorld();
  const { hold, fetch } = gate(world);
  const { client } = world.open({ fetch });
  await world.open().client.signIn("password", RIGHT);
  hold();
  const late = client.getSession();
  const release = hold();
  await world.open().client.signOut({ redirect: false });
  assert.equal(await client.getSession(), null);
  release();
  assert.equal((await late)?.user?.name, "ada");
  assert.equal(client.getSnapshot().status, "unauthenticated");
});

test("signOut() stops a request of the session that is under way, and its answer is that after the sign-out", async () => {
  const world = openWorld();
  const { hold, fetch, aborted } = gate(world);
  const { client } = world.open({ fetch });
  await client.signIn("password", RIGHT);
  hold();
  const late = client.getSession();
  const release = hold();
  await client.signOut({ redirect: false });
  assert.equal(aborted(), 1);
  release();
  assert.equal(await late, null);
  assert.equal(client.getSnapshot().status, "unauthenticated");
});

test("getSession() during a sign-out waits for its end", async () => {
  const world = openWorld();
  const { client, requested } = world.open();
  await client.signIn("password", RIGHT);
  requested.length = 0;
  const leaving = client.signOut({ redirect: false });
  const session = client.getSession();
  await leaving;
  assert.equal(await session, null);
  assert.deepEqual(requested, ["GET /auth/csrf", "POST /auth/signout", "GET /auth/session"]);
});

test("two sign-ins at once happen one after the other", async () => {
  const world = openWorld();
  const { client, requested } = world.open();
  const [one, two] = await Promise.all([
    client.signIn("password", RIGHT),
    client.signIn("password", { ...RIGHT, username: "grace" }),
  ]);
  assert.ok(one.ok && two.ok);
  assert.equal((await client.getSession())?.user?.name, "grace");
  const posts = requested.filter((path) => !path.includes("providers") && !path.includes("session"));
  const once = ["GET /auth/csrf", "POST /auth/callback/password"];
  assert.deepEqual(posts, [...once, ...once]);
});

test("a sign-out whose answer is lost is looked up", async () => {
  const world = openWorld();
  const { client } = world.open();
  await client.signIn("password", RIGHT);
  client.subscribe(() => {});
  world.answer = async (request) => {
    const answer = await world.handler(request);
    if (!request.url.endsWith("/signout")) return answer;
    for (const cookie of answer.headers.getSetCookie()) world.browser.setCookie(APP, cookie);
    throw new TypeError("Failed to fetch");
  };
  await assert.rejects(client.signOut({ redirect: false }), { code: "Network" });
  assert.equal(client.getSnapshot().status, "authenticated");
  await world.tick(50);
  assert.equal(client.getSnapshot().status, "unauthenticated");
});

for (
  const [what, status] of [["answers 404", 404], [
    "is a page of an application that answers every path",
    200,
  ]] as const
) {
  test(`subscribe() warns once, with the option to set, if the path of the handler ${what}`, async () => {
    const world = openWorld();
    const { client, requested, warnings } = world.open({ basePath: "/login" });
    world.answer = () => Promise.resolve(new Response("<h1>Page</h1>", { status }));
    client.subscribe(() => {});
    await world.tick(10_000);
    assert.ok(requested.length > 1, String(requested));
    assert.equal(warnings.length, 1);
    assert.ok(
      warnings[0]!.includes(`does not answer at "${APP}/login/session" (status ${status}). Set \`basePath\``),
    );
  });
}

test("subscribe() does not warn while the server or the network fails", async () => {
  const world = openWorld();
  const { client, requested, warnings } = world.open();
  client.subscribe(() => {});
  for (
    const answer of [
      () => Promise.resolve(new Response("", { status: 503 })),
      () => Promise.reject(new TypeError()),
    ]
  ) {
    world.answer = answer;
    await world.tick(5000);
  }
  assert.ok(requested.length > 2, String(requested));
  assert.deepEqual(warnings, []);
});

test("hydrate() has no effect on a server, where a client may be that of all users", () => {
  const client = createClient({ baseUrl: APP });
  client.hydrate({ user: { id: "1", name: "ada" }, expires: "" });
  assert.equal(client.getSnapshot().status, "loading");
});

/** A `fetch` whose next request to the session has left for the server, and whose answer waits. */
function gate(world: World) {
  let held: Promise<void> | null = null;
  let open = (): void => {};
  let aborted = 0;
  return {
    /** The next request waits. A second call says that later ones do not, and returns what releases the first. */
    hold(): () => void {
      if (held) {
        held = null;
        return open;
      }
      held = new Promise((resolve) => open = resolve);
      return open;
    },
    aborted: () => aborted,
    async fetch(url: string, init?: RequestInit): Promise<Response> {
      const waits = url.endsWith("/session") ? held : null;
      init?.signal?.addEventListener("abort", () => waits && aborted++);
      const response = await world.browser.fetch(url, init);
      await waits;
      await settle();
      return response;
    },
  };
}

test("getSession() and update() on a server keep nothing of a user for the next one", async () => {
  const { setTimeout, clearTimeout, setInterval, clearInterval } = globalThis;
  const client = createClient({
    baseUrl: APP,
    fetch: () => Promise.resolve(Response.json({ csrfToken: "a", user: { name: "Ada" } })),
    window: { setTimeout, clearTimeout, setInterval, clearInterval },
  });
  assert.equal((await client.getSession())?.user?.name, "Ada");
  assert.equal((await client.update({}))?.user?.name, "Ada");
  assert.deepEqual(client.getSnapshot(), { status: "loading", session: null });
});
