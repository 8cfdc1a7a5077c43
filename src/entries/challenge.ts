/**
 * A challenge in the forms that anyone may send: the features `Turnstile`, `HCaptcha` and `Challenge`.
 *
 * @module
 */

export type { Feature } from "../model/feature.ts";
export { Altcha } from "../features/challenge/altcha.ts";
export { Challenge } from "../features/challenge/challenge.ts";
export { HCaptcha } from "../features/challenge/hcaptcha.ts";
export { Turnstile } from "../features/challenge/turnstile.ts";
export type {
  AltchaOptions,
  ChallengeContext,
  ChallengeForms,
  ChallengeOptions,
  ChallengePage,
  ChallengeService,
  ChallengeWidget,
  HCaptchaOptions,
  TurnstileOptions,
} from "../features/challenge/options.ts";
export type { OpenForm } from "../setup/open_form.ts";
