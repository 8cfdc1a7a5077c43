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
import { decode, encode } from "../../src/model/jwt.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { type ContextOf, type H3Event, NuxtAuth } from "../../src/integrations/nuxt/nuxt.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { config, signedIn } from "./_application.ts";
import { LONGEST_WAIT } from "../_longest_wait.ts";

const TOKEN = "latchkey.session-token";

type Page = (event: PageEvent, inner: Inner) => unknown;

type PageEvent = h3.H3Event & {
  readonly context: ContextOf<AuthConfig>;
  readonly listener: Parameters<typeof fetchNodeRequestHandler>[0];
};

/** Sends a request to the application itself, as `event.$fetch` of Nitro does. */
type Inner = (path: string, headers?: Record<string, string>) => Promise<Response>;

/** An application whose sessions have a token that works once. `used` has each use: a second one of a token is a fault. */
function openApp(
  page: Page,
  callbacks: AuthConfig["callbacks"] = {},
  more: AuthConfig | Pick<AuthConfig, "providers"> | ((event: H3Event) => AuthConfig) = config,
) {
  const used: unknown[] = [];
  const own: AuthConfig = {
    ...config,
    ...more,
    callbacks: {
      jwt({ token, trigger, session }) {
        if (trigger === "update") return { ...token, ...session };
        if (token.turn === 1) return token;
        used.push(token.turn ?? 0);
        return { ...token, turn: used.length };
      },
      session: ({ session, token }) => ({ ...session, turn: token?.turn, mood: token?.mood }),
      ...callbacks,
    },
  };
  const app = h3.createApp();
  app.use(NuxtAuth(typeof more === "function" ? more : own));
  app.use("/api/me", h3.eventHandler(async ({ context }) => ({ session: await context.auth() })));
  app.use(
    "/api/seen",
    h3.eventHandler(async ({ context, path, node }) => {
      if (path.includes("public")) return {};
      return { cookie: node.req.headers.cookie, session: await context.auth() };
    }),
  );
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
      return page(Object.assign(event, { listener: listener as never }) as unknown as PageEvent, inner);
    }),
  );
  app.options.onError = () => {};
  const listener = h3.toNodeListener(app);
  return { used, open: (cookie: string | null, method = "GET") => visit(listener, cookie, method) };
}

async function visit(listener: h3.NodeListener, cookie: string | null, method: string) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const origin = `http://127.0.0.1:${port}`;
    const headers = { accept: "text/html", origin, ...(cookie && { cookie }) };
    const signal = AbortSignal.timeout(LONGEST_WAIT);
    const response = await fetch(`${origin}/page`, { method, headers, signal, redirect: "manual" });
    const body = await response.text();
    const [, value] = response.headers.getSetCookie().join().match(new RegExp(`${TOKEN}=([^;]*)`)) ?? [];
    const token = !value ? null : await decode({ token: value, secret: config.secret, salt: TOKEN });
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
  assert.deepEqual([used, token?.turn], [[0], 1]);
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

for (const when of ["read", "update"] as const) {
  for (const callback of ["jwt", "session"] as const) {
    test(`callbacks.${callback} that asks the application itself at the ${when} of a session is answered`, async () => {
      let ask: Inner | undefined;
      const once = async () => {
        const now = ask;
        ask = undefined;
        await (await now?.("/api/me"))?.body?.cancel();
      };
      const { open } = openApp(async ({ context }, inner) => {
        if (when === "update") await context.auth();
        ask = inner;
        return when === "update" ? await context.auth.update({ mood: "good" }) : await context.auth();
      }, {
        jwt: async ({ token, session }) => (callback === "jwt" && await once(), { ...token, ...session }),
        session: async ({ session, token }) => {
          if (callback === "session") await once();
          return { ...session, mood: token?.mood };
        },
      });
      const { status, token } = await open(await signedIn());
      assert.deepEqual([status, token?.mood], [200, when === "update" ? "good" : undefined]);
    });
  }
}

test("a request of Nitro to itself has the cookies of the session that it reads, for what is cached by them", async () => {
  const { open } = openApp(
    async ({ context }, inner) => {
      await context.auth.signIn({ providerId: "credentials", fields: { name: "Ada" } });
      return await (await inner("/api/seen")).json();
    },
    {},
    { providers: [Credentials({ authorize: () => ({ id: "7", name: "Ada" }) })] },
  );
  const { body } = await open(null, "POST");
  const { session, cookie } = JSON.parse(body);
  assert.equal(session.user.name, "Ada");
  assert.match(cookie, new RegExp(`${TOKEN}=`));
});

test("a request of Nitro to itself has the session that its own config gives it", async () => {
  const own = (event: H3Event): AuthConfig => {
    const { path } = event as unknown as h3.H3Event;
    return { ...config, callbacks: { session: ({ session }) => path === "/api/need" ? null : session } };
  };
  const { open } = openApp(
    async ({ context }, inner) => {
      return [(await context.auth())?.user?.name, (await inner("/api/need")).status];
    },
    {},
    own,
  );
  const { body } = await open(await signedIn());
  assert.deepEqual(JSON.parse(body), ["Ada", 401]);
});

test("a request of Nitro to itself is answered although the answer of the browser has begun", async () => {
  const { open } = openApp(async ({ context, node }, inner) => {
    await context.auth();
    node.res.write("begun;");
    for (const path of ["/api/me", "/api/mood", "/api/leave"]) {
      node.res.write(`${(await inner(path)).status};`);
    }
    node.res.end();
  });
  assert.equal((await open(await signedIn())).body, "begun;200;200;200;");
});

test("the page about an error, which Nitro renders in a request of its own, exchanges no token again", async () => {
  const { used, open } = openApp(async (event) => {
    await event.context.auth();
    // As the error handler of Nuxt: without the context of the event, and with the headers as they are.
    const { headers } = event.node.req;
    const shown = await fetchNodeRequestHandler(event.listener, "/api/me", { headers } as never);
    for (const cookie of shown.headers.getSetCookie()) h3.appendResponseHeader(event, "set-cookie", cookie);
    return await shown.text();
  });
  const { body, token } = await open(await signedIn());
  assert.deepEqual([JSON.parse(body).session.turn, used, token?.turn], [1, [0], 1]);
});

test("a page of Nuxt that has read the session sees a sign-out in a request of Nitro to itself", async () => {
  const { open } = openApp(async ({ context }, inner) => {
    const before = (await context.auth())?.user?.name;
    await (await inner("/api/leave")).text();
    return [before, await context.auth()];
  });
  const { body, cookies } = await open(await signedIn());
  assert.deepEqual(JSON.parse(body), ["Ada", null]);
  assert.equal(cookies.length, 1);
});

test("a page of Nuxt stays in caches where a request of Nitro to itself reads no session", async () => {
  const { open } = openApp(async (_event, inner) => (await inner("/api/seen?public")).status);
  assert.equal((await open(null)).caches, null);
});

test("what the paths of the library set in a request of Nitro to itself reaches the browser", async () => {
  const { used, open } = openApp(async ({ context }, inner) => {
    const { turn } = await (await inner("/auth/session")).json();
    return [turn, (await context.auth() as { turn?: number } | null)?.turn];
  });
  const { body, token, cookies } = await open(await signedIn());
  assert.deepEqual([JSON.parse(body), used, token?.turn, cookies.length], [[1, 1], [0], 1, 1]);
});

test("a request of Nitro to itself with another user's cookie changes nothing for the browser", async () => {
  const bob = `${TOKEN}=${await encode({
    token: { sub: "2", name: "Bob" },
    secret: config.secret,
    salt: TOKEN,
  })}`;
  for (const cookie of [bob, `${TOKEN}=garbage`, ""]) {
    for (const path of ["/api/me", "/api/mood", "/api/leave", "/auth/session"]) {
      const { open } = openApp(async ({ context }, inner) => {
        const before = (await context.auth())?.user?.name;
        await (await inner(path, { cookie })).body?.cancel();
        return [before, (await context.auth())?.user?.name];
      });
      const { body, token, cookies } = await open(await signedIn());
      assert.deepEqual([JSON.parse(body), token?.name, cookies.length], [["Ada", "Ada"], "Ada", 1], path);
    }
  }
});

test("each request of Nitro to itself that renews the session hands the newest on, to the next and to the browser", async () => {
  let turn = 0;
  const used: unknown[] = [];
  const { open } = openApp(async ({ context }, inner) => {
    await context.auth();
    for (const path of ["/api/me", "/auth/session", "/api/me"]) await (await inner(path)).body?.cancel();
  }, {
    jwt({ token }) {
      used.push(token.turn ?? 0);
      return { ...token, turn: ++turn };
    },
  });
  const { token, cookies } = await open(await signedIn());
  assert.deepEqual([used, token?.turn, cookies.length], [[0, 1, 2, 3], 4, 1]);
});

test("a sign-out on a page of Nuxt ends both sessions of a browser that has two cookies of one name (SE-40)", async () => {
  const { open } = openApp(async ({ context }) => {
    await context.auth();
    await context.auth.signOut();
    return await context.auth();
  });
  const [one, two] = [await signedIn(), await signedIn()];
  const { body, cookies } = await open(`${one}; ${two}`);
  assert.equal(body, "");
  assert.ok(cookies.length > 1, cookies.join());
  assert.ok(cookies.every((cookie) => /Max-Age=0/.test(cookie)), cookies.join());
});

/** Configs whose sessions are others, also with the secret and the cookie of the first. */
const OTHERS: Readonly<Record<string, Partial<AuthConfig>>> = {
  "another secret": { secret: "another-secret-of-more-than-32-characters" },
  "another database": { adapter: Memory(), session: { strategy: "database" } },
  "a callback that ends them": { callbacks: { jwt: () => null } },
};

for (const [what, others] of Object.entries(OTHERS)) {
  test(`a request of Nitro to itself under a config with ${what} changes nothing for the browser`, async () => {
    const own = (event: H3Event): AuthConfig => {
      const isOther = (event as unknown as h3.H3Event).path.startsWith("/api");
      return isOther ? { ...config, ...others } : config;
    };
    const { open } = openApp(
      async ({ context }, inner) => {
        const other = await (await inner("/api/me")).json();
        return [other.session, (await context.auth())?.user?.name];
      },
      {},
      own,
    );
    const { body, token, cookies } = await open(await signedIn());
    assert.deepEqual([JSON.parse(body), token?.name, cookies.length], [[null, "Ada"], "Ada", 1]);
  });
}
