/**
 * A world in which Grace, an administrator, acts as Ada in an application.
 *
 * @module
 */

import assert from "node:assert/strict";
import { AuthError } from "../../src/entries/errors.ts";
import { type Actor, actorOf } from "../../src/entries/administration.ts";
import { fetchHandler } from "../../src/integrations/fetch/handler.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import type { Browser } from "../../src/testing/mod.ts";
import { type AdministrationWorld, GRACE, openAdministration } from "./_administration.ts";
import { APP } from "./_world.ts";

/** What the application answers: who is signed in, and what a function has returned, or thrown. */
export interface Seen {
  /** The address of the user who is shown; `null`: nobody is signed in. */
  readonly email: string | null;
  readonly session: Readonly<Record<string, unknown>> | null;
  readonly actor: Actor | null;
  readonly value?: unknown;
  /** The type of what was thrown. */
  readonly error?: string;
}

/** The world. */
export interface ActingWorld extends AdministrationWorld {
  /** The browser of Grace. */
  readonly grace: Browser;
  /** Grace's id. */
  readonly graceId: string;
  /** Ada's id, who has signed up. */
  readonly ada: string;
  /** The browser of Ada. */
  readonly adas: Browser;
  /** Calls a function of `auth`, such as `administration.actAs`, in the application. Default: none, in the browser of Grace. */
  see(browser?: Browser, name?: string, ...params: readonly unknown[]): Promise<Seen>;
  /** Grace acts as Ada. */
  act(terms?: object): Promise<Seen>;
}

/** Opens one, in which Grace and Ada have signed in. */
export async function openActing(
  options: Parameters<typeof openAdministration>[0] = {},
): Promise<ActingWorld> {
  const world = openAdministration(options);
  const [grace, adas] = [world.visitor(), world.visitor()];
  const graceId = await world.join(GRACE, grace);
  const ada = await world.join(undefined, adas);
  const handler = fetchHandler(world.config as AuthConfig, async (request, auth) => {
    const { pathname } = new URL(request.url);
    if (pathname !== "/do") return new Response(`page ${pathname}`);
    const { name, params } = await request.json() as { name?: string; params: unknown[] };
    const result: { value?: unknown; error?: string } = {};
    try {
      if (name) {
        const found = name.split(".").reduce<unknown>((each, key) => Object(each)[key], auth);
        result.value = await (found as (...params: unknown[]) => unknown)(...params);
      }
    } catch (error) {
      result.error = error instanceof AuthError ? error.type : String(error);
    }
    const session = await auth() as Seen["session"];
    const email = (session?.user as { email?: string } | undefined)?.email ?? null;
    return Response.json({ email, session, actor: actorOf(session), ...result });
  }, {});
  world.platform.sites[APP] = async (request) => await handler(request);
  const see: ActingWorld["see"] = async (given, name, ...params) => {
    const browser = given ?? grace;
    const headers = { "content-type": "application/json", "sec-fetch-site": "same-origin" };
    const answer = await browser.fetch(`${APP}/do`, {
      method: "POST",
      headers,
      body: JSON.stringify({ name, params }),
    });
    assert.equal(answer.status, 200, world.log());
    return await answer.json();
  };
  return {
    ...world,
    grace,
    graceId,
    ada,
    adas,
    see,
    act: (terms = { reason: "Ticket 7" }) => see(grace, "administration.actAs", ada, terms),
  };
}
