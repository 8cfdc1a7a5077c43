/**
 * A half of a capability in a browser, whose code is loaded when one of its functions is called.
 *
 * @module
 */

import { ClientError } from "./_error.ts";
import type { Http } from "./_http.ts";
import { finish, type Form, readFormOptions, type SignInContext, type Submission } from "./_sign_in.ts";
import type { SignInResult } from "./types.ts";

/** The functions of the client that a half gets. It gets them as a value: an import would make bundlers split the client. */
export interface HalfContext {
  /** Requests. */
  readonly http: Pick<Http, "page" | "ask">;
  /** Reads options. @throws {ClientError} if a value cannot be a field of a form. */
  readForm(options: object): Form;
  /** Posts a form, and goes where the answer leads. */
  finish(submission: Submission): Promise<SignInResult>;
  /** Creates an error. */
  toError(...params: ConstructorParameters<typeof ClientError>): ClientError;
}

/** Loads the code of a half. */
type Load<Half> = (context: HalfContext) => Promise<Half>;

/** Creates functions whose code is loaded when one of them is called. */
export function loadedLater<Half extends object>(
  names: readonly (keyof Half & string)[],
  load: Load<Half>,
  context: SignInContext,
): Half {
  const { http } = context;
  const own: HalfContext = {
    http,
    readForm: (options) => readFormOptions(options, http),
    finish: (submission) => finish(submission, context),
    toError: (...params) => new ClientError(...params),
  };
  let half: Half | undefined;
  const call = (name: keyof Half) => async (...params: unknown[]) => {
    half ??= await load(own);
    return await (half[name] as (...params: unknown[]) => unknown)(...params);
  };
  return Object.fromEntries(names.map((name) => [name, call(name)])) as Half;
}
