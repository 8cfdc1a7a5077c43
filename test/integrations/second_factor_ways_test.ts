/**
 * Every way to sign in behind each integration: after the first step nobody is signed in, and the second one finishes once.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { NextAuth, type NextRequest } from "../../src/integrations/next/next.ts";
import type { RequestAuth } from "../../src/integrations/mount/request_auth.ts";
import { KitAuth } from "../../src/integrations/sveltekit/sveltekit.ts";
import { Email } from "../../src/providers/email.ts";
import { isNightly } from "../_nightly.ts";
import { testForms as test } from "../flows/_password_forms.ts";
import {
  assertFirstStep,
  assertSecondStep,
  FIRST_STEPS,
  type FirstStep,
  openWays,
} from "../flows/_second_factor_ways.ts";
import { APP } from "../flows/_world.ts";
import { ask } from "./_express.ts";
import { DOORS, type Listening, type RouteAnswer } from "./_doors.ts";
import { serveWeb } from "./_server.ts";
import { chosen } from "../_short.ts";

const STRATEGIES = chosen(["jwt", "database"] as const);

/** The one page of the application. */
async function route(
  _path: string,
  auth: () => Promise<{ readonly user: object } | null>,
): Promise<RouteAnswer> {
  return { body: await auth() ? "Somebody is signed in" : "Nobody is signed in" };
}

/** Sends a request of the browser to a server, as a proxy does that tells which host was called. */
async function forward(request: Request, { url: origin }: Listening): Promise<Response> {
  const { protocol, host, pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  headers.set("x-forwarded-host", host);
  headers.set("x-forwarded-proto", protocol.slice(0, -1));
  const body = request.body && await request.text();
  return await ask(`${origin}${pathname}${search}`, { method: request.method, headers, body });
}

/** Each integration on a real socket. */
function servers(config: AuthConfig): Readonly<Record<string, () => Promise<Listening>>> {
  return {
    ...Object.fromEntries(
      Object.entries(DOORS).map(([name, open]) => [name, () => open(config, route as never)]),
    ),
    "NextAuth()"() {
      const { auth, handlers } = NextAuth({ ...config, basePath: "/auth" });
      return serveWeb(async (request) => {
        const nextUrl = Object.assign(new URL(request.url), { basePath: "" });
        const own = Object.assign(request, { nextUrl }) as unknown as NextRequest;
        if (nextUrl.pathname.startsWith("/auth/")) {
          return request.method === "POST" ? await handlers.POST(own) : await handlers.GET(own);
        }
        const guarded = auth((guarded) =>
          Response.json(guarded.auth ? "Somebody is signed in" : "Nobody is signed in")
        );
        return await guarded(own, { waitUntil() {} }) as Response;
      });
    },
    "KitAuth()"() {
      const { handle } = KitAuth(config);
      return serveWeb((request) => {
        const locals = {} as { auth: RequestAuth };
        const event = { request, url: new URL(request.url), locals, cookies: { set() {} } };
        const resolve = async () => Response.json((await route("/", locals.auth)).body);
        return handle({ event, resolve });
      });
    },
  };
}

/**
 * The first steps behind an integration. By day each has a third of them, among which are a provider, a mail and a form: three
 * integrations in a row have them all. `test/flows/second_factor_walk_test.ts` takes each without an integration.
 *
 * @param index The number of the integration.
 */
function stepsBehind(index: number): readonly FirstStep[] {
  // The last two follow each other: the one sets another password, and the other one that of before.
  const last = FIRST_STEPS.length - 2;
  return FIRST_STEPS.filter((_, i) => isNightly || (Math.min(i, last) + index) % 3 === 0);
}

for (const strategy of STRATEGIES) {
  // SF-07
  test(`every first step behind each integration signs nobody in, and the second step once (${strategy})`, async () => {
    const world = await openWays({ session: { strategy } });
    // A Worker has the code of the providers that bring it.
    const providers = world.config.providers.map((provider) => {
      const { type, ...options } = provider as { readonly type: string };
      return type === "email" ? Email(options as never) : provider;
    });
    const doors = servers({ ...world.config, providers, url: APP } as AuthConfig);
    assert.ok(Object.keys(doors).length > 13);
    for (const [index, [name, start]] of Object.entries(doors).entries()) {
      // By day one strategy has every second integration, and the other one the rest.
      if (!isNightly && index % 2 !== STRATEGIES.indexOf(strategy)) continue;
      await using server = await start();
      world.platform.sites[APP] = (request) => forward(request, server);
      for (const step of stepsBehind(index)) {
        const here = { ...step, name: `${name}: ${step.name}` };
        const browser = world.visitor();
        const page = await assertFirstStep(world, here, browser);
        await assertSecondStep(world, here, { browser, page, strategy });
        assert.match((await browser.open(APP)).text, /Somebody is signed in/, here.name);
        await world.signOut(browser);
      }
    }
  });
}
