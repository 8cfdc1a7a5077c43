/**
 * The ways to sign in that the sign-in page offers to a user who is signed in.
 *
 * @module
 */

import { addableProviders } from "../../sign_in/ways/addable.ts";
import { asksToLink, ONLY, OWN } from "../../http/link_request.ts";
import { type Overview, readOverview } from "../../sign_in/ways/overview.ts";
import type { Setup, SetupProvider } from "../../setup/setup.ts";
import type { Incoming } from "../../http/types.ts";

/** The providers that the page offers, and why. */
export interface Offer {
  /**
   * `add`: what the user can add to their account. `connect`: the one provider to add whose tokens the application needs.
   * `prove`: the ways that they have, to sign in again. `reconnect`: the one provider whose tokens have ended, also without a
   * database.
   */
  readonly purpose: "add" | "connect" | "prove" | "reconnect";
  /** The providers, in the order of the config. */
  readonly providers: readonly SetupProvider[];
  /** The address of the user; `null` without one. */
  readonly email: string | null;
}

/**
 * Finds what the page offers to the user who is signed in; `null` if no one is, or if all providers are offered as to any
 * visitor.
 *
 * @throws {AdapterError} if the database fails.
 */
export async function findOffer(incoming: Incoming, setup: Setup): Promise<Offer | null> {
  const purpose = offerPurpose(incoming);
  const overview = purpose && await readOverview(incoming, setup);
  if (!purpose || !overview) return null;
  const providers = providersFor(purpose, { incoming, overview }, setup);
  return providers && { purpose, providers, email: overview.user?.email ?? null };
}

function providersFor(
  purpose: Offer["purpose"],
  { incoming, overview }: { readonly incoming: Incoming; readonly overview: Overview },
  setup: Setup,
): readonly SetupProvider[] | null {
  const provider = providerIn(incoming, setup);
  // Without a database, there is no user here.
  if (purpose === "reconnect") return provider && [provider];
  if (!overview.user) return null;
  if (purpose === "prove") return ownProviders(overview, setup);
  const addable = addableProviders(overview.user, setup);
  return purpose === "connect" && provider && addable.includes(provider) ? [provider] : addable;
}

/** The provider that the URL names; `null` if the config does not have it. */
export function providerIn({ query }: Incoming, { providers }: Setup): SetupProvider | null {
  return providers.get(query.get("provider") ?? "") ?? null;
}

/** A user who has to sign in again needs the ways that they have, also if they are to add another one afterwards. */
function offerPurpose(incoming: Incoming): Offer["purpose"] | null {
  const error = incoming.query.get("error");
  if (error === "SessionNotFresh" || incoming.query.get(ONLY) === OWN) return "prove";
  if (error === "ReconnectRequired") return "reconnect";
  const isOne = incoming.query.has("provider");
  if (asksToLink(incoming)) return isOne ? "connect" : "add";
  // After a failure of a sign-in that began on the page that offers the one provider.
  return error !== null && isOne ? "reconnect" : null;
}

/**
 * The providers with which a user can sign in; `null` if that is not known. The library does not know who has a password,
 * so a form for one is always among them.
 */
function ownProviders({ ways }: Overview, { providers }: Setup): readonly SetupProvider[] | null {
  if (!ways) return null;
  const ids = new Set(ways.list.map(({ account }) => account.provider));
  const own = [...providers.values()].filter((provider) =>
    provider.type === "credentials" || ids.has(provider.id) || provider === ways.mail
  );
  return own.length ? own : null;
}
