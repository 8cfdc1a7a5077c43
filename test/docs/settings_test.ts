import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import ts from "npm:typescript@5.9.3";
import { CONFIG, COOKIES, LINKS, NAMED, PARTS, STYLE } from "../../src/config/known_keys.ts";
import { mail } from "../../src/sign_in/mail/capability.ts";
import { oauth } from "../../src/sign_in/oauth/code.ts";
import { passkeys } from "../../src/sign_in/passkey/capability.ts";
import { PAGES } from "../../tools/settings/pages.ts";
import { unitOf } from "../../tools/settings/prose.ts";
import { fieldsIn, headingOf, type Section } from "../../tools/settings/render.ts";
import { readSources, settingsPages } from "../../tools/settings.ts";

const ROOT = new URL("../../", import.meta.url);
const sources = await readSources();
const pages = await settingsPages();

/** The types that have a section for each field. */
const described = PAGES.flatMap(({ file, sections }) =>
  sections.flatMap(descendants).filter(({ example }) => example).map((section) => ({ file, section }))
);
const fields = described.flatMap(({ file, section }) =>
  fieldsIn(section, sources).map((field) => ({
    file,
    section,
    field,
    place: `${file} ${headingOf(section, field)}`,
  }))
);

/** Interfaces named `…Options` or `…Config` that no application writes, or that another page describes. */
const ELSEWHERE = [
  // Part of the types that extend them.
  "CommonConfig",
  "OAuth2Config",
  "OAuthConfig",
  "ClientOptions",
  "SignInOptions",
  // Have a table, because all their fields are optional attributes.
  "CookieOptions",
  "OlderJWTOptions",
  // `Credentials()` takes `CredentialsOptions`.
  "CredentialsConfig",
  // Internal.
  "LanguageOptions",
  "NativeScryptOptions",
  "SourceOptions",
];

test("each field of the settings has a description, and an optional one says its default", () => {
  const silent = fields.filter(({ field }) => field.deprecated === null && !field.text);
  assert.deepEqual(silent.map(({ place }) => place), [], "write a doc comment");
  const vague = fields.filter(({ field }) =>
    field.deprecated === null && field.isOptional && !field.fallback
  );
  assert.deepEqual(vague.map(({ place }) => place), [], "add a sentence `Default: …` to the doc comment");
});

test("each number and each date of the settings has a unit", () => {
  const numbers = fields.filter(({ field }) => !field.isMethod && /\bnumber\b/.test(field.type));
  assert.ok(numbers.length > 10);
  const bare = numbers.filter(({ field }) => !unitOf(field.text));
  assert.deepEqual(bare.map(({ place }) => place), [], "name the unit in the doc comment: `in seconds`");
});

test("each field of the settings has an example, but for deprecated ones and values of a framework", () => {
  const EXEMPT = [
    "SessionProvider: children",
    "SessionProvider: session",
    "createClient: window",
    "simpleWebAuthn",
  ];
  const without = fields.filter(({ section, field }) =>
    !sources.examples.has(`${section.example}.${field.name}`) && field.deprecated === null &&
    !section.below?.[field.name]?.length && !["options", "type"].includes(field.name)
  );
  const headings = without.map(({ section, field }) => headingOf(section, field).replaceAll("`", ""));
  assert.deepEqual(headings.filter((heading) => !EXEMPT.includes(heading)), []);
});

test("an example in docs/settings that uses a function of the library imports it", () => {
  const imported: Readonly<Record<string, string>> = {
    "config.md": 'import { GitHub } from "@latchkey/auth/providers/github";',
    "oauth.md": 'import { customFetch } from "@latchkey/auth";',
    "email.md": 'import { Resend } from "@latchkey/auth/providers/resend";',
    "passkeys.md": 'import { Passkey } from "@latchkey/auth/providers/passkey";',
    "adapters.md": 'import { Postgres } from "@latchkey/auth/adapters/postgres";',
    "testing.md": 'import { fakeProvider } from "@latchkey/auth/testing";',
  };
  for (const [file, line] of Object.entries(imported)) {
    assert.ok(pages.get(file)!.includes(`\n${line}\n`), file);
  }
});

test("the pages of the settings describe each option that the library checks the config for", () => {
  const config = pages.get("config.md")!;
  const paths = [
    ...Object.keys(CONFIG),
    ...Object.entries(PARTS).flatMap(([part, keys]) => Object.keys(keys).map((key) => `${part}.${key}`)),
    ...Object.keys(COOKIES).map((key) => `cookies.${key}`),
    ...Object.keys(LINKS).map((key) => `theme.links.${key}`),
  ];
  assert.deepEqual(paths.filter((path) => !hasHeading(config, path)), []);
  const providers = {
    "oauth.md": [
      ...Object.keys({ ...NAMED, ...oauth.options }),
      ...Object.keys(STYLE).map((key) => `style.${key}`),
    ],
    "email.md": Object.keys({ ...NAMED, ...mail.options }),
    "credentials.md": [
      "id",
      "name",
      "credentials",
      "authorize",
      "revoke",
      "minLength",
      "isLeaked",
      "hashes",
      "mail",
    ],
    "passkeys.md": Object.keys({ ...NAMED, ...passkeys.options }),
  };
  for (const [file, keys] of Object.entries(providers)) {
    assert.deepEqual(keys.filter((key) => !hasHeading(pages.get(file)!, key)), [], file);
  }
});

test("the pages of the settings describe each interface of options, with each field that the compiler reads", async () => {
  const declared = await declaredOptions();
  assert.ok(declared.length > 25);
  for (const { name, file, fields } of declared) {
    const own = described.filter(({ section }) => section.type === `${file} ${name}`);
    assert.ok(own.length > 0, `no page describes ${name} of ${file}: add it to tools/settings/pages.ts`);
    for (const { file: page, section } of own) {
      const missing = fields.filter((field) =>
        !section.omit?.includes(field) && !hasHeading(pages.get(page)!, `${section.prefix ?? ""}${field}`)
      );
      assert.deepEqual(missing, [], `${page} lacks fields of ${name}`);
    }
  }
});

test("docs/settings/environment.md lists each variable that the library reads", async () => {
  const page = pages.get("environment.md")!;
  const names = new Set<string>();
  for (const file of await sourcesIn("src")) {
    const source = await readFile(new URL(file, ROOT), "utf8");
    for (const [name] of source.matchAll(/\b(?:AUTH|NEXTAUTH)_[A-Z][A-Z0-9_]*[A-Z0-9]\b|\bAUTH_42_\w+/g)) {
      names.add(name);
    }
    for (const [, read] of source.matchAll(/\benv\.([A-Z][A-Z_]+)\b/g)) names.add(read!);
  }
  assert.ok(names.size > 200);
  const missing = [...names].filter((name) => !page.includes(`\`${name}\``) && !NOT_VARIABLES.includes(name));
  assert.deepEqual(missing, []);
  const { parameters } = /function isHostTrusted\(\s*\{(?<parameters>[^}]*)\}/
    .exec(await readFile(new URL("src/config/env.ts", ROOT), "utf8"))!.groups!;
  for (const name of parameters!.split(",").map((each) => each.trim())) {
    assert.ok(page.includes(`\`${name}\``), name);
  }
});

test("the links of the settings lead to headings and files that exist", async () => {
  for (const [file, text] of pages) {
    for (const [, path, anchor] of text.matchAll(/\]\(([\w./-]*)(?:#([\w-]+))?\)/g)) {
      const target = path ? pages.get(path) ?? await readPage(path) : text;
      if (anchor) assert.ok(anchorsOf(target).includes(anchor), `${file} links to ${path}#${anchor}`);
    }
    const anchors = anchorsOf(text);
    assert.deepEqual(
      anchors.filter((each, i) => anchors.indexOf(each) !== i),
      [],
      `${file} repeats headings`,
    );
  }
});

/** Constants whose names look like those of variables, and a variable that the page of its provider advises against. */
const NOT_VARIABLES = ["AUTH_JS", "NEXT_AUTH_4", "AUTH_UNITED_EFFECTS_ISSUER"];

function descendants(section: Section): readonly Section[] {
  return [section, ...Object.values(section.below ?? {}).flat().flatMap(descendants)];
}

function hasHeading(page: string, heading: string): boolean {
  return page.includes(`# \`${heading}\`\n`);
}

function anchorsOf(text: string): readonly string[] {
  const headings = text.replaceAll(/^```[^]*?^```$/gm, "").matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading]) =>
    heading!.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(/\s/g, "-")
  );
}

interface Declared {
  readonly name: string;
  readonly file: string;
  readonly fields: readonly string[];
}

/** The exported interfaces of options, as the compiler reads them. */
async function declaredOptions(): Promise<readonly Declared[]> {
  const files = (await sourcesIn("src")).filter((file) =>
    !/^src\/providers\/[a-z\d]\w*\.ts$/.test(file) ||
    CONCRETE.includes(file)
  );
  const found = await Promise.all(files.map(async (file) => {
    const source = ts.createSourceFile(
      file,
      await readFile(new URL(file, ROOT), "utf8"),
      ts.ScriptTarget.Latest,
    );
    return source.statements.filter(ts.isInterfaceDeclaration)
      .filter(({ name, modifiers }) => modifiers && /(?:Options|Config|Props)$/.test(name.text))
      .map(({ name, members }) => ({
        name: name.text,
        file,
        fields: members.flatMap((member) =>
          member.name && ts.isIdentifier(member.name) ? [member.name.text] : []
        ),
      }));
  }));
  return found.flat().filter(({ name, file }) =>
    !ELSEWHERE.includes(name) && !/ConfigWith|ConfigOf/.test(name) || file.endsWith("/next/api.ts")
  );
}

/** Files of providers with options that more than one provider has. */
const CONCRETE = ["src/model/provider.ts", "src/providers/credentials.ts"];

/** The files of the library. The command reads what other libraries call their variables, to say so: `docs/cli.md`. */
async function sourcesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(new URL(`${folder}/`, ROOT), { recursive: true });
  return entries.filter((entry) => entry.endsWith(".ts") && !entry.startsWith("cli/")).map((entry) =>
    `${folder}/${entry}`
  );
}

async function readPage(path: string): Promise<string> {
  return await readFile(new URL(path, new URL("docs/settings/", ROOT)), "utf8");
}

test("docs/settings says what a page of the application receives and posts as the built-in page does", async () => {
  const text = await readPage("config.md");
  const of = (name: string) => text.split(`### \`pages.${name}\``)[1]!.split("\n### ")[0]!;
  assert.match(of("finishSignUp"), /`question`.*`acceptedTerms`/);
  for (const way of ["code", "passkey", "recoveryCode", "never"]) {
    assert.match(of("secondFactor").split("posts")[0]!, new RegExp(`\`${way}\``));
  }
  for (const param of ["lack=level", "done=second-factor-on"]) {
    assert.match(of("secondFactorSetup"), new RegExp(`&${param}`));
  }
});
