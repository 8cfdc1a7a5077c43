/**
 * The `auth` of a request, where the application returns its answer as a `Response`.
 *
 * @module
 */

import { UNCACHED } from "./refusal.ts";
import { type AnswerInProgress, createRequestAuth, type RequestAuth } from "./request_auth.ts";
import type { Visit } from "./visit.ts";
import type { AuthConfig } from "../../model/auth_config.ts";
import { serializeCookie, withoutReplaced } from "../../http/cookies.ts";
import { ConfigError } from "../../errors/errors.ts";

/** The `auth` of a request, and its end. */
export interface ResponseAuth<C extends AuthConfig> {
  /** The `auth` for the application. */
  readonly auth: RequestAuth<C>;
  /**
   * The application has returned its response, which no cookie can follow. Returns the headers to add: the cookies of `auth`,
   * that of a prolonged session, and one that forbids caches to keep the response.
   *
   * @param setCookies Values of the `Set-Cookie` headers of the response.
   */
  end(setCookies: readonly string[]): Promise<[name: string, value: string][]>;
}

/** Functions that depend on the framework. Without `setCookies`, the cookies are among the headers of `end`. */
type ResponseOptions<C extends AuthConfig> = Partial<
  Pick<AnswerInProgress<C>, "form" | "leads" | "pageUrl" | "prolong" | "refuse" | "setCookies">
>;

/** Creates it. */
export function createResponseAuth<C extends AuthConfig>(
  visit: Visit<C>,
  options: ResponseOptions<C> = {},
): ResponseAuth<C> {
  let isEnded = false;
  let kept: readonly string[] = [];
  const auth = createRequestAuth<C>({
    ...options,
    begin: () => visit,
    assertOpen(wish) {
      if (!isEnded) return;
      throw new ConfigError(
        `Cannot ${wish}: the response has been returned, and a cookie cannot follow it. Await this before you return`,
      );
    },
    setCookies(cookies) {
      visit.isPrivate = true;
      if (options.setCookies) return options.setCookies(cookies);
      const added = cookies.map(serializeCookie);
      kept = [...withoutReplaced(kept, added), ...added];
    },
  });
  return {
    auth,
    async end(setCookies) {
      isEnded = true;
      const cookies = kept.map((cookie): [string, string] => ["set-cookie", cookie]);
      const prolonged = await visit.session.headers([...setCookies, ...kept]);
      // A session may have been read for the sake of an inner request only.
      visit.isPrivate ||= [...cookies, ...prolonged].some(([name]) => name === "set-cookie");
      return visit.isPrivate ? [[...UNCACHED], ...cookies, ...prolonged] : [];
    },
  };
}
