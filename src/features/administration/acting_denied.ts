/**
 * The error of an administrator who acts as a user.
 *
 * @module
 */

import { AccessDenied } from "../../errors/errors.ts";
import type { ErrorKind } from "../../values/types.ts";

/** Only the user may do it. Leads to the page that says who acts, and has the button that stops. */
export class ActingDenied extends AccessDenied {
  protected static override readonly kind: ErrorKind = "acting";
}
