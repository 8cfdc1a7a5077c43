/**
 * The error for what nobody does in the name of somebody else.
 *
 * @module
 */

import { AccessDenied } from "../../errors/errors.ts";
import type { ErrorKind } from "../../values/types.ts";

/** What an administrator may not do while they act as a user. Its page says so, and ends it. */
export class ActingDenied extends AccessDenied {
  protected static override readonly kind: ErrorKind = "acting";
}
