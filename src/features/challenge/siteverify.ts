/**
 * Verifies an answer at a service: Turnstile and hCaptcha have the same protocol.
 *
 * @module
 */

import { ServerBusy, ServerError } from "../../errors/errors.ts";
import { isA } from "../../errors/thrown.ts";
import { readText } from "../../platform/body.ts";
import { TimedOut, within } from "../../platform/platform.ts";
import { parseJsonObject } from "../../values/json_object.ts";
import type { ChallengeContext, ChallengeService } from "./options.ts";

/** A service. */
export interface Service {
  /** Its name, for messages. */
  readonly name: string;
  /** URL that verifies answers. */
  readonly url: string;
  /** The field of a form with the answer. */
  readonly field: string;
  /** Further parameters. Default: none. */
  readonly params?: Readonly<Record<string, string>>;
}

/** What a service says about an answer. */
interface Verdict {
  readonly success?: unknown;
  readonly hostname?: unknown;
  readonly action?: unknown;
  readonly "error-codes"?: unknown;
}

/** The longest answer that is sent on, in characters, and the longest verdict that is read, in bytes. */
const [MAX_ANSWER, MAX_VERDICT] = [16_384, 65_536];

/** Codes of an answer that is wrong, was used, or is too old. All others are about the keys or the service. */
const OF_ANSWERS = /^(?:timeout-or-duplicate|.*-response|not-using-dummy-passcode)$/;

/** Asks a service whether the answer in a form counts. @throws {ServerBusy} if it does not say so, unless the options accept that. */
export async function verify(
  { fields, platform, logger }: ChallengeContext,
  service: Service,
  { secretKey = "", hostname, timeout = 5, onFailure, action, url = service.url }: ChallengeService & {
    readonly action?: string;
  },
): Promise<boolean> {
  const answer = fields[service.field];
  // Without one there is nothing to ask: a script that sends none costs no request.
  if (!answer || answer.length > MAX_ANSWER) return false;
  try {
    const body = new URLSearchParams({ ...service.params, secret: secretKey, response: answer });
    const verdict = await within(timeout * 1000, platform, async (signal) => {
      const response = await platform.fetch(url, { method: "POST", body, signal, redirect: "error" });
      return parseVerdict(await readText(response, MAX_VERDICT));
    });
    if (verdict.success === true) {
      return (hostname ?? verdict.hostname) === verdict.hostname &&
        (action ?? verdict.action) === verdict.action;
    }
    const codes = [verdict["error-codes"] ?? []].flat().map(String);
    if (codes.every((code) => OF_ANSWERS.test(code))) return false;
    throw new Refused(codes.join(", "));
  } catch (error) {
    const message = `Cannot verify a challenge at ${service.name}: ${reasonOf(error, timeout)}`;
    const cause = { err: error as Error };
    // A client may have made the service refuse the request: only silence is an outage.
    if (onFailure !== "accept" || isA(error, Refused)) throw new ServerBusy(message, cause);
    logger.error(new ServerError(message, cause));
    return true;
  }
}

/** The service has answered with something else than a verdict. */
class WrongAnswer extends Error {}

/** The service refuses the keys, or the request. */
class Refused extends Error {}

/** @throws {WrongAnswer} if it is not one, such as the page of a proxy. */
function parseVerdict(text: string | null): Verdict {
  const verdict: Verdict | null = parseJsonObject(text);
  if (typeof verdict?.success !== "boolean") throw new WrongAnswer();
  return verdict;
}

function reasonOf(error: unknown, timeout: number): string {
  if (isA(error, TimedOut)) return `it has not answered within ${timeout} seconds`;
  if (isA(error, Refused)) return `it refuses the keys or the request, with ${error.message}`;
  return isA(error, WrongAnswer) ? "its answer is not a verdict" : "it cannot be reached";
}
