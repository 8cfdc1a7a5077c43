/**
 * One application of several recipes: what a reader makes who follows all of them, as `docs/recipes/README.md` says under
 * "Several recipes in one application". Nothing is written here that stands on no page: the parts are the blocks, and what
 * two of them claim at once is an error that names both.
 *
 * @module
 */

import { readFileSync } from "node:fs";
import ts from "npm:typescript@5.9.3";
import { fileIn } from "../../docs/.vitepress/tabs.ts";
import { type Block, blocksOf, isSeen, withConfig } from "./_blocks.ts";
import {
  declarationsOf,
  homeOf,
  Module,
  nameOf,
  namesOf,
  parse,
  type Part,
  textOf,
} from "./_together_module.ts";

const ROOT = new URL("../../", import.meta.url);

/** How the application of a framework is made. */
export type Server = Program | Routes;

/** How the `main.ts` of a framework is made of those of its tabs. */
export interface Program {
  /** The tab. */
  readonly tab: string;
  /** The statement that adds the library to the application. */
  readonly library: RegExp;
  /** Statements that guard all below them. */
  readonly guard: RegExp;
  /** Statements that guard all below them, and answer all that no one has answered. */
  readonly rest: RegExp;
  /** The statement that ends the file. */
  readonly end: RegExp;
}

/** A framework that has a file for each route: the tabs have all of them. */
export interface Routes {
  /** The tab. */
  readonly tab: string;
  /** The module that exports what the framework's function returns. */
  readonly exports: string;
  /** The type of the config. */
  readonly config: string;
  /** The folder of the routes, in which the files of the home page are. */
  readonly routes: string;
  readonly home: readonly string[];
  /** Files of which a reader makes one if two recipes have them. */
  readonly joined?: RegExp;
}

/** What a page says in words beside its blocks, and what the reader changes then. */
export interface Advice {
  /** Where it is said: a page of `docs/recipes`, and the words. */
  readonly page: string;
  readonly says: string;
  /** The frameworks that it is for. Default: all. */
  readonly tabs?: readonly string[];
  /** File, text, new text. The text stands there once. */
  readonly edits: readonly (readonly [file: string, from: string, to: string])[];
}

/** Follows what pages say in words. @throws {Error} if a page no longer says it, or the text is no longer there. */
export function follow(
  files: ReadonlyMap<string, string>,
  all: readonly Advice[],
  tab: string,
): ReadonlyMap<string, string> {
  const changed = new Map(files);
  for (const { page, says, tabs, edits } of all) {
    const text = readFileSync(new URL(`docs/recipes/${page}.md`, ROOT), "utf8").replaceAll(/\s+/g, " ");
    if (!text.includes(says)) throw new Error(`docs/recipes/${page}.md does not say "${says}"`);
    for (const [name, from, to] of tabs && !tabs.includes(tab) ? [] : edits) {
      const file = [fileIn(tab, name), name].find((each) => changed.has(each)) ?? name;
      const parts = (changed.get(file) ?? "").split(from);
      if (parts.length !== 2) throw new Error(`${file} has "${from}" ${parts.length - 1} times, not once`);
      changed.set(file, parts.join(to));
    }
  }
  return changed;
}

/** The blocks of a page that a reader of a tab sees. */
export function blocksFor(page: string, tab: string): readonly Block[] {
  const all = blocksOf(readFileSync(new URL(`docs/recipes/${page}.md`, ROOT), "utf8"));
  const database = all.find(({ database }) => database)?.database ?? "";
  return all.filter((block) => isSeen(block, { tab, database }));
}

/** The files of the application. @throws {Error} with all that two recipes claim at once. */
export function compose(parts: readonly Part[], server: Server): ReadonlyMap<string, string> {
  const { tab: framework } = server;
  const routes = "routes" in server ? server : null;
  const app = new Application(routes?.config);
  const files = new Map<string, string>();
  const from = new Map<string, string>();
  const config = fileIn(framework, "auth.ts");
  for (const part of parts) {
    const blocks = blocksFor(part.page, framework).filter(({ section, file, language }) =>
      section === part.section && file !== language
    );
    if (blocks.length === 0) throw new Error(`docs/recipes/${part.page}.md has no section "${part.section}"`);
    const isSecondHome = routes?.home.some((name) => files.has(routes.routes + name));
    for (const { file: name, text: shown, tab } of blocks) {
      const isMoved = isSecondHome && routes!.home.some((home) => routes!.routes + home === name);
      const file = !tab
        ? fileIn(framework, name)
        : isMoved
        ? name.replace(routes!.routes, `${routes!.routes}${homeOf(part)}/`)
        : name;
      const own = isMoved ? shown.replaceAll(/from "\.\.\//g, 'from "../../') : shown;
      const text = tab ? own : withConfig(own, framework);
      const known = files.get(file);
      if (file === config) app.addConfig(part, text);
      else if (!routes && file === "main.ts") tab && app.addMain(part, text, server as Program);
      else if (file.startsWith(".env")) continue;
      else if (known !== undefined && file === routes?.exports) files.set(file, withExports(known, text));
      else if (known !== undefined && known !== text && routes?.joined?.test(file)) {
        files.set(file, join([known, text], { part, file, conflicts: app.conflicts }));
      } else if (known !== undefined && known !== text) {
        app.conflicts.push(`${file}: ${from.get(file)} and ${nameOf(part)} have a file of this name`);
      } else {
        files.set(file, text);
        from.set(file, nameOf(part));
      }
    }
  }
  files.set(config, app.config());
  if (!routes) files.set("main.ts", app.main());
  if (app.conflicts.length) throw new Error(`Recipes break each other:\n${app.conflicts.join("\n")}`);
  return files;
}

/** One module of two: what each exports, and the functions of `sequence()` one after the other. */
function join(
  texts: readonly string[],
  { part, file, conflicts }: { readonly part: Part; readonly file: string; readonly conflicts: string[] },
): string {
  const made = new Module(conflicts, file);
  const sequence = new Set<string>();
  for (const statement of texts.flatMap((text) => [...parse(text).statements])) {
    const [, functions] = /^export const handle = sequence\(([^]*)\);$/.exec(textOf(statement)) ?? [];
    if (ts.isImportDeclaration(statement)) made.import(statement, part);
    else if (functions) {
      const [declared] = (statement as ts.VariableStatement).declarationList.declarations;
      for (const each of (declared!.initializer as ts.CallExpression).arguments) sequence.add(textOf(each));
    } else made.add(part, textOf(statement), namesOf(statement));
  }
  const handle = sequence.size ? [`export const handle = sequence(\n${[...sequence].join(",\n")},\n);`] : [];
  return [made.imports(), ...made.statements(), ...handle].join("\n\n");
}

/** A module that exports what two do. */
function withExports(one: string, other: string): string {
  const names = [one, other].flatMap((text) => /^export const \{([^}]*)\} =/m.exec(text)![1]!.match(/\w+/g)!);
  return one.replace(/^export const \{[^}]*\} =/m, `export const { ${[...new Set(names)].join(", ")} } =`);
}

/** A tree of settings: text at its leaves. */
type Tree = Map<string, Tree | string>;

/** A function of a config, such as `callbacks.session`. */
interface Hook {
  readonly part: Part;
  readonly text: string;
}

class Application {
  readonly conflicts: string[] = [];
  readonly #auth = new Module(this.conflicts, "auth.ts");
  readonly #main = new Module(this.conflicts, "main.ts");
  readonly #userFields: Tree = new Map();
  readonly #settings: Tree = new Map();
  readonly #spreads = new Set<string>();
  readonly #providers = new Map<string, Tree | string | null>();
  readonly #features = new Map<string, Tree | string | null>();
  readonly #hooks = new Map<string, Hook[]>();
  readonly #type: string;
  #path = `"auth.sqlite"`;
  /** Whether a module that the config imports opens the database. */
  #isOpened = false;

  constructor(type = "AuthConfig") {
    this.#type = type;
  }

  addConfig(part: Part, text: string): void {
    const source = parse(text);
    // Where the part opens the database, the application has done so.
    const opened = /const (\w+) = new DatabaseSync\((.+?), \{ timeout/.exec(text);
    this.#path = /DatabaseSync\((process\.env\.\w+ \?\? "auth\.sqlite")/.exec(text)?.[1] ?? this.#path;
    const renamed = (code: string) =>
      opened && opened[1] !== "sql" ? code.replaceAll(new RegExp(`\\b${opened[1]}\\b`, "g"), "sql") : code;
    const constants = new Map<string, ts.Expression>();
    for (const { name, initializer } of declarationsOf(source)) {
      if (initializer) constants.set(name.getText(), initializer);
    }
    const config = constants.get("config");
    const object = config && ts.isSatisfiesExpression(config) ? config.expression : config;
    if (!object || !ts.isObjectLiteralExpression(object)) throw new Error(`${nameOf(part)} has no config`);
    const inlined = new Set<string>();
    const scope = { part, constants, inlined, renamed };
    for (const statement of source.statements) {
      const [declared] = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [];
      const made = declared?.initializer?.getText() ?? "";
      if (ts.isImportDeclaration(statement)) {
        this.#isOpened ||= /\bSqlite\(sql\)/.test(text) && !opened;
        this.#auth.import(statement, part);
      } else if (/^Sqlite\(/.test(made)) this.#addFields(declared!.initializer as ts.CallExpression, scope);
      else if (declared?.name.getText() === "userFields") continue;
      else if (/^new DatabaseSync\(/.test(made) || /adapter\.migrate\(\)/.test(statement.getText())) continue;
      else if (declared && declared.initializer === config) this.#addSettings(object, "", scope);
    }
    for (const statement of source.statements) {
      const [declared] = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [];
      const made = declared?.initializer?.getText() ?? "";
      const isOurs = ts.isImportDeclaration(statement) || /^(?:Sqlite|new DatabaseSync)\(/.test(made) ||
        /^await adapter\.migrate\(\)/.test(statement.getText()) || declared?.initializer === config ||
        declared?.name.getText() === "userFields" || inlined.has(declared?.name.getText() ?? "");
      if (!isOurs) this.#auth.add(part, renamed(textOf(statement)), namesOf(statement));
    }
  }

  #addFields({ arguments: [, options] }: ts.CallExpression, { part, constants }: Scope): void {
    if (!options || !ts.isObjectLiteralExpression(options)) return;
    for (const property of options.properties) {
      const name = property.name!.getText();
      const value = ts.isPropertyAssignment(property) ? property.initializer : constants.get(name);
      const fields = value && ts.isAsExpression(value) ? value.expression : value;
      if (name !== "userFields" || !fields || !ts.isObjectLiteralExpression(fields)) {
        this.conflicts.push(`${nameOf(part)} has an option of the adapter that others do not have: ${name}`);
      } else this.#merge(this.#userFields, fields, "userFields", part);
    }
  }

  #addSettings(object: ts.ObjectLiteralExpression, path: string, scope: Scope): void {
    for (const property of object.properties) {
      if (ts.isSpreadAssignment(property)) {
        this.#spreads.add(property.getText());
        continue;
      }
      const name = property.name!.getText();
      const at = path ? `${path}.${name}` : name;
      if (name === "adapter" || scope.part.without?.[at]) continue;
      const value = ts.isPropertyAssignment(property) ? property.initializer : undefined;
      if (at === "providers") this.#addListed(this.#providers, value as ts.ArrayLiteralExpression, scope);
      else if (at === "features") this.#addListed(this.#features, value as ts.ArrayLiteralExpression, scope);
      else if (at === "callbacks") this.#addSettings(value as ts.ObjectLiteralExpression, at, scope);
      else if (path === "callbacks") {
        const hooks = this.#hooks.get(name) ?? [];
        hooks.push({ part: scope.part, text: scope.renamed(textOf(property)) });
        this.#hooks.set(name, hooks);
      } else this.#mergeProperty(this.#settings, property, "", scope.part);
    }
  }

  #addListed(
    all: Map<string, Tree | string | null>,
    { elements }: ts.ArrayLiteralExpression,
    { constants, inlined, part }: Scope,
  ): void {
    for (const element of elements) {
      const made = ts.isIdentifier(element) && constants.get(element.text) || element;
      if (made !== element) inlined.add(element.getText());
      if (!ts.isCallExpression(made)) {
        const name = made.getText();
        if (!all.has(name)) all.set(name, null);
        continue;
      }
      const name = made.expression.getText();
      const known = all.get(name);
      const tree: Tree = known instanceof Map ? known : new Map();
      const [options] = made.arguments;
      if (options && ts.isObjectLiteralExpression(options)) this.#merge(tree, options, name, part, constants);
      all.set(name, tree);
    }
  }

  #merge(
    tree: Tree,
    object: ts.ObjectLiteralExpression,
    path: string,
    part: Part,
    constants?: ReadonlyMap<string, ts.Expression>,
  ): void {
    for (const property of object.properties) this.#mergeProperty(tree, property, path, part, constants);
  }

  #mergeProperty(
    tree: Tree,
    property: ts.ObjectLiteralElementLike,
    path: string,
    part: Part,
    constants?: ReadonlyMap<string, ts.Expression>,
  ): void {
    const name = property.name!.getText();
    const at = path ? `${path}.${name}` : name;
    if (part.without?.[at]) return;
    const value = ts.isPropertyAssignment(property) ? property.initializer : undefined;
    const known = tree.get(name);
    if (value && ts.isObjectLiteralExpression(value) && typeof known !== "string") {
      const inner: Tree = known ?? new Map();
      tree.set(name, inner);
      return this.#merge(inner, value, at, part, constants);
    }
    const constant = ts.isShorthandPropertyAssignment(property) ? constants?.get(name) : undefined;
    const isText = constant && ts.isStringLiteral(constant);
    const text = isText ? `${name}: ${constant.getText()}` : property.getText();
    if (known === undefined) tree.set(name, text);
    else if (known !== text) this.conflicts.push(`${at}: ${nameOf(part)} has another one\n${text}\n${known}`);
  }

  addMain(part: Part, text: string, server: Program): void {
    const main = this.#main;
    const rest: string[] = [];
    let place: "before" | "routes" | "guarded" = "before";
    for (const statement of parse(text).statements) {
      const code = textOf(statement);
      if (ts.isImportDeclaration(statement)) main.import(statement, part);
      else if (/^const app = /.test(code)) main.begin(code);
      else if (server.library.test(code)) {
        main.library = code;
        place = "routes";
      } else if (server.end.test(code)) main.end = /process/.test(main.end) ? main.end : code;
      else if (server.rest.test(code)) rest.push(code);
      else if (ts.isFunctionDeclaration(statement)) main.add(part, code, namesOf(statement));
      else {
        if (server.guard.test(code)) place = "guarded";
        main.addRoute(part, code, place);
      }
    }
    for (const code of rest) main.rest ||= code;
  }

  main(): string {
    return this.#main.server();
  }

  config(): string {
    const lines = [
      this.#auth.imports(),
      this.#isOpened
        ? "export { sql };"
        : `export const sql = new DatabaseSync(${this.#path}, { timeout: 5000 });`,
      `export const adapter = Sqlite(sql, { userFields: ${print(this.#userFields)} });`,
      "await adapter.migrate();",
      ...this.#auth.statements(),
    ];
    const parts = [...new Set([...this.#hooks.values()].flat().map(({ part }) => part))];
    const nameFor = (part: Part) => `recipe${parts.indexOf(part)}`;
    for (const part of parts) {
      const own = [...this.#hooks.values()].flat().filter((hook) => hook.part === part);
      lines.push(
        `/** ${nameOf(part)} */`,
        `const ${nameFor(part)} = {\n${own.map(({ text }) => `${text},\n`).join("")}} ` +
          `satisfies NonNullable<${this.#type}<"database">["callbacks"]>;`,
      );
    }
    const callbacks = [...this.#hooks].map(([name, hooks]) => {
      const names = hooks.map(({ part }) => nameFor(part));
      const write = CHAINS[name];
      if (!write) throw new Error(`Say how to chain callbacks.${name}`);
      return write(names);
    });
    const listed = (all: ReadonlyMap<string, Tree | string | null>) =>
      [...all].map(([name, options]) =>
        options instanceof Map ? `${name}(${options.size ? print(options) : ""})` : name
      ).join(", ");
    lines.push(`export const config = {
  ${[...this.#spreads].map((text) => `${text},`).join("\n")}
  adapter,
  providers: [${listed(this.#providers)}],
  features: [${listed(this.#features)}],
  callbacks: {\n${callbacks.join("\n")}\n},
  ${print(this.#settings).slice(1, -1)}
} satisfies ${this.#type}<"database">;`);
    return lines.join("\n\n");
  }
}

interface Scope {
  readonly part: Part;
  readonly constants: ReadonlyMap<string, ts.Expression>;
  /** Constants that are written where they are used. */
  readonly inlined: Set<string>;
  /** Names the database as the application does. */
  readonly renamed: (code: string) => string;
}

/** How the callbacks of several recipes become one, as `docs/recipes/README.md` says. */
const CHAINS: Readonly<Record<string, (names: readonly string[]) => string>> = {
  authorized: (names) =>
    `authorized: (params) => ${names.map((name) => `${name}.authorized(params)`).join(" || ")},`,
  signIn: (names) =>
    `async signIn(params) {
      for (const { signIn } of [${names.join(", ")}]) {
        const answer = await signIn(params);
        if (answer !== true) return answer;
      }
      return true;
    },`,
  redirect: (names) =>
    `async redirect(params) {
      const urls = await Promise.all([${names.map((name) => `${name}.redirect(params)`).join(", ")}]);
      const asked = new URL(params.url, params.baseUrl).href;
      return urls.find((url) => new URL(url, params.baseUrl).href === asked) ?? params.baseUrl;
    },`,
  session: (names) =>
    `async session(params) {
      ${
      names.map((name, index) => {
        const given = index ? `{ ...params, session: session${index - 1} }` : "params";
        return `const session${index} = await ${name}.session(${given});
      if (!session${index}) return null;`;
      }).join("\n      ")
    }
      return { ${names.map((_, index) => `...session${index}`).join(", ")} };
    },`,
};

function print(tree: Tree): string {
  const properties = [...tree].map(([name, value]) =>
    typeof value === "string" ? `${value},` : `${name}: ${print(value)},`
  );
  return `{\n${properties.join("\n")}\n}`;
}
