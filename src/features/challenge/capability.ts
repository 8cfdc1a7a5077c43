/**
 * The code of challenges, as a config gets it: what it does is loaded on demand.
 *
 * @module
 */

import { ConfigError } from "../../errors/errors.ts";
import { later } from "../../http/route.ts";
import { once } from "../../platform/once.ts";
import type { Capability } from "../../setup/setup.ts";
import type { Keys } from "../../values/keys.ts";
import { assertForms } from "./forms.ts";
import type { ChallengeRules } from "./kind.ts";
import type { ChallengeForms, ChallengeOptions } from "./options.ts";

const work = once(() => import("./work.ts"));

/**
 * The code of a kind of challenge.
 *
 * @param options Those that its function knows.
 * @param kind Loads how it checks, and what it draws.
 * @param assert Throws what is wrong with the options.
 */
export function challengeOf<Options extends ChallengeForms>(
  options: Readonly<Record<string, true>>,
  kind: ChallengeRules<Options>["kind"],
  assert: (options: Options) => void,
): Capability {
  return {
    name: "challenge",
    options,
    rules(given): ChallengeRules<Options> {
      assertForms(given as Options);
      assert(given as Options);
      return { options: given as Options, kind };
    },
    words: () => import("../../messages/challenge_en.ts"),
    beforeForm: later(work, "assertSolved"),
    formPart: later(work, "drawPart"),
  };
}

/** The code of a challenge of the application's own. */
export const challenge: Capability = /* @__PURE__ */ challengeOf<ChallengeOptions>(
  { check: true, widget: true, forms: true } satisfies Keys<ChallengeOptions>,
  async () => (await work()).OWN,
  ({ check }) => {
    if (typeof check !== "function") {
      throw new ConfigError("Cannot use `Challenge`: `check` must be a function");
    }
  },
);
