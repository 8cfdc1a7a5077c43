/**
 * Requests to `Password()` that follow no redirect, so that a test sees what each of them answers.
 *
 * @module
 */

import type { Browser } from "../../src/testing/mod.ts";
import type { PasswordWorld } from "../flows/_kept_passwords.ts";
import { APP } from "../flows/_world.ts";

/** Where the forms of passwords are posted. */
export const CALLBACK = `${APP}/auth/callback/password`;

/** Where the form is posted that asks for another mail. */
export const START = `${APP}/auth/signin/password`;

/** What a request has beside its fields. */
export interface Posting {
  /** Default: the first browser of the world. */
  readonly browser?: Browser;
  /** Default: {@linkcode CALLBACK}. */
  readonly url?: string;
  /** Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Posts fields with a CSRF token, as JSON: a field may be any value. */
export async function post(
  world: PasswordWorld,
  fields: Readonly<Record<string, unknown>>,
  { browser = world.browser, url = CALLBACK, headers = {} }: Posting = {},
): Promise<Response> {
  const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
  return await browser.fetch(url, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ csrfToken, ...fields }),
  });
}

/** Where an answer leads: the path, and the parameters. */
export function leadsTo(answer: Response): readonly [path: string, params: Readonly<Record<string, string>>] {
  const url = new URL(answer.headers.get("location") ?? "", APP);
  return [url.pathname, Object.fromEntries(url.searchParams)];
}

/** The page and the error that an answer leads to. */
export function failsAt(answer: Response): readonly [path: string, error: string | undefined] {
  const [path, { error }] = leadsTo(answer);
  return [path, error];
}
