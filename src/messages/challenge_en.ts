/**
 * The messages of challenges in English.
 *
 * @module
 */

import type { ChallengeMessages } from "./challenge_types.ts";

/** At the place of a challenge. */
export const challenge: ChallengeMessages = {
  needsScript: "This form needs JavaScript.",
  errors: {
    ChallengeFailed: { what: "We couldn't confirm that you're human.", now: "Please try again." },
  },
};
