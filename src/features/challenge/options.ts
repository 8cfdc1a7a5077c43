/**
 * The options of challenges.
 *
 * @module
 */

import type { Platform } from "../../platform/platform.ts";
import type { OpenForm } from "../../setup/open_form.ts";
import type { Awaitable, LoggerInstance } from "../../values/types.ts";

/** Which forms ask. */
export interface ChallengeForms {
  /**
   * The forms that ask: `signUp` creates an account with a password, `signIn` is for a password and for the fields of `Credentials()`,
   * `forgotPassword` asks for an email to choose another password, `mail` for one to sign in with. Default: all four.
   */
  readonly forms?: readonly OpenForm[];
}

/** The options of a challenge of your own. */
export interface ChallengeOptions extends ChallengeForms {
  /**
   * Whether a form may be sent: `true` lets it through; `false` shows it again, with the error `ChallengeFailed`. The library calls it
   * before it looks anything up, hashes, counts or mails. If it throws, the answer is 503, and nothing of the form is done.
   */
  readonly check: (request: Request, context: ChallengeContext) => Awaitable<boolean>;
  /**
   * What the built-in pages show in these forms, above the button; a function gets the form and the language. The sign-in page is kept
   * once it's drawn: a function runs once for each of its forms there, in each language, and where the password and the email share a
   * form, that has the widget of `signIn`. Default: nothing, for a check that needs no
   * field, or for pages of your own.
   */
  readonly widget?: ChallengeWidget | ((page: ChallengePage) => ChallengeWidget);
}

/** What a check gets beside the request. */
export interface ChallengeContext {
  /** The form that was sent. */
  readonly form: OpenForm;
  /** Its fields that are text, as they were sent, such as `cf-turnstile-response`. */
  readonly fields: Readonly<Record<string, string>>;
  /** Clock, network and timers of the config. */
  readonly platform: Platform;
  /** The log of the config. */
  readonly logger: LoggerInstance;
}

/** The page on which a widget stands. */
export interface ChallengePage {
  /** The form. */
  readonly form: OpenForm;
  /** The language of the page, such as `de`. */
  readonly language: string;
}

/** A widget on the built-in pages. */
export interface ChallengeWidget {
  /** HTML for the form, as it stands in the page: the library escapes nothing in it. */
  readonly html: string;
  /** URL of its script, absolute or a path of your origin. The page allows it. Default: none. */
  readonly script?: string;
  /** Whether the script is a module. Default `false`. */
  readonly module?: boolean;
  /** Hash of the script, `sha384-…`: a browser runs no other one (Subresource Integrity). Default: none. */
  readonly integrity?: string;
  /**
   * What else the policy of these pages allows, by directive: `{ "frame-src": ["https://captcha.example.com"] }` (CSP Level 3 §6).
   * Default: the script alone.
   */
  readonly policy?: Readonly<Record<string, readonly string[]>>;
}

/** What the challenges of services have in common. */
export interface ChallengeService extends ChallengeForms {
  /** The public key of your site, which stands in the page. */
  readonly siteKey: string;
  /** The secret key that belongs to it. Read it from the environment. */
  readonly secretKey: string | undefined;
  /** The host that the page of the answer must have had, such as `app.example.com`. Default: any that the service allows. */
  readonly hostname?: string;
  /** How long to wait for the service, in seconds: at most 60. Default 5. */
  readonly timeout?: number;
  /**
   * What happens while the service doesn't answer: `refuse` answers 503, and asks the user to try again in a moment; `accept` lets the
   * form through, and writes an entry into the log. Where the service refuses the keys, it's always 503. Default `refuse`.
   */
  readonly onFailure?: "accept" | "refuse";
  /** URL that verifies answers, if it's another one. Default: that of the service. */
  readonly url?: string;
}

/** The options of Turnstile. */
export interface TurnstileOptions extends ChallengeService {
  /** The action with which the widget is drawn, and which the answer must name: 1 to 32 of `a-z`, `0-9`, `_`, `-`. Default: none. */
  readonly action?: string;
}

/** The options of ALTCHA. */
export interface AltchaOptions extends ChallengeForms {
  /**
   * URL of your file with the widget, a path such as `/captcha.js`: a module that imports `altcha/external` of version 3, and registers
   * the worker of `PBKDF2/SHA-256`. The widget in one file, `altcha`, doesn't work under the policy of the pages.
   */
  readonly script: string;
  /** Hash of the script, `sha384-…`: a browser runs no other one (Subresource Integrity). Default: none. */
  readonly integrity?: string;
  /** URL of the styles of the widget. Default: none. */
  readonly styles?: string;
  /** Iterations of PBKDF2 for each of the 256 keys that a browser derives on average: 1000 to 1,000,000. Default 5000. */
  readonly cost?: number;
}

/** The options of hCaptcha. */
export type HCaptchaOptions = ChallengeService;
