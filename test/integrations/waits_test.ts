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
import { Credentials } from "../../src/providers/credentials.ts";
import { config as base, signedIn } from "./_application.ts";
import { routeServers } from "./_route_servers.ts";

/** The `auth` of the request, as a framework has it at hand. */
const atHand = new AsyncLocalStorage<RequestAuth<AuthConfig>>();

/** What the callback `asking` does, and what it has got. */
let asking = "";
let ask: (auth: RequestAuth<AuthConfig>) => Promise<unknown> = () => Promise.resolve();
let got: unknown[] = [];

async function asks(callback: string): Promise<void> {
  const auth = atHand.getStore();
  if (!auth || callback !== asking) return;
  asking = "";
  got.push(await ask(auth).then(nameIn, ({ message }: Error) => message.split("\n")[0]));
}

const config = {
  ...base,
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

/** What an application can do with `auth`. */
const USES: Readonly<Record<string, (auth: RequestAuth<AuthConfig>) => Promise<unknown>>> = {
  read: (auth) => auth(),
  require: (auth) => auth.require(),
  update: (auth) => auth.update({ mood: "fine" }),
  signOut: (auth) => auth.signOut(),
  signIn: (auth) => auth.signIn({ providerId: "credentials", fields: { name: "Bea" } }),
};

/** What the application does, in which callback `auth` is used meanwhile, and who is signed in afterwards. */
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
const { Workers: _workers, ...servers } = routeServers(config, async (path, auth) => {
  const use = new URL(path, "http://localhost").searchParams.get("use")!;
  await atHand.run(auth as RequestAuth<AuthConfig>, () => USES[use]!(auth as RequestAuth<AuthConfig>));
  return { status: 200, body: { name: nameIn(await auth()) } };
});

for (const [server, start] of Object.entries(servers)) {
  test(`a callback on ${server} that uses the auth of its request gets an answer, and the request one as well`, async () => {
    await using listening = await start();
    for (const [use, callback, after] of CASES) {
      for (const [inner, run] of Object.entries(USES)) {
        [asking, ask, got] = [callback, run, []];
        const response = await fetch(`${listening.url}/?use=${use}`, {
          method: "POST",
          headers: { cookie: await signedIn(), origin: listening.url },
          signal: AbortSignal.timeout(5000),
        });
        const reads = inner === "read" || inner === "require";
        const isInReading = use === "read";
        const label = `${use}, in which ${callback} calls ${inner}`;
        assert.deepEqual(await response.json(), { name: after }, label);
        assert.deepEqual(got, [reads && !isInReading ? "Ada" : REFUSED], label);
      }
    }
  });
}
