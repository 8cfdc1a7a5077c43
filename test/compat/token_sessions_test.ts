import assert from "node:assert/strict";
import { test } from "node:test";
import { DAY, LIBRARIES, openMove } from "./_older.ts";

const SITES = { https: "https://app.test", http: "http://app.test" };

for (const library of LIBRARIES) {
  for (const [scheme, origin] of Object.entries(SITES)) {
    for (const size of ["short", "long"] as const) {
      const claims = size === "long" ? { note: "x".repeat(6000) } : {};

      test(`${library.name}: a ${size} session on ${scheme} goes on, and its cookies are replaced by ours`, async () => {
        const app = await openMove(library, { origin, claims });
        await app.signIn();
        const prefix = scheme === "https" ? "__Secure-" : "";
        const name = `${prefix}${library.cookies}.session-token`;
        const parts = app.sessionCookies();
        assert.deepEqual(parts.every((part) => part === name || part.startsWith(`${name}.`)), true);
        assert.equal(parts.length > 1, size === "long");
        app.move();
        assert.equal(await app.page(), "Hello Ada", app.log());
        const host = scheme === "https" ? "__Host-" : "";
        assert.ok(app.sessionCookies().length);
        for (const left of app.sessionCookies()) assert.match(left, new RegExp(`^${host}latchkey`));
        const { user } = (await app.session())!;
        assert.deepEqual([user.id, user.email], ["u1", "ada@example.com"]);
        assert.deepEqual(app.browser.refused, []);
        assert.doesNotMatch(app.log(), /^error/m);
      });
    }
  }

  test(`${library.name}: a session goes on for each of several secrets of the old deployment`, async () => {
    const app = await openMove(library, { migration: { secret: ["a newer one", "the-old-secret"] } });
    await app.signIn();
    app.move();
    assert.equal(await app.page(), "Hello Ada", app.log());
  });

  test(`${library.name}: a session with another secret does not go on, and its cookie is removed`, async () => {
    const app = await openMove(library, { migration: { secret: "another secret" } });
    await app.signIn();
    app.move();
    assert.equal(await app.page(), "Nobody is signed in");
    assert.deepEqual(app.sessionCookies(), []);
    assert.match(app.log(), /not made with this secret/);
  });

  test(`${library.name}: its claims pass callbacks.jwt and callbacks.session, but for auth_time (MI-06)`, async () => {
    const seen: unknown[] = [];
    const app = await openMove(library, {
      claims: { role: "admin", auth_time: 4_000_000_000 },
      ours: {
        callbacks: {
          jwt: ({ token }) => (seen.push(token.role, token.auth_time), token),
          session: ({ session, token }) => ({ ...session, role: token?.role }) as typeof session,
        },
      },
    });
    await app.signIn();
    app.move();
    assert.equal((await app.session() as { role?: unknown } | null)?.role, "admin", app.log());
    assert.deepEqual(seen, ["admin", undefined]);
  });

  test(`${library.name}: callbacks.jwt can end a session of the old deployment`, async () => {
    const app = await openMove(library, { ours: { callbacks: { jwt: () => null } } });
    await app.signIn();
    app.move();
    assert.equal(await app.session(), null);
    assert.deepEqual(app.sessionCookies(), []);
  });

  test(`${library.name}: a session ends at until, and its cookie is removed without an error (MI-03)`, async () => {
    const app = await openMove(library, { old: { jwt: { maxAge: 90 * DAY } } });
    await app.signIn();
    app.move();
    const [copy, before] = [app.copy(), app.copy()];
    app.platform.tick(40 * DAY - 2);
    assert.equal(await app.page(before), "Hello Ada");
    app.platform.tick(3);
    assert.equal(await app.page(copy), "Nobody is signed in");
    assert.deepEqual(app.sessionCookies(copy), []);
    assert.doesNotMatch(app.log(), /^error/m);
  });

  test(`${library.name}: a session ends when its own token expires, before until (MI-03)`, async () => {
    const app = await openMove(library, { old: { jwt: { maxAge: 2 * DAY } } });
    await app.signIn();
    app.move();
    const copy = app.copy();
    app.platform.tick(2 * DAY + 1);
    assert.equal(await app.page(copy), "Nobody is signed in");
    assert.deepEqual(app.sessionCookies(copy), []);
    assert.doesNotMatch(app.log(), /^error/m);
  });

  test(`${library.name}: sign-out before the first renewal removes the cookies of the old deployment`, async () => {
    const app = await openMove(library, { claims: { note: "x".repeat(6000) } });
    await app.signIn();
    app.move();
    await app.post("signout");
    assert.deepEqual(app.sessionCookies(), []);
    assert.equal(await app.page(), "Nobody is signed in");
  });

  test(`${library.name}: sign-out after the renewal, or with both cookies, removes all session cookies (MI-04)`, async () => {
    const app = await openMove(library);
    await app.signIn();
    const { name, value } = app.browser.cookies(app.origin).find(({ name }) => /session-token/.test(name))!;
    app.move();
    await app.page();
    app.browser.setCookie(app.origin, `${name}=${value}; Path=/; Secure`);
    assert.equal(app.sessionCookies().length, 2);
    await app.post("signout");
    assert.deepEqual(app.sessionCookies(), []);
    assert.equal(await app.session(), null);
  });

  test(`${library.name}: a cookie of ours hides the one of the old deployment, even if it is not valid (MI-04)`, async () => {
    const app = await openMove(library);
    await app.signIn();
    app.move();
    app.browser.setCookie(app.origin, "__Host-latchkey.session-token=broken; Path=/; Secure");
    assert.equal(await app.page(), "Nobody is signed in");
    assert.deepEqual(app.sessionCookies(), []);
  });

  test(`${library.name}: two tabs with the old cookie at the same time are both signed in`, async () => {
    const app = await openMove(library);
    await app.signIn();
    app.move();
    assert.deepEqual(await Promise.all([app.page(), app.page()]), ["Hello Ada", "Hello Ada"]);
    assert.equal(await app.page(), "Hello Ada");
    assert.equal(app.sessionCookies().length, 1);
  });

  test(`${library.name}: another sign-in on our side removes the session cookie of the old deployment`, async () => {
    const app = await openMove(library);
    await app.signIn();
    app.move();
    await app.post("callback/password", { password: "right" });
    assert.deepEqual(app.sessionCookies(), ["__Host-latchkey.session-token"]);
  });

  test(`${library.name}: on https a cookie without prefix counts only with useSecureCookies: false (MI-07)`, async () => {
    const old = { useSecureCookies: false };
    const strict = await openMove(library, { old });
    await strict.signIn();
    strict.move();
    assert.equal(await strict.page(), "Nobody is signed in");
    const told = await openMove(library, { old, migration: { useSecureCookies: false } });
    await told.signIn();
    told.move();
    assert.equal(await told.page(), "Hello Ada");
    assert.deepEqual(told.sessionCookies(), ["__Host-latchkey.session-token"]);
  });

  test(`${library.name}: with useSecureCookies: false, a cookie with prefix is read and removed too`, async () => {
    const app = await openMove(library, { migration: { useSecureCookies: false } });
    await app.signIn();
    app.move();
    assert.equal(await app.page(), "Hello Ada");
    assert.deepEqual(app.sessionCookies(), ["__Host-latchkey.session-token"]);
  });

  test(`${library.name}: a cookie with a name and a domain of its own is read and removed`, async () => {
    const cookies = {
      sessionToken: {
        name: "sid",
        options: { domain: "app.test", path: "/", httpOnly: true, secure: true, sameSite: "lax" as const },
      },
    };
    const app = await openMove(library, { old: { cookies }, migration: { cookies } });
    await app.signIn();
    app.move();
    assert.equal(await app.page(), "Hello Ada", app.log());
    assert.deepEqual(app.sessionCookies(), ["__Host-latchkey.session-token"]);
  });

  test(`${library.name}: a cookie that the browser cannot remove does not undo a sign-out (MI-04)`, async () => {
    const cookies = {
      sessionToken: {
        name: `__Secure-${library.cookies}.session-token`,
        options: { domain: "app.test", path: "/", httpOnly: true, secure: true, sameSite: "lax" as const },
      },
    };
    for (const renews of [true, false]) {
      const app = await openMove(library, { old: { cookies } });
      await app.signIn();
      app.move();
      if (renews) assert.equal(await app.page(), "Hello Ada");
      await app.post("signout");
      assert.equal(app.sessionCookies().length, 1);
      assert.equal(await app.page(), "Nobody is signed in");
      await app.post("callback/password", { password: "right" });
      assert.equal(await app.page(), "Hello Ada");
    }
  });

  test(`${library.name}: a token of ours in a cookie of the other library signs no one in (MI-13)`, async () => {
    const app = await openMove(library);
    app.move();
    const victim = app.copy();
    await app.post("callback/password", { password: "right" });
    assert.equal(await app.page(), "Hello Ada");
    const name = `__Secure-${library.cookies}.session-token`;
    victim.setCookie(app.origin, `${name}=${app.sessionValue()}; Path=/; Secure`);
    assert.equal(await app.page(victim), "Nobody is signed in");
  });
}
