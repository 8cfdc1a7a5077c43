/**
 * The feature of hCaptcha.
 *
 * @see {@link https://docs.hcaptcha.com/ | its documentation}, with its protocol and its policy
 * @module
 */

import type { Feature } from "../../model/feature.ts";
import { once } from "../../platform/once.ts";
import { toFeature } from "../../setup/feature.ts";
import type { Keys } from "../../values/keys.ts";
import { challengeOf } from "./capability.ts";
import type { HCaptchaOptions } from "./options.ts";
import { assertService, OF_SERVICES } from "./service.ts";

const work = once(() => import("./hcaptcha_kind.ts"));

const hCaptcha = /* @__PURE__ */ challengeOf<HCaptchaOptions>(
  OF_SERVICES satisfies Keys<HCaptchaOptions>,
  async () => (await work()).HCAPTCHA,
  (options) => assertService("HCaptcha", options),
);

/**
 * Asks hCaptcha before a form that anyone may send does anything. The pages get the widget, and a policy that allows it.
 *
 * @param options The keys of your site, from the dashboard of hCaptcha.
 * @throws {ConfigError} at start, if one of them is missing or wrong.
 *
 * @example
 * ```ts
 * import { HCaptcha } from "@latchkey/auth/challenge";
 *
 * const config = {
 *   features: [
 *     HCaptcha({
 *       siteKey: "10000000-ffff-ffff-ffff-000000000001",
 *       secretKey: "0x0000000000000000000000000000000000000000",
 *     }),
 *   ],
 * };
 * console.log(config.features.map(({ name }) => name)); // ["challenge"]
 * ```
 */
export function HCaptcha(options: HCaptchaOptions): Feature<"challenge", HCaptchaOptions> {
  return toFeature("challenge", options, hCaptcha);
}
