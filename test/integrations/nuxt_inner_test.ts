/**
 * Requests that Nitro sends to itself while it answers one of a browser: `useFetch("/api")` of a page that is rendered. Their
 * headers reach nobody.
 *
 * @module
 */

import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import * as h3 from "npm:h3@1.15.11";
import { fetchNodeRequestHandler } from "npm:node-mock-http@1.0.5";
import { decode } from "../../src/model/jwt.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { type ContextOf, NuxtAuth } from "../../src/integrations/nuxt/nuxt.ts";
import { config, signedIn } from "./_application.ts";
import { LONGEST_WAIT } from "../_longest_wait.ts";

const TOKEN = "latchkey.session-token";

type Page = (event: h3.H3Event & { readonly context: ContextOf<AuthConfig> }, inner: Inner) => unknown;

/** Sends a request to the application itself, as `event.$fetch` of Nitro does. */
type Inner = (path: string, headers?: Record<string, string>) => Promise<Response>;

/** An application whose sessions have a token that works once: whoever uses it a second time is signed out. */
function openApp(page: Page, callbacks: AuthConfig["callbacks"] = {}) {
  const used: unknown[] = [];
  const own: AuthConfig = {
    ...config,
    callbacks: {
      jwt({ token, trigger, session }) {
        if (trigger === "update") return { ...token, ...session };
        used.push(token.turn ?? 0);
        return { ...token, turn: Number(token.turn ?? 0) + 1 };
      },
      session: ({ session, token }) => ({ ...session, turn: token?.turn, mood: token?.mood }),
      ...callbacks,
    },
  };
  const app = h3.createApp();
  app.use(NuxtAuth(own));
  app.use("/api/me", h3.eventHandler(async ({ context }) => ({ session: await context.auth() })));
  app.use("/api/need", h3.eventHandler(async ({ context }) => ({ session: await context.auth.require() })));
  app.use("/api/mood", h3.eventHandler(async ({ context }) => await context.auth.update({ mood: "good" })));
  app.use("/api/leave", h3.eventHandler(async ({ context }) => await context.auth.signOut()));
  app.use(
    "/page",
    h3.eventHandler((event) => {
      const inner: Inner = (path, headers = {}) =>
        h3.fetchWithEvent(event, path, { headers }, {
          fetch: (url, init) => fetchNodeRequestHandler(listener as never, url as string, init as never),
        });
      return page(event as unknown as Parameters<Page>[0], inner);
    }),
  );
  app.options.onError = () => {};
  const listener = h3.toNodeListener(app);
  return { used, open: (cookie: string | null) => visit(listener, cookie) };
}

async function visit(listener: h3.NodeListener, cookie: string | null) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const headers = { accept: "text/html", ...(cookie && { cookie }) };
    const signal = AbortSignal.timeout(LONGEST_WAIT);
    const response = await fetch(`http://127.0.0.1:${port}/page`, { headers, signal, redirect: "manual" });
    const body = await response.text();
    const [, value] = response.headers.getSetCookie().join().match(new RegExp(`${TOKEN}=([^;]*)`)) ?? [];
    const token = value && await decode({ token: value, secret: config.secret, salt: TOKEN });
    const { status, headers: answered } = response;
    return { status, body, token, cookies: answered.getSetCookie(), caches: answered.get("cache-control") };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const read = async (inner: Inner) => (await (await inner("/api/me")).json()).session?.turn;

const PAGES: Readonly<Record<string, Page>> = {
  "before its own request": async (
    { context },
    inner,
  ) => [(await context.auth())?.user?.name, await read(inner)],
  "only in its own request": (_event, inner) => read(inner),
  "in two requests at once": async (_event, inner) => await Promise.all([read(inner), read(inner)]),
  "in its own request, and then itself": async (
    { context },
    inner,
  ) => [await read(inner), await context.auth()],
};

for (const [when, page] of Object.entries(PAGES)) {
  test(`a page of Nuxt that reads the session ${when} renews it once, for the browser`, async () => {
    const { used, open } = openApp(page);
    const { status, token, cookies, caches } = await open(await signedIn());
    assert.deepEqual([status, used, token?.turn, cookies.length], [200, [0], 1, 1]);
    assert.match(caches ?? "", /no-store/);
  });
}

test("what a request of Nitro to itself changes in the session reaches the browser, and the page", async () => {
  const { used, open } = openApp(async ({ context }, inner) => {
    await (await inner("/api/mood")).body?.cancel();
    return await context.auth();
  });
  const { body, token } = await open(await signedIn());
  assert.equal(JSON.parse(body).mood, "good");
  assert.equal(token?.mood, "good");
  assert.deepEqual(used.map(String), [...used.keys()].map(String));
});

test("a sign-out in a request of Nitro to itself signs the browser out", async () => {
  const { open } = openApp(async (_event, inner) => (await (await inner("/api/leave")).text(), "left"));
  const { cookies } = await open(await signedIn());
  assert.match(cookies.join("\n"), /session-token=;.*Max-Age=0/);
});

test("a request of Nitro to itself with other cookies has a session of its own", async () => {
  const { used, open } = openApp(async ({ context }, inner) => {
    const own = await context.auth();
    const [other] = await Promise.all([inner("/api/me", { cookie: "a=1" })]);
    return { own: own?.user?.name, other: (await other.json()).session };
  });
  const { body, token } = await open(await signedIn());
  assert.deepEqual(JSON.parse(body), { own: "Ada", other: null });
  assert.deepEqual([used, token?.turn], [[0], 1]);
});

test("a request of Nitro to itself that lacks a session gets 401, and the page stays", async () => {
  const { open } = openApp(async (_event, inner) => (await inner("/api/need")).status);
  const { status, body, cookies } = await open(null);
  assert.deepEqual([status, body, cookies], [200, "401", []]);
});

test("a callback that asks the application itself while it changes the session is answered", async () => {
  let ask: Inner | undefined;
  const { open } = openApp(async ({ context }, inner) => {
    ask = inner;
    return await context.auth.update({ mood: "good" });
  }, {
    async jwt({ token, trigger, session }) {
      if (trigger === "update") await (await ask!("/api/me")).body?.cancel();
      return { ...token, ...session };
    },
  });
  const { status, token } = await open(await signedIn());
  assert.deepEqual([status, token?.mood], [200, "good"]);
});
