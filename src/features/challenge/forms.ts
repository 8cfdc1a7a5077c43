/**
 * Which forms ask.
 *
 * @module
 */

import { ConfigError } from "../../errors/errors.ts";
import type { OpenForm } from "../../setup/open_form.ts";
import type { Setup } from "../../setup/setup.ts";
import { CHALLENGE, type ChallengeRules } from "./kind.ts";
import type { ChallengeForms } from "./options.ts";

const FORMS: readonly OpenForm[] = ["signUp", "signIn", "forgotPassword", "mail"];

/** @throws {ConfigError} if the options name another form. */
export function assertForms({ forms = FORMS }: ChallengeForms): void {
  if (Array.isArray(forms) && forms.every((each) => FORMS.includes(each))) return;
  throw new ConfigError(
    'Cannot use `forms` of a challenge: list some of "signUp", "signIn", "forgotPassword" and "mail"',
  );
}

/** The challenge of a form; `null` if it asks for none. */
export function askedBy(form: OpenForm, { rules }: Pick<Setup, "rules">): ChallengeRules | null {
  const challenge = rules.get(CHALLENGE)!;
  return (challenge.options.forms ?? FORMS).includes(form) ? challenge : null;
}
