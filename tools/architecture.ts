/**
 * The rules of the house (`CONTRIBUTING.md`, `docs/architecture.md`), as a function from sources to violations.
 *
 * @module
 */

import ts from "npm:typescript@5.9.3";
import { circles, type Import, importOf, resolve } from "./_imports.ts";
import { descendants, isBound, isReference, lineOf } from "./_syntax.ts";
import { namesOfTestsCanBeFound, testsShareTheProcess } from "./_test_rules.ts";
import { roomOf, whyNotInWing } from "./_wings.ts";

/** Path from the root of the repository → source text. */
export type Sources = ReadonlyMap<string, string>;

/** Every breach of a rule, as `path:line: what is wrong`. Empty when the house is in order. */
export function violations(files: Sources): string[] {
  const breaches: string[] = [];
  const modules: Modules = new Map(
    [...files].map(([path, text]) => {
      const module = parse(path, text);
      breaches.push(...rulesFor(path).flatMap((rule) => rule(module)));
      // The syntax of all files together would fill the memory.
      return [path, { path, imports: module.imports, types: module.types }];
    }),
  );
  return [...breaches, ...eagerPackages(modules), ...circles(modules)];
}

/** The imports of a module at run time. */
export function importsOf(path: string, text: string): readonly Import[] {
  return parse(path, text).imports;
}

/** The package that a specifier belongs to: `jose` of `jose/jwt/sign`, `@a/b` of `npm:@a/b@^1.0.0`. */
export function packageOf(specifier: string): string {
  return /^(?:npm:)?((?:@[^/]+\/)?[^/@]+)/.exec(specifier)?.[1] ?? specifier;
}

/** Layers from the lowest to the highest: a file may import from lower ones, and from its own folder. Each feature is a folder. */
export const LAYERS: readonly (readonly string[])[] = [
  ["values"],
  ["shapes"],
  ["errors", "platform", "markup"],
  ["messages"],
  ["crypto"],
  ["http"],
  ["adapters"],
  ["model"],
  ["session", "oauth", "limits"],
  ["pages"],
  ["setup"],
  ["config"],
  ["sign_in"],
  ["features/*"],
  ["core"],
  ["entries"],
  ["mod", "integrations", "providers", "client", "testing", "migrate", "cli"],
];

/** Where a package may be imported from. */
const PACKAGES: Readonly<Record<string, RegExp>> = {
  jose: /^src\/(oauth\/|providers\/|testing\/)/,
  oauth4webapi: /^src\/oauth\//,
  nodemailer: /^src\/providers\/nodemailer\.ts/,
  "@simplewebauthn/server": /^src\/providers\/_webauthn\.ts/,
  bcryptjs: /^src\/crypto\/hashes\/bcrypt_package\.ts/,
  "@node-rs/argon2": /^src\/crypto\/hashes\/argon2_package\.ts/,
  standardwebhooks: /^src\/features\/webhooks\/package\.ts/,
  uqr: /^src\/features\/second_factor\/qr\.ts/,
  react: /^src\/client\/react\.ts/,
};

/** Packages that an application installs if it uses what needs them. */
export const OPTIONAL: readonly string[] = [
  "@node-rs/argon2",
  "@simplewebauthn/server",
  "bcryptjs",
  "nodemailer",
  "standardwebhooks",
  "uqr",
];

/** Modules that every application loads: without packages until a sign-in needs them. */
const EAGER = /^(mod\.ts|src\/entries\/.*|src\/model\/jwt\.ts|src\/integrations\/.*)$/;

const RUNTIME_GLOBALS = new Set(["Deno", "Bun", "process"]);
const MAY_KNOW_THE_RUNTIME = /^src\/(integrations\/|cli\/|crypto\/native\.ts$)/;

/** Modules that import what the user of a command names. */
const MAY_IMPORT_ANYTHING = /^src\/cli\/load_config\.ts$/;

const MAY_TOUCH_THE_WORLD = /^src\/(platform\/platform\.ts$|testing\/|client\/)/;
const IMPURE =
  /^(globalThis\.)?(Date\.now|Math\.random|performance\.now|crypto\.(getRandomValues|randomUUID))$/;

/** Lines that a file may have. */
const LONGEST = { source: 330, test: 500 };

interface Module {
  readonly path: string;
  readonly source: ts.SourceFile;
  readonly nodes: readonly ts.Node[];
  /** Imports at run time. */
  readonly imports: readonly Import[];
  /** Imports of types alone. */
  readonly types: readonly Import[];
}

/** Modules by their paths. */
type Modules = ReadonlyMap<string, Pick<Module, "path" | "imports" | "types">>;

type Rule = (module: Module) => string[];

/** No rule reads the parts of a doc comment. */
const PARSING: ts.CreateSourceFileOptions = {
  languageVersion: ts.ScriptTarget.Latest,
  jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
};

const RULES: readonly Rule[] = [
  importsPointDown,
  packagesStayInTheirRooms,
  runtimesStayInIntegrations,
  onlyThePlatformTouchesTheWorld,
  quirksBelongToProviders,
  namesSayWhatAFileIs,
  typesAreTypesOnly,
  modReExportsOnly,
  filesStayShort,
];

const RULES_OF_TESTS: readonly Rule[] = [filesStayShort, namesOfTestsCanBeFound, testsShareTheProcess];
const RULES_OF_TOOLS: readonly Rule[] = [filesStayShort, namesSayWhatAFileIs];

function rulesFor(path: string): readonly Rule[] {
  if (path.startsWith("test/")) return RULES_OF_TESTS;
  return path.startsWith("tools/") ? RULES_OF_TOOLS : RULES;
}

function parse(path: string, text: string): Module {
  const source = ts.createSourceFile(path, text, PARSING, true, ts.ScriptKind.TS);
  const nodes = descendants(source);
  const all = nodes.flatMap((node) => importOf(node, source));
  const [imports, types] = [all.filter((each) => !each.isType), all.filter((each) => each.isType)];
  return { path, source, nodes, imports, types };
}

function importsPointDown({ path, imports, types }: Module): string[] {
  return [...imports, ...types].flatMap(({ specifier, line, isType }) => {
    if (!specifier.startsWith(".")) return [];
    const target = resolve(path, specifier);
    const why = isType ? whyNotDown(path, target) : whyNotAllowed(path, target);
    return why ? [`${path}:${line}: imports ${target}: ${why}`] : [];
  });
}

/** Values that the application hands in are imported by no one; their types may be. */
function whyNotAllowed(path: string, target: string): string | undefined {
  const [from, to] = [roomOf(path), roomOf(target)];
  if (to === "integrations" && from !== to) return "nothing imports an integration";
  if (to === "testing" && from !== to) return "nothing imports the testing tools";
  if (to === "migrate" && from !== to) return "nothing imports a migration";
  if (to === "cli" && from !== to) return "nothing imports the command";
  // The command prints the tables of each database, and the contract has cases for each kind of rows.
  if (["cli", "testing"].includes(from) && to === "adapters") return whyNotDown(path, target);
  if (to === "client" && from !== to) return "the server does not import the browser's code";
  if (["providers", "adapters"].includes(to) && from !== to) return "the application hands it in";
  if (from === "providers" && isCapability(target)) return whyNotDown(path, target);
  if (
    from === "providers" && !["providers", "crypto", "errors", "values", "messages", "markup"].includes(to)
  ) {
    return "a provider is data";
  }
  if (from === "adapters" && !["adapters", "platform", "errors", "shapes"].includes(to)) {
    return "an adapter knows its database only, and the shapes of rows";
  }
  return whyNotDown(path, target);
}

/** The code of a way to sign in, which a provider brings with it, so that a program without the provider does not have it. */
function isCapability(path: string): boolean {
  return /^src\/(sign_in\/(.*\/)?|features\/passwords\/)capability\.ts$/.test(path);
}

function whyNotDown(path: string, target: string): string | undefined {
  const [from, to] = [roomOf(path), roomOf(target)];
  const [fromLayer, toLayer] = [layerOf(from), layerOf(to)];
  if (fromLayer < 0) return `${path} belongs to no layer`;
  if (toLayer < 0) return `${target} belongs to no layer`;
  if (isPrivate(target) && !path.startsWith(folderOf(target))) return "it is private to its folder";
  if (toLayer > fromLayer) return "imports point down";
  if (toLayer === fromLayer && from !== to) return "neighbours do not know each other";
  return whyNotInWing(path, target);
}

function isPrivate(path: string): boolean {
  return /\/_[^/]*$/.test(path);
}

/** `src/session/` for `src/session/jwt.ts`. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

function layerOf(room: string): number {
  const name = room.replace(/^features\/\w+$/, "features/*");
  return LAYERS.findIndex((layer) => layer.includes(name));
}

function packagesStayInTheirRooms({ path, imports }: Module): string[] {
  return imports.flatMap(({ specifier, line, lazy }) => {
    if (specifier.startsWith(".") || specifier.startsWith("node:")) return [];
    if (specifier === "?") {
      return MAY_IMPORT_ANYTHING.test(path) ? [] : [`${path}:${line}: import() of something computed`];
    }
    const name = packageOf(specifier);
    if (!PACKAGES[name]?.test(path)) return [`${path}:${line}: ${specifier} has no place here`];
    if (OPTIONAL.includes(name) && !lazy) return [`${path}:${line}: ${name} may be missing: use import()`];
    if (specifier === "jose") return [`${path}:${line}: import the part of jose that is needed: jose/…`];
    return [];
  });
}

function runtimesStayInIntegrations({ path, source, nodes, imports }: Module): string[] {
  if (MAY_KNOW_THE_RUNTIME.test(path)) return [];
  const specifiers = imports.filter(({ specifier }) => specifier.startsWith("node:"));
  const names = nodes.filter((node) =>
    ts.isIdentifier(node) && RUNTIME_GLOBALS.has(node.text) && isReference(node) && !isBound(node)
  );
  return [
    ...specifiers.map(({ specifier, line }) => `${path}:${line}: ${specifier} belongs to one runtime`),
    ...names.map((node) => `${path}:${lineOf(node, source)}: ${node.getText()} belongs to one runtime`),
  ];
}

function onlyThePlatformTouchesTheWorld({ path, source, nodes }: Module): string[] {
  if (MAY_TOUCH_THE_WORLD.test(path)) return [];
  return nodes.filter(isImpure).map((node) =>
    `${path}:${lineOf(node, source)}: ${node.getText()}: take time, chance and network from Platform`
  );
}

function isImpure(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node)) {
    return IMPURE.test(node.getText()) || node.getText() === "globalThis.fetch";
  }
  if (ts.isNewExpression(node)) return node.expression.getText() === "Date" && !node.arguments?.length;
  if (ts.isCallExpression(node) && node.expression.getText() === "Date") return true;
  return ts.isIdentifier(node) && node.text === "fetch" && isReference(node) && !isBound(node);
}

function quirksBelongToProviders({ path, source, nodes }: Module): string[] {
  if (path.startsWith("src/testing/")) return [];
  return nodes.filter(comparesAnId).map((node) => {
    const [code] = node.getText().split("\n");
    return `${path}:${lineOf(node, source)}: ${code}: a quirk is a field or function of the provider`;
  });
}

function comparesAnId(node: ts.Node): boolean {
  if (ts.isBinaryExpression(node) && /^[!=]==?$/.test(node.operatorToken.getText())) {
    const sides = [node.left, node.right];
    return sides.some(isProviderId) && sides.some(ts.isStringLiteralLike);
  }
  if (ts.isSwitchStatement(node)) return isProviderId(node.expression);
  return ts.isCallExpression(node) && /^\[.*\]\.includes$/s.test(node.expression.getText()) &&
    node.arguments.some(isProviderId);
}

function isProviderId(node: ts.Node): boolean {
  return /^(.*[pP]rovider|p)\??\.id$|^account\??\.provider$/.test(node.getText());
}

function namesSayWhatAFileIs({ path }: Module): string[] {
  const parts = path.replace(/\.ts$/, "").split("/");
  return parts.flatMap((part) => {
    if (!/^_?[a-z0-9]+(_[a-z0-9]+)*$/.test(part)) return [`${path}:1: ${part} is not snake_case`];
    if (/^_?(utils?|helpers?|common|internals?|misc|shared)$/.test(part)) {
      return [`${path}:1: ${part} says nothing`];
    }
    return [];
  });
}

function typesAreTypesOnly({ path, source, imports }: Module): string[] {
  if (!path.endsWith("/types.ts")) return [];
  const code = source.statements.filter((statement) =>
    !ts.isInterfaceDeclaration(statement) && !ts.isTypeAliasDeclaration(statement) &&
    !ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)
  );
  return [...code.map((node) => lineOf(node, source)), ...imports.map(({ line }) => line)]
    .map((line) => `${path}:${line}: types.ts holds types only`);
}

function modReExportsOnly({ path, source }: Module): string[] {
  if (!/(^|\/)mod\.ts$|^src\/entries\//.test(path)) return [];
  return source.statements.filter((node) => !(ts.isExportDeclaration(node) && node.moduleSpecifier))
    .map((node) => `${path}:${lineOf(node, source)}: an entry point re-exports only`);
}

function filesStayShort({ path, source }: Module): string[] {
  const longest = path.startsWith("test/") ? LONGEST.test : LONGEST.source;
  const lines = source.getLineAndCharacterOfPosition(source.text.trimEnd().length).line + 1;
  return lines > longest
    ? [`${path}:${lines}: more than ${longest} lines: what is the second thing in it?`]
    : [];
}

/** Packages that an entry point loads before any sign-in. */
function eagerPackages(modules: Modules): string[] {
  const seen = new Set([...modules.keys()].filter((path) => EAGER.test(path)));
  const found: string[] = [];
  for (const path of seen) {
    for (const { specifier, line, lazy } of modules.get(path)?.imports ?? []) {
      if (lazy) continue;
      if (specifier.startsWith(".")) seen.add(resolve(path, specifier));
      else if (!specifier.startsWith("node:")) {
        found.push(`${path}:${line}: ${specifier} is loaded before a sign-in needs it: use import()`);
      }
    }
  }
  return found;
}
