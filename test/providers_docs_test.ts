import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { parseDocComment } from "../tools/doc_comment.ts";
import { DIFFERENCES, TYPES } from "../tools/provider_index.ts";
import { defaultIssuer } from "../tools/provider_pages.ts";
import { countsOf, pagesOf, readProviders } from "../tools/providers.ts";

const root = new URL("../", import.meta.url);
const listed = await readProviders();
const pages = pagesOf(listed);
const facts: Readonly<Record<string, string>> = JSON.parse(
  await readFile(new URL("test/providers/facts.json", root), "utf8"),
);

/** The beginning of a reason why a provider has another type. */
const TYPE_DIFFERENCE = new RegExp(
  `^.+? in place of (${TYPES.map(({ heading }) => heading).join("|")})(?=[.,:])`,
);

/** Sub-paths of Auth.js that are not the id. */
const OTHER_PATHS: Readonly<Record<string, string>> = { hydra: "ory-hydra" };

for (const { path, provider, doc } of listed) {
  const { id, type } = provider;
  test(`the provider ${id} has the sub-path of its id, or the one that it has in Auth.js`, () =>
    assert.equal(path, OTHER_PATHS[id] ?? id));

  test(`the page of ${id} has an example that can be copied`, () => assert.match(doc.example, /^import \{/));

  if (type !== "oauth" && type !== "oidc") continue;

  test(`the page of ${id} says how to register, which variables to set, and what is known of addresses`, () => {
    const { Register, Environment, Email } = doc.labelled;
    // Some providers ask for a host or for nothing.
    const hasUri = Register?.includes(`\`<origin>/auth/callback/${id}\``);
    assert.ok(
      hasUri || /^nothing\.|host of the\s+application/.test(Register ?? ""),
      `write \`<origin>/auth/callback/${id}\` after "Register:", where there is: ${Register}`,
    );
    assert.match(Environment ?? "", new RegExp(`AUTH_${id.toUpperCase().replaceAll("-", "_")}_ID`));
    assert.ok(Email, "write a bullet that begins with `Email:`");
    assert.ok(doc.links.length, "write a link to the documentation of the provider, with @see");
  });

  if (type === "oidc") continue;

  test(`${id} says whether it vouches for addresses`, () => {
    assert.notEqual((provider as { readonly verifiedEmail?: unknown }).verifiedEmail, undefined);
  });
}

test("the catalogue has the types of the facts, but where docs/providers/README.md gives a reason", () => {
  const types = Object.fromEntries(listed.map(({ provider }) => [provider.id, provider.type]));
  console.log(`${listed.length} providers:`, countsOf(listed));
  for (const [id, type] of Object.entries(facts)) {
    assert.ok(types[id], `there is no provider ${id}`);
    const difference = types[id] === type ? "" : `${headingOf(types[id])} in place of ${headingOf(type)}`;
    const [reason = ""] = TYPE_DIFFERENCE.exec(DIFFERENCES[id] ?? "") ?? [];
    assert.equal(reason, difference, `${id} is ${types[id]}, and ${type} in the facts: mend DIFFERENCES`);
  }
  for (const id of Object.keys(types)) {
    if (!facts[id]) assert.ok(DIFFERENCES[id], `the facts do not have ${id}`);
  }
  for (const id of Object.keys(DIFFERENCES)) assert.ok(types[id], `there is no provider ${id}`);
});

/** Name of the protocol of a type, as in the index. */
function headingOf(type: string): string {
  return TYPES.find((each) => each.type === type)!.heading;
}

test("parseDocComment() refuses a function without a comment", () => {
  assert.throws(() => parseDocComment("const a = 1;\nexport function A() {}", "A"), /write one above/);
});

test("a page marks the issuer as optional in its block, and the doc comment does too, if there is a default", () => {
  const withDefault: string[] = [];
  for (const { path, provider, doc } of listed) {
    const { Environment = "" } = doc.labelled;
    const [name] = /AUTH_\w+_ISSUER/.exec(Environment) ?? [];
    if (!name) continue;
    const issuer = defaultIssuer(provider);
    const [, block = ""] = /\n## Environment\n\n```sh\n([^]*?)```/.exec(pages.get(`${path}.md`)!)!;
    const last = block.trim().split("\n").slice(issuer ? -2 : -1);
    const commented = [`# Optional. The default is ${issuer}`, `# ${name}=…`];
    assert.deepEqual(last, issuer ? commented : [`${name}=…`], path);
    assert.equal(Environment.includes(`\`${name}\` (optional)`), issuer !== null, path);
    if (issuer) withDefault.push(path);
  }
  for (const path of ["gitlab", "microsoft-entra-id"]) assert.ok(withDefault.includes(path), path);
  assert.ok(!withDefault.includes("okta"));
});

test("the page of a deprecated provider begins with a link to the one to use", () => {
  for (const path of ["azure-ad", "azure-devops"]) {
    const [, , notice] = pages.get(`${path}.md`)!.split("\n\n");
    assert.match(notice!, /^\*\*Deprecated\.\*\* .*\]\(microsoft-entra-id\.md\)/);
  }
});

test("each OAuth page links to its console, and has the callback of a machine of one's own to paste", async () => {
  const pages = pagesOf(await readProviders());
  const start = await readFile(new URL("../docs/start/node.md", import.meta.url), "utf8");
  // The port of the start pages: a newcomer pastes the URL while following one of them.
  const [, origin] = /^AUTH_URL=(.+)$/m.exec(start)!;
  for (const { path, provider: { id, type }, doc: { labelled } } of await readProviders()) {
    if (type !== "oauth" && type !== "oidc") continue;
    assert.ok(
      labelled.Console,
      `${path}: write \`- Console: https://…\` below \`- Register:\` of the doc comment`,
    );
    const page = pages.get(`${path}.md`)!;
    const [, register = ""] = /\n## Register\n([^]*?)\n## /.exec(page)!;
    const opensConsole = register.includes(/https:\/\/[^\s,`]+/.exec(labelled.Console)?.[0] ?? "Console: ");
    assert.ok(/Console: \S/.test(register) || opensConsole, path);
    for (const url of labelled.Console.match(/(?<!`)https:\/\/[^\s`)]+/g) ?? []) {
      assert.ok(URL.canParse(url) && register.includes(`<${url.replace(/,$/, "")}>`), `${path}: ${url}`);
    }
    assert.ok(register.includes(`${origin}/auth/callback/${id}`), path);
    assert.ok(register.includes(`/api/auth/callback/${id}`), path);
  }
});

test("the index lists closed providers under Closed alone", async () => {
  const index = pagesOf(await readProviders()).get("README.md")!;
  const [open, closed] = index.split("\n## Closed\n");
  for (const path of ["azure-devops", "medium", "osso", "passage"]) {
    assert.ok(!open!.includes(`](${path}.md)`), path);
    assert.ok(closed!.includes(`](${path}.md): `), path);
  }
});

test("a page whose provider refuses localhost says which AUTH_URL to set", async () => {
  for (const [path, page] of pagesOf(await readProviders())) {
    const [local] = /^http:\/\/127\.0\.0\.1:\d+/m.exec(page) ?? [];
    if (local) assert.ok(page.includes(`Set \`AUTH_URL\` to \`${local}\``), path);
  }
});

test("a provider has one title, also where two have one name on their buttons", async () => {
  const index = pagesOf(await readProviders()).get("README.md")!;
  const titles = [...index.matchAll(/^\| \[(.+?)\]/gm)].map(([, title]) => title!);
  assert.deepEqual(titles.filter((title, at) => titles.indexOf(title) !== at), []);
  assert.ok(titles.includes("Microsoft Entra ID") && titles.includes("X (Twitter)"));
});
