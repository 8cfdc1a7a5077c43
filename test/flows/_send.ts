/**
 * Posts a form with the token of a browser, as a page of the application does.
 *
 * @module
 */

import type { Browser } from "../../src/testing/mod.ts";
import { APP } from "./_world.ts";

/** Posts fields to a path below `/auth/`. Follows no redirect. */
export async function send(
  browser: Browser,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Response> {
  const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
  const body = new URLSearchParams({ csrfToken, ...fields });
  return await browser.fetch(`${APP}/auth/${path}`, { method: "POST", body, redirect: "manual" });
}
