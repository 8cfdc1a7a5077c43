/**
 * The feature of ALTCHA.
 *
 * @see {@link https://altcha.org/docs/ | ALTCHA}
 * @module
 */

import { ConfigError } from "../../errors/errors.ts";
import { later } from "../../http/route.ts";
import type { Feature } from "../../model/feature.ts";
import { once } from "../../platform/once.ts";
import { toFeature } from "../../setup/feature.ts";
import type { Capability } from "../../setup/setup.ts";
import type { Keys } from "../../values/keys.ts";
import { challengeOf } from "./capability.ts";
import type { AltchaOptions } from "./options.ts";

const work = once(() => import("./altcha_kind.ts"));

/** The code of ALTCHA. */
export const altcha: Capability = {
  .../* @__PURE__ */ challengeOf<AltchaOptions>(
    { script: true, integrity: true, styles: true, cost: true, forms: true } satisfies Keys<AltchaOptions>,
    async () => (await work()).ALTCHA,
    assertOptions,
  ),
  routes: { "GET challenge": { run: later(work, "showChallenge") } },
  kinds: () => ["attempts"],
};

/** @throws {ConfigError} if an option is missing, or wrong. */
function assertOptions({ script, cost }: AltchaOptions): void {
  const fail = (reason: string): never => {
    throw new ConfigError(`Cannot use \`Altcha\`: ${reason}`);
  };
  if (!script || typeof script !== "string") fail("write `script`, the URL of your file with the widget");
  if (cost !== undefined && (!Number.isInteger(cost) || cost < 1000 || cost > 1_000_000)) {
    fail("`cost` must be one of 1000 to 1,000,000");
  }
}

/**
 * Asks the browser for work before a form that anyone may send does anything, with the widget of ALTCHA: no service learns of your
 * visitors, and there is no key. An answer counts once.
 *
 * @param options Where the widget is.
 * @throws {ConfigError} at start, if an option is missing or wrong.
 *
 * @example
 * ```ts
 * import { Altcha } from "@latchkey/auth/challenge";
 *
 * const config = { features: [Altcha({ script: "/captcha.js", styles: "/captcha.css" })] };
 * console.log(config.features.map(({ name }) => name)); // ["challenge"]
 * ```
 */
export function Altcha(options: AltchaOptions): Feature<"challenge", AltchaOptions> {
  return toFeature("challenge", options, altcha);
}
