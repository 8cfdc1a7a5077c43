/**
 * How ALTCHA checks an answer, and what it shows.
 *
 * @module
 */

import type { Incoming, Outcome } from "../../http/types.ts";
import { markup } from "../../markup/html.ts";
import type { Setup } from "../../setup/setup.ts";
import { CHALLENGE, type Kind } from "./kind.ts";
import type { AltchaOptions } from "./options.ts";
import { sourceOf } from "./part.ts";
import { makeChallenge, solvedBy } from "./pow.ts";
import { isFirst } from "./used.ts";

/** How often a key is derived with a hash, by default: a second or two of work for a telephone. */
const COST = 5000;

/** ALTCHA. */
export const ALTCHA: Kind<AltchaOptions> = {
  async check(_request, { fields }, _options, setup) {
    const solved = await solvedBy(fields.altcha, setup);
    return solved !== null && await isFirst(solved, setup);
  },
  widget: ({ script, styles, integrity }, { language }, { basePath }) => ({
    html: markup`${
      styles !== undefined && markup`<link rel="stylesheet" href="${styles}">`
    }<altcha-widget auto="onload" challenge="${basePath}/challenge" language="${language}"></altcha-widget>`
      .toString(),
    script,
    module: true,
    ...(integrity !== undefined && { integrity }),
    policy: {
      "connect-src": ["'self'"],
      "worker-src": ["'self'"],
      ...(styles !== undefined && { "style-src": [sourceOf(styles)] }),
    },
  }),
};

/** `GET challenge`: makes one for the widget. */
export async function showChallenge(_incoming: Incoming, setup: Setup): Promise<Outcome> {
  const { cost = COST } = setup.rules.get(CHALLENGE)!.options as AltchaOptions;
  return { json: await makeChallenge(cost, setup) };
}
