/**
 * Looks up whether a password has leaked, in the list of Have I Been Pwned. The list learns five hexadecimal characters of a
 * hash, which thousands of passwords share, and nothing of the password or of its user.
 *
 * @module
 */

import { ConfigError, ServerBusy, ServerError } from "../errors/errors.ts";
import { isA } from "../errors/thrown.ts";
import { readText } from "../platform/body.ts";
import { type Platform, TimedOut, webPlatform, within } from "../platform/platform.ts";
import type { LoggerInstance } from "../values/types.ts";
import { isWebUrl } from "../values/web_url.ts";
import { toHex, toUtf8 } from "./bytes.ts";

/** Passed to `isLeaked` of `Password()`. */
export interface LeakContext {
  /** Network and timers of the config. */
  readonly platform: Pick<Platform, "fetch" | "timer">;
  /** The log of the config. */
  readonly logger: Pick<LoggerInstance, "error">;
}

/** Settings of `pwnedPasswords()`. */
export interface PwnedPasswordsOptions {
  /**
   * URL of the list, to which five characters are appended: https, or http for a copy on a network of yours. Default
   * `https://api.pwnedpasswords.com/range/`.
   */
  readonly url?: string;
  /** How long to wait for the list, in seconds. Default 3. */
  readonly timeout?: number;
  /**
   * What happens while the list does not answer: `accept` sets the password unchecked, and writes one entry into the log;
   * `refuse` sets none, and asks the user to try again in a moment. Default `accept`.
   */
  readonly onFailure?: "accept" | "refuse";
}

/** The length of the answer that is read, in bytes: some 40 KB are usual. */
const MAX_LENGTH = 1_048_576;

/**
 * Creates an `isLeaked` for `Password()`, which looks up passwords in the list of Have I Been Pwned, with k-anonymity: the
 * list learns the first five characters of a SHA-1 hash, and answers with all hashes that begin so. Answers are padded, so
 * that their length says nothing either.
 *
 * @param options Settings. Default: the public list, which asks for no key.
 * @returns Whether a password is in the list. Without a second argument, it uses network and log of the runtime.
 * @throws {ConfigError} if an option is wrong.
 *
 * @example
 * ```ts
 * import { Password, pwnedPasswords } from "@latchkey/auth/providers/password";
 *
 * const provider = Password({ isLeaked: pwnedPasswords() });
 * console.assert(provider.id === "password");
 * ```
 * @see {@link https://haveibeenpwned.com/API/v3#PwnedPasswords | Pwned Passwords}
 */
export function pwnedPasswords(
  { url = "https://api.pwnedpasswords.com/range/", timeout = 3, onFailure = "accept" }:
    PwnedPasswordsOptions = {},
): (password: string, context?: LeakContext) => Promise<boolean> {
  if (!isWebUrl(url)) {
    throw new ConfigError("Cannot use pwnedPasswords: `url` must be an http or https URL");
  }
  if (!(timeout > 0 && timeout <= 60)) {
    throw new ConfigError("Cannot use pwnedPasswords: `timeout` must be a number of seconds, at most 60");
  }
  return async (password, { platform, logger } = RUNTIME) => {
    try {
      const hash = await sha1(password);
      const prefix = hash.slice(0, 5);
      const rows = await within(
        timeout * 1000,
        platform,
        (signal) => readRange(url + prefix, { platform, signal }),
      );
      return (rows.get(hash.slice(5)) ?? 0) > 0;
    } catch (error) {
      const message = `Cannot look up whether the password has leaked: ${reasonOf(error, timeout)}`;
      const cause = { err: error as Error };
      if (onFailure === "refuse") throw new ServerBusy(message, cause);
      logger.error(new ServerError(message, cause));
      return false;
    }
  };
}

/** Network and log of the runtime. */
const RUNTIME: LeakContext = {
  platform: webPlatform,
  logger: { error: ({ message }) => webPlatform.log("error", `[latchkey] ${message}`) },
};

/** The list has answered with something else. */
class WrongAnswer extends Error {
  /** The status of the answer. */ status = 200;
}

/** Reads the rows of a range: the rest of each hash, and how often it has leaked. Padding has the count 0. */
async function readRange(
  url: string,
  { platform, signal }: { readonly platform: Pick<Platform, "fetch">; readonly signal: AbortSignal },
): Promise<ReadonlyMap<string, number>> {
  // The list answers 403 to a request without a name.
  const headers = { "add-padding": "true", "user-agent": "@latchkey/auth" };
  const response = await platform.fetch(url, { headers, signal, redirect: "error" });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw Object.assign(new WrongAnswer(), { status: response.status });
  }
  const lines = (await readText(response, MAX_LENGTH))?.trim().split(/\r?\n/) ?? [];
  const rows = lines.map((line) => /^([\da-f]{35}):(\d+)$/i.exec(line));
  // As from a proxy that shows a page of its own.
  if (rows.length === 0 || !rows.every((row) => row !== null)) {
    throw new WrongAnswer();
  }
  return new Map(rows.map(([, rest = "", count]) => [rest.toUpperCase(), Number(count)]));
}

function reasonOf(error: unknown, timeout: number): string {
  if (isA(error, TimedOut)) return `the list has not answered within ${timeout} seconds`;
  if (!isA(error, WrongAnswer)) return "the list cannot be reached";
  return error.status === 200
    ? "the answer is not such a list"
    : `the list has answered with status ${error.status}`;
}

/** As the list writes it. In the form that the hashes of the library have (Unicode NFC). */
async function sha1(password: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-1", toUtf8(password.normalize("NFC")));
  return toHex(new Uint8Array(digest)).toUpperCase();
}
