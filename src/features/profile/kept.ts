/**
 * A form with a mistake, kept in a sealed cookie until the page shows it again.
 *
 * @module
 */

import { isStorable, removedCookie } from "../../http/cookies.ts";
import { isFromScript } from "../../http/incoming.ts";
import { openCookie, toSealedCookie } from "../../http/sealed_cookie.ts";
import type { Incoming } from "../../http/types.ts";
import type { Setup } from "../../setup/setup.ts";
import type { SetCookie } from "../../values/cookie.ts";

/** A form as its user has sent it. */
interface KeptProfile {
  /** The user who was signed in. */
  readonly userId: string;
  /** What they have typed, by the names of the fields. */
  readonly values: Readonly<Record<string, string>>;
}

/** How long it is kept, in seconds: a redirect leads to the page at once. */
const MAX_AGE = 300;

/** Returns the cookie with what a browser has sent; none for a script, and for what does not fit. */
export async function keepProfile(
  userId: string,
  names: Iterable<string>,
  incoming: Incoming,
  setup: Setup,
): Promise<readonly SetCookie[]> {
  const { form, origin } = incoming;
  if (!form || isFromScript(incoming)) return [];
  const sent = [...names].flatMap((name) => form.has(name) ? [[name, form.getAll(name).at(-1)!]] : []);
  const kept: KeptProfile = { userId: String(userId), values: Object.fromEntries(sent) };
  const cookie = await toSealedCookie(
    kept,
    { cookie: setup.cookies.form, purpose: "profile form", maxAge: MAX_AGE, origin },
    setup,
  );
  return isStorable(cookie) ? [cookie] : [];
}

/** Reads what a user has sent; `null` without it. */
export async function readKeptProfile(
  userId: string,
  { cookies }: Pick<Incoming, "cookies">,
  setup: Setup,
): Promise<KeptProfile["values"] | null> {
  const kept = await openCookie<KeptProfile>(cookies, setup.cookies.form, "profile form", setup);
  return kept?.userId === String(userId) ? kept.values : null;
}

/** The removal of the cookie, if it has a form of this page. */
export async function forgetProfile(
  userId: string,
  incoming: Pick<Incoming, "cookies">,
  setup: Setup,
): Promise<readonly SetCookie[]> {
  return await readKeptProfile(userId, incoming, setup) ? [removedCookie(setup.cookies.form)] : [];
}
