/**
 * One answer to "who is signed in": a session that the application has revoked or holds back, or that has expired, is no
 * one's, whoever asks.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type AuthConfig, resolveSession } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { createAuthenticator } from "./_authenticator.ts";
import { type DatabaseWorld, openDatabase, sessionCookie } from "./_database.ts";
import { APP, cookieHeader, oauth2 } from "./_world.ts";
import { chosen } from "../_short.ts";

const GRACE = { sub: "grace", name: "Grace Hopper", email: "grace@example.com" };
const HOUR = 3600;

/** A world whose user Ada has signed in by `idp`, and a way to make her session worthless. */
interface Case {
  readonly strategies: readonly ("jwt" | "database")[];
  readonly config: (state: { isOver: boolean }) => Partial<AuthConfig>;
  readonly end: (world: DatabaseWorld, state: { isOver: boolean }) => void;
  /** Whether the session is alive, and hidden from the application. Default `false`. */
  readonly goesOn?: boolean;
}

/** What a second tab may be waiting for while the first signs out: all that asks who is signed in. */
const SLOW_REQUESTS: readonly {
  readonly text: string;
  readonly path: string;
  readonly fields?: Readonly<Record<string, string>>;
}[] = [
  { text: "a sign-in by mail", path: "signin/email", fields: { email: "ada@example.com" } },
  { text: "a sign-in at a provider", path: "signin/idp", fields: {} },
  { text: "the sign-in page", path: "signin" },
  { text: "a request for a passkey", path: "webauthn-options/passkey?action=register" },
];

const CASES: Readonly<Record<string, Case>> = {
  "callbacks.jwt returns null": {
    strategies: ["jwt"],
    config: (state) => ({ callbacks: { jwt: ({ token }) => state.isOver ? null : token } }),
    end: (_, state) => state.isOver = true,
  },
  "callbacks.jwt throws": {
    goesOn: true,
    strategies: ["jwt"],
    config: (state) => ({
      callbacks: {
        jwt: ({ token }) => {
          if (state.isOver) throw new Error("revoked");
          return token;
        },
      },
    }),
    end: (_, state) => state.isOver = true,
  },
  "callbacks.session returns null": {
    goesOn: true,
    strategies: ["jwt", "database"],
    config: (state) => ({ callbacks: { session: ({ session }) => state.isOver ? null : session } }),
    end: (_, state) => state.isOver = true,
  },
  "callbacks.session throws": {
    goesOn: true,
    strategies: ["jwt", "database"],
    config: (state) => ({
      callbacks: {
        session: ({ session }) => {
          if (state.isOver) throw new Error("held back");
          return session;
        },
      },
    }),
    end: (_, state) => state.isOver = true,
  },
  "the session has expired": {
    strategies: ["jwt", "database"],
    config: () => ({ session: { maxAge: HOUR } }),
    end: ({ platform }) => platform.tick(HOUR),
  },
};

/** Opens a case up to where the browser holds a session cookie that is worth nothing. */
async function open({ config, end }: Case, strategy: "jwt" | "database"): Promise<DatabaseWorld> {
  const state = { isOver: false };
  const own = config(state);
  const world = openDatabase({
    adapter: Memory(),
    more: (idp) => [oauth2(idp, { id: "other", name: "Other" }), Passkey()],
    ...own,
    session: { ...own.session, strategy },
  });
  await world.signIn();
  assert.equal((await world.session())?.user.email, "ada@example.com");
  const { value } = sessionCookie(world.browser)!;
  end(world, state);
  // The browser of an attacker keeps what a real one would drop.
  world.browser.setCookie(APP, `__Host-latchkey.session-token=${value}; Path=/; Secure; HttpOnly`);
  return world;
}

async function accountsOfAda(world: DatabaseWorld): Promise<readonly string[]> {
  const [ada] = await world.db.users();
  const [accounts, passkeys] = [
    await world.db.adapter.listAccountsByUserId(ada!.id),
    await world.db.adapter.listAuthenticatorsByUserId(ada!.id),
  ];
  return [...accounts.map(({ provider }) => provider), ...passkeys.map(() => "a passkey")];
}

for (const [name, a] of Object.entries(CASES)) {
  for (const strategy of a.strategies) {
    const when = `when ${name} (${strategy})`;

    test(`GET session and resolveSession() answer null ${when}`, async () => {
      const world = await open(a, strategy);
      const { value } = sessionCookie(world.browser)!;
      const headers = { cookie: `__Host-latchkey.session-token=${value}` };
      assert.equal((await resolveSession(new Request(APP, { headers }), world.config)).session, null);
      assert.equal(await world.session(), null);
    });

    test(`Auth() links no account ${when} (AL-15)`, async () => {
      for (const link of [true, undefined] as const) {
        const world = await open(a, strategy);
        world.idp.login(GRACE);
        const page = await world.signIn({ provider: "other", ...(link && { link }) });
        assert.doesNotMatch(page.url, /auth\/link/);
        assert.deepEqual(await accountsOfAda(world), ["idp"], world.log());
      }
    });

    test(`Auth() gives the owner of the mailbox the user without what is not theirs ${when} (AL-15, AL-31)`, async () => {
      const world = await open(a, strategy);
      await world.ask();
      await world.follow();
      // In the browser of a session that goes on, the ways to sign in are their own.
      assert.deepEqual(await accountsOfAda(world), a.goesOn ? ["idp"] : []);
    });

    test(`Auth() enrols no passkey ${when} (AL-15, WA-15)`, async () => {
      const queries: readonly Record<string, string>[] = [
        {},
        { link: "true" },
        { email: "ada@example.com" },
        { email: "eve@example.com" },
      ];
      for (const query of queries) {
        const world = await open(a, strategy);
        const params = new URLSearchParams({ action: "register", ...query });
        const response = await world.browser.fetch(`${APP}/auth/webauthn-options/passkey?${params}`);
        const { options } = await response.json();
        // Who is hidden is not told by the options either.
        assert.equal(response.status, query.email ? 200 : 400);
        if (options) {
          const data = JSON.stringify(await createAuthenticator(APP).create(options));
          await world.post("callback/passkey", { action: "register", data, link: "true" });
        }
        assert.deepEqual(await accountsOfAda(world), ["idp"], world.log());
      }
    });
  }
}

test("A session that callbacks.session holds back goes on when it is let through", async () => {
  for (const strategy of chosen(["jwt", "database"] as const)) {
    let isPending = true;
    const world = openDatabase({
      session: { strategy },
      callbacks: { session: ({ session }) => isPending ? null : session },
    });
    await world.signIn();
    assert.equal(await world.session(), null);
    assert.ok(sessionCookie(world.browser), "the cookie stays");
    isPending = false;
    assert.equal((await world.session())?.user.email, "ada@example.com");
  }
});

test("A sign-in fails with a message when callbacks.session fails or returns nothing", async () => {
  const failing = {
    throws: () => {
      throw new Error("no role");
    },
    rejects: () => Promise.reject(new Error("no role")),
    "returns undefined": () => undefined,
    "returns a string": () => "session",
  };
  for (const strategy of chosen(["jwt", "database"] as const)) {
    for (const [what, session] of Object.entries(failing)) {
      const world = openDatabase({ session: { strategy }, callbacks: { session: session as never } });
      const page = await world.signIn();
      assert.match(page.url, /\/auth\/error\?error=ServerError/, `${what} ${world.log()}`);
      assert.equal(sessionCookie(world.browser), undefined);
      assert.deepEqual(await world.db.sessions(), []);
      assert.match(world.log(), /Cannot begin the session/);
      assert.match(world.log(), what.startsWith("returns") ? /callbacks\.session returned/ : /no role/);
    }
  }
});

test("No value of the session cookie reaches a script, whatever callbacks.session spreads (SE-22)", async () => {
  for (const strategy of chosen(["jwt", "database"] as const)) {
    const seen: unknown[] = [];
    const world = openDatabase({
      session: { strategy },
      callbacks: {
        session: (params) => {
          seen.push(params);
          return { ...params, ...params.session, all: { ...params } };
        },
      },
    });
    await world.signIn();
    const { value } = sessionCookie(world.browser)!;
    const response = await world.browser.fetch(`${APP}/auth/session`);
    const answer = await response.text();
    assert.ok(answer.includes("ada@example.com"));
    for (const secret of [value, decodeURIComponent(value), value.slice(0, 40)]) {
      assert.ok(!answer.includes(secret), "in the answer");
      assert.ok(!JSON.stringify(seen).includes(secret), "in what the callback gets");
    }
    // What is in the answer signs no one in.
    for (const [text] of answer.matchAll(/[\w:.-]{20,}/g)) {
      const headers = { cookie: `__Host-latchkey.session-token=${text}` };
      assert.equal((await resolveSession(new Request(APP, { headers }), world.config)).session, null);
    }
  }
});

test("A session that is renewed while a sign-in begins is renewed in the browser", async () => {
  // Providers' refresh tokens may work once: what callbacks.jwt returns must not be lost.
  let rotations = 0;
  const world = openDatabase({
    session: { strategy: "jwt" },
    callbacks: { jwt: ({ token, account }) => account ? token : { ...token, rotation: ++rotations } },
  });
  await world.signIn();
  const before = sessionCookie(world.browser)!.value;
  await world.ask("grace@example.com");
  assert.ok(rotations > 0);
  assert.notEqual(sessionCookie(world.browser)!.value, before);
  const { json } = await world.browser.open(`${APP}/auth/session`);
  assert.ok(json());
});

for (const { text, path, fields } of SLOW_REQUESTS) {
  test(`A sign-out stays one when ${text} that began before it is answered after it, with sessions in tokens (SE-23)`, async () => {
    const world = openDatabase({
      session: { strategy: "jwt" },
      callbacks: { jwt: ({ token }) => token },
      more: () => [Passkey()],
    });
    await world.signIn();
    world.platform.tick(2 * 24 * HOUR);
    const cookie = cookieHeader(world.browser);
    const { csrfToken } = await (await world.browser.fetch(`${APP}/auth/csrf`)).json();
    await (await world.browser.open(`${APP}/auth/signout`)).submit("/auth/signout");
    assert.equal(await world.session(), null);
    const late = await Auth(
      new Request(`${APP}/auth/${path}`, {
        headers: { cookie, origin: APP },
        ...(fields && { method: "POST", body: new URLSearchParams({ csrfToken, ...fields }) }),
      }),
      world.config,
    );
    assert.ok(late.status < 400 && !late.headers.get("location")?.includes("error="), world.log());
    for (const header of late.headers.getSetCookie()) world.browser.setCookie(`${APP}/auth/`, header);
    assert.equal(await world.session(), null);
  });
}
