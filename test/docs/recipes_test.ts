/**
 * The pages of recipes together.
 *
 * @module
 */

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { inEnvironment } from "../integrations/_environment.ts";
import { APP, openPage, SECRET } from "./_recipe.ts";

const FOLDER = new URL("../../docs/recipes/", import.meta.url);

const names = (await readdir(FOLDER)).filter((name) => name.endsWith(".md"));

const page = openPage("recipes/README.md");

page.section("The files of a recipe", async (recipe) => {
  const block = recipe.read(".env");
  const read = [...block.matchAll(/^(\w+)=/gm)].map(([, name]) => name!);
  assert.deepEqual(read, ["AUTH_SECRET", "AUTH_URL", "AUTH_GOOGLE_ID", "AUTH_GOOGLE_SECRET"]);
  const env = Object.fromEntries(read.map((name) => [name, name === "AUTH_URL" ? APP : SECRET]));
  const { DenoAuth } = await import("../../src/integrations/fetch/deno.ts");
  const { Google } = await import("../../src/providers/google.ts");
  await inEnvironment(env, async () => {
    recipe.addProvider("https://accounts.google.com", "GOOGLE", { clientId: SECRET, clientSecret: SECRET });
    recipe.sites[APP] = DenoAuth(
      { providers: [Google] },
      async (_request, auth) => Response.json(await auth()),
    );
    const home = await recipe.signIn(recipe.browser(), "google");
    assert.match(home.text, /Ada Lovelace/);
  });
});

page.last();

test("each page of the recipes gives its SQLite database a timeout, as `next build` needs it", async () => {
  for (const name of names) {
    assert.doesNotMatch(
      await readFile(new URL(name, FOLDER), "utf8"),
      /DatabaseSync\((?:"[^"]+"|[a-z]\w*)\)/,
      name,
    );
  }
});

test("docs/recipes/README.md leads to each page of the recipes", async () => {
  const index = await readFile(new URL("README.md", FOLDER), "utf8");
  const left = names.filter((name) => name !== "README.md" && !index.includes(`](${name}`));
  assert.deepEqual(left, []);
});

for (const name of names) {
  test(`docs/recipes/${name} names a file at each block of code`, async () => {
    const text = await readFile(new URL(name, FOLDER), "utf8");
    const unnamed = [...text.matchAll(/^```(ts|tsx|js|jsx|sql|json)\n/gm)].map(({ index }) =>
      `line ${text.slice(0, index).split("\n").length}`
    );
    assert.deepEqual(unnamed, [], "write the name of the file after the language");
  });
}

/** Code of other libraries, which a page shows beside ours. */
const FOREIGN: Readonly<Record<string, string>> = {
  "migration/express_openid_connect.md": "req.oidc.user.name",
  "migration/passport.md": "req.user.name",
};

const DOCS = new URL("../../docs/", import.meta.url);
const pages = (await readdir(DOCS, { recursive: true })).filter((name) =>
  name.endsWith(".md") && !/^(?:node_modules|settings|providers|api)\b/.test(name)
);

for (const name of ["../README.md", ...pages]) {
  test(`the code of ${name} shows something for a user without a name`, async () => {
    const text = (await readFile(new URL(name, DOCS), "utf8")).replaceAll(FOREIGN[name] ?? "\0", "");
    // In a template, in JSX, and what a `load` of SvelteKit gives a page.
    const shown = text.match(/.*\{\s*[\w$.?!]*\buser\??\.name\s*\}.*/g) ?? [];
    const loaded = text.includes("{data.name}")
      ? text.match(/^ {2}return \{ name: [\w.]*user\.name \};/gm) ?? []
      : [];
    assert.deepEqual([...shown, ...loaded], []);
  });
}
