/**
 * Schemas and answers that several operations have.
 *
 * @module
 */

import { account } from "../../src/messages/account/en.ts";
import { password } from "../../src/messages/passwords/en.ts";
import { words } from "../../src/messages/second_factors/en.ts";
import { explainedErrors } from "../tables.ts";
import type { Schema } from "./schemas.ts";

/** The types of errors in the URLs of pages, with what the page says. */
function errorTypes(): ReadonlyMap<string, string> {
  const { unknown: _unknown, ...ofAccount } = account.errors;
  const ofForms = { ...password.errors, ...words.secondFactor.errors, ...ofAccount };
  return new Map([
    ...Object.entries(ofForms).map(([type, { what }]) => [type, what] as const),
    ...explainedErrors().map(([type, , says]) => [type, says] as const),
  ]);
}

/** The schemas that no type has. */
export const OWN_SCHEMAS: Readonly<Record<string, Schema>> = {
  ErrorType: {
    description:
      "Type of an error in a URL, with what its page says: https://latchkey.github.io/auth/errors.html.",
    anyOf: [...errorTypes()].sort(([a], [b]) => a < b ? -1 : 1)
      .map(([type, says]) => ({ const: type, description: says })),
  },
  Next: {
    description:
      "Where the user goes next, for a script that has sent `X-Auth-Return-Redirect`. `error` in the " +
      "query of the URL is an `ErrorType`.",
    type: "object",
    properties: {
      url: { type: "string", format: "uri" },
      codes: { description: "New recovery codes, to show once.", type: "array", items: { type: "string" } },
    },
    required: ["url"],
  },
  Problem: {
    description: "Why there is no answer: a type of an error, or a message. `url` is the page for a person.",
    type: "object",
    properties: {
      error: { anyOf: [{ $ref: "#/components/schemas/ErrorType" }, { type: "string" }] },
      message: { type: "string" },
      url: { type: "string", format: "uri" },
    },
    minProperties: 1,
  },
  Session: {
    description: "The session as `callbacks.session` of the application returns it.",
    anyOf: [
      {
        type: "object",
        properties: {
          user: {
            type: "object",
            properties: {
              id: { description: "Id of the user. By default text.", type: ["string", "number"] },
              name: { type: ["string", "null"] },
              email: { type: ["string", "null"] },
              image: { type: ["string", "null"] },
            },
            additionalProperties: true,
          },
          expires: { type: "string", format: "date-time" },
        },
        required: ["expires"],
        additionalProperties: true,
      },
      { type: "null" },
    ],
  },
};

/** The body of an answer that fails. */
export const PROBLEM = { schema: { $ref: "#/components/schemas/Problem" } };
const HTML = { schema: { type: "string" } };

/** Answers that several operations have. */
export const RESPONSES: Readonly<Record<string, Schema>> = {
  Malformed: {
    description: "The body is a JSON text that is not an object.",
    content: { "application/json": PROBLEM },
  },
  TooLarge: { description: "The body has more than 65,536 bytes.", content: { "application/json": PROBLEM } },
  TooManyAttempts: {
    description: "Too many attempts. A page, or JSON for a script.",
    headers: {
      "Retry-After": { description: "Seconds.", schema: { type: "integer" } },
    },
    content: { "text/html": HTML, "application/json": PROBLEM },
  },
  Unavailable: {
    description: "The server is busy, or the database is away. A page, or JSON for a script.",
    content: { "text/html": HTML, "application/json": PROBLEM },
  },
};
