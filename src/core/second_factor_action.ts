/**
 * Second factors in the application's own code: its pages ask for one and set one up.
 *
 * @module
 */

import type { AuthConfig } from "../model/auth_config.ts";
import { ConfigError } from "../errors/errors.ts";
import { type Act, type ActionRequest, actionSetup, readForOwnPage, runOwnForm } from "./own_request.ts";
import { SECOND_FACTOR } from "../model/second_factor.ts";
import type {
  SecondFactorForms,
  SecondFactorPage,
  SecondFactorSetup,
} from "../values/second_factor_forms.ts";
import { type ActionResult, readFields, toActionResult } from "./server_action.ts";
import type { Setup } from "../setup/setup.ts";
import type { Outcome } from "../http/types.ts";
import type { PageName } from "../http/urls.ts";

/** A form about second factors. */
export interface SecondFactorAction {
  /** Which one. */
  readonly form: keyof SecondFactorForms;
  /** Its fields, with `redirectTo`, or the form as the browser sent it. */
  readonly fields: object;
}

/** Where the user goes, and the recovery codes to show before. */
export interface SecondFactorResult extends ActionResult {
  /** New recovery codes, which are shown once; `null` if there are none. */
  readonly codes: readonly string[] | null;
}

/** The page that an integration shows. */
export interface ShownSecondFactorPage extends SecondFactorPage {
  /**
   * Whether cookies can be set while the page is made: one keeps the code of a mail. Without it, the user goes to the endpoint that
   * mails it, and back to `pages.secondFactorSetup`. Default `true`.
   */
  readonly canSetCookies?: boolean;
}

/** What a page shows that sets a second factor up, or where the user must go first. */
export type StartedSecondFactor =
  & Pick<ActionResult, "cookies">
  & (
    | { readonly page: SecondFactorSetup; readonly url: null }
    | {
      readonly page: null;
      /** Absolute URL to redirect to. */
      readonly url: string;
    }
  );

/**
 * Does what a form about second factors asks for, as the page of the library does. Refuses requests of other sites, as `signIn`
 * does. A link changes nothing: it leads to the page that has the form.
 *
 * @throws {ConfigError} without `SecondFactor()` in the config.
 * @throws {AuthError} if it fails: `InvalidSecondFactor`, `InvalidCheck`, `TooManyWrongCodes`, `RateLimited`, and what a sign-in throws.
 */
export async function submitSecondFactor(
  request: ActionRequest,
  { form, fields }: SecondFactorAction,
  config: AuthConfig,
): Promise<SecondFactorResult> {
  const setup = factorSetup(request, config);
  const outcome = await runOwnForm(request, { ...SECOND_FACTOR_FORMS[form], ...readFields(fields) }, setup);
  const { json, cookies = [] } = outcome;
  return isShown(json) ? { ...json, cookies } : { ...toActionResult(outcome), codes: null };
}

/**
 * Makes the secret that a page shows which sets a second factor up; in a sign-in that needs a proof of the mailbox, mails a code.
 *
 * @throws {ConfigError} without `SecondFactor()` in the config.
 * @throws {AuthError} if it fails: `InvalidCheck` if no sign-in waits for it, `TooManyWrongCodes`, `EmailSignInError`.
 */
export async function startSecondFactor(
  request: ActionRequest,
  { question, redirectTo, setup: shown, canSetCookies = true }: ShownSecondFactorPage,
  config: AuthConfig,
): Promise<StartedSecondFactor> {
  const setup = factorSetup(request, config);
  const cookieless = canSetCookies ? undefined : "true";
  const given = Object.entries({ question, callbackUrl: redirectTo, setup: shown, cookieless });
  const query = Object.fromEntries(given.filter((entry): entry is [string, string] => Boolean(entry[1])));
  const { json, redirect, cookies = [] } = await readForOwnPage(
    request,
    { action: "second-factor-setup", query },
    setup,
  );
  return redirect === undefined
    ? { page: json as SecondFactorSetup, url: null, cookies }
    : { page: null, url: redirect, cookies };
}

/** What each form does, and the page that has it. */
const SECOND_FACTOR_FORMS: Readonly<
  Record<keyof SecondFactorForms, Pick<Act, "action"> & { page: PageName }>
> = {
  proveSecondFactor: { action: "second-factor", page: "secondFactor" },
  setUpSecondFactor: { action: "second-factor-setup", page: "secondFactorSetup" },
};

function factorSetup(request: ActionRequest, config: AuthConfig): Setup {
  const setup = actionSetup(request, config);
  if (setup.rules.get(SECOND_FACTOR)) return setup;
  throw new ConfigError("Cannot use a second factor: `features` has no `SecondFactor()`");
}

/** Whether an answer has recovery codes to show. */
function isShown(json: Outcome["json"]): json is { readonly codes: readonly string[]; readonly url: string } {
  return typeof json === "object" && json !== null && "codes" in json;
}
