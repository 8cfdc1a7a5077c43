/**
 * Requests to `Password()` that follow no redirect, so that a test sees what each of them answers.
 *
 * @module
 */

import type { Browser } from "../../src/testing/mod.ts";
import { hashPassword } from "../../src/crypto/password.ts";
import { ADA, GOOD, type PasswordWorld } from "../flows/_kept_passwords.ts";
import { APP } from "../flows/_world.ts";

/** Where the forms of passwords are posted. */
export const CALLBACK = `${APP}/auth/callback/password`;

/** Where the form is posted that asks for another mail. */
export const START = `${APP}/auth/signin/password`;

/** The browser, the URL and the headers of a request. */
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

/** Stores Ada with a confirmed address. @param hash Of her password. Default: one of `GOOD`. */
export async function storeAda({ db }: Pick<PasswordWorld, "db">, hash?: string): Promise<void> {
  await db.adapter.createUser({ id: "1", name: "Ada", email: ADA, emailVerified: new Date(0) });
  const row = { userId: "1", generation: 0, passwordIsProven: true, passwordSetAt: null };
  await db.adapter.rows.store("security", { ...row, passwordHash: hash ?? await hashPassword(GOOD) }, null);
}

/** Whether a password signs Ada in, in a browser of its own. */
export async function accepts(world: PasswordWorld, password: string): Promise<boolean> {
  const browser = world.visitor();
  await post(world, { email: ADA, password }, { browser });
  return await world.sessionIn(browser) !== null;
}
