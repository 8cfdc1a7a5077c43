/**
 * All functions and endpoints there are, for a walk through what somebody may not do.
 *
 * @module
 */

import { CORE_ENDPOINTS } from "../../src/http/endpoints.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { CAPABILITY_ENDPOINTS, FUNCTIONS } from "../../src/shapes/shapes.ts";
import { GOOD } from "./_kept_passwords.ts";

/** Fields that the functions and forms take, each what it needs. */
export const GIVEN = {
  email: "new@example.com",
  action: "sign-out-others",
  provider: "idp",
  name: "x",
  password: GOOD,
};

/** Each path below `/auth/`, and its methods. */
export const PATHS: readonly (readonly [path: string, methods: string])[] = Object.entries({
  ...CORE_ENDPOINTS,
  ...CAPABILITY_ENDPOINTS,
}).map(([path, methods]) => [path.replace(":provider", "password").replace(":tab", "security"), methods]);

/** The names of all functions of `auth`, with a config, such as `password.change`. */
export function functionsOf({ features = [] }: Pick<AuthConfig, "features">): readonly string[] {
  const on = new Set(["password", "email", ...features.map(({ name }) => name)]);
  const own = Object.entries(FUNCTIONS).filter(([name]) => on.has(name)).flatMap(
    ([name, { calls = [], forms = {} }]) =>
      [...calls, ...Object.keys(forms)].map((each) => `${name}.${each}`),
  );
  return [...own, "signIn", "update", "require"];
}

/** Whether a value tells nothing. */
export function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === false || (Array.isArray(value) && !value.length);
}
