/**
 * The endpoints as a description in OpenAPI, from their table in `docs/concepts/endpoints.md`, from the types of forms and
 * answers, and from `operations.ts`.
 *
 * @see {@link https://spec.openapis.org/oas/v3.1.1.html | OpenAPI 3.1}
 * @module
 */

import { allEndpoints, type Endpoint } from "../../src/http/endpoints.ts";
import { FUNCTIONS } from "../../src/shapes/shapes.ts";
import { readManifest } from "../exports.ts";
import { OWN_SCHEMAS, PROBLEM, RESPONSES } from "./components.ts";
import { COMMON, type Operation, OPERATIONS, QUERY } from "./operations.ts";
import { readSchemas, type Schema, type Schemas } from "./schemas.ts";

/** Where the description is: the site serves it as `/openapi.json`. */
export const OPENAPI = "docs/public/openapi.json";

/** A row of the table of endpoints. */
interface Row {
  /** Who sends it. */
  readonly audience: string;
  /** Whether the form needs the CSRF token. */
  readonly needsToken: boolean;
  /** The answers, such as `200 JSON`. */
  readonly answers: readonly string[];
}

/** A row of the table of pages. */
interface PageRow {
  /** What it shows. */
  readonly shows: string;
  /** What its URL may have. */
  readonly query: readonly string[];
}

/** What an operation is made from. */
interface Context {
  readonly rows: ReadonlyMap<string, Row>;
  readonly pages: ReadonlyMap<string, PageRow>;
  readonly schemas: Schemas;
}

/** Makes the description, as the file has it. @param page `docs/concepts/endpoints.md`. @throws {TypeError} if something is missing. */
export async function openApiText(page: string): Promise<string> {
  return JSON.stringify(await openApi(page), null, 2) + "\n";
}

async function openApi(page: string): Promise<Schema> {
  const [schemas, { version }] = await Promise.all([readSchemas(), readManifest()]);
  const rows = new Map(
    tableIn(page, "## All endpoints").map(([endpoint, audience, token, ...answers]) => [
      endpoint!,
      { audience: audience!, needsToken: token === "yes", answers: answers.flatMap(listed) },
    ]),
  );
  const pages = new Map(
    tableIn(page, "## The pages for people").map(([name, shows, query]) => [
      name!,
      { shows: shows!, query: listed(query!) },
    ]),
  );
  const context = { rows, pages, schemas };
  const paths: Record<string, Record<string, Schema>> = {};
  for (const endpoint of allEndpoints()) {
    const [method, path] = endpoint.split(" ") as [string, string];
    const name = `/${path.replace(/:(\w+)/, "{$1}")}`;
    (paths[name] ??= {})[method.toLowerCase()] = toOperation(endpoint, context);
  }
  schemas.ref("AppProvider");
  return {
    openapi: "3.1.1",
    info: {
      title: "Latchkey",
      version,
      summary: "The endpoints that the library answers in an application.",
      description:
        "An application has the endpoints of its config: those of features and providers that it " +
        "does not have are paths of its own. The rules for all of them, such as CSRF tokens, are in " +
        "https://latchkey.github.io/auth/concepts/endpoints.html.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{
      url: "{origin}{basePath}",
      variables: {
        origin: { default: "http://localhost:8000", description: "Origin of the application." },
        basePath: { default: "/auth", description: "`basePath` of the config; `/api/auth` in Next." },
      },
    }],
    paths,
    components: {
      schemas: { ...OWN_SCHEMAS, ...schemas.all() },
      responses: RESPONSES,
      securitySchemes: {
        session: {
          type: "apiKey",
          in: "cookie",
          name: "__Host-latchkey.session-token",
          description:
            "The session; over http `latchkey.session-token`, and another name with `cookies` of the config.",
        },
      },
    },
  };
}

/** `POST signin/:provider` → `postSigninByProvider`. */
function operationId(endpoint: Endpoint): string {
  return endpoint.toLowerCase().replace("/:", " by ").replaceAll(
    /[ -](\w)/g,
    (_, letter) => letter.toUpperCase(),
  );
}

function toOperation(endpoint: Endpoint, { rows, pages, schemas }: Context): Schema {
  const [method, path] = endpoint.split(" ") as [string, string];
  const operation = OPERATIONS[endpoint];
  const row = rows.get(endpoint);
  if (!row) throw new TypeError(`docs/concepts/endpoints.md lists no ${endpoint}`);
  if (!operation) throw new TypeError(`tools/openapi/operations.ts lists no ${endpoint}`);
  const page = method === "GET" ? pages.get(path.split("/")[0]!) : undefined;
  const summary = operation.summary ?? (page && `Shows ${page.shows}`);
  const names = operation.query ?? (method === "GET" ? page?.query ?? [] : []);
  const query = page && !names.includes("ui_locales") ? [...names, "ui_locales"] : names;
  const isForm = method === "POST";
  return {
    operationId: operationId(endpoint),
    summary,
    description: `For ${row.audience.replace(/, (?=[^,]+$)/, " and ")}.`,
    security: operation.needsSession ? [{ session: [] }] : [],
    parameters: [
      ...[...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
        name,
        in: "path",
        required: true,
        schema: { type: "string" },
        description: name === "provider" ? "Id of a provider of the config." : "The tab.",
      })),
      ...query.map((name) => toParameter(name)),
      ...isForm && row.answers.includes("303") ? [RETURN_REDIRECT] : [],
    ],
    ...isForm && { requestBody: toBody(endpoint, row, { operation, schemas }) },
    responses: toResponses(row, { operation, isForm, schemas }),
  };
}

/** The header of a script. */
const RETURN_REDIRECT = {
  name: "X-Auth-Return-Redirect",
  in: "header",
  description: "With any value, the answer is 200 and JSON in place of a redirect.",
  schema: { type: "string" },
};

/** @throws {TypeError} if `QUERY` has no such name. */
function toParameter(name: string): Schema {
  if (!(name in QUERY)) throw new TypeError(`tools/openapi/operations.ts does not say what ${name} is`);
  const { description, ...schema } = QUERY[name as keyof typeof QUERY] as Schema;
  return { name, in: "query", description, schema };
}

/** The body of a form, or the same fields as a JSON object. */
function toBody(
  endpoint: Endpoint,
  { needsToken }: Row,
  { operation, schemas }: { readonly operation: Operation; readonly schemas: Schemas },
): Schema {
  const own = ownForm(endpoint.split(" ")[1]!, schemas);
  const properties = { ...own.properties, ...operation.form };
  const required = [...own.required, ...operation.required ?? []];
  const token = {
    csrfToken: { type: "string", description: "A token of `GET csrf`, whose cookie the request has." },
  };
  const schema = {
    type: "object",
    properties: { ...needsToken && { ...token, ...COMMON }, ...properties },
    required: [...needsToken ? ["csrfToken"] : [], ...required],
    ...operation.others && { description: operation.others, additionalProperties: true },
  };
  const types = ["application/x-www-form-urlencoded", ...needsToken ? ["application/json"] : []];
  const ref = schemas.add(`${capitalize(operationId(endpoint))}Form`, schema);
  return { required: true, content: Object.fromEntries(types.map((type) => [type, { schema: ref }])) };
}

/** The fields of the forms that pages of the application may post to a path. */
function ownForm(path: string, schemas: Schemas): ReturnType<Schemas["fieldsOf"]> {
  const forms = Object.entries(FUNCTIONS).flatMap(([capability, { forms = {} }]) =>
    Object.entries(forms).filter(([, { action, hasProvider }]) => action === path && !hasProvider)
      .map(([name, { choice }]) => {
        const type = schemas.argumentOf(`${capitalize(capability)}Forms`, name);
        const { properties: { redirectTo: _, ...properties }, required } = schemas.fieldsOf(type);
        const choices = choice ? { choice: { description: "The answer.", const: choice } } : {};
        return { properties: { ...properties, ...choices }, required };
      })
  );
  const required = forms[0]?.required ?? [];
  return {
    properties: Object.assign({}, ...forms.map(({ properties }) => properties)),
    required: required.filter((name) => forms.every((form) => form.required.includes(name))),
  };
}

const MEDIA: Readonly<Record<string, string>> = { page: "text/html", script: "text/javascript" };

/** The answers of the table, and those that each operation may have. */
function toResponses(
  { answers }: Row,
  { operation, isForm, schemas }: {
    readonly operation: Operation;
    readonly isForm: boolean;
    readonly schemas: Schemas;
  },
): Schema {
  const json = typeof operation.json === "string"
    ? operation.json in OWN_SCHEMAS
      ? { $ref: `#/components/schemas/${operation.json}` }
      : schemas.ref(operation.json)
    : operation.json;
  const responses: Record<
    string,
    { description: string; headers?: Schema; content?: Record<string, Schema> }
  > = {};
  const add = (status: string, type?: string, schema?: Schema) => {
    const response = responses[status] ??= { description: DESCRIPTIONS[status] ?? "" };
    if (type) response.content = { ...response.content, [type]: { schema: schema ?? { type: "string" } } };
  };
  for (const answer of answers) {
    const [status, kind] = answer.split(" ") as [string, string?];
    if (kind === "JSON") add(status, "application/json", json);
    else if (kind) add(status, MEDIA[kind]);
    else add(status);
    if (Number(status) >= 400 && !kind) add(status, "application/json", operation.failure ?? PROBLEM.schema);
  }
  for (const status of ["302", "303"].filter((each) => each in responses)) {
    responses[status]!.headers = { Location: { required: true, schema: { type: "string", format: "uri" } } };
    if (isForm) add("200", "application/json", { $ref: "#/components/schemas/Next" });
  }
  const shared = {
    ...isForm && !("400" in responses) && { "400": { $ref: "#/components/responses/Malformed" } },
    ...isForm && { "413": { $ref: "#/components/responses/TooLarge" } },
    "429": { $ref: "#/components/responses/TooManyAttempts" },
    "503": { $ref: "#/components/responses/Unavailable" },
  };
  return { ...responses, ...shared };
}

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  "200": "It succeeds.",
  "302": "Leads to another page.",
  "303": "Leads to the next page; after a failure, with `error` in its query.",
  "400": "The request is not valid.",
  "401": "No one is signed in.",
  "403": "Access is refused.",
  "404": "The application does not have this endpoint.",
  "500": "The config is wrong, or the database does not have the user.",
};

/** The rows of the table below a heading, without code marks. */
function tableIn(page: string, heading: string): readonly (readonly string[])[] {
  const [table = ""] = /^(?:\|.*\n)+/m.exec(page.slice(page.indexOf(`\n${heading}\n`))) ?? [];
  return table.trimEnd().split("\n").slice(2)
    .map((row) => row.split("|").slice(1, -1).map((cell) => cell.replaceAll("`", "").trim()));
}

function listed(cell: string): readonly string[] {
  return cell.split(",").map((part) => part.trim()).filter(Boolean);
}

function capitalize(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1);
}
