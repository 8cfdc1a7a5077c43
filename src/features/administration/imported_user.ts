/**
 * Reads a user to import: nothing is stored of one who has a value that no user can have.
 *
 * @module
 */

import { ConfigError } from "../../errors/errors.ts";
import { isA } from "../../errors/thrown.ts";
import type { Setup } from "../../setup/setup.ts";
import { isReserved } from "../../shapes/security.ts";
import { credentialsOf } from "../../sign_in/capability.ts";
import { LONGEST_ACCOUNT_ID, LONGEST_USER_ID } from "../../shapes/lengths.ts";
import { isStorable } from "../../values/storable.ts";
import type { ImportedUser, RefusedUser } from "./import_types.ts";
import { addressIn, fieldsIn } from "./users.ts";

/** A user to import, whose values are read. */
export interface ReadUser {
  readonly id: string;
  /** The address as it was written, for the user who has it in that spelling. */
  readonly typed: unknown;
  readonly email: string | null;
  /** Whether the other system has verified it. */
  readonly isVerified: boolean;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly passwordHash: string | null;
  readonly accounts: readonly Account[];
}

/** An account at a provider. */
interface Account {
  readonly provider: string;
  readonly providerAccountId: string;
}

/** Why a user is refused. */
export type Refusal = Pick<RefusedUser, "reason" | "message">;

/** The longest hash of a password that each database has room for, in characters. */
const LONGEST_HASH = 512;

/** Reads one. @throws {ConfigError} if the config must change for any such user. */
export async function readUser(given: object, setup: Setup): Promise<ReadUser | Refusal> {
  const { id, email, emailVerified, passwordHash, accounts, ...others } = given as ImportedUser;
  if (!isText(id, LONGEST_USER_ID) || isReserved(id) || id.trim() !== id || /\p{Cc}/u.test(id)) {
    return refuse(
      "InvalidId",
      `write \`id\` as a text of 1 to ${LONGEST_USER_ID} characters, without control characters or white space around them`,
    );
  }
  if (typeof (emailVerified ?? false) !== "boolean") {
    return refuse("InvalidField", "write `emailVerified` as `true` or `false`");
  }
  const linked = accountsIn(accounts ?? {}, setup);
  if (!linked) {
    return refuse(
      "InvalidAccount",
      "write `accounts` as an object that has, for the id of a provider of OAuth or OpenID Connect in the config, the id of the user " +
        `there as a text of 1 to ${LONGEST_ACCOUNT_ID} characters`,
    );
  }
  const hash = passwordHash ?? null;
  if (hash !== null && !await isHash(hash, setup)) {
    return refuse(
      "InvalidPasswordHash",
      "`passwordHash` is no hash that the library makes, and of no kind in `hashes` of `Password()`: see `@latchkey/auth/password-hashes`",
    );
  }
  const address = attempt(() => (email ?? null) === null ? null : addressIn(email, setup));
  if (isA(address, Error)) return refuse("InvalidEmail", "write `email` as an address, or `null`");
  const fields = attempt(() => fieldsIn(others, "create"));
  if (isA(fields, Error)) return refuse("InvalidField", sentenceOf(fields));
  const isVerified = address !== null && emailVerified === true;
  return { id, typed: email, email: address, isVerified, fields, passwordHash: hash, accounts: linked };
}

/** A refusal in words. @param message What is wrong, or what to write. */
export const refuse = (reason: RefusedUser["reason"], message: string): Refusal => ({ reason, message });

/** What an error says, without the link that follows. */
export function sentenceOf({ message }: Error): string {
  return message.split("\n", 1)[0]!;
}

/** What a function returns, or the error that it throws. */
function attempt<T>(read: () => T): T | Error {
  try {
    return read();
  } catch (error) {
    return error as Error;
  }
}

function isText(value: unknown, most: number): value is string {
  return typeof value === "string" && value !== "" && value.length <= most && isStorable(value);
}

/** Reads accounts; `null` if one of them can't be one. */
function accountsIn(given: unknown, { providers }: Setup): readonly Account[] | null {
  if (typeof given !== "object" || Array.isArray(given)) return null;
  const accounts = Object.entries(Object(given)).map(([provider, id]) => {
    const { type } = providers.get(provider) ?? {};
    const isAccount = (type === "oauth" || type === "oidc") && isText(id, LONGEST_ACCOUNT_ID);
    return isAccount ? [{ provider, providerAccountId: id }] : [];
  });
  return accounts.every(({ length }) => length) ? accounts.flat() : null;
}

/** Whether a password can be compared with a hash. @throws {ConfigError} if the config keeps no passwords. */
async function isHash(hash: unknown, setup: Setup): Promise<boolean> {
  const kept = await credentialsOf(setup);
  if (!kept) throw new ConfigError("Cannot import the hash of a password: add `Password()` to `providers`");
  return isText(hash, LONGEST_HASH) && kept.recognizes(hash, setup);
}
