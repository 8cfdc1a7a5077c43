/**
 * Callbacks of the config that use the `auth` of their request, which frameworks have at hand everywhere: `getRequestEvent()` of
 * Kit, `useEvent()` of Nuxt, `contextStorage()` of Hono.
 *
 * @module
 */

import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { test } from "node:test";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import type { RequestAuth } from "../../src/integrations/mount/request_auth.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { decode } from "../../src/model/jwt.ts";
import { fetchHandler } from "../../src/integrations/fetch/handler.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { config as base, signedIn } from "./_application.ts";
import { DOORS, type Route } from "./_doors.ts";

/** The `auth` of the request, as a framework has it at hand. */
const atHand = new AsyncLocalStorage<RequestAuth<AuthConfig>>();

/** The callback `asking` uses `auth`, once or always, and awaits it or not; `got` is what it was answered. */
let asking = "";
let isOnce = true;
let awaits = true;
let ask: (auth: RequestAuth<AuthConfig>) => Promise<unknown> = () => Promise.resolve();
let got: unknown[] = [];

/** What `callbacks.session` waits for, after it has asked. */
let held = Promise.resolve();

async function asks(callback: string): Promise<void> {
  const auth = atHand.getStore();
  if (!auth || callback !== asking) return;
  if (isOnce) asking = "";
  const answer = ask(auth).then(nameIn, ({ message }: Error) => message.split("\n")[0]);
  const done = answer.then((name) => void got.push(name));
  if (awaits) await done;
}

const config = {
  ...base,
  // Nobody waits for eleven seconds here.
  platform: {
    timer(ms: number, run: () => void) {
      const timer = setTimeout(run, ms / 1000);
      return () => clearTimeout(timer);
    },
  },
  providers: [Credentials({
    credentials: { name: {} },
    authorize: async ({ name }) => {
      await asks("authorize");
      return { id: String(name), name: String(name) };
    },
  })],
  callbacks: {
    async jwt({ token }) {
      await asks("callbacks.jwt");
      return token;
    },
    async session({ session }) {
      await asks("callbacks.session");
      await held;
      return session;
    },
    async signIn() {
      await asks("callbacks.signIn");
      return true;
    },
  },
  events: { signIn: () => asks("events.signIn"), signOut: () => asks("events.signOut") },
} satisfies AuthConfig;

const nameIn = (session: unknown) => (session as { user?: { name: string } } | null)?.user?.name ?? null;
const REFUSED = "Cannot use `auth` in a callback that it waits for: use the arguments of the callback";

/** Uses of `auth` by an application. */
const USES: Readonly<Record<string, (auth: RequestAuth<AuthConfig>) => Promise<unknown>>> = {
  read: (auth) => auth(),
  require: (auth) => auth.require(),
  update: (auth) => auth.update({ mood: "fine" }),
  signOut: (auth) => auth.signOut(),
  signIn: (auth) => auth.signIn({ providerId: "credentials", fields: { name: "Bea" } }),
};

/** Changes the session, and reads it as soon as a callback of that change has asked. */
async function changeAndRead(auth: RequestAuth<AuthConfig>): Promise<void> {
  let release = () => {};
  held = new Promise((resolve) => release = resolve);
  const changed = USES.update!(auth);
  while (asking) await new Promise((resolve) => setTimeout(resolve));
  const read = auth();
  setTimeout(release);
  await Promise.all([changed, read]);
}

/** The application uses `auth`; a callback uses it meanwhile; and the name of the user afterwards. */
const CASES: readonly (readonly [use: keyof typeof USES, callback: string, after: string | null])[] = [
  ["read", "callbacks.jwt", "Ada"],
  ["read", "callbacks.session", "Ada"],
  ["update", "callbacks.jwt", "Ada"],
  ["signIn", "authorize", "Bea"],
  ["signIn", "callbacks.signIn", "Bea"],
  ["signIn", "callbacks.jwt", "Bea"],
  ["signIn", "events.signIn", "Bea"],
  ["signOut", "events.signOut", null],
];

// A Worker gets `auth` handed over, and has no place for it.
const { Workers: _workers, ...doors } = DOORS;

const route: Route<typeof config> = async (path, auth) => {
  const use = new URL(path, "http://localhost").searchParams.get("use")!;
  await atHand.run(
    auth as RequestAuth<AuthConfig>,
    () => (USES[use] ?? changeAndRead)(auth as RequestAuth<AuthConfig>),
  );
  return { body: { name: nameIn(await auth()) } };
};

/** Sends a request of Ada's, in which a callback asks. @returns Who is signed in afterwards. */
async function send({ url }: { readonly url: string }, use: string): Promise<unknown> {
  got = [];
  const response = await fetch(`${url}/?use=${use}`, {
    method: "POST",
    headers: { cookie: await signedIn(), origin: url },
    signal: AbortSignal.timeout(5000),
  });
  return (await response.json()).name;
}

for (const [server, open] of Object.entries(doors)) {
  test(`a callback on ${server} that waits for the auth of its request gets an answer, and the request one as well`, async () => {
    await using listening = await open(config, route);
    [isOnce, awaits] = [true, true];
    for (const [use, callback, after] of CASES) {
      for (const [inner, run] of Object.entries(USES)) {
        [asking, ask] = [callback, run];
        const label = `${use}, in which ${callback} calls ${inner}`;
        assert.equal(await send(listening, use), after, label);
        const reads = inner === "read" || inner === "require";
        assert.deepEqual(got, [reads && use !== "read" ? "Ada" : REFUSED], label);
      }
    }
  });

  test(`a callback on ${server} that always reads the session while it is changed ends`, async () => {
    await using listening = await open(config, route);
    [isOnce, awaits, ask] = [false, true, USES.read!];
    for (const [use, , after] of CASES) {
      for (const callback of ["callbacks.jwt", "callbacks.session"]) {
        asking = callback;
        assert.equal(await send(listening, use), after, `${use}, in which ${callback} reads`);
      }
    }
    asking = "";
  });

  test(`work on ${server} that a callback begins, and does not wait for, gets the session`, async () => {
    await using listening = await open(config, route);
    [isOnce, awaits] = [true, false];
    for (const callback of ["callbacks.jwt", "callbacks.session"]) {
      [asking, ask] = [callback, USES.read!];
      assert.equal(await send(listening, "read"), "Ada");
      await new Promise((resolve) => setTimeout(resolve, 20));
      assert.deepEqual(got, ["Ada"], callback);
    }
  });

  test(`a change on ${server} that a callback of a change begins, while the session is read, ends`, async () => {
    await using listening = await open(config, route);
    for (const isAwaited of [true, false]) {
      [isOnce, awaits, asking, ask] = [true, isAwaited, "callbacks.session", USES.update!];
      assert.equal(await send(listening, "changeAndRead"), "Ada", `${isAwaited}`);
      if (isAwaited) assert.deepEqual(got, [REFUSED]);
    }
  });
}

const { secret, trustHost } = base;

/** Code of the application that a reading runs, each the only one in its config. */
const ALONE: Readonly<Record<string, AuthConfig>> = {
  "callbacks.session": { providers: [], callbacks: { session: config.callbacks.session } },
  "callbacks.jwt": { providers: [], callbacks: { jwt: config.callbacks.jwt } },
  "events.session": { providers: [], events: { session: () => asks("events.session") } },
  "jwt.decode": {
    providers: [],
    jwt: {
      decode: async (params) => {
        await asks("jwt.decode");
        return await decode(params);
      },
    },
  },
  "the adapter": {
    providers: [],
    adapter: {
      ...Memory(),
      async getSessionAndUser(sessionToken: string) {
        await asks("the adapter");
        const expires = new Date(Date.now() + 3_600_000);
        const user = { id: "1", name: "Ada", email: null, emailVerified: null };
        return { session: { sessionToken, userId: "1", expires }, user };
      },
    },
  },
};

for (const [name, own] of Object.entries(ALONE)) {
  test(`code that a reading runs gets an error if it waits for that reading: ${name} alone`, async () => {
    [isOnce, awaits, asking, ask, got, held] = [true, true, name, USES.read!, [], Promise.resolve()];
    const { platform } = config;
    const handler = fetchHandler(
      { ...own, secret, trustHost, platform } as AuthConfig,
      async (_request, auth) => await atHand.run(auth, async () => Response.json(nameIn(await auth()))),
      {},
    );
    const request = new Request("http://localhost/", { headers: { cookie: await signedIn() } });
    assert.equal(await (await handler(request)).json(), "Ada");
    assert.deepEqual(got, [REFUSED]);
  });
}

test("callbacks of two configs that wait for each other get an error", async () => {
  const both = new AsyncLocalStorage<RequestAuth<AuthConfig>[]>();
  const refused: unknown[] = [];
  const asksFor = (other: number, basePath: string): AuthConfig => ({
    ...base,
    basePath,
    platform: config.platform,
    callbacks: {
      async session({ session }) {
        await both.getStore()?.[other]?.().catch(({ message }: Error) =>
          void refused.push(message.split("\n")[0])
        );
        return session;
      },
    },
  });
  const users = fetchHandler(asksFor(1, "/auth"), async (request, auth) => {
    const staff = fetchHandler(asksFor(0, "/staff"), async (_request, other) => {
      const sessions = await both.run([auth, other], () => Promise.all([auth(), other()]));
      return Response.json(sessions.map(nameIn));
    }, {});
    return await staff(request);
  }, {});
  const response = await users(new Request("http://localhost/", { headers: { cookie: await signedIn() } }));
  assert.deepEqual(await response.json(), ["Ada", "Ada"]);
  assert.deepEqual(new Set(refused), new Set([REFUSED]));
});
