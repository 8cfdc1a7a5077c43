/**
 * Answers a received request, independent of the server.
 *
 * @module
 */

import { pageActions } from "./routes.ts";
import type { AuthConfig } from "../model/auth_config.ts";
import { schemeOf } from "../http/cookies.ts";
import { dispatch, INTERNAL_ERROR, toAuthError } from "./dispatch.ts";
import { BadRequest, isForPerson, parseRequest } from "../http/incoming.ts";
import { toLogger } from "../config/logger.ts";
import { type Answer, toAnswer } from "../http/outcome.ts";
import { PRIVATE } from "../http/caches.ts";
import { webPlatform } from "../platform/platform.ts";
import { setupOf, type Use } from "../config/setup.ts";
import type { Capabilities, Setup } from "../setup/setup.ts";
import type { Incoming, Outcome, RawAnswer, Received } from "../http/types.ts";
import { pageUrl } from "../http/urls.ts";

/** URLs of requests that no provider answers. */
const READS_SESSION = /^[^?#]*\/(session|csrf)([?#]|$)/;

/**
 * Answers a request. Never rejects: it logs a failure, and the answer does not reveal the cause.
 *
 * @param capabilities As for `setupOf`.
 */
export async function answer(
  received: Received,
  config: AuthConfig,
  capabilities?: Capabilities,
): Promise<Answer> {
  let setup: Setup;
  try {
    setup = setupFor(received, config, capabilities);
  } catch (error) {
    return await misconfigured(received, config, error);
  }
  try {
    return toAnswer(await readable(received, setup, await outcomeOf(received, setup)));
  } catch (error) {
    setup.logger.error(toAuthError(error));
    return toAnswer(await readable(received, setup, INTERNAL_ERROR));
  }
}

/** Answers a request with plain data. @throws {AuthError} if it fails. */
export async function answerRaw(
  received: Received,
  config: AuthConfig,
  capabilities?: Capabilities,
): Promise<RawAnswer> {
  const setup = setupFor(received, config, capabilities);
  try {
    const outcome = await readable(received, setup, await outcomeOf(received, setup));
    const { json, html, script, stream, cookies } = outcome;
    const body = json === undefined ? html ?? script ?? stream : json;
    // As those of a response: see `toAnswer`.
    const isPublic = outcome.headers?.["cache-control"] && !cookies?.length;
    const headers = { ...outcome.headers, ...(!isPublic && PRIVATE) };
    return { ...outcome, headers, ...(body !== undefined && { body }) };
  } catch (error) {
    throw toAuthError(error);
  }
}

/** Returns the setup for the scheme of a request. @throws {ConfigError} if the config is invalid. */
export function setupFor(
  { url }: Pick<Received, "url">,
  config: AuthConfig,
  capabilities?: Capabilities,
): Setup {
  return setupOf(config, schemeOf(url), { use: useOf(url), capabilities });
}

/** Returns what a request for a URL needs of the config. */
export function useOf(url: string): Use {
  return READS_SESSION.test(url) ? "sessions" : "all";
}

/** Lets front ends on other origins read an answer. */
async function readable(received: Received, { frontEnds }: Setup, outcome: Outcome): Promise<Outcome> {
  return await frontEnds?.readable(received, outcome) ?? outcome;
}

async function outcomeOf(received: Received, setup: Setup): Promise<Outcome> {
  let incoming: Incoming;
  try {
    incoming = await parseRequest(received, setup.basePath, setup);
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error;
    setup.logger.debug("request refused", { status: error.status });
    const page = signInPageFor(received, error, setup);
    if (page !== null) return { redirect: page };
    return { status: error.status, json: { message: error.message } };
  }
  return await dispatch(incoming, setup);
}

/**
 * Returns the URL of the sign-in page for a person who opens the path of the library itself, or an unknown one below it;
 * `null` for any other request, and for the address of that page.
 */
function signInPageFor(received: Received, { status }: BadRequest, setup: Setup): string | null {
  const { basePath, innerPath = basePath } = setup;
  if (status !== 404 || !isForPerson(received) || !URL.canParse(received.url)) return null;
  const { origin, pathname } = new URL(received.url);
  const isOurs = [basePath, innerPath].some((path) => path && `${pathname}/`.startsWith(`${path}/`));
  if (!isOurs) return null;
  const page = pageUrl("signIn", { origin: setup.origin ?? origin }, setup);
  return new URL(page).pathname === pathname ? null : page;
}

/** Answers every request if the config is invalid. Only the log has the details. */
async function misconfigured(received: Received, config: AuthConfig, error: unknown): Promise<Answer> {
  const logger = toLogger(config ?? {}, { ...webPlatform, ...config?.platform });
  logger.error(toAuthError(error));
  const message = "There is a problem with the server's configuration. Its log has the details.";
  const asJson = toAnswer({ status: 500, json: { message } });
  if (!isForPerson(received)) return asJson;
  try {
    const { origin } = new URL(received.url);
    const { showMisconfiguration } = await pageActions();
    return toAnswer(
      await showMisconfiguration(origin, received.headers.get("accept-language"), config?.languages),
    );
  } catch (unforeseen) {
    logger.error(toAuthError(unforeseen));
    return asJson;
  }
}
