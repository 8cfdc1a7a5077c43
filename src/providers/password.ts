/**
 * Sign-in with a password that the library keeps: sign-up, confirmed addresses, new passwords, with all their pages.
 *
 * @module
 */

import { keptPasswords } from "../features/passwords/capability.ts";
import { withCapability } from "../sign_in/capability.ts";
import type { WithFunctions } from "../model/feature.ts";
import type { CredentialsConfig, PasswordSettings } from "../model/provider.ts";
import type { PasswordForms } from "../shapes/passwords.ts";

export type { WithFunctions } from "../model/feature.ts";
export type { OwnForm } from "../values/own_form.ts";
export type {
  ChangePasswordForm,
  ForgotPasswordForm,
  KeepPasswordForm,
  NewPasswordForm,
  PasswordForm,
  PasswordForms,
  SignUpForm,
} from "../shapes/passwords.ts";

export { type LeakContext, pwnedPasswords, type PwnedPasswordsOptions } from "../crypto/pwned_passwords.ts";

/** The provider that `Password()` returns, with the functions of `auth.password`. */
export interface PasswordConfig extends CredentialsConfig, WithFunctions<"password", PasswordForms, object> {}

/**
 * Describes sign-in with an address and a password, which the library keeps. It needs an adapter of the library, and a
 * provider of mail, by which users confirm their address and choose a new password.
 *
 * - New users create an account at `<basePath>/signup`; the sign-in page leads there. Nothing is stored before the address is
 *   confirmed, so no one can take the address of another person.
 * - Users who have forgotten their password choose a new one at `<basePath>/forgot-password`. Users who are signed in change
 *   it, or add one, at `<basePath>/password`; the account page leads there.
 * - In a browser in which a user has never signed in, a right password asks for a mailed code: see `unknownBrowsers`.
 * - A password is hashed with scrypt, as `hashPassword` of `@latchkey/auth/password` does, at the cost of `cost`.
 *
 * @param options Settings of the application. They override the defaults.
 *
 * @example
 * ```ts
 * import { Password } from "@latchkey/auth/providers/password";
 * import { Memory } from "@latchkey/auth/adapters/memory";
 * import { Resend } from "@latchkey/auth/providers/resend";
 *
 * const config = {
 *   adapter: Memory(),
 *   providers: [Password(), Resend({ from: "Example <sign-in@example.com>" })],
 * };
 * console.assert(config.providers.length === 2);
 * ```
 * @see {@link https://pages.nist.gov/800-63-4/sp800-63b.html#passwordver | NIST SP 800-63B-4 §3.1.1.2}
 */
export function Password(options: PasswordSettings = {}): PasswordConfig {
  return withCapability({
    id: "password",
    name: "Email and password",
    type: "credentials",
    credentials: {
      email: { type: "email", autocomplete: "username", required: true },
      password: { type: "password", autocomplete: "current-password", required: true },
    },
    authorize: () => null,
    options: options as Partial<CredentialsConfig>,
  }, keptPasswords);
}

export default Password;
