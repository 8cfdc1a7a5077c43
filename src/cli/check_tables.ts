/**
 * Checks the database: asks each table for a row that does not exist.
 *
 * @module
 */

import { ACCESS_TOKENS } from "../model/access_tokens.ts";
import { toBase64Url } from "../crypto/bytes.ts";
import { capabilityOf } from "../sign_in/capability.ts";
import { TimedOut, webPlatform, within } from "../platform/platform.ts";
import { PROVIDER_LOGOUT } from "../model/provider_logout.ts";
import type { Finding } from "./report.ts";
import { SECOND_FACTOR } from "../model/second_factor.ts";
import type { Setup } from "../setup/setup.ts";
import { isA, messageOf, propertyOf } from "../errors/thrown.ts";
import type { Adapter } from "../adapters/contract/types.ts";

/** How long a database may take to answer, in milliseconds. */
const PATIENCE = 10_000;

interface Question {
  /** The content of the table, for the report. */
  readonly name: string;
  /** Whether the config needs it. */
  readonly isNeeded: boolean;
  /** Reads it. */
  ask(adapter: Adapter, random: string): unknown;
}

/**
 * Asks each table that the config needs for a row with a random key. Nothing is written. A mailed token is removed while
 * it is read, but there is none with this key.
 */
export async function tableFindings(
  adapter: Adapter,
  { providers, strategy, rules }: Pick<
    Setup,
    "providers" | "strategy" | "rules"
  >,
): Promise<readonly Finding[]> {
  const types = new Set([...providers.values()].map(({ type }) => type));
  const random = `check-${toBase64Url(webPlatform.random(16))}`;
  const keepsPasswords = [...providers.values()].some((each) => capabilityOf(each)?.keepsPasswords);
  const logout = rules.get(PROVIDER_LOGOUT);
  const uses = {
    hasSecondFactor: rules.get(SECOND_FACTOR) !== null,
    keepsTokens: Boolean(rules.get(ACCESS_TOKENS)?.store),
    keepsProviderSessions: Boolean(logout?.store),
    // Each logout token counts once.
    hasBackchannel: logout?.backchannel === true,
  };
  const asked = questions(types, { strategy, keepsPasswords, ...uses }).filter(({ isNeeded }) => isNeeded);
  const failures: (readonly [name: string, error: unknown])[] = [];
  const answered: string[] = [];
  // One after the other: a single connection is enough.
  for (const { name, ask } of asked) {
    try {
      await within(PATIENCE, webPlatform, async () => await ask(adapter, random));
      answered.push(name);
    } catch (error) {
      failures.push([name, error]);
      // The others would wait as long.
      if (isA(error, TimedOut)) break;
    }
  }
  const ok: Finding = { name: "tables", status: "ok", text: `${answered.join(", ")}: all can be read` };
  return [...(answered.length ? [ok] : []), ...toFindings(failures)];
}

function questions(
  types: ReadonlySet<string>,
  { strategy, keepsPasswords, hasSecondFactor, keepsTokens, keepsProviderSessions, hasBackchannel }: {
    readonly keepsTokens: boolean;
    readonly keepsProviderSessions: boolean;
    readonly hasBackchannel: boolean;
    readonly strategy: Setup["strategy"];
    readonly keepsPasswords: boolean;
    readonly hasSecondFactor: boolean;
  },
): readonly Question[] {
  return [
    {
      name: "users",
      isNeeded: true,
      ask: (adapter, random) => adapter.getUserByEmail?.(`${random}@check.invalid`),
    },
    {
      name: "accounts",
      isNeeded: true,
      ask: (adapter, random) => adapter.getUserByAccount?.({ provider: "check", providerAccountId: random }),
    },
    {
      name: "sessions",
      isNeeded: strategy === "database",
      ask: (adapter, random) => adapter.getSessionAndUser?.(random),
    },
    {
      name: "tokens",
      isNeeded: types.has("email") || types.has("webauthn") || hasBackchannel,
      ask: (adapter, random) => adapter.useVerificationToken?.({ identifier: random, token: random }),
    },
    {
      name: "passkeys",
      isNeeded: types.has("webauthn"),
      ask: (adapter, random) => adapter.getAuthenticator?.(random),
    },
    {
      name: "passwords",
      isNeeded: keepsPasswords,
      ask: (adapter, random) => adapter.getSecurity?.(random),
    },
    {
      // A provider ends sessions in tokens by the generation of their user.
      name: "generations of users",
      isNeeded: hasBackchannel && strategy === "jwt" && !keepsPasswords,
      ask: (adapter, random) => adapter.getSecurity?.(random),
    },
    {
      name: "second factors",
      isNeeded: hasSecondFactor,
      ask: (adapter, random) => adapter.getSecondFactor?.(random),
    },
    {
      name: "pending sign-ins",
      isNeeded: hasSecondFactor,
      ask: (adapter, random) => adapter.getPendingSignIn?.(random),
    },
    {
      name: "tokens of providers",
      isNeeded: keepsTokens,
      ask: (adapter, random) => adapter.listProviderTokensByUserId?.(random),
    },
    {
      name: "sessions at providers",
      isNeeded: keepsProviderSessions,
      ask: (adapter, random) => adapter.getProviderSession?.(random),
    },
  ];
}

/** One finding for all tables that are missing, and one for all with the same error. */
function toFindings(failures: readonly (readonly [name: string, error: unknown])[]): readonly Finding[] {
  const missing = failures.flatMap(([, error]) =>
    /Cannot find the table "([^"]+)"/.exec(messageOf(error))?.[1] ?? []
  );
  const absent: Finding = {
    name: "tables",
    status: "wrong",
    text: `${missing.join(", ")}: not in the database`,
    advice: "Call `await adapter.migrate()` once before the first sign-in, or run the SQL that " +
      "`npx @latchkey/auth schema <database>` prints",
  };
  const others = new Map<string, { readonly names: string[]; readonly error: unknown }>();
  for (const [name, error] of failures) {
    if (/Cannot find the table/.test(messageOf(error))) continue;
    const known = others.get(messageOf(error)) ?? { names: [], error };
    known.names.push(name);
    others.set(messageOf(error), known);
  }
  return [
    ...(missing.length ? [absent] : []),
    ...[...others.values()].map(({ names, error }): Finding => ({
      name: "tables",
      status: "wrong",
      // The text about a column names its table: other tables are joined with it.
      text: /Cannot find the column/.test(messageOf(error))
        ? messageOf(error)
        : `${names.join(", ")}: ${textOf(error)}`,
      advice: causeOf(error),
    })),
  ];
}

function textOf(error: unknown): string {
  return isA(error, TimedOut)
    ? `the database does not answer within ${PATIENCE / 1000} seconds`
    : messageOf(error);
}

/** Returns what the driver says, where the adapter has explained it. */
function causeOf(error: unknown): string | undefined {
  const cause = propertyOf(error, "cause");
  const text = cause === undefined ? "" : messageOf(cause);
  return text ? `The driver says: ${text}` : undefined;
}
