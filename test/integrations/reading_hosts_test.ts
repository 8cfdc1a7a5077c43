/**
 * Hosts that only read the session: they get its cookie by `domain`, and the host of `url` has the pages.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { AccountPage } from "../../src/features/account_page/account_page.ts";
import express from "npm:express@5.3.0";
import Fastify from "npm:fastify@5.12.8";
import { Hono } from "npm:hono@4.13.19";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { FastifyAuth } from "../../src/integrations/fastify/fastify.ts";
import { HonoAuth } from "../../src/integrations/hono/hono.ts";
import { MiddlewareAuth } from "../../src/integrations/express/express.ts";
import { IDP } from "./_application.ts";
import { ask, ENTRIES, type Entry, type Sent } from "./_entries.ts";
import { inEnvironment } from "./_environment.ts";
import { serve, serveWeb } from "./_server.ts";

const SHOP = "https://shop.example.com";
const ACCOUNTS = "https://accounts.example.com";
const PAGE = `${SHOP}/cart?of=1`;
const SECRET = "a-secret-of-more-than-32-characters";

/** A link, followed on a page. */
const LINK = {
  accept: "text/html,*/*",
  host: "shop.example.com",
  referer: PAGE,
  "sec-fetch-site": "same-origin",
};

/** A request of the browser client. */
const SCRIPT = {
  accept: "*/*",
  host: "shop.example.com",
  origin: SHOP,
  referer: PAGE,
  "x-auth-return-redirect": "1",
};

/** What is asked for, and where it leads; `null` where the host answers itself. */
const ROWS: readonly (readonly [path: string, sent: Sent, leads: string | null])[] = [
  [
    "/auth/signout",
    { headers: LINK },
    `${ACCOUNTS}/auth/signout?callbackUrl=${encodeURIComponent(PAGE)}`,
  ],
  [
    "/auth/signin?callbackUrl=%2Fcart&error=AccessDenied",
    { headers: LINK },
    `${ACCOUNTS}/auth/signin?callbackUrl=${encodeURIComponent(`${SHOP}/cart`)}&error=AccessDenied`,
  ],
  [
    "/auth/account",
    { headers: LINK },
    `${ACCOUNTS}/auth/account?callbackUrl=${encodeURIComponent(PAGE)}`,
  ],
  // No URL, which the page leaves out.
  [
    "/auth/signin?callbackUrl=https%3A%2F%2F%5B",
    { headers: LINK },
    `${ACCOUNTS}/auth/signin?callbackUrl=https%3A%2F%2F%5B`,
  ],
  // A form has no cookie here, and says so.
  ["/auth/signout", { form: {}, headers: SCRIPT }, null],
  // What a script reads.
  ["/auth/session", { headers: { ...SCRIPT, origin: "" } }, null],
  ["/auth/account", { headers: { ...LINK, accept: "application/json" } }, null],
  // The host with the pages, behind a proxy that sends a host of its own: it would lead to itself for ever.
  ["/auth/signin", { headers: { ...LINK, host: "inner.example.com", referer: `${ACCOUNTS}/` } }, null],
  ["/auth/signin", { headers: { ...LINK, referer: `${ACCOUNTS}/` } }, null],
  ["/auth/signin", { headers: { ...LINK, referer: "" } }, null],
  // The redirect of such a host, to a proxy that sends that host: it would lead to itself as well.
  ["/auth/signin", { headers: { ...LINK, "sec-fetch-site": "same-site" } }, null],
  // Hosts that do not get the cookie.
  ["/auth/signin", { headers: { ...LINK, host: "example.org", referer: "https://example.org/" } }, null],
  [
    "/auth/signin",
    { headers: { ...LINK, host: "evilexample.com", referer: "https://evilexample.com/" } },
    null,
  ],
];

/** Each integration that has a way of its own to the library. */
const { Auth: _, ...INTEGRATIONS }: Readonly<Record<string, Entry>> = {
  ...ENTRIES,
  MiddlewareAuth: async (config, env) => {
    const handle = await inEnvironment(env, () => MiddlewareAuth(config));
    return await serve(express().use(handle));
  },
  FastifyAuth: async (config, env) => {
    const app = Fastify();
    await inEnvironment(env, () => app.register(FastifyAuth, { config }));
    await app.ready();
    return await serve((req, res) => app.routing(req, res));
  },
  HonoAuth: async (config, env) => {
    const app = new Hono();
    app.use(await inEnvironment(env, () => HonoAuth(config)));
    return await serveWeb((request) => app.fetch(request));
  },
};

for (const [entry, start] of Object.entries(INTEGRATIONS)) {
  test(`${entry}() on a host that only reads the session leads to the pages of the other one, and back`, async () => {
    const lines: string[] = [];
    const config: AuthConfig = {
      providers: [{ ...IDP, name: "Provider" }],
      features: [AccountPage()],
      url: ACCOUNTS,
      cookies: { sessionToken: { options: { domain: "example.com" } } },
      logger: { warn: (text) => void lines.push(text), error: (error) => void lines.push(String(error)) },
    };
    await using server = await start(config, { AUTH_SECRET: SECRET });
    for (const [path, sent, leads] of ROWS) {
      const response = await ask(server, path, sent);
      const to = response.headers.get("location");
      if (leads === null) assert.doesNotMatch(to ?? "", /callbackUrl=https%3A%2F%2F(shop|inner|evil)/, path);
      else {
        assert.equal(to, leads);
        assert.equal(response.status, 303);
      }
      assert.match(response.headers.get("cache-control") ?? "no-store", /no-store/);
    }
    // The first request of a strange host is that of `example.org`.
    const [warning, ...others] = lines.filter((line) => line.startsWith("url-host-mismatch: "));
    assert.match(warning!, /example\.org/);
    assert.deepEqual(others, []);
  });
}
