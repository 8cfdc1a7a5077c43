/**
 * One application behind Hono, h3, Astro and SvelteKit, each of whose routes gets the `auth` of the request.
 *
 * @module
 */

import { createServer } from "node:http";
import * as h3 from "npm:h3@1.15.11";
import { Hono } from "npm:hono@4.13.19";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { serializeCookie } from "../../src/http/cookies.ts";
import type { CookieOptions } from "../../src/values/cookie.ts";
import { AstroAuth } from "../../src/integrations/astro/astro.ts";
import { type AuthVariables, HonoAuth } from "../../src/integrations/hono/hono.ts";
import { NuxtAuth } from "../../src/integrations/nuxt/nuxt.ts";
import type { RequestAuth } from "../../src/integrations/mount/request_auth.ts";
import { KitAuth } from "../../src/integrations/sveltekit/sveltekit.ts";
import { type Listening, serve, serveWeb } from "./_server.ts";

/** Answers a request of the application. */
export type Route<C extends AuthConfig> = (url: string, auth: RequestAuth<C>) => Promise<Response>;

/** The applications of a config. */
export function webDoors<C extends AuthConfig>(
  config: C,
  route: Route<C>,
): Readonly<Record<string, () => Promise<Listening>>> {
  return {
    Hono: () => {
      const app = new Hono<{ Variables: AuthVariables<C> }>().use(HonoAuth(config));
      app.all("*", (c) => route(c.req.url, c.var.auth as RequestAuth<C>));
      return serveWeb((request) => app.fetch(request));
    },
    // h3 2 leaves the headers of an event out of a response that is an error: `nuxt_test.ts` has the rest.
    "h3 1": () => {
      const app = h3.createApp().use(NuxtAuth(config));
      app.use(h3.eventHandler((event) => route(event.path, event.context.auth)));
      return serve(createServer(h3.toNodeListener(app)).listeners("request")[0] as never);
    },
    Astro: () => {
      const { onRequest } = AstroAuth(config, { checkOrigin: false });
      return serveWeb(async (request) => {
        const jar = createJar();
        const url = new URL(request.url);
        const context = { request, url, locals: {}, cookies: jar, isPrerendered: false };
        return jar.addTo(await onRequest(context, () => route(request.url, authIn(context.locals))));
      });
    },
    SvelteKit: () => {
      const { handle } = KitAuth(config);
      return serveWeb((request) => {
        const jar = createJar();
        const event = { request, url: new URL(request.url), locals: {}, cookies: jar };
        return handle({
          event,
          resolve: async ({ locals }) => jar.addTo(await route(request.url, authIn(locals))),
        });
      });
    },
  };
}

function authIn<C extends AuthConfig>(locals: object): RequestAuth<C> {
  return (locals as { readonly auth: RequestAuth<C> }).auth;
}

/** The cookies of Astro and of Kit, which add them to the response. */
export function createJar() {
  const set = new Map<string, string>();
  const headers = () => [...set.values()];
  return {
    headers,
    set: (name: string, value: string, options: CookieOptions) =>
      void set.set(name, serializeCookie({ name, value, options })),
    addTo(response: Response): Response {
      for (const cookie of headers()) response.headers.append("set-cookie", cookie);
      return response;
    },
  };
}
