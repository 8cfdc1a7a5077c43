/**
 * The secret of an authenticator app on the page that sets it up: that of a form which has failed stays.
 *
 * @module
 */

import { isStorable, removedCookie, valuesOf } from "../../http/cookies.ts";
import { type Enrolling, subjectOf } from "./enrol.ts";
import { FAILED_FORM_MAX_AGE } from "../../sign_in/failed_form.ts";
import { wantsJson } from "./script.ts";
import type { Setup } from "../../setup/setup.ts";
import { openField, sealField, type SetupField } from "./setup_field.ts";
import { createTotpSecret } from "./totp.ts";
import type { Incoming, SetCookie } from "../../http/types.ts";

/**
 * The secret to show: that of a form which has failed, else a new one. The user may have scanned it already. Only a script names
 * it in the address: a link must not choose the secret, because its author may know it.
 */
export async function secretFor(
  found: Enrolling,
  incoming: Incoming,
  setup: Setup,
): Promise<{ readonly secret: string; readonly sealed: string; readonly consumed: readonly SetCookie[] }> {
  const { cookies, query } = incoming;
  const named = wantsJson(incoming) ? query.get("setup") : null;
  const subject = subjectOf(found);
  let failed: SetupField | null = null;
  for (const sealed of [named, ...valuesOf(cookies, setup.cookies.form.name)]) {
    failed ??= await openField(sealed, subject, setup);
  }
  const secret = failed?.secret ?? createTotpSecret(setup.platform.random);
  const isChange = Boolean(found.row?.enabledAt && found.row.recoveryCodes);
  const sealed = await sealField({ subject, secret, isChange }, setup);
  return { secret, sealed, consumed: failed ? [removedCookie(setup.cookies.form)] : [] };
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
  { cookies: { form: { name, options } } }: Setup,
): Promise<readonly SetCookie[]> {
  // Half of a surrogate pair has no place in a cookie.
  const value = typeof body?.setup === "string" && body.setup.isWellFormed() ? body.setup : "";
  const cookie = { name, value, options: { ...options, maxAge: FAILED_FORM_MAX_AGE } };
  return Promise.resolve(value && isStorable(cookie) ? [cookie] : []);
}
