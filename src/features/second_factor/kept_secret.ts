/**
 * The secret of an authenticator app on the page that sets it up: it stays while the page is shown again.
 *
 * @module
 */

import { isStorable, valuesOf } from "../../http/cookies.ts";
import { type Enrolling, subjectOf } from "./enrol.ts";
import { hasApp } from "./repeated.ts";
import { wantsJson } from "./script.ts";
import type { Setup } from "../../setup/setup.ts";
import { keyCookie, openField, sealField, type SetupField, SHOWN_AGE } from "./setup_field.ts";
import { createTotpSecret } from "./totp.ts";
import type { Incoming } from "../../http/types.ts";
import type { SetCookie } from "../../values/cookie.ts";

/**
 * The secret to show: the one from before, else a new one. The user may have scanned it already, and a phone loads the page anew when
 * they come back from the app. Only a script names it in the address: a link must not choose the secret, because its author may
 * know it.
 */
export async function secretFor(
  found: Enrolling,
  incoming: Incoming,
  setup: Setup,
): Promise<ShownSecret> {
  const before = await keptSecret(found, incoming, setup);
  const secret = before ?? createTotpSecret(setup.platform.random);
  const isChange = Boolean(found.row?.enabledAt && found.row.recoveryCodes);
  const sealed = await sealField({ subject: subjectOf(found), secret, isChange }, setup);
  const kept = incoming.query.has("cookieless") ? [] : toCookie(sealed, setup);
  return { secret, sealed, kept, isNew: before === null };
}

/** The secret that a page shows. */
interface ShownSecret {
  readonly secret: string;
  /** The field of the form. */
  readonly sealed: string;
  /** The cookie that keeps it. */
  readonly kept: readonly SetCookie[];
  /** Whether no page has shown it. */
  readonly isNew: boolean;
}

/** The secret from before; `null` without one. */
export async function keptSecret(
  found: Enrolling,
  incoming: Incoming,
  setup: Setup,
): Promise<string | null> {
  const { cookies, query } = incoming;
  const named = wantsJson(incoming) ? query.get("setup") : null;
  let shown: SetupField | null = null;
  // An earlier version has kept it in the cookie of a form that failed.
  const kept = [keyCookie(setup.cookies), setup.cookies.form].flatMap(({ name }) => valuesOf(cookies, name));
  for (const sealed of [named, ...kept]) {
    shown ??= await openField(sealed, subjectOf(found), setup);
  }
  // Another tab has set it up: the next app gets another one.
  const isUsed = shown && found.row && await hasApp(found.row, shown.secret, setup);
  return shown && !isUsed ? shown.secret : null;
}

/** The cookie that keeps the secret of a form until the page shows it again. */
export async function keepField(
  found: Enrolling,
  incoming: Incoming,
  setup: Setup,
): Promise<readonly SetCookie[]> {
  const kept = await keepSecret(incoming, setup);
  return await openField(kept[0]?.value, subjectOf(found), setup) ? kept : [];
}

/** The same where it is not known whose form it is: the page that reads the cookie finds out. */
export function keepSecret(
  { body }: Incoming,
  setup: Setup,
): Promise<readonly SetCookie[]> {
  // Half of a surrogate pair has no place in a cookie.
  const value = typeof body?.setup === "string" && body.setup.isWellFormed() ? body.setup : "";
  return Promise.resolve(toCookie(value, setup));
}

function toCookie(value: string, { cookies }: Setup): readonly SetCookie[] {
  const { name, options } = keyCookie(cookies);
  const cookie = { name, value, options: { ...options, maxAge: SHOWN_AGE } };
  return value && isStorable(cookie) ? [cookie] : [];
}
