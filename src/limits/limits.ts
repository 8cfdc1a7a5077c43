/**
 * The limits of a config. What counts is loaded at the first attempt.
 *
 * @module
 */

import type { Attempter } from "./count.ts";
import type { Owner } from "./counters.ts";
import { ConfigError, RateLimited } from "../errors/errors.ts";
import type { Adapter } from "../adapters/contract/types.ts";
import type { Emit } from "../model/events.ts";
import { toRequest } from "../http/incoming.ts";
import type {
  Attempted,
  LimitedAttempt,
  Limits,
  LimitsOptions,
  LimitsSettings,
  Whose,
} from "../model/limits.ts";
import { once } from "../platform/once.ts";
import { isLoopback } from "../http/origin.ts";
import type { Platform } from "../platform/platform.ts";
import { comparable } from "../values/same_address.ts";
import type { Store } from "../model/store.ts";
import { isA } from "../errors/thrown.ts";
import type { CookieOption, Incoming, SetCookie } from "../http/types.ts";
import type { LoggerInstance } from "../values/types.ts";
import { UNLIMITED } from "./unlimited.ts";

// A bundle without limits has nothing of this.
const modules = /* @__PURE__ */ once(() => import("./counting.ts"));

/** Dependencies of `limitsOf`. */
export interface LimitsContext extends Owner {
  /** The option of the config. */
  readonly options: LimitsOptions | undefined;
  /** The header in which the platform writes the address of a client. */
  readonly header?: string | undefined;
  /** The database; `null` without one. */
  readonly store: Store | null;
  /** The adapter that the config has for it. */
  readonly adapter?: Adapter | null | undefined;
  /** Secrets, the newest first. */
  readonly secrets: readonly string[];
  /** Whether the library knows the accounts that its providers sign in to: all but OAuth, and `Credentials`. */
  readonly knowsAccounts: boolean;
  /** Name and attributes of the cookie of a known browser. */
  readonly cookie: CookieOption;
  /** Clock and source of randomness. */
  readonly platform: Pick<Platform, "now" | "random">;
  /** The log. */
  readonly logger: LoggerInstance;
  /** Emits `limited`. */
  readonly emit: Emit;
}

/** The limits of a config. */
export function limitsOf({ options = {}, ...context }: LimitsContext): Limits {
  if (options === false) return UNLIMITED;
  const { header, logger, emit } = context;
  const own = typeof options === "function" ? options : null;
  const settings = own ? {} : options as LimitsSettings;
  const naming = { isNamed: settings.account !== undefined };
  const counting = once(async () => {
    const { countersOf, ownerOf } = await modules();
    const owner = await ownerOf(context);
    // A function of the application counts all else.
    return { ...context, counters: countersOf({ ...context, owner, ...own && { store: null } }) };
  });
  function sayUnknown({ origin }: Incoming): void {
    if (settings.address || isLoopback(new URL(origin).hostname)) return;
    logger.warn(
      "unknown-address: the addresses of clients are not known here, so attempts are limited for each account alone, and those of " +
        "`Credentials` not at all. Write `limits: { address: (request) => … }`, which returns what the proxy has " +
        'written, such as `request.headers.get("x-forwarded-for")?.split(",").at(-1)`',
    );
  }

  async function ownAccount(credentials: Readonly<Record<string, unknown>>) {
    const account = await settings.account?.(credentials);
    return account && comparable(account);
  }

  async function attempterOf(attempted: Attempted, incoming: Incoming): Promise<Attempter> {
    const { clientAddressOf, knows, nameKindOf, readBrowser, whoseOf } = await modules();
    const { kind, provider, credentials, whose, about } = attempted;
    // A `normalizeIdentifier` may keep what was typed, and a database find the user all the same.
    const typed = nameKindOf(kind) === "address"
      ? attempted.account && comparable(attempted.account)
      : attempted.account;
    const account = typed ?? (credentials && await ownAccount(credentials)) ?? null;
    const browser = account === null ? null : await readBrowser(incoming, context);
    const isKnown = account !== null &&
      await knows(browser, whoseOf({ kind, provider, account, whose }), naming);
    // A mail of a known browser is counted, though not refused: when it is used elsewhere, it is taken back there.
    const isFree = isKnown && kind !== "mail";
    const address = isFree ? null : await clientAddressOf(incoming, { ...settings, header });
    if (!isKnown && address === null) sayUnknown(incoming);
    return { kind, provider, account, address, whose, about, browser: isKnown ? browser!.id : null };
  }

  async function run<T>(attempter: Attempter, incoming: Incoming, work: () => Promise<T>): Promise<T> {
    const { limited, runCounted } = await modules();
    if (!own) return await runCounted(attempter, await counting(), work);
    const wait = Number(await own({ ...shownOf(attempter), request: toRequest(incoming) }) ?? 0);
    if (Number.isNaN(wait)) {
      throw new ConfigError(
        "Cannot limit an attempt: `limits` returned no number. Return seconds, or nothing",
      );
    }
    if (wait > 0) throw limited(wait * 1000);
    return await work();
  }

  return {
    async attempt(attempted, incoming, work) {
      const attempter = await attempterOf(attempted, incoming);
      let hasRun = false;
      try {
        return await run(attempter, incoming, () => {
          hasRun = true;
          return work();
        });
      } catch (error) {
        // An attempt within this one has emitted its own.
        if (!hasRun && isA(error, RateLimited)) {
          error.cause = { kind: attempter.kind };
          await emit("limited", { ...shownOf(attempter), retryAfter: error.retryAfter });
        }
        throw error;
      }
    },
    async forget(attempted, incoming) {
      if (own) return;
      try {
        const { forgetCounted } = await modules();
        await forgetCounted(await attempterOf(attempted, incoming), await counting());
      } catch (error) {
        logger.error(error as Error);
      }
    },
    async allowsNotice(notice) {
      try {
        const { countNotice } = await modules();
        await countNotice(notice, await counting());
        return true;
      } catch (error) {
        if (isA(error, RateLimited)) return false;
        logger.error(error as Error);
        return true;
      }
    },
    async isKnownBrowser(userId, incoming) {
      const { knows, readBrowser } = await modules();
      return await knows(await readBrowser(incoming, context), ["user", userId], naming);
    },
    async knownBrowser(signedIn, incoming): Promise<readonly SetCookie[]> {
      if (!context.knowsAccounts && !settings.account) return [];
      const { readBrowser, withUser } = await modules();
      const before = await readBrowser(incoming, context);
      const own = signedIn.credentials && await ownAccount(signedIn.credentials);
      const named: Whose[] = own ? [["credentials", signedIn.provider, own]] : [];
      const accounts = [...signedIn.accounts, ...named];
      return [await withUser({ ...signedIn, accounts }, { incoming, before }, context)];
    },
  };
}

/** What the application is told of an attempt. */
function shownOf({ browser, address, whose: _whose, about: _about, ...attempt }: Attempter): LimitedAttempt {
  return { ...attempt, address: browser === null ? address : null };
}
