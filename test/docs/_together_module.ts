/**
 * A module of an application that is made of the modules of several recipes.
 *
 * @module
 */

import ts from "npm:typescript@5.9.3";

/** A section of a recipe. */
export interface Part {
  /** The page, such as `mobile`. */
  readonly page: string;
  /** Its heading. */
  readonly section: string;
  /** Settings of its config that this application does not take, such as `pages.signIn`, with the reason. */
  readonly without?: Readonly<Record<string, string>>;
}

/** The name of a section in an error. */
export function nameOf({ page, section }: Part): string {
  return `"${section}" of ${page}.md`;
}

/** A module that is made of several. */
export class Module {
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

  import({ importClause, moduleSpecifier }: ts.ImportDeclaration, part: Part) {
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
      if (known && path === "/") code = code.replace(`"/"`, `"/${homeOf(part)}"`);
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
      const named = all.filter(({ isDefault }) => !isDefault);
      const areTypes = named.every(({ isType }) => isType);
      if (!main && named.length === 0) return `import type {} from "${module}";`;
      const list = named.map(({ local, name, isType }) =>
        `${isType && (main || !areTypes) ? "type " : ""}${name === local ? name : `${name} as ${local}`}`
      );
      const bindings = [main?.local, list.length ? `{ ${list.join(", ")} }` : ""].filter(Boolean).join(", ");
      return `import ${!main && areTypes ? "type " : ""}${bindings} from "${module}";`;
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

export function parse(text: string): ts.SourceFile {
  return ts.createSourceFile("block.ts", text, ts.ScriptTarget.Latest, true);
}

/** The text of a node, without the comments before it: the parts of two recipes differ in them alone. */
export function textOf(node: ts.Node): string {
  return node.getText().trim();
}

export function declarationsOf({ statements }: ts.SourceFile): readonly ts.VariableDeclaration[] {
  return statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) => [
    ...declarationList.declarations,
  ]);
}

/** The names that a statement declares in its module. */
export function namesOf(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  }
  const isNamed = ts.isFunctionDeclaration(statement) || ts.isTypeAliasDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement);
  return isNamed && statement.name ? [statement.name.text] : [];
}

/** The path of a page that a recipe has at `/`, where several have one. */
export function homeOf({ page, section }: Part): string {
  return `home-of-${page}-${section}`.toLowerCase().replaceAll(/[^a-z_]+/g, "-");
}
