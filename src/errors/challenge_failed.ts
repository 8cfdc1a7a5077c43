/**
 * The error of a form without the proof that a capability asks for.
 *
 * @module
 */

import { AuthError, own } from "./auth_error.ts";

/** A form came without the proof that `features` asks for: see `Challenge()`. Nothing of it was done. */
export class ChallengeFailed extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "ChallengeFailed";
  /** Its type. */ declare readonly type: typeof ChallengeFailed.type;
  /** Its page. */ protected static override readonly kind = "signIn";
}
