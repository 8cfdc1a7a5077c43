/**
 * Which user an identity belongs to, as it was decided.
 *
 * @module
 */

import type { AdapterUser } from "../adapters/contract/types.ts";

/** The reason why a user gets an account: they are signed in, or it has their address. */
type Ground = "session" | "address";

/** The outcome for an identity. */
export type Decision =
  /** It signs a user in. */
  | { readonly kind: "found"; readonly user: AdapterUser }
  /** Its account is added to a user. */
  | { readonly kind: "linked"; readonly user: AdapterUser; readonly ground: Ground }
  /** The current user is asked whether to add its account, or has to sign in again first. */
  | { readonly kind: "asked"; readonly user: AdapterUser }
  /** The user has proven that they own their address. */
  | {
    readonly kind: "verified";
    readonly user: AdapterUser;
    readonly ground: Ground;
    /** Whether a second step must confirm it: another mailbox was proven before. Default `false`. */
    readonly isDoubtful?: boolean;
  }
  /** The owner of an address gets the user registered with it; all earlier accounts, passkeys, passwords and sessions go. */
  | { readonly kind: "takenOver"; readonly user: AdapterUser }
  /** It creates a user; the one who has the address keeps all but the address. */
  | { readonly kind: "created"; readonly releases?: AdapterUser }
  /** It cannot sign in. */
  | { readonly kind: "refused"; readonly reason: string };
