/**
 * `docs/public/SKILL.md`, which tells assistants how an application gets the library: its code runs, and its names exist.
 *
 * @module
 */

import assert from "node:assert/strict";
import { readFile, stat } from "node:fs/promises";
import { test } from "node:test";
import { parseCommand } from "../../src/cli/arguments.ts";
import { readPage, ROOT, tableBelow } from "./_checked_pages.ts";
import { addGitHub } from "./_github.ts";
import { APP, openPage } from "./_recipe.ts";

const page = openPage("public/SKILL.md", { replace: { "auth.sqlite": ":memory:" } });

page.section("Add sign-in", async (recipe) => {
  addGitHub(recipe).login({});
  recipe.sites[APP] = await recipe.listen("main.ts");
  const browser = recipe.browser();
  assert.equal((await browser.fetch(`${APP}/api/me`)).status, 401);
  assert.equal((await recipe.signIn(browser, "github")).text, "Hello Ada Lovelace");
  assert.ok((await (await browser.fetch(`${APP}/api/me`)).json()).id);
});

page.section("Ten mistakes", async (recipe) => {
  const { api, login } = addGitHub(recipe);
  login({});
  recipe.addMails();
  api["/user/repos"] = (request) => Response.json([request.headers.get("authorization")!.slice(0, 7)]);
  api["/user/emails"] = () => Response.json([]);
  const { adapter } = await recipe.load("config.ts");
  recipe.sites[APP] = await recipe.listen("app.ts");
  const { orders } = await recipe.load("orders.ts");
  const [ada, grace] = [recipe.browser(), recipe.browser()];
  const order = async (browser: typeof ada) => (await browser.fetch(`${APP}/api/orders/1`)).status;
  assert.equal(await order(ada), 401);
  // As a form of the page sends it.
  const headers = { origin: APP };
  const entered = await ada.fetch(`${APP}/enter`, { method: "POST", headers, redirect: "manual" });
  assert.match(entered.headers.get("location")!, /^https:\/\/github\.com\/login\/oauth\/authorize\?/);
  await ada.open(entered.headers.get("location")!);
  const { user, role } = await recipe.session(ada);
  assert.equal(role, "member");
  orders.push({ id: "1", userId: user.id });
  login({ id: "1906", login: "grace", name: "Grace Hopper" });
  await recipe.signIn(grace, "github");
  assert.deepEqual([await order(ada), await order(grace)], [200, 404]);
  await adapter.updateUser({ id: (await recipe.session(grace)).user.id, role: "admin" });
  assert.equal(await order(grace), 200);
  assert.deepEqual(await (await ada.fetch(`${APP}/api/repositories`)).json(), ["Bearer "]);
  assert.match((await recipe.browser().open(`${APP}/auth/signin`)).html, /type="password"/);
});

page.last();

const skill = await readPage("docs/public/SKILL.md");
const prose = skill.text.replaceAll(/^```.*?^```$/gms, "");

test("docs/public/SKILL.md has a name and a description, and is short", () => {
  const [, head] = /^---\n([^]*?)\n---\n/.exec(skill.text)!;
  const fields = Object.fromEntries(head!.split("\n").map((line) => line.split(/: (.*)/).slice(0, 2)));
  assert.deepEqual(Object.keys(fields), ["name", "description"]);
  assert.match(fields.name, /^[a-z\d-]{1,64}$/);
  assert.ok(fields.description.length <= 1024);
  assert.ok(skill.text.split("\n").length < 200);
  assert.equal([...prose.matchAll(/^\d+\. \*\*/gm)].length, 10);
});

test("docs/public/SKILL.md names functions, modules and places that exist", async () => {
  const { exports } = JSON.parse(await readFile(new URL("deno.json", ROOT), "utf8"));
  const frameworks = await readFile(new URL("docs/frameworks/README.md", ROOT), "utf8");
  for (const [server = "", name, module = "", place = ""] of tableBelow("Servers", skill)) {
    const file = exports[module.replace("@latchkey/auth", ".")];
    assert.ok(file, module);
    const text = await readFile(new URL(file, ROOT), "utf8");
    assert.match(text, new RegExp(`^export (?:function|const) ${name}\\b`, "m"), server);
    if (place.includes(".")) assert.ok(frameworks.includes(`| \`${place}\``), place);
  }
});

test("docs/public/SKILL.md names options and functions that the public interface has, and variables", async () => {
  const api = await readFile(new URL("docs/api.txt", ROOT), "utf8");
  const variables = await readFile(new URL("docs/settings/environment.md", ROOT), "utf8");
  const codes = [...prose.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);
  // Of another library, of a compiler, and in addresses.
  const others = new Set(["getServerSession", "noEmit", "callbackUrl"]);
  const names = codes.flatMap((code) => code.match(/\b(?:[a-z]+[A-Z]|[A-Z][a-z]+)\w*/g) ?? [])
    .filter((name) => !others.has(name));
  assert.ok(names.length >= 20, names.join());
  assert.deepEqual(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(api)), []);
  const named = prose.match(/\bAUTH_[A-Z_]+/g)!;
  assert.deepEqual(named.filter((name) => !variables.includes(`\`${name}\``)), []);
});

test("docs/public/SKILL.md has commands that the command knows, and links that lead somewhere", async () => {
  const commands = [...prose.matchAll(/`npx @latchkey\/auth ([^`]+)`/g)].map(([, args]) => args!.split(" "));
  assert.deepEqual([...new Set(commands.map(([name]) => name))].sort(), ["check", "secret"]);
  for (const args of commands) assert.doesNotThrow(() => parseCommand(args), args.join(" "));
  const links = [...skill.text.matchAll(/\]\(https:\/\/latchkey\.github\.io\/auth\/([^)#]*)\)/g)];
  const written = new Set(["llms.txt"]);
  for (const path of links.map(([, path]) => path!).filter((path) => !written.has(path))) {
    const file = path.replace(/\.html$/, ".md").replace(/\/$/, "/README.md");
    const place = file.endsWith(".md") ? file : `public/${file}`;
    assert.ok(await stat(new URL(`docs/${place}`, ROOT)), path);
  }
  assert.ok(links.length > 15);
});
