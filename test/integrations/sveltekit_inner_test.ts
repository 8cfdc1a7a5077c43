/**
 * A token that works once beside what Kit does with a request: `event.fetch` to the application itself, and a later hook that
 * throws.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { KitAuth, type KitEvent, type LocalsOf } from "../../src/integrations/sveltekit/sveltekit.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { decode, encode } from "../../src/model/jwt.ts";
import type { JWT } from "../../src/values/types.ts";
import { config } from "./_application.ts";

const ORIGIN = "http://localhost:3000";
const TOKEN = "latchkey.session-token";

type Event = KitEvent & { readonly locals: LocalsOf<AuthConfig>; fetch(path: string): Promise<Response> };
type Resolve = (event: Event) => unknown;

/** Sessions with a token of a provider that works once. A second exchange ends what the provider knows. */
function openApp(callbacks: AuthConfig["callbacks"] = {}) {
  const exchanged: unknown[] = [];
  let valid = "r0";
  const { handle } = KitAuth({
    ...config,
    callbacks: {
      async jwt({ token, trigger, session }) {
        if (trigger === "update") return { ...token, ...session };
        if (token.refresh === "r1") return token;
        exchanged.push(token.refresh);
        await new Promise((resolve) => setTimeout(resolve, 5));
        valid = token.refresh === valid ? "r1" : "ended";
        return { ...token, refresh: valid };
      },
      session: ({ session, token }) => ({ ...session, refresh: token?.refresh, mood: token?.mood }),
      ...callbacks,
    },
  });
  /** Kit puts the cookies of an event into its response before a hook gets it. */
  const handleIn = (event: Event, set: ReadonlyMap<string, string>, resolve: Resolve): Promise<Response> =>
    handle({
      event,
      resolve: async () => {
        const response = await resolve(event) as Response;
        for (const [name, value] of set) response.headers.append("set-cookie", `${name}=${value}`);
        return response;
      },
    } as never);
  /** An event of Kit: `fetch` answers a path of the application in this process, with the cookies that are set so far. */
  const eventOf = (path: string, sent: string | null, { set, headers = {} }: {
    readonly set: Map<string, string>;
    readonly headers?: Record<string, string>;
  }): Event => {
    const request = new Request(ORIGIN + path, {
      headers: { ...headers, ...(sent && { cookie: `${TOKEN}=${sent}` }) },
    });
    return {
      request,
      url: new URL(request.url),
      locals: {} as LocalsOf<AuthConfig>,
      cookies: { set: (name, value) => void set.set(name, value) },
      async fetch(path) {
        const own = new Map<string, string>();
        const inner = eventOf(path, set.get(TOKEN) ?? sent, { set: own });
        const response = await handleIn(inner, own, async ({ locals }) => {
          if (path === "/api/public") return new Response();
          if (path === "/api/theme") return new Response(null, { headers: { "set-cookie": "theme=dark" } });
          return Response.json(path === "/api/leave" ? await locals.auth.signOut() : await locals.auth());
        });
        for (const each of response.headers.getSetCookie()) set.set(each.split("=")[0]!, valueIn(each));
        return response;
      },
    };
  };
  const visit = async (
    resolve: Resolve,
    headers: Record<string, string> = { accept: "text/html" },
    claims: JWT | null = { sub: "1", refresh: "r0" },
  ) => {
    const token = claims && await encode({ token: claims, secret: config.secret, salt: TOKEN });
    const set = new Map<string, string>();
    const response = await handleIn(eventOf("/", token, { set, headers }), set, resolve);
    const own = response.headers.getSetCookie().filter((each) => each.startsWith(`${TOKEN}=`));
    const sent = own.map(valueIn).at(-1) ?? token;
    const kept = sent ? await decode({ token: sent, secret: config.secret, salt: TOKEN }) : null;
    return { response, kept };
  };
  return { exchanged, visit };
}

function valueIn(setCookie: string): string {
  return setCookie.split(";")[0]!.split("=").slice(1).join("=");
}

const LOADS: Readonly<Record<string, Resolve>> = {
  "before it asks an endpoint": async (
    { locals, ...event },
  ) => [await locals.auth(), await event.fetch("/api/me")],
  "after it has asked an endpoint": async (
    { locals, ...event },
  ) => [await event.fetch("/api/me"), await locals.auth()],
  "while another load asks an endpoint": (event) =>
    Promise.all([event.locals.auth(), event.fetch("/api/me")]),
  "beside an endpoint that sets a cookie of its own": async ({ locals, ...event }) => {
    await Promise.all([locals.auth(), event.fetch("/api/theme")]);
    return [await event.fetch("/api/theme"), await locals.auth()];
  },
  "while other loads ask endpoints": (event) =>
    Promise.all([event.fetch("/api/me"), event.fetch("/api/you"), event.locals.auth()]),
};

for (const [when, load] of Object.entries(LOADS)) {
  test(`a load of Kit that reads the session ${when} exchanges a token that works once only once`, async () => {
    const { exchanged, visit } = openApp();
    const { kept } = await visit(async (event) => (await load(event), new Response()));
    assert.deepEqual([exchanged, kept?.refresh], [["r0"], "r1"]);
  });
}

/** What a later hook throws, and the answers to a page and to a script. */
const THROWN:
  readonly (readonly [what: string, thrown: object, status: number, page: string, json: string])[] = [
    [
      "an error of Kit",
      { status: 403, body: { message: "Staff only" } },
      403,
      "Staff only",
      '{"message":"Staff only"}',
    ],
    ["another error", new Error("secret detail"), 500, "Internal server error.", "Internal server error."],
  ];

for (const [what, thrown, status, page, json] of THROWN) {
  test(`a token that works once is kept although a later hook of Kit throws ${what}`, async () => {
    for (const [accept, body] of [["text/html", page], ["application/json", json]] as const) {
      const { visit } = openApp();
      const { response, kept } = await visit(async ({ locals }) => {
        await locals.auth();
        throw thrown;
      }, { accept });
      assert.deepEqual([response.status, await response.text(), kept?.refresh], [status, body, "r1"]);
      assert.match(response.headers.get("cache-control") ?? "", /no-store/);
    }
  });
}

test("what auth.update() and auth.signOut() do stays although a later hook of Kit throws", async () => {
  const { visit } = openApp();
  const fail = () => {
    throw { status: 403, body: { message: "Staff only" } };
  };
  const updated = await visit(async ({ locals }) => (await locals.auth.update({ mood: "good" }), fail()));
  assert.equal(updated.kept?.mood, "good");
  const left = await visit(async ({ locals }) => (await locals.auth.signOut(), fail()));
  assert.equal(left.kept, null);
  assert.match(left.response.headers.getSetCookie().join(), /session-token=;.*Max-Age=0/);
});

test("a later hook of Kit that throws an error of another library shows nothing of it", async () => {
  class ApiError extends Error {
    readonly status = 409;
    readonly body = { message: "secret detail" };
    readonly location = "/secret";
  }
  const { visit } = openApp();
  const { response, kept } = await visit(async ({ locals }) => {
    await locals.auth();
    throw new ApiError("secret detail");
  });
  assert.deepEqual([response.status, await response.text(), kept?.refresh], [
    500,
    "Internal server error.",
    "r1",
  ]);
});

test("what an endpoint of Kit has set stays, whatever the page asks after it", async () => {
  const { visit } = openApp();
  const { kept } = await visit(async ({ locals, ...event }) => {
    await locals.auth();
    await event.fetch("/api/leave");
    await event.fetch("/api/me");
    return new Response();
  });
  assert.equal(kept, null);
});

test("a page of Kit that has asked an endpoint to sign out sees no session", async () => {
  const { visit } = openApp();
  const { response, kept } = await visit(async ({ locals, ...event }) => {
    await event.fetch("/api/leave");
    return Response.json(await locals.auth());
  });
  assert.deepEqual([await response.json(), kept], [null, null]);
});

test("a page of Kit that asks an endpoint for everybody stays in caches", async () => {
  const { visit } = openApp();
  const { response } = await visit(
    async (event) => {
      await event.fetch("/api/public");
      return new Response("page", { headers: { "cache-control": "public, max-age=600" } });
    },
    {},
    null,
  );
  assert.equal(response.headers.get("cache-control"), "public, max-age=600");
});

test("a callback that asks an endpoint of Kit while the session is read is answered", async () => {
  let ask: Event | undefined;
  const { visit } = openApp({
    session: async ({ session }) => {
      const now = ask;
      ask = undefined;
      await now?.fetch("/api/public");
      return session;
    },
  });
  const { response } = await visit(async (event) => {
    ask = event;
    return Response.json((await event.locals.auth())?.user?.name ?? null);
  });
  assert.equal(await response.json(), null);
});

test("Kit answers what a later hook throws where no token would be lost", async () => {
  const { handle } = KitAuth({ ...config, callbacks: {} });
  const thrown = { status: 403, body: { message: "Staff only" } };
  const token = await encode({ token: { sub: "1" }, secret: config.secret, salt: TOKEN });
  const request = new Request(ORIGIN, { headers: { cookie: `${TOKEN}=${token}` } });
  const event = { request, url: new URL(ORIGIN), locals: {} as LocalsOf<AuthConfig>, cookies: { set() {} } };
  const resolve: Resolve = async ({ locals }) => {
    await locals.auth();
    throw thrown;
  };
  await assert.rejects(handle({ event, resolve } as never), (error) => error === thrown);
});
