/**
 * Mistakes that pages have had, which neither the compiler nor the test of a recipe sees.
 *
 * @module
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { readPages } from "../../docs/.vitepress/pages.ts";
import { root } from "../../tools/exports.ts";
import { blocksOf } from "./_blocks.ts";

const DOCS = readPages(fileURLToPath(new URL("docs", root))).map(({ file }) => `docs/${file}`);

const blocks = DOCS.flatMap((page) =>
  blocksOf(readFileSync(new URL(page, root), "utf8")).map((block) => ({ ...block, page }))
);

const PAGES = [...["README", "CHANGELOG", "CONTRIBUTING", "SECURITY"].map((name) => `${name}.md`), ...DOCS];

/** The places of the blocks that break a rule. */
function broken(rule: (code: string) => boolean): readonly string[] {
  return blocks.filter(({ text }) => rule(text)).map(({ page, line, file }) => `${page}:${line} ${file}`);
}

/** Whether code hands a function to `useActionState` that is made in the render. */
function bindsAnAction(code: string): boolean {
  return [...code.matchAll(/\buseActionState(?:<[^(]*>)?\(\s*([^]*?),\s/g)].some(([, action]) =>
    !/^\w+$/.test(action!) ||
    !new RegExp(`^(?:import [^;]*\\b${action}\\b|(?:export )?(?:async )?function ${action}\\b)`, "m").test(
      code,
    )
  );
}

// React renders a form anew until its action is the same as before: the server of Next would answer nobody.
test("no page hands `useActionState` a function that each render makes anew", () => {
  const form = "export function F({ act }) {\n  const [state, action] = useActionState(ACTION, null);\n}";
  const wrong = ["submit.bind(null, act)", "(before, form) => submit(act, before, form)", "own"];
  for (const action of wrong) assert.ok(bindsAnAction(form.replace("ACTION", action)), action);
  const imported = `import { submit } from "./submit";\n${form.replace("ACTION", "submit")}`;
  assert.equal(bindsAnAction(imported), false);
  assert.deepEqual(broken(bindsAnAction), []);
});

/** Whether code compares a row of SQLite with the nothing of one client. */
function comparesARow(code: string): boolean {
  const nothing = String.raw`[!=]==\s*(?:undefined|null)\b`;
  const direct = new RegExp(String.raw`\.prepare\([^;]*\.get\([^;]*${nothing}`);
  const rows = [...code.matchAll(/\b(?:const|let) (\w+) = [^;]*\.prepare\([^;]*\.get\(/g)].map(([, name]) =>
    name
  );
  return direct.test(code) ||
    rows.some((row) =>
      new RegExp(String.raw`\b${row} ${nothing}|\btypeof ${row}\b|\b${row} \?\?= `).test(code)
    );
}

// `get()` returns undefined in `node:sqlite`, and null in `bun:sqlite`: a check for one of them lets everyone in on the other.
test("no page compares a row of SQLite with undefined or null by `===`", () => {
  const find = 'sql.prepare("SELECT 1 FROM invited").get(email)';
  for (const nothing of ["!== undefined", "=== null"]) {
    assert.ok(comparesARow(`return ${find} ${nothing};`));
    assert.ok(comparesARow(`const row = ${find};\nif (row ${nothing}) return;`));
  }
  assert.equal(comparesARow(`const row = ${find};\nreturn row ? row.name : null;`), false);
  assert.deepEqual(broken(comparesARow), []);
});

/** The lines of a page at which a comment makes HTML of Markdown: it has text behind it, or stands in a paragraph. */
function tornLines(text: string): readonly number[] {
  const lines = text.replaceAll(/^ *```.*?^ *```$/gms, (code) => code.replaceAll(/[^\n]/g, "")).split("\n");
  return lines.flatMap((line, index) => {
    if (!/^(?: *(?:[-*+>]|\d+\.) )* *<!--/.test(line)) return [];
    const isAlone = /-->\s*$|^[^>]*$/.test(line.replace(/^.*?-->/, "-->"));
    const isBetween = /\S/.test(lines[index - 1] ?? "") && /\S/.test(lines[index + 1] ?? "");
    return isAlone && !isBetween ? [] : [index + 1];
  });
}

// CommonMark §4.6: a line that begins with a comment is HTML up to its end, and ends the paragraph before it.
test("no line of a page begins with a comment that has Markdown behind it, or in a paragraph", () => {
  for (
    const torn of [
      "<!-- note --> **a**",
      "- a\n  <!-- note --> b",
      "- <!-- note --> b",
      "a\n<!-- note -->\nb",
    ]
  ) {
    assert.equal(tornLines(torn).length, 1, torn);
  }
  for (
    const whole of [
      "a <!-- note --> b",
      "<!-- test: a -->\n\n```ts\n```",
      "a.\n<!-- note -->\n\nb",
      "<!-- a\nb -->\n\nc",
    ]
  ) {
    assert.deepEqual(tornLines(whole), [], whole);
  }
  const found = PAGES.flatMap((page) =>
    tornLines(readFileSync(new URL(page, root), "utf8")).map((line) => `${page}:${line}`)
  );
  assert.deepEqual(found, []);
});

// `node:sqlite` is in Node 22.5, and its option `timeout` in 22.16: pages said one or the other for the same line.
test("each page that opens node:sqlite and says which Node it needs names that of the options it uses", () => {
  const wrong = DOCS.flatMap((page) => {
    const text = readFileSync(new URL(page, root), "utf8");
    const [, named] = /node:sqlite` needs? Node ([\d.]+)/.exec(text) ?? [];
    const code = blocks.filter((block) => block.page === page).map((block) => block.text).join("\n");
    const needed = /new DatabaseSync\([^)]*\btimeout\b/.test(code) ? "22.16" : "22.5";
    return named && named !== needed ? [`${page}: ${named} in place of ${needed}`] : [];
  });
  assert.deepEqual(wrong, []);
});

test("docs/modules.md names each function of the main module that recipes import", () => {
  const modules = readFileSync(new URL("docs/modules.md", root), "utf8");
  const [row] = /^\| `@latchkey\/auth` .*$/m.exec(modules)!;
  const recipes = blocks.filter(({ page }) => page.startsWith("docs/recipes/"));
  const imported = recipes.flatMap(({ text }) =>
    [...text.matchAll(/^import \{([^}]*)\} from "@latchkey\/auth";$/gm)].flatMap(([, names]) =>
      names!.split(",")
    )
  ).map((name) => name.trim()).filter((name) => /^[a-z]/.test(name) && !/^type /.test(name));
  assert.deepEqual([...new Set(imported)].filter((name) => !row.includes(`\`${name}\``)), []);
});

/** Pages, or files of a page, whose forms lose nothing if they are sent twice. */
const TWICE_AS_ONCE: Readonly<Record<string, string>> = {
  "docs/recipes/enterprise_sso.md": "begins a sign-in at the identity provider, again",
  "docs/recipes/impersonation.md":
    "an administrator who acts as a user already is led to the page that says so",
};

/** Whether code has a form with fields that a second click sends again. */
function sendsTwice(code: string): boolean {
  if (/\$\{(?:raw\()?SEND_ONCE\b|<SendOnce \/>/.test(code)) return false;
  return [...code.matchAll(/<form\b[^]*?<\/form>/g)].some(([form]) => {
    const isFilledIn = /<input\b(?![^>]*type="hidden")|\bfields\b|\{children\}/.test(form);
    const buttons = form.match(/<button\b[^]*?>/g) ?? [];
    const isGuarded = buttons.every((button) => /\bdisabled=\{isPending\}/.test(button)) &&
      (buttons.length > 0 || form.includes("<SubmitButton>"));
    return isFilledIn && !isGuarded;
  });
}

// A browser that sends a form twice drops the first answer, with its session cookie and the recovery codes.
test("each form that a user of a recipe or a concept fills in is sent once where scripts run", () => {
  const form = (button: string) => `<form action={act}><input name="code" />${button}</form>`;
  for (const button of ["<button>Go</button>", '<button type="submit">Go</button>', ""]) {
    assert.ok(sendsTwice(form(button)), button);
  }
  for (const button of ["<button disabled={isPending}>Go</button>", "<SubmitButton>Go</SubmitButton>"]) {
    assert.equal(sendsTwice(form(button)), false, button);
  }
  assert.equal(sendsTwice(`${form("<button>Go</button>")}\n\${SEND_ONCE}`), false);
  assert.equal(sendsTwice(`<SendOnce />\n${form("<button>Go</button>")}`), false);
  const own = blocks.filter(({ page }) => /^docs\/(?:recipes|concepts)\//.test(page));
  const unguarded = own.filter(({ text }) => sendsTwice(text));
  const exceptionFor = ({ page, file }: { readonly page: string; readonly file: string }) =>
    Object.keys(TWICE_AS_ONCE).find((place) => place === page || place === `${page} ${file}`);
  const found = unguarded.filter((block) => !exceptionFor(block));
  assert.deepEqual(found.map(({ page, line, file }) => `${page}:${line} ${file}`), []);
  const needed = new Set(unguarded.map(exceptionFor));
  assert.deepEqual(Object.keys(TWICE_AS_ONCE).filter((place) => !needed.has(place)), [], "not needed");
});
