/**
 * The rules of webhooks, for code that only runs with the feature.
 *
 * @module
 */

import { toError } from "../../config/session_check.ts";
import { failedOf, type OptionCheck } from "../../errors/checks.ts";
import { isLoopback } from "../../http/request_origin.ts";
import type { Setup } from "../../setup/setup.ts";
import { type WebhookEndpoint, WEBHOOKS, type WebhooksOptions, type WebhooksRules } from "./options.ts";
import type { WebhookType } from "./types.ts";

/** All types of events. */
export const TYPES: Readonly<Record<WebhookType, true>> = {
  "user.created": true,
  "user.updated": true,
  "user.deleted": true,
  "user.signed_in": true,
  "user.banned": true,
  "user.unbanned": true,
  "account.linked": true,
  "account.unlinked": true,
};

/** The length of a secret, in bytes (Standard Webhooks, "Signature scheme"). */
const [SHORTEST, LONGEST] = [24, 64];

/** What a secret is, for messages. */
const SECRET = "`whsec_` and 24 to 64 random bytes in base64";

/** Begins a secret. */
const PREFIX = "whsec_";

/** The rules of a setup whose config has the feature. @throws {ConfigError} if an option is wrong. */
export function rulesOf({ rules }: Pick<Setup, "rules">): WebhooksRules {
  const own = rules.get(WEBHOOKS)!;
  assertOptions(own);
  return own;
}

/** Asserts that events can be stored with the options. @throws {ConfigError} if not. */
export function assertOptions({ endpoints, userFields = [] }: WebhooksOptions): void {
  const isList = Array.isArray(endpoints) && endpoints.length > 0;
  const listed = isList ? endpoints : [];
  const names = listed.map((each) => nameOf(Object(each)));
  assertAll([
    ["Webhooks({ endpoints })", !isList, "write at least one: `[{ url, secret }]`"],
    ["Webhooks({ userFields })", !isTexts(userFields), "write a list of names of fields"],
    ...listed.flatMap(checksOf),
    [
      "Webhooks({ endpoints })",
      new Set(names).size < names.length,
      "two have the same URL: give each a `name` of its own",
    ],
  ]);
}

/** Asserts that events can be signed. Without a secret, they wait: a sign-in doesn't fail by it. @throws {ConfigError} if not. */
export function assertSecrets({ endpoints }: WebhooksOptions): void {
  assertAll(endpoints.flatMap((endpoint, index): OptionCheck[] => {
    const option = `${nameIn(index)}.secret })`;
    const secrets = secretsOf(endpoint);
    return [
      [
        option,
        !secrets.length,
        `it's missing. Set the environment variable that it's read from to ${SECRET}`,
      ],
      [option, !secrets.every(isSecret), `it has the wrong form. Write ${SECRET}`],
    ];
  }));
}

/** Asserts that checks have found no mistake. @throws {ConfigError} for the first one. */
export function assertAll(checks: readonly OptionCheck[]): void {
  const [mistake] = failedOf(checks);
  if (mistake) throw toError(mistake);
}

/** A check of an option of a function, which is a number from 1 on. @param unit What to write. */
export function numberCheck(
  option: string,
  value: unknown,
  { most, unit }: { readonly most: number; readonly unit: "a whole number" | "seconds" },
): OptionCheck {
  const isOne = unit === "seconds" ? Number.isFinite(value) : Number.isInteger(value);
  const isIn = isOne && value as number >= 1 && value as number <= most;
  return [option, !isIn, `write ${unit}, from 1 to ${most}`];
}

/** What an endpoint is called. */
export function nameOf({ name, url }: WebhookEndpoint): string {
  return name ?? url;
}

/** The secrets of an endpoint, the newest first: the environment may lack one of a list, or have an empty one. */
export function secretsOf({ secret }: WebhookEndpoint): readonly string[] {
  return [secret].flat().filter((each): each is string => each !== undefined && each !== "");
}

function nameIn(index: number): string {
  return `Webhooks({ endpoints: [${index}]`;
}

function checksOf(endpoint: WebhookEndpoint, index: number): OptionCheck[] {
  const { url, name, events = [] }: WebhookEndpoint = Object(endpoint);
  const own = nameIn(index);
  const unknown = Array.isArray(events) ? events.filter((type) => !Object.hasOwn(TYPES, type)) : [events];
  return [
    [
      `${own}.url })`,
      !isUsable(url),
      "write an https URL without a user and a password; http is for `localhost`",
    ],
    [
      `${own}.name })`,
      name !== undefined && !/^[a-z0-9_-]{1,64}$/.test(name),
      "write 1 to 64 of a-z, 0-9, _ and -",
    ],
    [`${own}.events })`, unknown.length > 0, `write some of ${Object.keys(TYPES).join(", ")}`],
  ];
}

function isTexts(values: unknown): boolean {
  return Array.isArray(values) && values.every((each) => typeof each === "string");
}

function isUsable(url: unknown): boolean {
  if (!URL.canParse(String(url))) return false;
  const { protocol, hostname, username, password } = new URL(String(url));
  // `fetch` refuses them, and each row would have them.
  if (username || password) return false;
  return protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
}

function isSecret(secret: unknown): boolean {
  const text = String(secret);
  if (!text.startsWith(PREFIX)) return false;
  const base64 = text.slice(PREFIX.length);
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(base64)) return false;
  const length = base64.replace(/=+$/, "").length * 3 >> 2;
  return length >= SHORTEST && length <= LONGEST;
}
