/**
 * Where a provider keeps what lists the credentials of a user.
 *
 * @module
 */

/** Its key. Registered, so that two copies of the library share it. */
export const listed: unique symbol = Symbol.for("@latchkey/auth/listed-credentials") as never;

/** Loads what lists the credentials of a user. */
type LoadListing = () => Promise<typeof import("./listing.ts")>;

/** What lists the credentials of a user; `undefined` for a provider whose passkeys are all discoverable. */
export function listingOf(provider: object): LoadListing | undefined {
  return (provider as { readonly [listed]?: LoadListing })[listed];
}
