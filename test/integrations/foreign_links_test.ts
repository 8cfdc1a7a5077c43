/**
 * A route for GET that signs in, and links to it that stand elsewhere: on another site, on another subdomain, in a mail.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { test } from "node:test";
// @ts-types="npm:@types/koa@3.0.3"
import Koa from "npm:koa@3.2.1";
import Fastify from "npm:fastify@5.12.8";
import * as h3 from "npm:h3@1.15.11";
import { Hono } from "npm:hono@4.13.19";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { MissingCSRF } from "../../src/errors/errors.ts";
import { MiddlewareAuth, type RequestAuth } from "../../src/integrations/express/express.ts";
import { FastifyAuth } from "../../src/integrations/fastify/fastify.ts";
import { fetchHandler } from "../../src/integrations/fetch/handler.ts";
import { type AuthVariables, HonoAuth } from "../../src/integrations/hono/hono.ts";
import { type ActionRequest, mount, type SignInAction } from "../../src/integrations/mount/integration.ts";
import { type KoaAuthState, NodeAuth } from "../../src/integrations/node/node.ts";
import { NuxtAuth } from "../../src/integrations/nuxt/nuxt.ts";
import { WorkerAuth } from "../../src/integrations/fetch/workers.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { Email } from "../../src/providers/email.ts";
import { config as base, IDP } from "./_application.ts";
import { VERSIONS } from "./_express.ts";
import { type Listening, serve, serveWeb } from "./_server.ts";

const MALLORY = "mallory@evil.example";

/** The addresses that mails went to. */
const mailed: string[] = [];

const config = {
  ...base,
  adapter: Memory(),
  session: { strategy: "jwt" },
  limits: false,
  providers: [
    IDP,
    Email({
      name: "Mail",
      from: "a@app.test",
      sendVerificationRequest: ({ identifier }) => void mailed.push(identifier),
    }),
    Credentials({
      credentials: { name: {} },
      authorize: ({ name }) => ({ id: String(name), name: String(name) }),
    }),
  ],
  callbacks: {},
} satisfies AuthConfig;

/** The sign-in that a link asks for. */
function wishOf(path: string): SignInAction {
  const { provider, ...fields } = Object.fromEntries(new URL(path, "http://localhost").searchParams);
  return { providerId: provider, fields, redirectTo: "/welcome" };
}

const leave = (res: ServerResponse, location: string) => void res.writeHead(303, { location }).end();

/** The servers, each with a route that signs in by a link. A failure is answered with 403. */
const SERVERS: Readonly<Record<string, () => Promise<Listening>>> = {
  "Deno and Bun": () =>
    serveWeb(fetchHandler(config, async ({ url }, auth) => {
      return new Response(null, { status: 303, headers: { location: await auth.signIn(wishOf(url)) } });
    }, {})),
  Workers: () => {
    const worker = WorkerAuth(config, async ({ url }, auth) => {
      return new Response(null, { status: 303, headers: { location: await auth.signIn(wishOf(url)) } });
    });
    return serveWeb((request) => worker.fetch(request, {}, { waitUntil() {}, passThroughOnException() {} }));
  },
  Node: () =>
    serve(NodeAuth(config, async (req: IncomingMessage, res: ServerResponse, auth) => {
      leave(res, await auth.signIn(wishOf(req.url!)));
    })),
  Koa: () => {
    const app = new Koa<KoaAuthState<typeof config>>().use(NodeAuth(config));
    app.use(async ({ url, state, res }) => {
      leave(res, await state.auth.signIn(wishOf(url)));
    });
    return serve(app.callback());
  },
  ...Object.fromEntries(VERSIONS.map(({ name, express }) => [name, () => {
    const own = { ...config };
    const app = express().use(MiddlewareAuth(own));
    app.use((req, res, next) => {
      const auth: RequestAuth = res.locals.auth;
      auth.signIn(wishOf(req.url)).then((url) => leave(res, url), next);
    });
    return serve(app);
  }])),
  Fastify: async () => {
    const app = Fastify();
    await app.register(FastifyAuth, { config });
    app.get("/login", async (request, reply) => {
      const { auth } = request as unknown as { auth: RequestAuth };
      return reply.redirect(await auth.signIn(wishOf(request.url)), 303);
    });
    await app.ready();
    return await serve((req, res) => app.routing(req, res));
  },
  Hono: () => {
    const app = new Hono<{ Variables: AuthVariables<typeof config> }>().use(HonoAuth(config));
    app.get("/login", async (c) => c.redirect(await c.var.auth.signIn(wishOf(c.req.url)), 303));
    return serveWeb((request) => app.fetch(request));
  },
  h3: () => {
    const app = h3.createApp().use(h3.eventHandler(NuxtAuth(config)));
    app.use(h3.eventHandler(async (event: h3.H3Event) => {
      await h3.sendRedirect(event, await event.context.auth.signIn(wishOf(event.node.req.url!)), 303);
    }));
    return serve(createServer(h3.toNodeListener(app)).listeners("request")[0] as never);
  },
};

/** Links: of other sites, of no page, and of pages of the application, which another site may have led to. */
const ELSEWHERE: readonly Record<string, string>[] = [
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  // In the program that shows mails, or typed.
  { "sec-fetch-site": "none" },
  { "sec-fetch-site": "cross-site", referer: "http://evil.example/" },
  // Over http.
  { referer: "http://evil.example/" },
  {},
  // The sign-out page of the library redirects to where a link of another site says, on the own origin.
  { "sec-fetch-site": "same-origin" },
  { referer: "http://localhost/auth/signout" },
];

for (const [name, start] of Object.entries(SERVERS)) {
  test(`a link sends no mail, wherever it stands: the sign-in page has the address, ${name} (CS-20)`, async () => {
    await using server = await start();
    const follow = async (path: string, headers: Record<string, string>) => {
      const response = await fetch(server.url + path, { headers, redirect: "manual" });
      await response.body?.cancel();
      const location = response.headers.get("location");
      return { ...response, status: response.status, cookies: response.headers.getSetCookie(), location };
    };
    for (const headers of ELSEWHERE) {
      mailed.length = 0;
      const { location, cookies } = await follow(`/login?provider=email&email=${MALLORY}`, headers);
      const what = `${JSON.stringify(headers)} ${location}`;
      const page = new URL(location!);
      assert.equal(page.pathname, "/auth/signin", what);
      assert.equal(page.searchParams.get("email"), MALLORY, what);
      assert.equal(page.searchParams.get("callbackUrl"), `${server.url}/welcome`, what);
      assert.deepEqual([mailed, cookies], [[], []], what);
      const html = await (await fetch(page)).text();
      assert.ok(html.includes(`value="${MALLORY}"`), "the address is filled in");
      const password = await follow("/login?provider=credentials&name=mallory", headers);
      assert.deepEqual(password.cookies, [], `no session: ${what}`);
      const provider = await follow("/login?provider=idp", headers);
      assert.match(provider.location!, /^https:\/\/idp\.example\/authorize/, what);
    }
  });
}

test("a form of the application still sends a mail, whatever is known of it (CS-20)", async () => {
  const auth = mount({ ...config, url: "https://app.test" }, {});
  const own: readonly [Record<string, string>, string | undefined][] = [
    [{ origin: "https://app.test" }, "POST"],
    [{ origin: "https://app.test" }, "GET"],
    [{ origin: "https://app.test", "sec-fetch-site": "same-origin" }, undefined],
    [{}, "POST"],
    [{ "sec-fetch-site": "same-origin" }, "POST"],
    // A server of the application's own, which does not say the method.
    [{}, undefined],
  ];
  for (const [headers, method] of own) {
    mailed.length = 0;
    await auth.signIn(requestOf(headers, method), wishOf("/login?provider=email&email=ada@app.test"));
    assert.deepEqual(mailed, ["ada@app.test"], JSON.stringify([headers, method]));
  }
});

test("a link that stands elsewhere fills no text into the sign-in page that is not a short text (CS-20)", async () => {
  const auth = mount({ ...config, url: "https://app.test" }, {});
  const foreign = requestOf({ "sec-fetch-site": "cross-site" }, "GET");
  for (const email of ["x".repeat(300), ["a@b.test"], { a: 1 }, 7, null, undefined]) {
    const fields = { email } as unknown as Record<string, string>;
    const { url, cookies } = await auth.signIn(foreign, { providerId: "email", fields, redirectTo: "/home" });
    const query = new URLSearchParams({ callbackUrl: "https://app.test/home" });
    assert.deepEqual([url, cookies], [`https://app.test/auth/signin?${query}`, []]);
  }
  const evil = requestOf({ origin: "https://evil.test" }, "POST");
  await assert.rejects(auth.signIn(evil, wishOf("/login?provider=email&email=a@b.test")), MissingCSRF);
  const stripped = requestOf({ "sec-fetch-site": "cross-site" }, "POST");
  const { url } = await auth.signIn(stripped, wishOf("/login?provider=email&email=a@b.test"));
  assert.equal(new URL(url).pathname, "/auth/signin", "a proxy has removed `Origin` of a foreign form");
  const linking = wishOf("/login?provider=email&email=a@b.test&link=true");
  await assert.rejects(auth.signIn(foreign, linking), MissingCSRF);
});

function requestOf(headers: Record<string, string>, method: string | undefined): ActionRequest {
  return { url: "https://app.test/login", headers: new Headers(headers), ...(method && { method }) };
}
