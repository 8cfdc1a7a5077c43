/**
 * One application of several recipes: what a reader makes who follows all of them, as `docs/recipes/README.md` says under
 * "Several recipes in one application". Nothing is written here that stands on no page: the parts are the blocks, and what
 * two of them claim at once is an error that names both.
 *
 * @module
 */

import { readFileSync } from "node:fs";
import ts from "npm:typescript@5.9.3";
import { type Block, blocksOf, isSeen } from "./_blocks.ts";

const ROOT = new URL("../../", import.meta.url);

/** A section of a recipe. */
export interface Part {
  /** The page, such as `mobile`. */
  readonly page: string;
  /** Its heading. */
  readonly section: string;
  /** Settings of its config that this application does not take, such as `pages.signIn`, with the reason. */
  readonly without?: Readonly<Record<string, string>>;
}

/** How the `main.ts` of a framework is made of those of its tabs. */
export interface Server {
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
    for (const [file, from, to] of tabs && !tabs.includes(tab) ? [] : edits) {
      const parts = changed.get(file)!.split(from);
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
  const app = new Application();
  const files = new Map<string, string>();
  const from = new Map<string, string>();
  for (const part of parts) {
    const blocks = blocksFor(part.page, server.tab).filter(({ section, file, language }) =>
      section === part.section && file !== language
    );
    if (blocks.length === 0) throw new Error(`docs/recipes/${part.page}.md has no section "${part.section}"`);
    for (const { file, text, tab } of blocks) {
      if (file === "auth.ts") app.addConfig(part, text);
      else if (file === "main.ts") tab && app.addMain(part, text, server);
      else if (file.startsWith(".env")) continue;
      else if (files.has(file) && files.get(file) !== text) {
        app.conflicts.push(`${file}: ${from.get(file)} and ${nameOf(part)} have a file of this name`);
      } else {
        files.set(file, text);
        from.set(file, nameOf(part));
      }
    }
  }
  const made = new Map([...files, ["auth.ts", app.config()], ["main.ts", app.main()]]);
  if (app.conflicts.length) throw new Error(`Recipes break each other:\n${app.conflicts.join("\n")}`);
  return made;
}

function nameOf({ page, section }: Part): string {
  return `"${section}" of ${page}.md`;
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
  readonly #hooks = new Map<string, Hook[]>();
  #path = `"auth.sqlite"`;

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
        this.#auth.import(statement, part, /\bSqlite\(sql\)/.test(text) && !opened ? ["sql"] : []);
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
      if (at === "providers") this.#addProviders(value as ts.ArrayLiteralExpression, scope);
      else if (at === "callbacks") this.#addSettings(value as ts.ObjectLiteralExpression, at, scope);
      else if (path === "callbacks") {
        const hooks = this.#hooks.get(name) ?? [];
        hooks.push({ part: scope.part, text: scope.renamed(textOf(property)) });
        this.#hooks.set(name, hooks);
      } else this.#mergeProperty(this.#settings, property, "", scope.part);
    }
  }

  #addProviders({ elements }: ts.ArrayLiteralExpression, { constants, inlined, part }: Scope): void {
    for (const element of elements) {
      const made = ts.isIdentifier(element) && constants.get(element.text) || element;
      if (made !== element) inlined.add(element.getText());
      if (!ts.isCallExpression(made)) {
        const name = made.getText();
        if (!this.#providers.has(name)) this.#providers.set(name, null);
        continue;
      }
      const name = made.expression.getText();
      const known = this.#providers.get(name);
      const tree: Tree = known instanceof Map ? known : new Map();
      const [options] = made.arguments;
      if (options && ts.isObjectLiteralExpression(options)) this.#merge(tree, options, name, part, constants);
      this.#providers.set(name, tree);
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

  addMain(part: Part, text: string, server: Server): void {
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
      `export const sql = new DatabaseSync(${this.#path}, { timeout: 5000 });`,
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
          `satisfies NonNullable<AuthConfig<"database">["callbacks"]>;`,
      );
    }
    const callbacks = [...this.#hooks].map(([name, hooks]) => {
      const names = hooks.map(({ part }) => nameFor(part));
      const write = CHAINS[name];
      if (!write) throw new Error(`Say how to chain callbacks.${name}`);
      return write(names);
    });
    const providers = [...this.#providers].map(([name, options]) =>
      options instanceof Map ? `${name}(${options.size ? print(options) : ""})` : name
    );
    lines.push(`export const config = {
  ${[...this.#spreads].map((text) => `${text},`).join("\n")}
  adapter,
  providers: [${providers.join(", ")}],
  callbacks: {\n${callbacks.join("\n")}\n},
  ${print(this.#settings).slice(1, -1)}
} satisfies AuthConfig<"database">;`);
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

/** A module that is made of several. */
class Module {
  readonly #conflicts: string[];
  readonly #file: string;
  readonly #imports = new Map<string, Map<string, { name: string; isType: boolean; isDefault: boolean }>>();
  readonly #names = new Map<string, { readonly part: string; readonly text: string }>();
  readonly #statements: string[] = [];
  readonly #routes = { before: [] as string[], routes: [] as string[], guarded: [] as string[] };
  readonly #paths = new Map<string, string>();
  readonly #types: string[] = [];
  #app = "";
  library = "";
  rest = "";
  end = "";

  constructor(conflicts: string[], file: string) {
    this.#conflicts = conflicts;
    this.#file = file;
  }

  #claim(name: string, part: Part, text: string): boolean {
    const known = this.#names.get(name);
    if (!known) this.#names.set(name, { part: nameOf(part), text });
    else if (known.text !== text) {
      this.#conflicts.push(`${this.#file}: ${known.part} and ${nameOf(part)} have another \`${name}\``);
    }
    return !known;
  }

  import({ importClause, moduleSpecifier }: ts.ImportDeclaration, part: Part, left: readonly string[] = []) {
    const module = (moduleSpecifier as ts.StringLiteral).text;
    const known = this.#imports.get(module) ?? new Map();
    this.#imports.set(module, known);
    const bindings = importClause?.namedBindings;
    const named = bindings && ts.isNamedImports(bindings) ? bindings.elements : [];
    const all = [
      ...(importClause?.name ? [{ local: importClause.name.text, name: "default", isType: false }] : []),
      ...named.map(({ name, propertyName, isTypeOnly }) => ({
        local: name.text,
        name: propertyName?.text ?? name.text,
        isType: isTypeOnly || importClause!.isTypeOnly,
      })),
    ];
    for (const { local, name, isType } of all) {
      if (left.includes(local)) continue;
      this.#claim(local, part, `import ${name} from ${module}`);
      const isDefault = name === "default";
      known.set(local, { name, isType: isType && (known.get(local)?.isType ?? true), isDefault });
    }
  }

  /** Adds a statement; once, if several parts have it. */
  add(part: Part, text: string, names: readonly string[]): void {
    const isNew = names.map((name) => this.#claim(name, part, text)).some(Boolean);
    if (isNew || names.length === 0 && !this.#statements.includes(text)) this.#statements.push(text);
  }

  /** The statement that makes the application. */
  begin(text: string): void {
    this.#app ||= text;
    const type = /Variables: (.+) \}>\(\)/.exec(text)?.[1];
    if (type) this.#types.push(...type.split(" & "));
  }

  addRoute(part: Part, text: string, place: "before" | "routes" | "guarded"): void {
    const [, methods, first] = /^app\.(get|post|put|delete|all)\(\s*(\[.*?\]|"[^"]*")/.exec(text) ?? [];
    let code = text;
    for (const [, path] of (first ?? "").matchAll(/"([^"]*)"/g)) {
      const route = `${methods} ${path}`;
      const known = this.#paths.get(route);
      if (known && path === "/") code = code.replace(`"/"`, `"/home-of-${part.page}-${slug(part.section)}"`);
      else if (known) {
        this.#conflicts.push(`main.ts: ${known} and ${nameOf(part)} answer ${route.toUpperCase()}`);
      } else this.#paths.set(route, nameOf(part));
    }
    const list = this.#routes[place];
    const declared = /^const (\w+)/.exec(text)?.[1];
    if (declared) this.#claim(declared, part, text);
    if (!list.includes(code)) list.push(code);
  }

  imports(): string {
    return [...this.#imports].map(([module, names]) => {
      const all = [...names].map(([local, { name, isType, isDefault }]) => ({
        local,
        name,
        isType,
        isDefault,
      }));
      const [main] = all.filter(({ isDefault }) => isDefault);
      const named = all.filter(({ isDefault }) => !isDefault).map(({ local, name, isType }) =>
        `${isType ? "type " : ""}${name === local ? name : `${name} as ${local}`}`
      );
      if (!main && named.length === 0) return `import type {} from "${module}";`;
      const list = named.length ? `{ ${named.join(", ")} }` : "";
      return `import ${[main?.local, list].filter(Boolean).join(", ")} from "${module}";`;
    }).join("\n");
  }

  statements(): readonly string[] {
    return this.#statements;
  }

  server(): string {
    const { before, routes, guarded } = this.#routes;
    const types = [...new Set(this.#types)].join(" & ");
    const app = types ? this.#app.replace(/Variables: .+ \}>\(\)/, `Variables: ${types} }>()`) : this.#app;
    const all = [this.imports(), app, ...before, this.library, ...routes, ...guarded, this.rest, this.end];
    return [...all.filter(Boolean), ...this.#statements].join("\n\n");
  }
}

function parse(text: string): ts.SourceFile {
  return ts.createSourceFile("block.ts", text, ts.ScriptTarget.Latest, true);
}

/** The text of a node, without the comments before it: the parts of two recipes differ in them alone. */
function textOf(node: ts.Node): string {
  return node.getText().trim();
}

function declarationsOf({ statements }: ts.SourceFile): readonly ts.VariableDeclaration[] {
  return statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) => [
    ...declarationList.declarations,
  ]);
}

/** The names that a statement declares in its module. */
function namesOf(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  }
  const isNamed = ts.isFunctionDeclaration(statement) || ts.isTypeAliasDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement);
  return isNamed && statement.name ? [statement.name.text] : [];
}

function print(tree: Tree): string {
  const properties = [...tree].map(([name, value]) =>
    typeof value === "string" ? `${value},` : `${name}: ${print(value)},`
  );
  return `{\n${properties.join("\n")}\n}`;
}

function slug(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z]+/g, "-");
}
