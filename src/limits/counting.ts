/**
 * The limits of a config that has some. The first attempt loads them.
 *
 * @module
 */

import { askApplication, attempterOf, namingOf, ownAccount, shownOf } from "./attempter.ts";
import { type Attempter, countNotice, forgetCounted, runCounted } from "./count.ts";
import { countersOf, type Owner, ownerOf } from "./counters.ts";
import { RateLimited } from "../errors/errors.ts";
import { inGeneration, knows, readBrowser, withUser } from "./known_browser.ts";
import type { Adapter } from "../adapters/contract/types.ts";
import type { Emit } from "../model/events.ts";
import type { Attempted, Limits, LimitsFunction, LimitsSettings, Whose } from "../model/limits.ts";
import { once } from "../platform/once.ts";
import type { Platform } from "../platform/platform.ts";
import type { Store } from "../model/store.ts";
import { isA } from "../errors/thrown.ts";
import type { Incoming } from "../http/types.ts";
import type { CookieOption, SetCookie } from "../values/cookie.ts";
import type { LoggerInstance } from "../values/types.ts";

/** Dependencies of `countingLimits`. */
export interface CountingContext extends Owner {
  /** The option of the config. */
  readonly options?: LimitsSettings | LimitsFunction | undefined;
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

/** The limits of a config, of the library or the application. */
export function countingLimits({ options = {}, ...context }: CountingContext): Limits {
  const { logger, emit } = context;
  const own = typeof options === "function" ? options : null;
  const settings: LimitsSettings = own ? {} : options as LimitsSettings;
  const counting = once(async () => {
    const owner = await ownerOf(context);
    // A function of the application counts all else.
    return { ...context, counters: countersOf({ ...context, owner, ...own && { store: null } }) };
  });

  const attempterIn = (attempted: Attempted, incoming: Incoming) =>
    attempterOf(attempted, incoming, { ...context, settings });

  async function run<T>(attempter: Attempter, incoming: Incoming, work: () => Promise<T>): Promise<T> {
    if (!own) return runCounted(attempter, await counting(), work);
    await askApplication(own, attempter, incoming);
    return work();
  }

  return {
    async attempt(attempted, incoming, work) {
      const attempter = await attempterIn(attempted, incoming);
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
        await forgetCounted(await attempterIn(attempted, incoming), await counting());
      } catch (error) {
        logger.error(error as Error);
      }
    },
    async allowsNotice(notice) {
      try {
        await countNotice(notice, await counting());
        return true;
      } catch (error) {
        if (isA(error, RateLimited)) return false;
        logger.error(error as Error);
        return true;
      }
    },
    async isKnownBrowser(userId, incoming, generation) {
      const whose = inGeneration(userId, generation);
      return await knows(await readBrowser(incoming, context), whose, namingOf(settings));
    },
    async knownBrowser(signedIn, incoming): Promise<readonly SetCookie[]> {
      if (!context.knowsAccounts && !settings.account) return [];
      const before = await readBrowser(incoming, context);
      const own = signedIn.credentials && await ownAccount(signedIn.credentials, settings);
      const named: Whose[] = own ? [["credentials", signedIn.provider, own]] : [];
      const accounts = [...signedIn.accounts, ...named];
      return [await withUser({ ...signedIn, accounts }, { incoming, before }, context)];
    },
  };
}
