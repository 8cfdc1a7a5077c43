/**
 * The functions that a config brings, for code outside of requests.
 *
 * @module
 */

import type { AuthConfig } from "../model/auth_config.ts";
import type { FunctionsOf } from "../model/feature.ts";
import { FUNCTIONS } from "../shapes/shapes.ts";

/** The functions that a config brings, under their names. */
export type OutsideFunctions<C> = {
  readonly [F in FunctionsOf<C> as keyof F["outside"] extends never ? never : F["name"]]: F["outside"];
};

/**
 * Returns the functions that the config brings for code outside of requests: a job that calls the API of a provider, a script, or the
 * page with which staff helps a user. In a request, they are functions of `auth`.
 *
 * @param config The config with `secret`: in a script beside the application, call `setEnvDefaults` first. TypeScript knows the
 * functions of one that `satisfies AuthConfig`.
 * @throws Each function throws a {@linkcode ConfigError} if the config does not bring it, or is not valid.
 *
 * @example
 * ```ts
 * import { type AuthConfig, outside } from "@latchkey/auth";
 * import { AccessTokens } from "@latchkey/auth/access-tokens";
 * import { Memory } from "@latchkey/auth/adapters/memory";
 * import { ReconnectRequired } from "@latchkey/auth/errors";
 * import { GitHub } from "@latchkey/auth/providers/github";
 * import { SecondFactor } from "@latchkey/auth/second-factor";
 *
 * const config = {
 *   providers: [GitHub({ clientId: "id", clientSecret: "secret" })],
 *   adapter: Memory(),
 *   features: [AccessTokens(), SecondFactor()],
 *   secret: "at-least-32-characters-from-a-random-source",
 *   url: "https://example.com",
 * } satisfies AuthConfig<"database">;
 * const { accessTokens, secondFactor } = outside(config);
 *
 * try {
 *   const token = await accessTokens.get({ userId: "1", provider: "github" });
 *   await fetch("https://api.github.com/user", { headers: { authorization: `Bearer ${token}` } });
 * } catch (error) {
 *   if (!(error instanceof ReconnectRequired)) throw error;
 *   console.log(error.code); // NotConnected
 * }
 *
 * await accessTokens.revoke({ userId: "1", provider: "github" }); // This user has no tokens.
 * console.log(await secondFactor.import({ userId: "1", secret: "JBSWY3DPEHPK3PXP" })); // false: there is no such user
 * console.log(await secondFactor.reset("2")); // false
 * ```
 */
export function outside<C extends AuthConfig>(config: C): OutsideFunctions<C> {
  const groups = Object.entries(FUNCTIONS).flatMap(([name, { outside: names }]) =>
    names
      ? [[
        name,
        Object.fromEntries(
          names.map((
            call,
          ) => [call, async (...params: readonly unknown[]) => await run(config, { name, call, params })]),
        ),
      ]]
      : []
  );
  return Object.fromEntries(groups) as OutsideFunctions<C>;
}

async function run(
  config: AuthConfig,
  { name, call, params }: {
    readonly name: string;
    readonly call: string;
    readonly params: readonly unknown[];
  },
): Promise<unknown> {
  // Loaded on demand: few programs call one.
  const [{ setupFor }, { ALL_CAPABILITIES }, { capabilityNamed, rowOf }] = await Promise.all([
    import("./answer.ts"),
    import("./capabilities.ts"),
    import("./functions.ts"),
  ]);
  const setup = setupFor({ url: config.url ?? "https://localhost" }, config, ALL_CAPABILITIES);
  return await rowOf(capabilityNamed(name, setup).outside, call)(params, setup);
}
