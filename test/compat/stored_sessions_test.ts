import assert from "node:assert/strict";
import { test } from "node:test";
import { interruptible } from "../flows/_interruptible.ts";
import { DAY, LIBRARIES, type Library, type Move, type MoveOptions, openMove } from "./_older.ts";

/** Signs Ada in at the other library, and replaces the deployment by ours. */
async function moved(library: Library, options: MoveOptions = {}): Promise<Move> {
  const app = await openMove(library, { strategy: "database", ...options });
  await app.signIn();
  app.move();
  return app;
}

/** The stored forms of the tokens of all of Ada's sessions. */
async function rowsOf({ adapter }: Move): Promise<readonly string[]> {
  const user = await adapter.getUserByEmail("ada@example.com");
  return (await adapter.listSessionsByUserId(user!.id)).map(({ sessionToken }) => sessionToken);
}

/**
 * Renews the session of a copy at each call that a sign-out makes to the database. Afterwards, nobody is signed in.
 *
 * @param copyOf Copies the cookies of the browser, with which the renewal comes.
 */
async function renewDuringSignOut(
  library: Library,
  moment: "before" | "after",
  copyOf: (app: Move) => Promise<Parameters<Move["session"]>[0]>,
): Promise<void> {
  let calls = 1;
  for (let call = 0; call < calls; call++) {
    const db = interruptible();
    const app = await moved(library, { adapter: db.adapter });
    const copy = await copyOf(app);
    db.count = 0;
    let own = 0;
    const run = async () => {
      const before = db.count;
      await app.session(copy);
      own = db.count - before;
    };
    db.interrupt = { call, moment, run };
    await app.post("signout");
    assert.equal(db.interrupt, null, `call ${call} was not made`);
    calls = db.count - own;
    assert.equal(await app.session(copy), null, `call ${call} of ${calls}`);
    assert.deepEqual(await rowsOf(app), [], `call ${call} of ${calls}`);
  }
}

/** How often a renewal calls the database. */
async function callsOfRenewal(library: Library): Promise<number> {
  const db = interruptible();
  const app = await moved(library, { adapter: db.adapter });
  db.count = 0;
  await app.session();
  assert.ok(db.count >= 4);
  return db.count;
}

for (const library of LIBRARIES) {
  test(`${library.name}: a stored session goes on under a hash, and the old cookie stops a minute later (MI-11)`, async () => {
    const app = await moved(library);
    const [old] = await rowsOf(app);
    const copy = app.copy();
    assert.equal((await app.session())?.user.email, "ada@example.com", app.log());
    assert.deepEqual(app.sessionCookies(), ["__Host-latchkey.session-token"]);
    assert.equal(app.browser.cookies(app.origin).some(({ value }) => value === old), false);
    assert.ok(await app.session());
    assert.ok(await app.session(app.copy()));
    app.platform.tick(61);
    assert.equal(await app.session(copy), null);
    assert.ok(await app.session());
    const [left, ...others] = await rowsOf(app);
    assert.match(left!, /^sha256:/);
    assert.deepEqual(others, []);
  });

  test(`${library.name}: a stored session goes on for requests whose answers are lost`, async () => {
    const app = await moved(library);
    for (let day = 0; day < 5; day++) {
      assert.ok(await app.session(app.copy()));
      app.platform.tick(DAY);
    }
    assert.equal((await rowsOf(app)).length, 2);
    assert.ok(await app.session());
    assert.ok(await app.session());
  });

  test(`${library.name}: tabs with the old cookie at the same time get one stored session`, async () => {
    const app = await moved(library);
    const answers = await Promise.all([app.session(), app.session(), app.session(app.copy())]);
    assert.deepEqual(answers.map((session) => session?.user.email), Array(3).fill("ada@example.com"));
    assert.equal((await rowsOf(app)).filter((row) => row.startsWith("sha256:")).length, 1);
    assert.ok(await app.session());
  });

  test(`${library.name}: sign-out with the old cookie ends the stored session`, async () => {
    const app = await moved(library);
    const copy = app.copy();
    await app.post("signout");
    assert.deepEqual([await rowsOf(app), app.sessionCookies()], [[], []]);
    assert.equal(await app.session(copy), null);
  });

  test(`${library.name}: sign-out after the renewal leaves nothing that an old cookie could open (MI-04)`, async () => {
    for (const requests of [1, 2, 3]) {
      const app = await moved(library);
      const copy = app.copy();
      for (let i = 0; i < requests; i++) await app.session();
      await app.post("signout");
      assert.deepEqual(await rowsOf(app), [], `after ${requests} requests`);
      assert.equal(await app.session(copy), null);
    }
  });

  test(`${library.name}: an old cookie stops when the application removes the session that replaced it`, async () => {
    const app = await moved(library);
    const copy = app.copy();
    await app.session();
    await app.session();
    const [row] = (await rowsOf(app)).filter((each) => each.startsWith("sha256:"));
    await app.adapter.deleteSession(row!);
    assert.equal(await app.session(copy), null);
  });

  test(`${library.name}: sign-out with a copy of the old cookie ends the session that replaced it`, async () => {
    const app = await moved(library);
    const copy = app.copy();
    await app.session();
    await app.post("signout", {}, copy);
    assert.equal(await app.session(), null);
    assert.deepEqual(await rowsOf(app), []);
  });

  for (const moment of ["before", "after"] as const) {
    test(`${library.name}: a sign-out ${moment} any call of the renewal wins (MI-05)`, async () => {
      const calls = await callsOfRenewal(library);
      for (let call = 0; call < calls; call++) {
        const db = interruptible();
        const app = await moved(library, { adapter: db.adapter });
        const other = app.copy();
        db.count = 0;
        db.interrupt = { call, moment, run: () => app.post("signout", {}, other) };
        const slow = await app.session();
        assert.equal(db.interrupt, null, `call ${call} was not made`);
        // After the last call, it was signed out once it had been read.
        if (moment === "before" || call < calls - 1) assert.equal(slow, null, `call ${call}`);
        assert.deepEqual(await rowsOf(app), [], `call ${call}`);
        assert.equal(await app.session(), null, `call ${call}`);
      }
    });

    test(`${library.name}: a renewal ${moment} any call of a sign-out loses (MI-05)`, async () => {
      await renewDuringSignOut(library, moment, (app) => Promise.resolve(app.copy()));
    });

    test(`${library.name}: a sign-out with the new cookie is final ${moment} any call, also for the old one (MI-05)`, async () => {
      await renewDuringSignOut(library, moment, async (app) => {
        const old = app.copy();
        await app.session();
        return old;
      });
    });

    test(`${library.name}: a renewal ${moment} any call of another one keeps both tabs signed in`, async () => {
      const calls = await callsOfRenewal(library);
      for (let call = 0; call < calls; call++) {
        const db = interruptible();
        const app = await moved(library, { adapter: db.adapter });
        const other = app.copy();
        db.count = 0;
        const tab = { session: null as unknown };
        const run = async () => {
          await app.session(other);
          tab.session = await app.session(other);
        };
        db.interrupt = { call, moment, run };
        assert.ok(await app.session(), `call ${call}`);
        assert.equal(db.interrupt, null, `call ${call} was not made`);
        assert.ok(tab.session, `call ${call}`);
        assert.ok(await app.session(), `call ${call}`);
      }
    });
  }

  test(`${library.name}: a token of ours in a cookie of the other library finds no stored session (MI-13)`, async () => {
    const app = await moved(library);
    await app.session();
    const name = `__Secure-${library.cookies}.session-token`;
    const [own] = app.browser.cookies(app.origin).filter((cookie) =>
      cookie.name.includes("latchkey.session-token")
    );
    const copy = app.copy();
    assert.ok(await app.session(copy));
    const request = new Request(`${app.origin}/auth/session`, {
      headers: { cookie: `${name}=${own!.value}` },
    });
    assert.equal(await (await app.platform.sites[app.origin]!(request)).json(), null);
  });

  test(`${library.name}: a stored session ends at until (MI-03)`, async () => {
    const app = await moved(library, {
      old: { session: { strategy: "database", maxAge: 90 * DAY } },
      ours: { session: { strategy: "database", maxAge: 90 * DAY } },
    });
    const [copy, before] = [app.copy(), app.copy()];
    app.platform.tick(40 * DAY - 2);
    assert.ok(await app.session(before));
    app.platform.tick(3);
    assert.equal(await app.session(copy), null);
    assert.deepEqual(app.sessionCookies(copy), []);
  });

  test(`${library.name}: the session that replaced an old one outlives until`, async () => {
    const app = await moved(library);
    for (let day = 0; day < 50; day++) {
      assert.ok(await app.session(), `day ${day}`);
      app.platform.tick(DAY);
    }
  });

  test(`${library.name}: after until, the old token is not accepted in the cookie of ours either (MI-03)`, async () => {
    const app = await moved(library, { old: { session: { strategy: "database", maxAge: 90 * DAY } } });
    const [old] = await rowsOf(app);
    app.platform.tick(41 * DAY);
    const copy = app.copy();
    copy.setCookie(app.origin, `__Host-latchkey.session-token=${old}; Path=/; Secure`);
    assert.equal(await app.session(copy), null);
  });

  test(`${library.name}: a stored hash or an invented token signs no one in (SE-11)`, async () => {
    const app = await moved(library);
    await app.session();
    const [row] = (await rowsOf(app)).filter((each) => each.startsWith("sha256:"));
    const name = `__Secure-${library.cookies}.session-token`;
    for (const value of [row!, crypto.randomUUID(), "moved.x", `moved.${app.sessionValue()}`]) {
      const thief = app.copy();
      for (const each of [name, "__Host-latchkey.session-token"]) {
        thief.setCookie(app.origin, `${each}=${value}; Path=/; Secure`);
      }
      assert.equal(await app.session(thief), null, value);
    }
  });

  test(`${library.name}: a sign-out with a stored hash in the cookie ends no session`, async () => {
    const app = await moved(library);
    await app.session();
    await app.session();
    const before = await rowsOf(app);
    const thief = app.copy();
    const [row] = before.filter((each) => each.startsWith("sha256:"));
    thief.setCookie(app.origin, `__Host-latchkey.session-token=${row}; Path=/; Secure`);
    await app.post("signout", {}, thief);
    assert.deepEqual(await rowsOf(app), before);
    assert.ok(await app.session());
  });

  test(`${library.name}: a takeover of the user ends their stored session (MI-05)`, async () => {
    const app = await moved(library);
    const user = await app.adapter.getUserByEmail("ada@example.com");
    await app.adapter.updateUser({ id: user!.id, emailVerified: null });
    await app.session();
    const copy = app.copy();
    const now = new Date(app.platform.now());
    await app.adapter.takeOverUser({ id: user!.id, email: "ada@example.com", emailVerified: now });
    assert.deepEqual([await app.session(), await app.session(copy)], [null, null]);
  });

  test(`${library.name}: an adapter without methods of ours replaces stored sessions too`, async () => {
    const app = await moved(library, {
      wrap: ({ addCredentials: _, takeOverUser: __, prolongSession: ___, ...adapter }) => ({
        ...adapter,
        // Some adapters of Auth.js reject if there is nothing to remove or to change.
        deleteSession: async (token) => {
          assert.ok(await adapter.getSessionAndUser(token), "nothing to remove");
          return await adapter.deleteSession(token);
        },
        updateSession: async (session) => {
          assert.ok(await adapter.getSessionAndUser(session.sessionToken), "nothing to change");
          return await adapter.updateSession(session);
        },
      }),
    });
    const copy = app.copy();
    const answers = await Promise.all([app.session(), app.session()]);
    assert.deepEqual(answers.map((session) => session?.user.email), Array(2).fill("ada@example.com"));
    assert.ok(await app.session(), app.log());
    await app.post("signout", {}, copy);
    assert.equal(await app.session(), null);
    assert.doesNotMatch(app.log(), /^error/m);
  });

  test(`${library.name}: a sign-in on our side ends the stored session of the old deployment`, async () => {
    const app = await moved(library);
    const copy = app.copy();
    await app.post("signin/email", { email: "ada@example.com" });
    await app.browser.fetch(app.mails.at(-1)!.url);
    assert.equal(await app.session(copy), null);
    assert.deepEqual(app.sessionCookies(), ["__Host-latchkey.session-token"]);
  });
}
