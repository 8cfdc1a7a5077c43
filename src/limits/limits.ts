/**
 * The limits of a config. What counts is loaded at the first attempt.
 *
 * @module
 */

import type { CountingContext } from "./counting.ts";
import { lazyMethods } from "../platform/lazy_methods.ts";
import type { Limits, LimitsOptions } from "../model/limits.ts";
import { once } from "../platform/once.ts";
import { UNLIMITED } from "./unlimited.ts";

// A bundle without limits has nothing of this.
const counting = /* @__PURE__ */ once(() => import("./counting.ts"));

/** Dependencies of `limitsOf`. */
export interface LimitsContext extends Omit<CountingContext, "options"> {
  /** The option of the config. */
  readonly options: LimitsOptions | undefined;
}

/** The limits of a config. */
export function limitsOf({ options, ...context }: LimitsContext): Limits {
  if (options === false) return UNLIMITED;
  const methods = Object.keys(UNLIMITED) as (keyof Limits)[];
  const load = async () => (await counting()).countingLimits({ ...context, options });
  return lazyMethods(UNLIMITED, methods, load);
}
