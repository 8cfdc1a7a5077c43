/**
 * Checks the database: asks each table for a row that does not exist.
 *
 * @module
 */

import { toKebab } from "../shapes/shapes.ts";
import { toBase64Url } from "../crypto/bytes.ts";
import { TimedOut, webPlatform, within } from "../platform/platform.ts";
import type { Finding } from "../setup/finding.ts";
import type { AuthConfig } from "../model/auth_config.ts";
import type { Setup } from "../setup/setup.ts";
import { isA, messageOf, propertyOf } from "../errors/thrown.ts";
import type { Adapter, RowKeyOf, RowName } from "../adapters/contract/types.ts";

/** How long a database may take to answer, in milliseconds. */
const PATIENCE = 10_000;

interface Question {
  /** The content of the table, for the report. */
  readonly name: string;
  /** Reads it. */
  ask(adapter: Adapter, random: string): unknown;
}

/**
 * Asks each table that the config needs for a row with a random key. Nothing is written. A mailed token is removed while
 * it is read, but there is none with this key.
 */
export async function tableFindings(
  adapter: Adapter,
  setup: Pick<Setup, "providers" | "strategy" | "rules" | "capabilities">,
  { limits = {} }: Pick<AuthConfig, "limits">,
): Promise<readonly Finding[]> {
  const types = new Set([...setup.providers.values()].map(({ type }) => type));
  const random = `check-${toBase64Url(webPlatform.random(16))}`;
  const capabilities = [...setup.capabilities];
  // Codes of a second step always count; the rest does unless `limits` is off, or a function of the application.
  const counts = capabilities.some(({ type, limits: counted, factor }) =>
    counted && (type === undefined || types.has(type)) && (factor || typeof limits === "object")
  );
  const kinds = new Set<RowName>([
    ...(adapter.rows && setup.strategy === "jwt" ? ["security"] as const : []),
    ...capabilities.flatMap(({ kinds }) => kinds?.(setup) ?? []),
    ...(adapter.rows && counts ? ["attempts"] as const : []),
  ]);
  const asked = [
    ...questions(types, setup.strategy),
    ...[...kinds].map(questionOf),
  ];
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
  const losesPasskeys = types.has("webauthn") && takesTwo(adapter.createUserWithAccount);
  return [
    ...(answered.length ? [ok] : []),
    ...(losesPasskeys ? [PASSKEYS_LOST] : []),
    ...toFindings(failures),
  ];
}

/** Whether a function has two parameters by its text, and no others that `length` does not count. */
function takesTwo(method: Adapter["createUserWithAccount"]): boolean {
  const [, parameters = ""] = /\(([^(){}[\]]*)\)/.exec(String(method)) ?? [];
  return method?.length === 2 && !/\.\.\.|=|,.*,/s.test(parameters);
}

/** A function of the application that stores user and account, and not the third argument. */
const PASSKEYS_LOST: Finding = {
  name: "passkeys",
  status: "wrong",
  text:
    "`createUserWithAccount(user, account)` of the adapter stores no passkey: who signs up with one never signs in again",
  advice: "Store its third argument, `authenticator`, too, and that of `addCredentials`",
};

function questions(types: ReadonlySet<string>, strategy: Setup["strategy"]): readonly Question[] {
  const all: readonly (readonly [isNeeded: boolean, name: string, ask: Question["ask"]])[] = [
    [true, "users", (adapter, random) => adapter.getUserByEmail?.(`${random}@check.invalid`)],
    [
      true,
      "accounts",
      (adapter, random) => adapter.getUserByAccount?.({ provider: "check", providerAccountId: random }),
    ],
    [strategy === "database", "sessions", (adapter, random) => adapter.getSessionAndUser?.(random)],
    [
      types.has("email") || types.has("webauthn"),
      "tokens",
      (adapter, random) => adapter.useVerificationToken?.({ identifier: random, token: random }),
    ],
    [types.has("webauthn"), "passkeys", (adapter, random) => adapter.getAuthenticator?.(random)],
  ];
  return all.flatMap(([isNeeded, name, ask]) => isNeeded ? [{ name, ask }] : []);
}

function questionOf(kind: RowName): Question {
  return {
    name: toKebab(kind).replaceAll("-", " ").replace("sign ins", "sign-ins"),
    // Of these, an adapter reads the fields of the key.
    ask: (adapter, random) =>
      adapter.rows?.find(kind, {
        userId: random,
        id: random,
        key: random,
        provider: "check",
        providerAccountId: random,
      } as RowKeyOf<RowName>),
  };
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
