/**
 * The text that people read at the place of a challenge: see `types.ts`.
 *
 * @module
 */

import type { AlertMessage } from "./alert_types.ts";

/** Messages at the place of a challenge. */
export interface ChallengeMessages {
  /** In its place where no scripts run. */
  readonly needsScript: string;
  /** Failures, by the error type of the URL. */
  readonly errors: {
    /** The form came without the proof that it's from a person. */
    readonly ChallengeFailed: AlertMessage;
  };
}
