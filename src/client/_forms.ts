/**
 * The functions for the application's own forms and pages: those of the lists of all capabilities.
 *
 * @module
 */

import { throwRefused, toPosted } from "./_http.ts";
import { finish, leavePage, readFormOptions, type SignInContext } from "./_sign_in.ts";
import type { FormShape } from "../shapes/shape.ts";
import { FUNCTIONS } from "../shapes/shapes.ts";
import type { ClientHalves, ClientPage, SignInResult } from "./types.ts";

/** Creates the functions of all capabilities, under their names. */
export function createForms(context: SignInContext): ClientHalves {
  const groups = Object.entries(FUNCTIONS).flatMap(([name, { forms = {}, reads = {} }]) => {
    const posts = Object.entries(forms).map(([form, row]) => {
      const path = row.hasProvider ? `${row.action}/${name}` : row.action;
      return [form, (options: object) => submit(path, options, row)];
    });
    const gets = Object.entries(reads).map(([call, path]) => [
      call,
      (options: object = {}) => read(path, options),
    ]);
    const functions = [...posts, ...gets];
    return functions[0] ? [[name, Object.fromEntries(functions)]] : [];
  });
  return Object.fromEntries(groups);

  async function submit(
    path: string,
    options: object,
    { begins, choice, shows }: FormShape,
  ): Promise<SignInResult> {
    const form = readFormOptions(options, context.http);
    const fields = choice ? { ...form.fields, choice } : form.fields;
    const result = await finish({ path, form: { ...form, fields }, endsHere: !begins }, context);
    return shows ? { [shows]: null, ...result } : result;
  }

  async function read(path: string, options: object): Promise<ClientPage<object>> {
    const { http } = context;
    const form = readFormOptions(options, http);
    const headers = { "x-auth-return-redirect": "1" };
    const { status, data } = await http.ask(`${path}?${new URLSearchParams(form.fields)}`, { headers });
    if (typeof data?.url === "string") {
      return { ...leavePage(toPosted(new URL(data.url, http.href()), status), form, context), page: null };
    }
    if (status !== 200 || typeof data !== "object") throwRefused(path, status);
    return { ok: true, error: null, code: null, status, url: null, page: data };
  }
}
