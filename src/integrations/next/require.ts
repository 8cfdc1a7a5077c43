/**
 * `auth.require()` of Next: the session, for pages, route handlers and server actions that need one; and the form that it has
 * kept.
 *
 * @module
 */

import { acceptsPage } from "../../http/incoming.ts";
import { refererIn } from "../../http/referer.ts";
import type { AuthConfig, SessionOf } from "../../model/auth_config.ts";
import { ConfigError } from "../../errors/errors.ts";
import type { RequestHeaders } from "../../http/types.ts";
import type { SetCookie } from "../../values/cookie.ts";
import { forgetForm, type FormVisit, keepFields, keptFields } from "../mount/kept_form.ts";
import { setAll } from "./actions.ts";
import type { NextRequireOptions } from "./api.ts";
import { currentRequest, isWritable, type ReadSession } from "./request.ts";
import { type CookieStore, redirect } from "./server.ts";
import type { ActionRequest } from "../mount/integration.ts";
import { assertNeed, type Refused, toSessionRequired } from "../mount/refusal.ts";
import { siblingOf } from "../mount/sibling.ts";

/** Creates the function. */
export function createRequire<C extends AuthConfig>(
  readSession: () => Promise<ReadSession<C>>,
): (options?: NextRequireOptions) => Promise<SessionOf<C>> {
  return async ({ redirectTo, form, ...need } = {}) => {
    assertNeed(need);
    assertForm(form);
    const read = await readSession();
    const { session, mount, lacks, request: { url, headers } } = read;
    const lack = session ? await lacks(need) : "session";
    if (session && !lack) {
      if (form) await setCookies(forgetForm(visitOf(read)));
      return session;
    }
    const refused = toRefused(read.request, mount, redirectTo);
    const error = toSessionRequired(refused, mount, { lack: lack!, need });
    if (!isOfPage(headers, read.store)) throw error;
    if (form) await setCookies(await keepFields(form, refused.target, visitOf(read)));
    // Next puts its `basePath` before a path, which has it already.
    return redirect(new URL(error.signInUrl, mount.origin ?? url).href);
  };
}

/** Creates the function that returns the form that `auth.require()` has kept. */
export function createKeptForm<C extends AuthConfig>(
  readSession: () => Promise<ReadSession<C>>,
): (page: string) => Promise<URLSearchParams> {
  return async (page) => await keptFields(page, visitOf(await readSession()));
}

function visitOf<C extends AuthConfig>({ mount, request, userId }: ReadSession<C>): FormVisit {
  return { mounted: mount, request, session: { userId } };
}

async function setCookies(cookies: readonly SetCookie[]): Promise<void> {
  setAll((await currentRequest()).store, cookies);
}

/**
 * What asks for a session. Next does not reveal its page: the browser names the one that has sent a form, of this host or of the
 * one with the pages of the library.
 *
 * @param returnTo Path or URL where the user goes afterwards. Default: that page.
 */
export function toRefused(
  { url, headers }: Pick<ActionRequest, "url" | "headers">,
  mount: Parameters<typeof siblingOf>[1],
  returnTo: string | undefined,
): Refused {
  const header = (name: string) => headers.get(name);
  const { origin } = new URL(url);
  const own = siblingOf({ origin, header }, mount) ?? mount.origin ?? origin;
  return { method: "GET", target: returnTo ?? refererIn(header, own) ?? "/", origin, header };
}

function assertForm(form: unknown): void {
  if (form === undefined || form instanceof FormData) return;
  throw new ConfigError(
    "Cannot keep `form` of auth.require(): pass the FormData that the server action has got",
  );
}

/**
 * Returns whether Next shows what it is redirected to: a page, the data of one, or a server action. From a component, Next
 * hides that its router asks for the data, as a `<Link>` does: whatever a component is redirected to is shown.
 */
export function isOfPage(headers: RequestHeaders, store: CookieStore): boolean {
  return headers.get("rsc") !== null || headers.get("next-action") !== null ||
    acceptsPage((name) => headers.get(name)) || !isWritable(store);
}
