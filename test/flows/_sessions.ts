/**
 * Sessions in the cookies of a browser: finds them, and makes them without a browser.
 *
 * Take it with `openPlain()` of `_world.ts` for sessions in tokens; `_database.ts` has the stored ones.
 *
 * @module
 */

import { Auth } from "../../mod.ts";
import { APP, cookieHeader, cookiesOf, request, type World, type WorldConfig } from "./_world.ts";

/** Name of the session cookie on https. */
export const COOKIE = "__Host-latchkey.session-token";

/** Seconds. */
export const HOUR = 3600;
/** Seconds. */
export const DAY = 24 * HOUR;

/** What is known of Ada after her sign-in. */
export const CLAIMS = { name: "Ada Lovelace", email: "ada@example.com", picture: null };

/** A config that keeps in the session whatever the browser sends. */
export function keepingData(): WorldConfig {
  return {
    callbacks: {
      jwt: ({ token, trigger, session }) => trigger === "update" ? { ...token, data: session } : token,
      session: ({ session, token }) => ({ ...session, data: token.data }),
    },
  };
}

/** Signs in without a browser, as one of these on http takes no cookies from anybody. */
export async function signInAt(url: string, { config, idp }: World) {
  const csrf = await Auth(new Request(`${url}/auth/csrf`), config);
  const { csrfToken } = await csrf.json();
  const start = await Auth(
    new Request(`${url}/auth/signin/idp`, {
      method: "POST",
      body: new URLSearchParams({ csrfToken }),
      headers: { cookie: toCookie(csrf) },
    }),
    config,
  );
  const authorized = await idp.fetch(start.headers.get("location")!, { redirect: "manual" });
  const end = await Auth(
    new Request(authorized.headers.get("location")!, { headers: { cookie: toCookie(start) } }),
    config,
  );
  return { config, started: { ...cookiesOf(csrf), ...cookiesOf(start) }, cookies: cookiesOf(end) };
}

function toCookie({ headers }: Response): string {
  return headers.getSetCookie().map((header) => header.split(";")[0]!).join("; ");
}

/** The session cookie's value in a browser; `""` if there is none. */
export function cookieOf(browser: World["browser"]): string {
  return browser.cookies(APP).find(({ name }) => name === COOKIE)?.value ?? "";
}

/** A request for the application's page, as a browser sends it. */
export function requestOf(browser: World["browser"]): Request {
  const cookie = cookieHeader(browser);
  return request("/", { headers: { cookie } });
}

/** Text of some length that is always the same. */
export function noise(length: number): string {
  return Array.from({ length }, (_, i) => ((i * 2654435761) % 36).toString(36)).join("");
}
