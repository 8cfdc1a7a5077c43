/**
 * Second factors: the feature `SecondFactor`.
 *
 * @module
 */

export type { Feature, WithFunctions } from "../model/feature.ts";
export type { OwnForm } from "../values/own_form.ts";
export type { SecondFactorOptions } from "../features/second_factor/options.ts";
export { SecondFactor, type SecondFactorFeature } from "../features/second_factor/second_factor.ts";
export type {
  ImportedSecondFactor,
  MailboxStep,
  NewRecoveryCodes,
  OutsideSecondFactor,
  ProveSecondFactorForm,
  SecondFactorCalls,
  SecondFactorForm,
  SecondFactorForms,
  SecondFactorPage,
  SecondFactorSetup,
  SecretStep,
  SetUpSecondFactorForm,
} from "../shapes/second_factor.ts";
