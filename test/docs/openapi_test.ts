/**
 * `docs/public/openapi.json` is a valid description of all endpoints. `endpoints_test.ts` compares it with their answers.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Validator } from "npm:@seriousme/openapi-schema-validator@2.11.0";
import { allEndpoints } from "../../src/http/endpoints.ts";
import { PASSWORD } from "../flows/_database.ts";
import { openAll, signedIn } from "./_endpoint_worlds.ts";
import { formOf, openApi, operationOf, unsaidOf } from "./_openapi.ts";

test("docs/public/openapi.json is valid by the schema of OpenAPI 3.1, and its references lead somewhere", async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(openApi) as never);
  assert.ok(valid, JSON.stringify(errors));
  const references = [...JSON.stringify(openApi).matchAll(/"#\/components\/(schemas|responses)\/(\w+)"/g)];
  assert.ok(references.length > 100);
  const lost = references.filter(([, kind, name]) => !(name! in openApi.components[kind as "schemas"]));
  assert.deepEqual(lost.map(([reference]) => reference), []);
});

test("docs/public/openapi.json has each endpoint, and no other", () => {
  const listed = Object.entries(openApi.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) =>
      `${method.toUpperCase()} ${path.slice(1).replace(/\{(\w+)\}/, ":$1")}`
    )
  );
  assert.deepEqual(listed.sort(), [...allEndpoints()].sort());
});

test("docs/public/openapi.json says of each endpoint whether it needs a session, as linters ask for", () => {
  const needs = Object.entries(openApi.paths).flatMap(([path, methods]) =>
    Object.values(methods).map(({ security }) => [path, JSON.stringify(security)] as const)
  );
  assert.deepEqual(needs.filter(([, need]) => need !== "[]" && need !== '[{"session":[]}]'), []);
  assert.deepEqual(needs.find(([path]) => path === "/account-data"), ["/account-data", '[{"session":[]}]']);
});

/** Requests of scripts, with the fields that they send. */
const SCRIPTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "POST signin/:provider": { email: "ada@example.com", callbackUrl: "/account" },
  "POST callback/:provider": { email: "ada@example.com", password: PASSWORD },
  "POST account": { action: "sign-out-others" },
  "POST session": { data: "1" },
  "POST signout": { callbackUrl: "/" },
};

for (const [endpoint, fields] of Object.entries(SCRIPTS)) {
  test(`docs/public/openapi.json says what a script sends to ${endpoint}, in both forms, and what it gets`, async () => {
    const { properties, required } = formOf(operationOf(endpoint))!;
    const path = endpoint.slice(5).replace(":provider", endpoint.includes("signin") ? "email" : "password");
    for (const toBody of [(form: object) => new URLSearchParams({ ...form }), JSON.stringify]) {
      const world = await signedIn();
      const { csrfToken } = await (await world.send("csrf")).json();
      const form = { csrfToken, ...fields };
      assert.deepEqual(Object.keys(form).filter((name) => !(name in properties!)), []);
      assert.deepEqual(required!.filter((name) => !(name in form)), []);
      const body = toBody(form);
      const headers = {
        "x-auth-return-redirect": "1",
        ...typeof body === "string" && { "content-type": "application/json" },
      };
      const answer = await world.send(path, { method: "POST", headers, body });
      assert.equal(answer.status, 200, world.log());
      assert.deepEqual(await unsaidOf(endpoint, answer), []);
    }
  });
}

test("unsaidOf() notices another status, another type, another field, and a form that is not described", async () => {
  const json = (value: unknown, status = 200) => unsaidOf("GET csrf", Response.json(value, { status }));
  assert.deepEqual(await json({ csrfToken: "0".repeat(128) }), []);
  assert.equal((await json({ csrfToken: "0" })).length, 1);
  assert.deepEqual(await json({}, 418), ["status 418"]);
  const { headers } = await openAll().send("signin");
  const page = (field: string) =>
    new Response(`<form method="post" action="/auth/link"><input name="${field}"></form>`, { headers });
  assert.deepEqual(await unsaidOf("GET csrf", page("choice")), ["text/html with status 200"]);
  assert.deepEqual(await unsaidOf("GET link", page("choice")), []);
  assert.deepEqual(await unsaidOf("GET link", page("other")), ["link: other"]);
});
