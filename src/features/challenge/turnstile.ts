/**
 * The feature of Turnstile.
 *
 * @see {@link https://developers.cloudflare.com/turnstile/get-started/server-side-validation/ | Siteverify}
 * @see {@link https://developers.cloudflare.com/turnstile/reference/content-security-policy/ | its policy}
 * @module
 */

import type { Feature } from "../../model/feature.ts";
import { once } from "../../platform/once.ts";
import { toFeature } from "../../setup/feature.ts";
import type { Keys } from "../../values/keys.ts";
import { challengeOf } from "./capability.ts";
import type { TurnstileOptions } from "./options.ts";
import { assertService, OF_SERVICES } from "./service.ts";

const work = once(() => import("./turnstile_kind.ts"));

const turnstile = /* @__PURE__ */ challengeOf<TurnstileOptions>(
  { ...OF_SERVICES, action: true } satisfies Keys<TurnstileOptions>,
  async () => (await work()).TURNSTILE,
  (options) => assertService("Turnstile", options),
);

/**
 * Asks Cloudflare Turnstile before a form that anyone may send does anything. The pages get the widget, and a policy that allows it.
 *
 * @param options The keys of your site, from the dashboard of Cloudflare.
 * @throws {ConfigError} at start, if one of them is missing or wrong.
 *
 * @example
 * ```ts
 * import { Turnstile } from "@latchkey/auth/challenge";
 *
 * const config = { features: [Turnstile({ siteKey: "1x00000000000000000000AA", secretKey: "1x0000000000000000000000000000000AA" })] };
 * console.log(config.features.map(({ name }) => name)); // ["challenge"]
 * ```
 */
export function Turnstile(options: TurnstileOptions): Feature<"challenge", TurnstileOptions> {
  return toFeature("challenge", options, turnstile);
}
