/**
 * The `auth` of a request, where a framework keeps the data of a request: `locals` of Astro and SvelteKit, `event.context`
 * of h3.
 *
 * @module
 */

import type { ConfigOf } from "./config_source.ts";
import { createRequestAuth, type RequestAuth } from "./request_auth.ts";
import type { AuthConfig } from "../../model/auth_config.ts";
import { ConfigError } from "../../errors/errors.ts";

/**
 * The member that an integration adds to the data of a request: to `locals` of Astro and SvelteKit, to `event.context` of
 * Nuxt. An application declares it: `interface Locals extends LocalsOf<typeof config> {}`.
 *
 * @typeParam T The type of the config, or of the function that creates it.
 * @typeParam Name `name` of the options.
 */
export type AuthMember<T, Name extends string = "auth"> = {
  [K in Name]: RequestAuth<ConfigOf<T>>;
};

/** An option that Astro, Nuxt and SvelteKit share. */
export interface NameOption<Name extends string = "auth"> {
  /** The name of `auth` in the data of a request. Default `auth`. A second config in one application needs another name. */
  readonly name?: Name;
}

/** The data of requests, as one config sees them. */
export interface AuthHolder<C extends AuthConfig> {
  /** Puts `auth` there, in the place of an earlier one of this config. @throws {ConfigError} if something else is there. */
  set(data: object, auth: RequestAuth<C>): void;
  /** Returns the `auth` of this config, if it is there. */
  get(data: object): RequestAuth<C> | undefined;
}

/** Where an integration puts `auth`. */
interface MemberPlace {
  /** The data of a request, such as `event.locals`. */
  readonly data: string;
  /** The name of the member. Default `auth`. */
  readonly name?: string;
  /** The end of the error message if something else is there: it says how to change the application. */
  readonly advice: string;
}

/** The advice where the integration has the option `name`. @param factory The function that creates it. */
export function otherName(factory: string): string {
  return `Write ${factory}(config, { name: "members" })`;
}

/** Creates the holder of a config. */
export function createHolder<C extends AuthConfig>(options: MemberPlace): AuthHolder<C> {
  const { name = "auth" } = options;
  const own = new WeakSet<object>();
  const isOwn = (auth: unknown): auth is RequestAuth<C> => typeof auth === "function" && own.has(auth);
  const get = (data: object) => {
    const auth: unknown = Reflect.get(data, name);
    return isOwn(auth) ? auth : undefined;
  };
  return {
    set(data, auth) {
      if (name in data && !get(data)) throw taken(options);
      own.add(auth);
      Object.assign(data, { [name]: auth });
    },
    get,
  };
}

function taken({ data, name = "auth", advice }: MemberPlace): ConfigError {
  return new ConfigError(`Cannot set \`${data}.${name}\`: something else has set it. ${advice}`);
}

/** Creates the `auth` of a prerendered page. @param remedy What to write, so that the page is made for each request. */
export function createBuildAuth<C extends AuthConfig>(remedy: string): RequestAuth<C> {
  return createRequestAuth<C>({
    isForAll: () => true,
    begin(wish) {
      throw new ConfigError(
        `Cannot ${wish}: the page is prerendered, at build time and without a request. Write ${remedy}`,
      );
    },
    assertOpen() {},
    setCookies() {},
  });
}
