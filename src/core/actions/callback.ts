/**
 * `GET` and `POST callback/:provider`: a sign-in ends, or asks first whether to link its account.
 *
 * @module
 */

import { complete } from "../../sign_in/complete.ts";
import { wishesOf } from "../../sign_in/intent.ts";
import { requireProvider } from "../../sign_in/method.ts";
import { methodOf } from "../../sign_in/methods.ts";
import { withCookies } from "../../http/outcome.ts";
import type { Setup } from "../../setup/setup.ts";
import type { Failure, Incoming, Outcome } from "../../http/types.ts";

export { answerLink, showLink } from "./link.ts";

/** Signs the user in. Removes the cookies of the attempt, also if the sign-in fails. */
export async function callback(incoming: Incoming, setup: Setup): Promise<Outcome | Failure> {
  const provider = requireProvider(incoming, setup);
  const { finish } = await methodOf(provider);
  const attempt = await finish(incoming, provider, setup);
  if (!("identify" in attempt)) return attempt;
  const { returnTo, intent, consumed } = attempt;
  try {
    const identity = await attempt.identify();
    return withCookies(await complete(identity, { incoming, returnTo, intent }, setup), consumed);
  } catch (error) {
    const cookies = [...consumed, ...await attempt.onFailure?.(error) ?? []];
    return { error, returnTo, ...wishesOf(intent, incoming), cookies };
  }
}
