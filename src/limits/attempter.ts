/**
 * Who attempts something, as it is counted: the account, the address of the client, the browser that is known.
 *
 * @module
 */

import { toRequest } from "../http/incoming.ts";
import { isLoopback } from "../http/request_origin.ts";
import type { Incoming } from "../http/types.ts";
import { ConfigError } from "../errors/errors.ts";
import type { Attempted, LimitedAttempt, LimitsFunction, LimitsSettings } from "../model/limits.ts";
import type { LoggerInstance } from "../values/types.ts";
import { comparable } from "../values/same_address.ts";
import { clientAddressOf } from "./address.ts";
import { type Attempter, limited, nameKindOf, whoseOf } from "./count.ts";
import { type BrowserContext, knows, readBrowser } from "./known_browser.ts";

/** Dependencies of `attempterOf`. */
type AttempterContext = BrowserContext & {
  /** The option of the config. */
  readonly settings: LimitsSettings;
  /** The header in which the platform writes the address of a client. */
  readonly header?: string | undefined;
  /** The log. */
  readonly logger: Pick<LoggerInstance, "warn">;
};

/** Finds out who attempts something. */
export async function attempterOf(
  attempted: Attempted,
  incoming: Incoming,
  context: AttempterContext,
): Promise<Attempter> {
  const { settings, header } = context;
  const { kind, provider, credentials, whose, about, actor, forgives } = attempted;
  // A `normalizeIdentifier` may keep what was typed, and a database find the user all the same.
  const typed = nameKindOf(kind) === "address"
    ? attempted.account && comparable(attempted.account)
    : attempted.account;
  const account = typed ?? (credentials && await ownAccount(credentials, settings)) ?? null;
  const browser = account === null ? null : await readBrowser(incoming, context);
  const isKnown = account !== null &&
    await knows(browser, whoseOf({ kind, provider, account, whose }), namingOf(settings));
  // An email of a known browser is counted, though not refused: when it is used elsewhere, it is taken back there.
  const isFree = isKnown && kind !== "mail";
  const address = isFree ? null : await clientAddressOf(incoming, { ...settings, header });
  if (!isKnown && address === null) sayUnknown(incoming, context);
  const counted = { whose, about, actor, forgives, browser: isKnown ? browser!.id : null };
  return { kind, provider, account, address, ...counted };
}

/** The account that the application finds in credentials. */
export async function ownAccount(
  credentials: Readonly<Record<string, unknown>>,
  { account: find }: LimitsSettings,
): Promise<string | null | undefined> {
  const account = await find?.(credentials);
  return account && comparable(account);
}

/** Whether the application names the accounts of credentials. */
export function namingOf({ account }: LimitsSettings): { readonly isNamed: boolean } {
  return { isNamed: account !== undefined };
}

function sayUnknown({ origin }: Incoming, { settings, logger }: AttempterContext): void {
  if (settings.address || isLoopback(new URL(origin).hostname)) return;
  logger.warn(
    "unknown-address: clients' addresses are unknown here, so attempts are limited per account, and those of " +
      "`Credentials` not at all. Write `limits: { address: (request) => … }`, which returns what the proxy has " +
      'written, such as `request.headers.get("x-forwarded-for")?.split(",").at(-1)`',
  );
}

/** Asks a function of the application. @throws {RateLimited} if it names a time to wait. */
export async function askApplication(
  limit: LimitsFunction,
  attempter: Attempter,
  incoming: Incoming,
): Promise<void> {
  const wait = Number(await limit({ ...shownOf(attempter), request: toRequest(incoming) }) ?? 0);
  if (Number.isNaN(wait)) {
    throw new ConfigError(
      "Cannot limit an attempt: `limits` returned no number. Return seconds, or nothing",
    );
  }
  if (wait > 0) throw limited(wait * 1000);
}

/** What the application is told of an attempt. */
export function shownOf(
  { browser, address, whose: _whose, about: _about, actor: _actor, forgives: _, ...attempt }: Attempter,
): LimitedAttempt {
  return { ...attempt, address: browser === null ? address : null };
}
