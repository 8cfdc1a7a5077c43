/**
 * The steps in the console of a provider, and its errors: what a page must say so that a person who has never registered
 * an application can follow it.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { stepsOf } from "../tools/doc_comment.ts";
import { pagesOf, readProviders } from "../tools/providers.ts";

const listed = await readProviders();
const pages = pagesOf(listed);
const withSteps = listed.filter(({ doc }) => stepsOf(doc.labelled.Register).length);

/** The providers that most applications use. */
const MOST_USED = [
  "google",
  "github",
  "microsoft-entra-id",
  "apple",
  "discord",
  "facebook",
  "gitlab",
  "linkedin",
  "twitter",
  "slack",
  "auth0",
  "okta",
  "keycloak",
  "spotify",
  "cognito",
];

test("the pages of the providers that most applications use have steps", () => {
  const ids = withSteps.map(({ provider }) => provider.id);
  assert.deepEqual(MOST_USED.filter((id) => !ids.includes(id)), []);
});

test("the index of the providers lists each page with steps below its tables, which order the sidebar", () => {
  const [tables, list = ""] = pages.get("README.md")!.split("\n## Step by step\n");
  const linked = [...list.split("\n## ")[0]!.matchAll(/^- \[.+?\]\(([\w-]+)\.md\)$/gm)].map(([, path]) =>
    path!
  );
  assert.deepEqual(linked.sort(), withSteps.map(({ path }) => path).sort());
  for (const path of linked) assert.ok(tables!.includes(`](${path}.md) | `), path);
});

for (const { path, provider: { id }, doc } of withSteps) {
  const { Register = "", Console = "", Environment = "", Errors = "" } = doc.labelled;
  const steps = stepsOf(Register);
  const page = pages.get(`${path}.md`)!;
  const [, register = ""] = /\n## Register\n([^]*?)\n## /.exec(page)!;

  test(`the steps of ${id} are numbered, few and short, and begin with an address to open`, () => {
    assert.deepEqual(
      Register.split("\n").map((line) => line.split(" ")[0]),
      steps.map((_, at) => `${at + 1}.`),
    );
    assert.ok(steps.length >= 5 && steps.length <= 10, `${steps.length} steps`);
    for (const step of steps) assert.ok(step.length < 420 && /\.$/.test(step), step);
    assert.match(steps[0]!, /https:\/\//);
    assert.ok(Console, "write `- Console: https://…`");
  });

  test(`the steps of ${id} have the redirect URI to paste, also for a machine of one's own`, () => {
    assert.ok(Register.includes(`\`<origin>/auth/callback/${id}\``), Register);
    const isLocal = new RegExp(`\`http://(?:localhost|127\\.0\\.0\\.1):8000/auth/callback/${id}\``);
    assert.ok(isLocal.test(Register) || register.includes("Use an https tunnel to your machine"), register);
  });

  test(`the steps of ${id} name each variable of the provider, and no other`, () => {
    const named = (text: string) => [...new Set(text.match(/\bAUTH_\w+/g))].sort();
    const prefix = `AUTH_${id.toUpperCase().replaceAll("-", "_")}`;
    const known = ["ID", "ISSUER", "SECRET"].map((name) => `${prefix}_${name}`);
    assert.deepEqual(named(Register), named(Environment));
    assert.deepEqual(named(Register).filter((name) => !known.includes(name)), []);
    assert.deepEqual(named(Errors).filter((name) => !known.includes(name)), []);
  });

  test(`the page of ${id} shows its steps and its errors as lists, in their order`, () => {
    for (const [at, step] of steps.entries()) {
      const [beginning] = step.split("https://");
      assert.ok(register.includes(`\n${at + 1}. ${beginning}`), step);
    }
    assert.ok(!/(?<![<`])https:\/\/(?!<)/.test(register.replaceAll(/`[^`]*`/g, "")), "a URL is no link");
    const [, errors = ""] = /\n## Errors\n\n([^]*?)\n\n## /.exec(page) ?? [];
    assert.equal(errors, Errors);
  });

  test(`the page of ${id} quotes two to four errors of the provider, each with its cause`, () => {
    const items = Errors.split("\n");
    assert.ok(items.length >= 2 && items.length <= 4, Errors);
    for (const item of items) assert.match(item, /^- (?:`[^`]+`|"[^"]+"|A page "[^"]+").*: .+\.$/);
    for (const [, step] of Errors.matchAll(/\bstep (\d+)/g)) assert.ok(Number(step) <= steps.length, Errors);
  });

  test(`the page of ${id} names the documentation of its steps, its age, and the day of the comparison`, () => {
    const sources = doc.links.filter((link) => link.includes("the steps were"));
    assert.equal(sources.length, 1, doc.links.join("\n"));
    assert.match(
      sources[0]!,
      /\), with which the steps were (?:partly )?compared on \d{4}-\d\d-\d\d, (?:as of \d{4}-\d\d-\d\d|in an undated copy)$/,
    );
  });
}
