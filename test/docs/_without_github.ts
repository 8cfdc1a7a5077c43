/**
 * The section "Without GitHub" of `docs/start/README.md`, followed on another page.
 *
 * @module
 */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { root } from "../../tools/exports.ts";
import type { Visit } from "./_follow.ts";
import { stepsOf } from "./_walkthrough.ts";

/** The text below a heading of the section. */
export async function withoutGitHub(heading: string): Promise<string> {
  const overview = await readFile(new URL("docs/start/README.md", root), "utf8");
  return overview.split(`\n### ${heading}\n`)[1]!.split(/^##/m)[0]!;
}

/** Changes a page as its reader does who follows "Any name". */
export async function withAnyName(): Promise<(page: string) => string> {
  const [step] = stepsOf(await withoutGitHub("Any name"));
  assert.ok(step?.type === "file");
  const lines = step.text.split(/^export const config/m)[0]!;
  return (page) => {
    const changed = page.replaceAll(/^AUTH_GITHUB.*\n/gm, "")
      .replace(/^import \{ GitHub \} from .*\n/m, lines)
      .replace("[GitHub]", "[AnyName]");
    assert.ok(
      changed.includes("[AnyName]") && !/^import \{ GitHub/m.test(changed.split("What you should")[0]!),
    );
    return changed;
  };
}

/** Signs in under any name, at a page that requires it. The user returns to the page. */
export function signInWithAnyName(path: string): (visit: Visit) => Promise<void> {
  return async ({ browser, origin, printed }) => {
    const page = await browser.open(`${origin}${path}`);
    assert.match(page.text, /Your name/, printed());
    const back = await page.submit("Sign in", { name: "Grace" });
    assert.equal(back.url, `${origin}${path}`);
    assert.match(back.text, /Grace/);
  };
}
