/**
 * Which forms ask.
 *
 * @module
 */

import { ConfigError } from "../../errors/errors.ts";
import type { OpenForm } from "../../setup/open_form.ts";
import type { Setup } from "../../setup/setup.ts";
import { CHALLENGE, type ChallengeRules } from "./kind.ts";

const FORMS: readonly OpenForm[] = ["signUp", "signIn", "forgotPassword", "mail"];

/** The challenge of a form; `null` if it asks for none. @throws {ConfigError} if the options name another form. */
export function askedBy(form: OpenForm, { rules }: Pick<Setup, "rules">): ChallengeRules | null {
  const challenge = rules.get(CHALLENGE)!;
  const { forms = FORMS } = challenge.options;
  if (!Array.isArray(forms) || !forms.every((each) => FORMS.includes(each))) {
    throw new ConfigError(
      'Cannot use `forms` of a challenge: list some of "signUp", "signIn", "forgotPassword" and "mail"',
    );
  }
  return forms.includes(form) ? challenge : null;
}
