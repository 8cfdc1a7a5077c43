/**
 * `docs/public/openapi.json`, and whether answers are as it says.
 *
 * @module
 */

import { readFile } from "node:fs/promises";
// @ts-types="npm:ajv@8.20.0/dist/2020.js"
import { Ajv2020 } from "npm:ajv@8.20.0/dist/2020.js";
import formats from "npm:ajv-formats@3.0.1";
import { OPENAPI } from "../../tools/openapi/openapi.ts";
import { ROOT } from "./_checked_pages.ts";

/** The description. */
export const openApi: OpenApi = JSON.parse(await readFile(new URL(OPENAPI, ROOT), "utf8"));

/** What the tests read of it. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, FormSchema>>;
    readonly responses: Readonly<Record<string, Answer>>;
  };
}

/** An operation. */
export interface Operation {
  readonly security?: readonly object[];
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: { readonly $ref: string } }>>;
  };
  readonly responses: Readonly<Record<string, Answer & { readonly $ref?: string }>>;
}

interface Answer {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

interface FormSchema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly anyOf?: readonly { readonly const?: string }[];
}

const ajv = new Ajv2020({ strict: false });
formats.default(ajv);
ajv.addSchema({ $id: "https://openapi.test/", components: { schemas: openApi.components.schemas } });

/** The operation of an endpoint, such as `POST signin/:provider`. */
export function operationOf(endpoint: string): Operation {
  const [method, path] = endpoint.split(" ");
  return openApi.paths[`/${path!.replace(/:(\w+)/, "{$1}")}`]![method!.toLowerCase()]!;
}

/** The form of an endpoint; `undefined` if it has none. */
export function formOf({ requestBody }: Operation): FormSchema | undefined {
  const [content] = Object.values(requestBody?.content ?? {});
  return content && openApi.components.schemas[content.schema.$ref.split("/").at(-1)!];
}

/** What the description does not say of an answer: status, type, an error, a field of its JSON or of a form on its page. */
export async function unsaidOf(endpoint: string, response: Response): Promise<readonly string[]> {
  const { status, headers } = response;
  const stated = operationOf(endpoint).responses[status];
  if (!stated) return [`status ${status}`];
  const answer = stated.$ref ? openApi.components.responses[stated.$ref.split("/").at(-1)!]! : stated;
  if (status >= 300 && status < 400 && !answer.headers?.Location) return ["a redirect"];
  const error = headers.has("location") && new URL(headers.get("location")!).searchParams.get("error");
  const types = openApi.components.schemas.ErrorType!.anyOf!.map((type) => type.const);
  if (error && !types.includes(error)) return [`error=${error}`];
  const text = await response.clone().text();
  const type = headers.get("content-type")?.split(";")[0];
  if (!text || !type) return [];
  const content = answer.content?.[type];
  if (!content) return [`${type} with status ${status}`];
  if (type === "text/html") return unsaidFields(text);
  return type === "application/json" ? jsonErrors(content.schema, JSON.parse(text)) : [];
}

function jsonErrors(schema: object, value: unknown): readonly string[] {
  const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"https://openapi.test/#/'));
  const validate = ajv.compile(absolute);
  return validate(value) ? [] : [`${JSON.stringify(value)}: ${ajv.errorsText(validate.errors)}`];
}

/** The fields that forms of a page post to our endpoints, and that these do not have. */
function unsaidFields(html: string): readonly string[] {
  return [...html.matchAll(/<form\b[^>]*\baction="[^"]*\/auth\/([^"?]+)[^>]*>([^]*?)<\/form>/g)].flatMap(
    ([form, path, fields]) => {
      if (!/method="post"/i.test(form)) return [];
      const known = path!.replace(/^(signin|callback)\/.+/, "$1/:provider");
      const { properties = {}, additionalProperties } = formOf(operationOf(`POST ${known}`)) ?? {};
      const names = [...fields!.matchAll(/<(?:input|button|select)\b[^>]*\bname="([^"]+)"/g)].map((
        [, name],
      ) => name!);
      return additionalProperties
        ? []
        : names.filter((name) => !(name in properties)).map((name) => `${path}: ${name}`);
    },
  );
}
