/**
 * `deno task npm`: builds the npm package from the sources, as a folder and as a tarball.
 *
 * `deno pack` makes JavaScript, declarations and a first `package.json`. Node's start-up time is the number of files
 * it has to open, so the JavaScript is then joined: one file per public sub-path, what several share in chunks, what
 * is imported lazily still on its own. Equal sources give equal bytes: `test/npm_reproducible_test.ts`.
 *
 * @module
 */

import type { OutputFile, Plugin } from "npm:esbuild@0.28.2";
import { chmod, cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path/posix";
import { fileURLToPath } from "node:url";
import { esbuild } from "../tools/_esbuild.ts";
import { readManifest, root } from "../tools/exports.ts";

/** A `package.json`, as far as this program knows it. */
export interface PackageJson {
  /** Name of the package. */
  readonly name: string;
  /** Version of the package. */
  readonly version: string;
  /** Public sub-path → declarations and code. */
  readonly exports: Readonly<
    Record<string, { readonly types: string; readonly default: string }>
  >;
  /** Run-time dependencies. */
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** The fields of `npm/package.extra.json` that this program reads. It adds the file to the manifest. */
interface Extra {
  /** Packages that an application installs if it uses a module that imports them. */
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/**
 * Modules that only the npm package can have: they import frameworks, which Deno would install for everyone who checks
 * the sources. What stands in `src` says so; the folder `npm/modules` has the module for npm.
 */
const REPLACED: Readonly<Record<string, string>> = {
  "src/integrations/next/server.js": "npm/modules/next_server.js",
  "src/integrations/sveltekit/kit.js": "npm/modules/sveltekit.js",
};

/** Declarations that only the npm package can have: they name the types of frameworks. */
const DECLARATIONS: Readonly<Record<string, string>> = {
  "src/integrations/next/types.d.ts": "npm/modules/next_types.d.ts",
};

/**
 * Components, which only the compiler of the application can compile: sub-path → folder with their sources. It has the
 * module `components.js` and its declarations.
 */
const COMPONENTS: Readonly<Record<string, string>> = {
  "./sveltekit/components": "npm/sveltekit/components",
};

/** Modules whose interfaces an application extends: `declare module "@latchkey/auth/adapters"`. */
const EXTENDED = [".", "./adapters", "./jwt", "./providers", "./types"];

/** Where the repository shows a file, and where it has the file itself, for pictures. */
const [SHOWN, RAW] = [
  "https://github.com/latchkey/auth/blob/main/",
  "https://raw.githubusercontent.com/latchkey/auth/main/",
];

/** Modules that no application has alone: it has a module of a framework as well, or the first one. */
const NEVER_ALONE = /^\.\/((providers|adapters)\/|cli$)/;

/** Folders whose modules are imported lazily, and need no core: the browser client, and marks, which import nothing. */
const WITHOUT_CORE = ["src/client/", "src/providers/marks/"];

/** The core, with all ways to sign in. */
const CORE = "src/core/auth_answer.js";

/** Modules that belong into one chunk, by group. */
type Groups = readonly (readonly string[])[];

/**
 * Modules that a server loads together. Each group has a chunk, for all that need one of its modules; groups that share a
 * module have one chunk. No group joins two capabilities, or makes a program or its start larger.
 */
const TOGETHER: Groups = [
  [
    "src/errors/errors.js",
    "src/errors/help.js",
    "src/errors/thrown.js",
    "src/platform/once.js",
    "src/platform/platform.js",
    "src/values/markers.js",
    "src/values/typed_map.js",
  ],
  ["src/config/languages.js", "src/messages/languages.js", "src/messages/tags.js"],
  ["src/crypto/bytes.js", "src/crypto/native.js"],
  [
    "src/config/outages.js",
    "src/config/snapshot.js",
    "src/config/features.js",
    "src/shapes/shapes.js",
    "src/config/logger.js",
  ],
  ["src/session/cookie.js", "src/config/sessions.js", "src/session/callback_results.js"],
  ["src/crypto/jwe.js", "src/model/stored_token.js", "src/values/awaitable.js"],
  // Features come with a chunk that a session check has: they need no more of the core.
  [
    "src/core/resolve_session.js",
    "src/model/access_tokens.js",
    "src/session/mailbox_note.js",
    "src/model/provider_logout.js",
    "src/config/session_setup.js",
    "src/config/session_check.js",
    "src/config/env_hints.js",
    "src/errors/checks.js",
    "src/http/origin.js",
  ],
  [
    "src/crypto/seal.js",
    "src/http/kept_form.js",
    "src/http/cookie_room.js",
    "src/http/redirect.js",
  ],
  [
    "src/http/incoming.js",
    "src/http/urls.js",
    "src/core/own_request.js",
    "src/crypto/mac.js",
    "src/http/csrf.js",
    "src/core/functions.js",
    "src/sign_in/one_at_a_time.js",
  ],
  ["src/http/cookies.js", "src/http/peer.js", "src/values/same_address.js"],
  ["src/http/route.js", "src/sign_in/capability.js", "src/sign_in/methods.js", "src/shapes/sign_out.js"],
  ["src/sign_in/page_url.js", "src/sign_in/shown_for.js"],
  [
    "src/model/store.js",
    "src/session/generations.js",
    "src/shapes/security.js",
  ],
  [
    "src/integrations/node/door.js",
    "src/integrations/node/body.js",
    "src/integrations/node/cookies.js",
    "src/integrations/node/failure.js",
    "src/integrations/node/sent_form.js",
  ],
  [
    "src/integrations/mount/auth_holder.js",
    "src/integrations/mount/request_auth.js",
    "src/integrations/mount/sent_path.js",
  ],
  ["src/integrations/mount/files.js", "src/integrations/mount/mount.js"],
  ["src/shapes/credentials.js", "src/sign_in/kept_credentials.js"],
  [
    "src/pages/alert.js",
    "src/pages/base.js",
    "src/pages/outcome.js",
    "src/pages/person.js",
    "src/pages/verify.js",
  ],
  ["src/pages/mark.js", "src/pages/signin/address.js"],
  ["src/pages/device_name.js", "src/pages/way_name.js"],
  ["src/markup/escape.js", "src/markup/html.js", "src/markup/contrast.js"],
  ["src/sign_in/former_user.js", "src/sign_in/hooks.js", "src/sign_in/shown_address.js"],
  ["src/http/ui_locales.js", "src/sign_in/intent.js", "src/model/intent.js"],
  ["src/sign_in/persist.js", "src/sign_in/takeover.js"],
  [
    "src/sign_in/mail/mailed_proof.js",
    "src/sign_in/mail/method.js",
    "src/sign_in/mail/finish.js",
    "src/sign_in/mail/send.js",
    "src/sign_in/mail/token.js",
  ],
  ["src/oauth/refresh.js", "src/oauth/tokens.js", "src/oauth/discovery.js"],
  ["src/core/capabilities.js", "src/core/answer.js"],
  ["src/core/dispatch.js", "src/core/routes.js", "src/http/outcome.js"],
  ["src/sign_in/failed_form.js", "src/sign_in/offered_forms.js", "src/sign_in/ways/addable.js"],
  ["src/sign_in/kept_change.js", "src/http/second_step.js"],
  ["src/sign_in/decision.js", "src/sign_in/address.js"],
  ["src/values/iso_date.js", "src/features/account_page/ids.js"],
  // What each page has. Not the English texts and the names of colors: the warnings of a config load those at once.
  [
    "src/pages/locale.js",
    "src/pages/person.js",
    "src/pages/device_name.js",
    "src/pages/layout.js",
    "src/pages/mark.js",
    "src/http/device.js",
    "src/sign_in/account_row.js",
    "src/features/account_page/ids.js",
  ],
  [
    "src/markup/color_names.js",
    "src/messages/english.js",
    "src/messages/mail_en.js",
    "src/messages/passkeys_en.js",
  ],
  ["src/messages/direction.js", "src/markup/html.js"],
  ["src/sign_in/standing.js", "src/sign_in/decision.js"],
  ["src/sign_in/sealed_question.js", "src/sign_in/link.js"],
  ["src/model/second_factor.js", "src/sign_in/binding.js", "src/sign_in/persist.js"],
  ["src/oauth/conform.js", "src/oauth/exchange.js", "src/oauth/failure.js"],
  ["src/oauth/flow.js", "src/oauth/receive_response.js", "src/sign_in/oauth/oauth_method.js"],
  ["src/oauth/server.js", "src/oauth/authorize.js"],
  ["src/sign_in/link.js", "src/pages/link.js"],
  ["src/oauth/id_token.js", "src/oauth/jwks.js", "src/oauth/userinfo.js"],
  [
    "src/sign_in/passkey/options.js",
    "src/sign_in/passkey/options_action.js",
    "src/sign_in/passkey/verify.js",
    "src/sign_in/passkey/ceremony.js",
  ],
  ["src/config/warnings.js", "src/config/message_warnings.js"],
  [
    "src/pages/signin.js",
    "src/pages/signin/forms.js",
    "src/pages/signin/plan.js",
    "src/pages/signin/choices.js",
  ],
];

/** The scripts of pages, which stand in modules as text. */
const SCRIPTS = [
  "src/pages/form_script.js",
  "src/pages/passkey_script.js",
];

/** A script, and what stands for a value that its module puts in. */
const [SCRIPT, VALUE] = [/`("use strict";(?:[^`\\]|\\.)*)`/s, "LATCHKEY_VALUE"];

/** Where `deno task npm` builds. */
export const dist: string = fileURLToPath(new URL("npm/dist", root));

/**
 * Builds the package into a folder: `package/` and `latchkey-auth.tgz`.
 *
 * @param folder An absolute path. It is emptied first.
 * @returns Path and size in bytes of each file of the package, sorted by path.
 * @throws {Error} when a declaration or a dependency is missing, or a file has no place in the package.
 */
export async function build(folder: string): Promise<Map<string, number>> {
  const home = join(folder, "package");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await unpackSources(folder);
  const extra = await readJson<Extra>(fileURLToPath(new URL("npm/package.extra.json", root)));
  const manifest = await withOptional(await readJson<PackageJson>(join(home, "package.json")), extra);
  await minifyScripts(home);
  await joinModules(home, manifest);
  await replaceDeclarations(home);
  await leadToExtended(home, manifest);
  await describeModules(home, manifest);
  await dropUnreachableDeclarations(home, manifest);
  await copyComponents(home);
  await linkTexts(home);
  await writeFile(join(home, "package.json"), JSON.stringify(finished(manifest, extra), null, 2) + "\n");
  await assertComplete(home, manifest);
  await packTarball(folder);
  return await sizes(home);
}

/** Where a declaration names another of the package. */
const RELATIVE = /(?:from |import\()"(\.[^"]+)"/g;

/**
 * An import of a chunk without a name, by which esbuild keeps the order of evaluation. No module has a side effect, and a
 * bundler that splits would load the chunk at once.
 */
const BARE = /^import "\.[^"]+";\n/gm;

/** A loader of a module, at the level of its own. A bundler reads `@__NO_SIDE_EFFECTS__` in the file of `once()` only. */
const LOADER = /^((?:var|let|const) \w+ = )(once\d*\()/gm;

/** A module that is imported lazily. */
const LAZY = /\bimport\("(\.[^"]+)"\)/g;

/** The comment of a module, with its tag. */
const MODULE_COMMENT = /\/\*\*(?:(?!\*\/)[^])*@module\b(?:(?!\*\/)[^])*\*\/\s*/;

/** No public sub-path. As an entry of the bundler, a session check has chunks without the core: see `bundles_test.ts`. */
const SESSION_CHECK = "src/core/resolve_session.js";

if (import.meta.main) {
  const files = await build(dist);
  for (const [path, size] of files) {
    console.log(`${String(size).padStart(8)}  ${path}`);
  }
  const bytes = [...files.values()].reduce((sum, size) => sum + size, 0);
  console.log(`${files.size} files, ${bytes} bytes: npm/dist/package/ and npm/dist/latchkey-auth.tgz`);
}

async function unpackSources(folder: string): Promise<void> {
  const args = ["pack", "--allow-dirty", "--no-source-maps", "-o", join(folder, "raw.tgz")];
  await run(Deno.execPath(), args, fileURLToPath(root));
  await run("tar", ["xzf", "raw.tgz"], folder);
  await rm(join(folder, "raw.tgz"));
}

/**
 * Minifies the scripts: they lie in each program, and are sent with each page.
 *
 * @throws {Error} if a module has no script.
 */
async function minifyScripts(home: string): Promise<void> {
  for (const path of SCRIPTS) {
    const file = join(home, path);
    const code = await readFile(file, "utf8");
    const [literal, script] = SCRIPT.exec(code) ?? [];
    if (!literal || !script) throw new Error(`Cannot build the package: ${path} has no script`);
    const values = [...script.matchAll(/\$\{([^}]*)\}/g)].map(([, value]) => value!);
    const contents = new Function(`return \`${script.replaceAll(/\$\{[^}]*\}/g, VALUE)}\`;`)() as string;
    const { outputFiles: [small] } = await esbuild({
      stdin: { contents, loader: "js" },
      write: false,
      minify: true,
      charset: "utf8",
      target: "es2022",
    });
    const [first, ...rest] = small!.text.trim().split(VALUE).map((text) => JSON.stringify(text));
    const joined = [first, ...rest.flatMap((text, i) => [values[i], text])].join(" + ");
    await writeFile(file, code.replace(literal, () => joined));
  }
}

async function joinModules(home: string, { exports }: PackageJson): Promise<void> {
  const entries = Object.values(exports).map((entry) => entry.default);
  // A program of the server never loads what a browser does: a module that both have cuts no chunk.
  const forBrowsers = (entry: string) => entry.startsWith("./src/client/");
  const built = [
    await joinEntries(home, [...entries.filter((entry) => !forBrowsers(entry)), SESSION_CHECK], TOGETHER),
    await joinEntries(home, entries.filter(forBrowsers), []),
  ];
  // The bundles replace all sources, also those that no sub-path leads to.
  const sources = (await readdir(home, { recursive: true })).filter((path) => /(?<!\.d)\.[jt]s$/.test(path));
  await Promise.all(sources.map((path) => rm(join(home, path))));
  for (const { path, text } of built.flat()) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(
      path,
      text.replaceAll(BARE, "").replaceAll(LOADER, "$1/* @__PURE__ */ $2") || "export {};\n",
    );
  }
}

/** Joins the modules that entries need: each part that several of them need, and each of the groups, is one chunk. */
async function joinEntries(
  home: string,
  entries: readonly string[],
  groups: Groups,
): Promise<readonly OutputFile[]> {
  const { outputFiles } = await esbuild({
    entryPoints: [...entries],
    bundle: true,
    splitting: true,
    write: false,
    format: "esm",
    target: "es2022",
    platform: "neutral",
    packages: "external",
    charset: "utf8",
    logLevel: "error",
    // Paths go into the names of chunks, so they must not be those of this machine.
    absWorkingDir: home,
    outbase: ".",
    outdir: ".",
    chunkNames: "chunks/[name]-[hash]",
    plugins: [modulesOfNpm(home), inOnePiece(home, groups)],
  });
  return outputFiles;
}

/** Puts the modules for npm in the place of those in `src`. */
function modulesOfNpm(home: string): Plugin {
  return {
    name: "modules-of-npm",
    setup({ onLoad }) {
      for (const [path, file] of Object.entries(REPLACED)) {
        onLoad({ filter: new RegExp(`/${path.replaceAll(".", "\\.")}$`) }, async (found) => {
          if (found.path !== join(home, path)) return null;
          return { contents: await readFile(new URL(file, root), "utf8"), loader: "js" };
        });
      }
    },
  };
}

/** Puts the declarations for npm in the place of those that `deno pack` has made. */
async function replaceDeclarations(home: string): Promise<void> {
  for (const [path, file] of Object.entries(DECLARATIONS)) {
    await writeFile(join(home, path), await readFile(new URL(file, root), "utf8"));
  }
}

/**
 * Lets the declarations of each module lead to those that an application extends. The compiler accepts `declare module` only
 * for a module that the program has, and an application may import that of its framework alone.
 */
async function leadToExtended(home: string, { exports }: PackageJson): Promise<void> {
  const extended = EXTENDED.map((path) => exports[path]!.types);
  for (const [path, { types }] of Object.entries(exports)) {
    if (NEVER_ALONE.test(path)) continue;
    const imports = extended.filter((other) => other !== types).map((other) => {
      const specifier = relative(dirname(join(types)), join(other)).replace(/\.d\.ts$/, ".js");
      return `import type {} from "${specifier.startsWith(".") ? specifier : `./${specifier}`}";\n`;
    });
    const file = join(home, types);
    await writeFile(file, imports.join("") + await readFile(file, "utf8"));
  }
}

/**
 * Writes the comment of each public module into its declarations: editors show it, and it says which interfaces are
 * experimental. `deno pack` drops it where an import follows.
 *
 * @throws {Error} if a module has none.
 */
async function describeModules(home: string, { exports }: PackageJson): Promise<void> {
  const { exports: sources } = await readManifest();
  for (const [path, { types }] of Object.entries(exports)) {
    const source = await readFile(new URL(sources[path]!, root), "utf8");
    const [comment] = MODULE_COMMENT.exec(source) ?? [];
    if (!comment) throw new Error(`Cannot build the package: ${sources[path]} has no comment with @module`);
    const file = join(home, types);
    const declarations = (await readFile(file, "utf8")).replace(MODULE_COMMENT, "");
    // The line that makes a program of the command stays the first one.
    await writeFile(
      file,
      declarations.replace(/^(?:#!.*\n)?/, (program) => `${program}${comment.trim()}\n\n`),
    );
  }
}

/**
 * Adds imports that make several modules one chunk: esbuild puts modules into one if the same entries need them. More
 * chunks are more files to open, and each of them compresses worse.
 *
 * - A module that is imported lazily imports the core, which is always loaded before it. Otherwise the core is cut into a
 *   chunk for each combination of lazy modules that use it.
 * - Each module of a group imports the next one, and the last one the first.
 */
function inOnePiece(home: string, groups: Groups): Plugin {
  return {
    name: "in-one-piece",
    async setup({ onLoad }) {
      const lazy = await lazyModules(home);
      onLoad({ filter: /\.js$/ }, async ({ path }) => {
        const added = [...coreFor(path, { home, lazy }), ...nextOf(path, home, groups)];
        if (!added.length) return null;
        const imports = added.map((to) => `import "./${relative(dirname(path), join(home, to))}";\n`);
        return { contents: `${await readFile(path, "utf8")}\n${imports.join("")}`, loader: "js" };
      });
    },
  };
}

function coreFor(
  path: string,
  { home, lazy }: { readonly home: string; readonly lazy: ReadonlySet<string> },
): readonly string[] {
  const needsNone = WITHOUT_CORE.some((folder) => path.startsWith(join(home, folder)));
  return lazy.has(path) && !needsNone ? [CORE] : [];
}

function nextOf(path: string, home: string, groups: Groups): readonly string[] {
  return groups.flatMap((group) => {
    const at = group.findIndex((module) => path === join(home, module));
    return at < 0 ? [] : [group[(at + 1) % group.length]!];
  });
}

async function lazyModules(home: string): Promise<ReadonlySet<string>> {
  const sources = (await readdir(home, { recursive: true })).filter((path) => path.endsWith(".js"));
  const lazy = new Set<string>();
  for (const source of sources.map((path) => join(home, path))) {
    for (const [, specifier] of (await readFile(source, "utf8")).matchAll(LAZY)) {
      lazy.add(join(dirname(source), specifier!));
    }
  }
  return lazy;
}

/**
 * Keeps the declarations that a public sub-path leads to.
 *
 * @throws {Error} when one is missing: `deno pack` leaves them out, and succeeds, where a type is not written down.
 */
async function dropUnreachableDeclarations(home: string, { exports }: PackageJson): Promise<void> {
  const present = (await readdir(home, { recursive: true })).filter((path) => path.endsWith(".d.ts"));
  const reached = new Set(Object.values(exports).map(({ types }) => join(types ?? "no declarations")));
  for (const path of reached) {
    if (!present.includes(path)) throw new Error(`Cannot build the package: ${path} is missing`);
    // The examples in comments import files of applications.
    const code = (await readFile(join(home, path), "utf8")).replaceAll(/\/\*\*[^]*?\*\//g, "");
    for (const [, specifier] of code.matchAll(RELATIVE)) {
      reached.add(join(dirname(path), specifier!.replace(/(\.d)?\.[jt]s$/, ".d.ts")));
    }
  }
  const unreached = present.filter((path) => !reached.has(path));
  await Promise.all(unreached.map((path) => rm(join(home, path))));
}

/**
 * Takes out of the dependencies what is optional: `deno pack` lists whatever is imported.
 *
 * @throws {Error} when something optional is not imported at all.
 */
async function withOptional(manifest: PackageJson, { peerDependencies }: Extra): Promise<PackageJson> {
  const listed = manifest.dependencies ?? {};
  const imported = new Set([...Object.keys(listed), ...await packagesOfModules()]);
  const strange = Object.keys(peerDependencies).filter((name) => !imported.has(name));
  if (strange.length) throw new Error(`Cannot build the package: nothing imports ${strange.join(", ")}`);
  const needed = Object.entries(listed).filter(([name]) => !(name in peerDependencies));
  return { ...manifest, dependencies: Object.fromEntries(needed) };
}

/** The packages that the modules and components for npm import. */
async function packagesOfModules(): Promise<readonly string[]> {
  const files = [...Object.values(REPLACED)];
  for (const folder of Object.values(COMPONENTS)) {
    files.push(...(await readdir(new URL(folder, root))).map((file) => `${folder}/${file}`));
  }
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, root), "utf8")));
  const specifiers = texts.flatMap((text) => [...text.matchAll(/^\s*import .* from "([^."][^"]*)";$/gm)]);
  return specifiers.map(([, specifier]) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier!)![0]);
}

/** Copies the components: `npm/sveltekit/components` becomes `components/sveltekit`. */
async function copyComponents(home: string): Promise<void> {
  for (const [path, folder] of Object.entries(COMPONENTS)) {
    await cp(new URL(folder, root), dirname(componentsOf(home, path)), { recursive: true });
  }
}

/** Lets the links of the texts lead to the repository: the package has neither `docs` nor `examples`. */
async function linkTexts(home: string): Promise<void> {
  for (const file of ["README.md", "CHANGELOG.md", "SECURITY.md"]) {
    const text = await readFile(join(home, file), "utf8");
    const linked = text.replaceAll(/(\]\()(?![a-z]+:|#)(?:\.\/)?/g, `$1${SHOWN}`)
      .replaceAll(/(\b(?:src|srcset)=")(?![a-z]+:)(?:\.\/)?/g, `$1${RAW}`);
    await writeFile(join(home, file), linked);
  }
}

/** Path of the module of a sub-path with components. */
function componentsOf(home: string, path: string): string {
  return join(home, "components", dirname(path), "components.js");
}

function finished(manifest: PackageJson, extra: object): object {
  const { name, version, exports, ...rest } = manifest;
  const components = Object.keys(COMPONENTS).map((path) => {
    const code = `./${componentsOf("", path)}`;
    return [path, { types: code.replace(/js$/, "d.ts"), svelte: code, default: code }];
  });
  const sorted = [...Object.entries(exports), ...components].sort(([a], [b]) => a! < b! ? -1 : 1);
  return {
    name,
    version,
    ...extra,
    exports: Object.fromEntries(sorted),
    typesVersions: { "*": typesOf(exports) },
    ...rest,
  };
}

/** The declarations of each sub-path for `moduleResolution: "node"`, which does not read `exports`. */
function typesOf(exports: PackageJson["exports"]): object {
  const paths = Object.entries(exports).filter(([path]) => path !== ".");
  return Object.fromEntries(paths.map(([path, { types }]) => [path.slice("./".length), [types]]));
}

async function assertComplete(home: string, manifest: PackageJson): Promise<void> {
  const { exports, imports } = await readManifest();
  const present = new Set((await sizes(home)).keys());
  for (const path of Object.keys(exports)) {
    const code = manifest.exports[path]?.default;
    if (!code || !present.has(join(code))) throw new Error(`Cannot build the package: "${path}" has no code`);
  }
  const dependencies = Object.keys(manifest.dependencies ?? {}).sort();
  if (dependencies.join() !== Object.keys(imports).sort().join()) {
    throw new Error(`Cannot build the package: it depends on ${dependencies.join(", ")}`);
  }
  const strays = [...present].filter((path) =>
    !/^(package\.json|[A-Z]+(\.md)?|.+(?<!_test)(\.d\.ts|\.js|\.svelte))$/.test(path)
  );
  if (strays.length) {
    throw new Error(`Cannot build the package: it holds ${strays.join(", ")}`);
  }
}

async function packTarball(folder: string): Promise<void> {
  // The tarball holds the permissions of the files, and those depend on the `umask` of who builds.
  for (const path of (await sizes(join(folder, "package"))).keys()) {
    await chmod(join(folder, "package", path), 0o644);
  }
  const args = ["pack", "./package", "--silent", "--ignore-scripts", "--pack-destination", "."];
  const name = (await run("npm", args, folder)).trim().split("\n").pop()!;
  await rename(join(folder, name), join(folder, "latchkey-auth.tgz"));
}

async function sizes(home: string): Promise<Map<string, number>> {
  const entries = await readdir(home, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    return [relative(home, path), (await readFile(path)).length] as const;
  });
  return new Map((await Promise.all(files)).sort(([a], [b]) => a < b ? -1 : 1));
}

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(path, "utf8"));
}

async function run(command: string, args: string[], cwd: string): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(command, { args, cwd }).output();
  const [out, errors] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)) as [string, string];
  if (!success) {
    throw new Error(`Cannot run "${command} ${args.join(" ")}":\n${errors}${out}`);
  }
  return out || errors;
}
