/**
 * A world with `UserNames()`, in which Ada is nobody yet.
 *
 * @module
 */

import { outside } from "../../src/core/outside.ts";
import { SignUp, type SignUpOptions } from "../../src/entries/sign_up.ts";
import { UserNames, type UserNamesFeature, type UserNamesOptions } from "../../src/entries/user_names.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { ADA, openPasswords, type PasswordWorld } from "./_kept_passwords.ts";

/** Opens one. The provider knows Ada. */
export function openNames(
  options: UserNamesOptions = {},
  { features = [], signUp = { fields: ["username"] }, ...config }: Parameters<typeof openPasswords>[0] & {
    readonly signUp?: SignUpOptions;
  } = {},
): PasswordWorld {
  const names = [UserNames(options), SignUp(signUp)];
  const world = openPasswords({ ...config, features: [...names, ...features] });
  world.idp.login({ sub: "ada", email: ADA, email_verified: true });
  return world;
}

/** The functions outside of requests. */
export function namesOf({ config }: Pick<PasswordWorld, "config">) {
  return outside(config as AuthConfig & { readonly features: readonly [UserNamesFeature] }).userNames;
}
