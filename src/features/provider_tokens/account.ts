/**
 * The section of the account page about what the application may do at providers.
 *
 * @module
 */

import {
  type AuthError,
  OldSecretMissing,
  ProviderResponseError,
  ProviderUnavailable,
} from "../../errors/errors.ts";
import { isA } from "../../errors/thrown.ts";
import { wayName } from "../../pages/way_name.ts";
import type { AccountOwner, AccountSection, SectionRequest } from "../../setup/account_section.ts";
import type { Setup } from "../../setup/setup.ts";
import type { ConnectedService } from "../../shapes/provider_tokens.ts";
import { onOneLine } from "../../values/printable_name.ts";
import { connectionsCard, connectionsPart } from "./pages/connections.ts";
import { revokeUserTokens } from "./revoke_tokens.ts";
import { type ProviderTokens, readTokens, rowsOf, type TokenTable } from "./rows.ts";
import { tokenStoreOf } from "./rules.ts";

/** Why tokens may stay: the page says that it did not work. */
const REFUSALS: readonly (new () => AuthError)[] = [
  ProviderUnavailable,
  ProviderResponseError,
  OldSecretMissing,
];

/** The section. A cookie that keeps the tokens is of this browser only, and has none. */
export const CONNECTIONS_SECTION: AccountSection<Setup> = {
  name: "accessTokens",
  async read(owner, { messages }, setup) {
    const connections = await connectionsOf(String(owner.userId), messages, setup);
    return connections ? { connections } : {};
  },
  toPart: (page) => Promise.resolve(connectionsPart(page)),
  toStaffCard: (page) => Promise.resolve(connectionsCard(page)),
  changes: {
    // It takes something away from the application, and nothing from the user.
    "revoke-access": {
      done: "access-revoked",
      needsFresh: false,
      of: (owner, { body }, setup) => providerIn(body?.id, owner, setup),
      what: (_owner, { messages }) => Promise.resolve(messages.account.connections.revoke),
      past: ({ account }) => account.connections.revoked,
      async run(owner, { body }, setup) {
        const provider = await providerIn(body?.id, owner, setup);
        if (!provider) return "NotFound";
        try {
          await revokeUserTokens({ userId: String(owner.userId), provider }, null, setup);
        } catch (error) {
          if (!REFUSALS.some((Kind) => isA(error, Kind))) throw error;
          setup.logger.error(error as AuthError);
          return (error as AuthError).type;
        }
        return [];
      },
    },
  },
};

/** The provider that a form names, if the application may do something there. */
async function providerIn(
  id: unknown,
  { userId }: AccountOwner,
  setup: Setup,
): Promise<string | undefined> {
  const store = tokenStoreOf(setup);
  const rows = store ? await rowsOf(String(userId), { store }) : [];
  return rows.find(({ provider }) => provider === id && setup.providers.has(provider))?.provider;
}

/** The providers at which the user has tokens; none that were revoked. `undefined` without a database that keeps them. */
async function connectionsOf(
  userId: string,
  messages: SectionRequest["messages"],
  setup: Setup,
): Promise<readonly ConnectedService[] | undefined> {
  const store = tokenStoreOf(setup);
  if (!store) return undefined;
  const ids = new Set((await rowsOf(userId, { store })).map(({ provider }) => provider));
  const known = [...ids].flatMap((id) => setup.providers.get(id) ?? []);
  const found = await Promise.all(known.map(async (provider) => {
    const kept = await keptAt(provider.id, userId, { ...setup, store });
    return kept?.length === 0 ? [] : [toService(wayName(provider, setup, messages), provider.id, kept ?? [])];
  }));
  return found.flat();
}

function toService(name: string, id: string, kept: readonly ProviderTokens[]): ConnectedService {
  const [latest] = kept.map(({ signedInAt }) => signedInAt).toSorted((one, other) => other - one);
  return {
    id,
    name,
    scopes: [...new Set(kept.flatMap(({ scope }) => onOneLine(scope ?? "").split(/[\s,]+/).filter(Boolean)))],
    connectedAt: latest === undefined ? null : new Date(latest).toISOString(),
  };
}

/** The tokens at a provider, but for revoked ones; `null` if no secret of today opens them. */
async function keptAt(
  provider: string,
  userId: string,
  table: TokenTable,
): Promise<readonly ProviderTokens[] | null> {
  try {
    const read = await readTokens({ userId, provider }, table);
    return read.map(({ tokens }) => tokens).filter(({ ended }) => ended !== "Revoked");
  } catch (error) {
    if (!isA(error, OldSecretMissing)) throw error;
    return null;
  }
}
