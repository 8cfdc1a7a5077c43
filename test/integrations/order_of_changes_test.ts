/**
 * Any order of reading and changing the session in one request, with a token that `callbacks.jwt` renews at each access, as
 * a recipe does with refresh tokens that work once.
 *
 * @module
 */

import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { test } from "node:test";
import Fastify from "npm:fastify@5.12.8";
import * as h3 from "npm:h3@1.15.11";
import { Hono } from "npm:hono@4.13.19";
// @ts-types="npm:@types/koa@3.0.3"
import Koa from "npm:koa@3.2.1";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import * as inExpress from "../../src/integrations/express/express.ts";
import * as inFastify from "../../src/integrations/fastify/fastify.ts";
import * as inHono from "../../src/integrations/hono/hono.ts";
import { fetchHandler } from "../../src/integrations/fetch/handler.ts";
import { type KoaAuthState, NodeAuth } from "../../src/integrations/node/node.ts";
import { NuxtAuth } from "../../src/integrations/nuxt/nuxt.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { testBrowser } from "../../src/testing/mod.ts";
import { chosenRounds } from "../_nightly.ts";
import { seeded } from "../_seeded.ts";
import { config as base, IDP } from "./_application.ts";
import { VERSIONS } from "./_express.ts";
import { type Listening, serve, serveWeb } from "./_server.ts";

/** Turns of tokens that `callbacks.jwt` has received, and those that it received twice. */
const seen = new Set<unknown>();
const twice: unknown[] = [];
let turns = 0;

const config = {
  ...base,
  providers: [
    IDP,
    Credentials({ credentials: { name: {} }, authorize: ({ name }) => ({ id: "1", name: String(name) }) }),
  ],
  callbacks: {
    jwt({ token, trigger, session }) {
      if (token.turn !== undefined && seen.has(token.turn)) twice.push(token.turn);
      seen.add(token.turn);
      const text = trigger === "update" ? String(session) : token.text;
      return { ...token, text, turn: ++turns };
    },
    session: ({ session, token }) => ({ ...session, text: token?.text ?? null }),
  },
} satisfies AuthConfig;

/** What a route does with the session. */
interface Changes {
  read(): Promise<{ user: { name?: string | null }; text: unknown } | null>;
  begin(): Promise<unknown>;
  signIn(name: string): Promise<unknown>;
  signOut(): Promise<unknown>;
  update(text: string): Promise<unknown>;
}

const STEPS = ["read", "begin", "signIn", "signOut", "update"] as const;

/** Takes steps such as `read,update:a;signOut`: those between semicolons at the same time. Returns what each `read` has seen. */
async function take(url: string, changes: Changes): Promise<readonly unknown[]> {
  const shown: unknown[] = [];
  for (const group of new URL(url, "http://localhost").searchParams.get("steps")?.split(";") ?? []) {
    const results = await Promise.all(
      group.split(",").map(async (step) => {
        const [name, value = "", size = "0"] = step.split(":");
        if (name === "read") return [toShown(await changes.read())];
        await changes[name as Exclude<keyof Changes, "read">](value.padEnd(Number(size), "x"));
        return [];
      }),
    );
    shown.push(...results.flat());
  }
  return shown;
}

function toShown(session: Awaited<ReturnType<Changes["read"]>>): readonly unknown[] | null {
  return session && [session.user.name, session.text];
}

/** The functions of `auth`, as on most servers. */
interface Auth {
  (): Promise<unknown>;
  signIn(action: object): Promise<unknown>;
  signOut(): Promise<unknown>;
  update(data: unknown): Promise<unknown>;
}

function toChanges(auth: Auth): Changes {
  return {
    read: auth as Changes["read"],
    begin: () => auth.signIn({ providerId: "idp" }),
    signIn: (name) => auth.signIn({ providerId: "credentials", fields: { name } }),
    signOut: () => auth.signOut(),
    update: (text) => auth.update(text),
  };
}

const SERVERS: Readonly<Record<string, () => Promise<Listening>>> = {
  "Deno, Bun and Workers": () =>
    serveWeb(
      fetchHandler(config, async ({ url }, auth) => Response.json(await take(url, toChanges(auth))), {}),
    ),
  Node: () =>
    serve(NodeAuth(config, async (req: IncomingMessage, res: ServerResponse, auth) => {
      const shown = await take(req.url!, toChanges(auth));
      res.end(JSON.stringify(shown));
    })),
  Koa: () => {
    const app = new Koa<KoaAuthState<typeof config>>().use(NodeAuth(config));
    app.use(async (context) => {
      context.body = await take(context.url, toChanges(context.state.auth));
    });
    return serve(app.callback());
  },
  ...Object.fromEntries(VERSIONS.map(({ name, express }) => [name, () => {
    const own = { ...config };
    const app = express().use(inExpress.MiddlewareAuth(own));
    app.use((req, res, next) => {
      take(req.url, toChanges(res.locals.auth)).then((shown) => res.json(shown), next);
    });
    return serve(app);
  }])),
  Hono: () => {
    const app = new Hono<{ Variables: inHono.AuthVariables<typeof config> }>().use(inHono.HonoAuth(config));
    app.post("/", async (c) => c.json(await take(c.req.url, toChanges(c.var.auth))));
    return serveWeb((request) => app.fetch(request));
  },
  h3: () => {
    const app = h3.createApp().use(h3.eventHandler(NuxtAuth(config)));
    app.use(
      h3.eventHandler(async ({ context, node: { req } }) => await take(req.url!, toChanges(context.auth))),
    );
    return serve(createServer(h3.toNodeListener(app)).listeners("request")[0] as never);
  },
  Fastify: async () => {
    // Under load, `close()` may wait for a connection that the client keeps.
    const app = Fastify({ forceCloseConnections: true });
    await app.register(inFastify.FastifyAuth, { config });
    app.post("/", async (request) => {
      return await take(request.url, toChanges((request as unknown as { auth: Auth }).auth));
    });
    const url = await app.listen({ port: 0, host: "127.0.0.1" });
    return { port: Number(new URL(url).port), url, [Symbol.asyncDispose]: () => app.close() };
  },
};

for (const [server, start] of Object.entries(SERVERS)) {
  test(
    `a request on ${server} may read and change the session in any order or at once, and nothing is lost or used twice`,
    seeded(async ({ below, pick }) => {
      await using listening = await start();
      for (let round = 0; round < chosenRounds({ here: 20, nightly: 300 }); round++) {
        const browser = testBrowser({ [listening.url]: (request) => fetch(request, { redirect: "manual" }) });
        await browser.open(`${listening.url}/auth/signin`).then((page) =>
          page.submit("/auth/callback/credentials", { name: "Ada" })
        );
        let session: [string, string | null] | null = ["Ada", null];
        for (let requests = 1 + below(3); requests > 0; requests--) {
          let steps = "";
          const expected: unknown[] = [];
          for (let left = 1 + below(5); left > 0; left--) {
            const step = pick(STEPS);
            // Some tokens are larger than a cookie.
            const size = pick([0, 0, 1500, 3500]);
            const name = `${step}${below(1000)}`;
            const value = name.padEnd(size, "x");
            steps += `${steps && pick(",;")}${step}:${name}:${size}`;
            if (step === "read") expected.push(session);
            if (step === "signIn") session = [value, null];
            if (step === "signOut") session = null;
            if (step === "update" && session) session = [session[0], value];
          }
          const url = `${listening.url}/?steps=${steps}`;
          const response = await browser.fetch(url, { method: "POST" });
          assert.deepEqual(await response.json(), expected, url);
          // A browser keeps a cookie for each path: an attempt is removed for all paths that it may have.
          const names = response.headers.getSetCookie().map((each) =>
            each.split("=", 1)[0]! + /; *Path=[^;]*/i.exec(each)
          );
          assert.equal(new Set(names).size, names.length, `${url}: ${names}`);
          const after = await (await browser.fetch(`${listening.url}/auth/session`)).json();
          assert.deepEqual(toShown(after), session, url);
          assert.deepEqual(twice.splice(0), [], url);
        }
      }
    }),
  );
}
