/**
 * The functions of capabilities in the application's own code: forms of its pages, and calls.
 *
 * @module
 */

import type { AuthConfig } from "../model/auth_config.ts";
import { ConfigError } from "../errors/errors.ts";
import { parseCookies } from "../http/cookies.ts";
import { toRecord } from "../http/incoming.ts";
import {
  type ActionRequest,
  actionSetup,
  assertOwnRequest,
  type LeavingAct,
  readForOwnPage,
  runOwnForm,
} from "./own_request.ts";
import { type ActionResult, toActionResult } from "./server_action.ts";
import type { CallDoor, CallResult } from "../setup/call.ts";
import type { Capability, Setup } from "../setup/setup.ts";
import { FEATURES } from "../shapes/lists.ts";
import { FUNCTIONS } from "../shapes/shapes.ts";
import { capabilityOf } from "../sign_in/capability.ts";
import { capitalize } from "../values/capitalize.ts";

/** A form of the application. */
export interface FormAction {
  /** The name of the functions: `password`. */
  readonly name: string;
  /** Which one: `signUp`. */
  readonly form: string;
  /** Its fields, with `redirectTo`, or the form as the browser sent it. */
  readonly fields: object;
}

/** Where the user goes, and what the page shows before. */
export interface FormResult extends ActionResult {
  /** The values that the page shows once, by name, `null` for each that it lacks; `null` for a form that never shows any. */
  readonly shown: Readonly<Record<string, unknown>> | null;
}

/** A call of the application. */
export interface CallAction {
  /** The name of the functions: `accessTokens`. */
  readonly name: string;
  /** Which one: `get`. */
  readonly call: string;
  /** Its parameters, as the application has passed them. */
  readonly params: readonly unknown[];
}

/**
 * Does what a form of the application asks for, as the page of the library does. Refuses requests of other sites, as `signIn`
 * does. A link changes nothing and sends no mail: it leads to the page that has the form.
 *
 * @throws {ConfigError} if the config does not bring the function.
 * @throws {AuthError} if it fails.
 */
export async function submitForm(
  request: ActionRequest,
  { name, form, fields }: FormAction,
  config: AuthConfig,
): Promise<FormResult> {
  const setup = actionSetup(request, config);
  const code = capabilityNamed(name, setup);
  const { action, hasProvider, page, shows, choice } = rowOf(FUNCTIONS[name]?.forms, form);
  const provider = hasProvider && [...setup.providers.values()].find((each) => capabilityOf(each) === code);
  const outcome = await runOwnForm(request, {
    action,
    page,
    provider: provider || undefined,
    ...readFields(fields, choice),
  }, setup);
  const { json, cookies = [] } = outcome;
  const { url, ...shown }: Readonly<Record<string, unknown>> = Object(json);
  const isShown = outcome.redirect === undefined && typeof url === "string";
  const result = isShown ? { url, cookies } : toActionResult(outcome);
  return { ...result, shown: shows === undefined ? null : { [shows]: isShown ? shown[shows] : null } };
}

/**
 * Calls a function that the config brings, such as `accessTokens.get`. `submitForm` runs its forms.
 *
 * @throws {ConfigError} if the config does not bring it.
 * @throws {AuthError} if it fails.
 */
export async function runCall(
  request: ActionRequest,
  { name, call, params }: CallAction,
  door: CallDoor,
  config: AuthConfig,
): Promise<CallResult> {
  const setup = actionSetup(request, config);
  const { method = "GET", headers } = request;
  return await rowOf(capabilityNamed(name, setup).calls, call)(params, {
    ...door,
    method,
    headers,
    cookies: parseCookies(headers.get("cookie")),
    assertOwn: () => assertOwnRequest(request, setup),
    read: (action, query) => readForOwnPage(request, { action, query }, setup),
  }, setup);
}

/** Returns the capability whose functions stand under a name. @throws {ConfigError} if the config does not have it. */
export function capabilityNamed(name: string, { capabilities }: Setup): Capability {
  const code = [...capabilities].find((each) => each.name === name);
  if (code) return code;
  throw new ConfigError(
    `Cannot use the functions of \`${name}\`: add \`${capitalize(name)}()\` to \`${
      FEATURES.includes(name) ? "features" : "providers"
    }\``,
  );
}

/** Finds one by its name. @throws {ConfigError} if there is none: an integration has asked for it. */
export function rowOf<Row>(
  rows: Readonly<Record<string, Row>> | ((name: string) => Row) | undefined,
  name: string,
): Row {
  if (typeof rows === "function") return rows(name);
  if (rows && Object.hasOwn(rows, name)) return rows[name]!;
  throw new ConfigError(`Cannot call "${name}": no function has this name`);
}

/** Reads a form of the application: its fields, or the form as the browser sent it. */
function readFields(
  fields: object,
  choice: string | undefined,
): { readonly body: LeavingAct["body"]; readonly redirectTo: unknown } {
  const { redirectTo, ...body } = toRecord<unknown>(
    Symbol.iterator in fields ? fields as FormData : Object.entries(fields),
  );
  return { body: { ...body, ...(choice !== undefined && { choice }) }, redirectTo: redirectTo || null };
}
