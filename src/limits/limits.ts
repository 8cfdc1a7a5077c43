/**
 * The limits of a config. What counts is loaded at the first attempt.
 *
 * @module
 */

import type { Attempter } from "./count.ts";
import type { Owner } from "./counters.ts";
import { RateLimited } from "../errors/errors.ts";
import type { Adapter } from "../adapters/contract/types.ts";
import type { Emit } from "../model/events.ts";
import type { Attempted, Limits, LimitsOptions, LimitsSettings, Whose } from "../model/limits.ts";
import { once } from "../platform/once.ts";
import type { Platform } from "../platform/platform.ts";
import type { Store } from "../model/store.ts";
import { isA } from "../errors/thrown.ts";
import type { Incoming } from "../http/types.ts";
import type { CookieOption, SetCookie } from "../values/cookie.ts";
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
  const { logger, emit } = context;
  const own = typeof options === "function" ? options : null;
  const settings: LimitsSettings = own ? {} : options as LimitsSettings;
  const counting = once(async () => {
    const { countersOf, ownerOf } = await modules();
    const owner = await ownerOf(context);
    // A function of the application counts all else.
    return { ...context, counters: countersOf({ ...context, owner, ...own && { store: null } }) };
  });

  async function attempterOf(attempted: Attempted, incoming: Incoming): Promise<Attempter> {
    return (await modules()).attempterOf(attempted, incoming, { ...context, settings });
  }

  async function run<T>(attempter: Attempter, incoming: Incoming, work: () => Promise<T>): Promise<T> {
    const { askApplication, runCounted } = await modules();
    if (!own) return runCounted(attempter, await counting(), work);
    await askApplication(own, attempter, incoming);
    return work();
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
          const attempt = (await modules()).shownOf(attempter);
          await emit("limited", { ...attempt, retryAfter: error.retryAfter });
        }
        throw error;
      }
    },
    async forget(attempted, incoming) {
      if (own) return;
      try {
        await (await modules()).forgetCounted(await attempterOf(attempted, incoming), await counting());
      } catch (error) {
        logger.error(error as Error);
      }
    },
    async allowsNotice(notice) {
      try {
        await (await modules()).countNotice(notice, await counting());
        return true;
      } catch (error) {
        if (isA(error, RateLimited)) return false;
        logger.error(error as Error);
        return true;
      }
    },
    async isKnownBrowser(userId, incoming, generation) {
      const { inGeneration, knows, namingOf, readBrowser } = await modules();
      const whose = inGeneration(userId, generation);
      return await knows(await readBrowser(incoming, context), whose, namingOf(settings));
    },
    async knownBrowser(signedIn, incoming): Promise<readonly SetCookie[]> {
      if (!context.knowsAccounts && !settings.account) return [];
      const { ownAccount, readBrowser, withUser } = await modules();
      const before = await readBrowser(incoming, context);
      const own = signedIn.credentials && await ownAccount(signedIn.credentials, settings);
      const named: Whose[] = own ? [["credentials", signedIn.provider, own]] : [];
      const accounts = [...signedIn.accounts, ...named];
      return [await withUser({ ...signedIn, accounts }, { incoming, before }, context)];
    },
  };
}
