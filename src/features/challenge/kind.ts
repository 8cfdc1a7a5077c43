/**
 * A kind of challenge: how it checks an answer, and what it shows.
 *
 * @module
 */

import type { Setup } from "../../setup/setup.ts";
import type { Awaitable } from "../../values/types.ts";
import type { Key } from "../../values/typed_map.ts";
import type { ChallengeContext, ChallengeForms, ChallengePage, ChallengeWidget } from "./options.ts";

/** A kind of challenge. @typeParam Options What the application has written. */
export interface Kind<Options> {
  /** Whether the form has an answer that counts. Whatever it throws is a failure of the service. */
  check(request: Request, context: ChallengeContext, options: Options, setup: Setup): Awaitable<boolean>;
  /** What it shows in a form; `null` for nothing. */
  widget(options: Options, page: ChallengePage, setup: Setup): ChallengeWidget | null;
}

/** What a setup keeps of its challenge. */
export interface ChallengeRules<Options extends ChallengeForms = ChallengeForms> {
  /** The options, as the application has written them. */
  readonly options: Options;
  /** Loads how it checks, and what it draws. */
  readonly kind: () => Promise<Kind<Options>>;
}

/** Names them. */
export const CHALLENGE: Key<ChallengeRules> = { name: "challenge" };
