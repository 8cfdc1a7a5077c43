/**
 * A table of client configurations: each row is a whole sign-in on this library and on `@auth/core`.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Application, type Fetch, forwardTo, type Library, openApplication } from "./_libraries.ts";
import { afterTests } from "../../_after.ts";

/** How a sign-in ends, from the worst to the best. The profile counts as read if the session has the e-mail address. */
const ENDINGS = ["fails", "signs in without a profile", "signs in"] as const;

/** How a sign-in ends. */
type Ending = typeof ENDINGS[number];

/** Ours fails: with this type of error, and these words in the log. */
interface Failure {
  readonly error: string;
  readonly log: RegExp;
}

/** One configuration. */
export interface Row {
  readonly name: string;
  /** What is registered at the provider, beside the redirect URI. */
  readonly client?: Readonly<Record<string, unknown>>;
  /** Fields of the provider in the config of both libraries. `undefined` removes one. */
  readonly provider?: object;
  /** What the browser adds to the sign-in. */
  readonly params?: Readonly<Record<string, string>>;
  /** Parameters of our authorization request, `null` for one that is absent. */
  readonly asks?: Readonly<Record<string, string | null>>;
  /** How it must end with this library. */
  readonly ours: Ending | Failure;
  /** How it ends with `@auth/core`. */
  readonly theirs: Ending;
  /** Why ours fails where theirs signs in, on purpose. */
  readonly deliberate?: string;
}

/** Where the rows of a table sign in. */
export interface Ground {
  readonly issuer: string;
  /** Credentials of the client that is registered for a row. */
  credentials(row: Row): { readonly clientId: string; readonly clientSecret?: string };
  /** Sends requests to the provider, of the browser and of the application. */
  readonly fetch: Fetch;
}

/** What has come of a sign-in. */
interface Result {
  readonly ending: Ending;
  readonly error: string;
  readonly log: string;
  /** Parameters of the authorization request. */
  readonly asked: URLSearchParams;
}

/** Declares a test for each row, and prints the table after them. */
export function testRows(title: string, rows: readonly Row[], ground: Ground): void {
  const lines: string[] = [];
  const signedIn = { ours: 0, theirs: 0 };
  for (const row of rows) {
    test(`${title} signs in as its table says: ${row.name}`, async () => {
      // One after the other: Glewlwyd loses codes when two sign-ins run at once.
      const ours = await signInWith("latchkey", row, ground);
      const theirs = await signInWith("auth.js", row, ground);
      const problem = problemOf(row, ours, theirs);
      if (ours.ending === "signs in") signedIn.ours++;
      if (theirs.ending === "signs in") signedIn.theirs++;
      lines.push(lineOf(row, ours, theirs));
      if (problem) assert.fail(`${problem}\nours: ${ours.log}\ntheirs: ${theirs.log}`);
    });
  }
  afterTests(() => {
    const sum =
      `  signed in with ours ${signedIn.ours}, with @auth/core ${signedIn.theirs}, of ${rows.length}`;
    console.log([`\n${title}: ours, @auth/core, configuration`, ...lines, sum].join("\n"));
  });
}

async function signInWith(library: Library, row: Row, ground: Ground): Promise<Result> {
  const application = openRow(library, row, ground);
  const page = await application.signIn(row.params).catch((error) => `the browser: ${error.message}`);
  const session = await application.session();
  const ending = ENDINGS[session?.user ? session.user.email ? 2 : 1 : 0];
  const last = typeof page === "string" ? page : `${page.status} ${page.url} ${page.text.slice(0, 200)}`;
  return {
    ending,
    error: application.errors[0] ?? "",
    log: [...application.log, ...(ending === "fails" ? [last] : [])].join("\n"),
    asked: askedBy(application, ground),
  };
}

function openRow(library: Library, row: Row, ground: Ground): Application {
  const { issuer, fetch: send } = ground;
  return openApplication(
    library,
    { provider: { type: "oidc", issuer, ...ground.credentials(row), ...row.provider }, fetch: send },
    { [new URL(issuer).origin]: forwardTo(send) },
  );
}

function askedBy({ browser }: Application, { issuer }: Ground): URLSearchParams {
  const { origin } = new URL(issuer);
  const request = browser.visited.find((url) => url.startsWith(origin) && url.includes("client_id="));
  return request ? new URL(request).searchParams : new URLSearchParams();
}

function problemOf(row: Row, ours: Result, theirs: Result): string | null {
  const { ours: wanted, theirs: known, deliberate, asks = {} } = row;
  const isWorse = ENDINGS.indexOf(ours.ending) < ENDINGS.indexOf(theirs.ending);
  if (isWorse && !deliberate) return `worse: ours ${ours.ending}, theirs ${theirs.ending}`;
  if (theirs.ending !== known) return `@auth/core ${theirs.ending}, and the table says that it ${known}`;
  if (ours.ending !== (typeof wanted === "string" ? wanted : "fails")) return `ours ${ours.ending}`;
  if (typeof wanted !== "string") {
    if (ours.error !== wanted.error) return `ours fails with ${ours.error}, not with ${wanted.error}`;
    if (!wanted.log.test(ours.log)) return `the log of ours does not have ${wanted.log}`;
  }
  const wrong = Object.entries(asks).find(([name, value]) => ours.asked.get(name) !== value);
  return wrong ? `the request has ${wrong[0]} ${ours.asked.get(wrong[0])}, not ${wrong[1]}` : null;
}

function lineOf({ name, deliberate }: Row, ours: Result, theirs: Result): string {
  const left = ours.ending === "fails" ? ours.error || "fails" : ours.ending;
  const note = deliberate ? ` (deliberate: ${deliberate})` : "";
  return `  ${left.padEnd(28)} ${theirs.ending.padEnd(28)} ${name}${note}`;
}
