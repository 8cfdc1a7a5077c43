/**
 * The sealed field of a form that sets an authenticator app up.
 *
 * @module
 */

import { open, seal } from "../../crypto/seal.ts";
import type { CookieNames } from "../../http/cookie_names.ts";
import type { CookieOption } from "../../values/cookie.ts";
import type { Setup } from "../../setup/setup.ts";

/** How long a secret that is shown can be confirmed, in seconds: the user may have to install an app. */
export const SHOWN_AGE = 1800;

/** How long a form that is sent again is known, in seconds: a phone reloads a page after hours. */
const KNOWN_AGE = 86_400;

/** The content of the field. */
export interface SetupField {
  /** The sign-in or the session in which the secret was shown: see `subjectOf`. */
  readonly subject: string;
  /** The secret, in base32. */
  readonly secret: string;
  /** Whether the second factor was on, and had recovery codes: the form shows none. Default `false`. */
  readonly isChange?: boolean;
  /** Until when the secret can be confirmed, in milliseconds since the epoch. Absent in a form of an earlier version. */
  readonly until?: number;
}

/** Seals a field. */
export async function sealField(field: Omit<SetupField, "until">, setup: Setup): Promise<string> {
  const until = setup.platform.now() + SHOWN_AGE * 1000;
  return await seal({ ...field, until }, { purpose: PURPOSE, maxAge: KNOWN_AGE }, setup);
}

/** Opens a field, also one whose secret can be confirmed no longer; `null` if it is none. */
export async function openSealedField(sealed: unknown, setup: Setup): Promise<SetupField | null> {
  return typeof sealed === "string" ? await open<SetupField>(sealed, PURPOSE, setup) : null;
}

/** Opens a field; `null` if it is too old, or of another sign-in or session. */
export async function openField(
  sealed: unknown,
  subject: string,
  setup: Setup,
): Promise<SetupField | null> {
  const field = await openSealedField(sealed, setup);
  const isOver = field?.until !== undefined && field.until <= setup.platform.now();
  return field?.subject === subject && !isOver ? field : null;
}

const PURPOSE = "second factor setup";

/** Returns the cookie with the key that the page shows, which must not take the place of a form that fails in another tab. */
export function keyCookie({ form: { name, options } }: Pick<CookieNames, "form">): CookieOption {
  return { name: `${name}.key`, options };
}
