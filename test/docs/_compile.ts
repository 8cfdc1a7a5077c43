/**
 * Compiles the code on pages of `docs/`: by TypeScript, as an application with the npm package; and at night by Deno, as one of
 * Deno.
 *
 * @module
 */

import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { compile } from "../frameworks/_types.ts";
import { installPackages, ourTarball } from "../_packages.ts";
import { frameworkPackages } from "./_framework_code.ts";
import { APP, PACKAGES, STAND_INS, STOOD_IN, TYPES, WORK } from "./_code.ts";

const ROOT = new URL("../../", import.meta.url);

/** Packages that only a compiler needs, beside `TYPES`. */
const OF_COMPILERS: Readonly<Record<string, string>> = {
  "@types/deno": "2.7.0",
  "@types/node": "24.19.2",
  "@types/nodemailer": "8.0.2",
};

/** The folder of the pages in an application with the npm package. */
export const COMPILED: URL = new URL("pages/", APP);

/** Installs what pages import. */
export async function installApp(): Promise<void> {
  const { file } = await ourTarball();
  const versions = Object.values({ ...PACKAGES, ...TYPES }).map((specifier) =>
    /^npm:(.+)@(.+)$/.exec(specifier)!.slice(1) as [string, string]
  );
  await installPackages(fileURLToPath(APP), {
    private: true,
    type: "module",
    dependencies: {
      "@latchkey/auth": `file:${file}`,
      ...Object.fromEntries(versions),
      ...OF_COMPILERS,
      ...await frameworkPackages(),
    },
  });
  await writeFile(new URL(NOTHING, APP), "export {};\n");
  await mkdir(STOOD_IN, { recursive: true });
  for (const name of [...new Set(Object.values(STAND_INS)), "./_page.ts"]) {
    const text = await readFile(new URL(name, import.meta.url), "utf8");
    await writeFile(new URL(name, STOOD_IN), text.replaceAll(/"npm:(@?[^@"]+)@[^"/]+/g, '"$1'));
  }
}

/** A module without exports. */
const NOTHING = "nothing.d.ts";

/** What a program of TypeScript has beside the code. `fetch` of Node has a type of its own: its `json()` returns `unknown`. */
const PLATFORMS = {
  browser: { lib: ["esnext", "dom", "dom.iterable", "dom.asynciterable"] },
  /** As `tsc --init` writes it. The types of Preact, which those of `@auth/core` import, would bring those of browsers. */
  node: { lib: ["es2024"], exactOptionalPropertyTypes: true, paths: { preact: [`./${NOTHING}`] } },
  /** As `create-next-app` and `$app/tsconfig` of SvelteKit write it. */
  bundler: {
    lib: ["esnext", "dom", "dom.iterable"],
    module: "esnext",
    moduleResolution: "bundler",
    types: ["node"],
  },
} as const;

/**
 * Compiles files of the application in one program. The namespace `Deno` is known, because pages show code for Deno.
 *
 * @param name The name of the program.
 * @throws {Error} with what the compiler prints.
 */
export async function compileApp(
  name: string,
  files: readonly URL[],
  platform: keyof typeof PLATFORMS,
): Promise<void> {
  const { compilerOptions } = JSON.parse(await readFile(new URL("deno.json", ROOT), "utf8"));
  const project = {
    compilerOptions: {
      ...compilerOptions,
      target: "es2024",
      module: "nodenext",
      types: ["node", "deno"],
      jsx: "react-jsx",
      allowImportingTsExtensions: true,
      allowJs: true,
      noEmit: true,
      skipLibCheck: true,
      ...PLATFORMS[platform],
    },
    files: files.map((file) => fileURLToPath(file)),
  };
  await writeFile(new URL(`${name}.json`, APP), JSON.stringify(project));
  await compile(fileURLToPath(APP), ["-p", `${name}.json`]);
}

/** Compiles files in one program of Deno, as an application would that is strict. @returns The errors, "" without any. */
export async function checkWithDeno(files: readonly URL[]): Promise<string> {
  const { name, exports, imports, compilerOptions } = JSON.parse(
    await readFile(new URL("deno.json", ROOT), "utf8"),
  );
  const own = Object.entries(exports as Record<string, string>).map(([path, file]) => [
    name + path.slice(1),
    new URL(file, ROOT).href,
  ]);
  const config = new URL("deno.json", WORK);
  await mkdir(WORK, { recursive: true });
  await writeFile(
    config,
    JSON.stringify({
      imports: { ...imports, ...Object.fromEntries(own) },
      lock: false,
      compilerOptions: {
        ...compilerOptions,
        lib: ["deno.window", "dom", "dom.iterable", "dom.asynciterable"],
        jsx: "react-jsx",
        jsxImportSource: PACKAGES.react,
        jsxImportSourceTypes: TYPES.react,
      },
    }),
  );
  const paths = files.map((file) => fileURLToPath(file));
  const args = ["check", "--quiet", "--config", fileURLToPath(config), ...paths];
  return await new Promise((resolve) => {
    execFile(process.execPath, args, { env: { ...process.env, NO_COLOR: "1" } }, (error, stdout, stderr) => {
      resolve(error ? errorsOf(`${stdout}${stderr}` || error.message) : "");
    });
  });
}

/**
 * The errors in the code of a page. A field that a page adds to a type of ours is missing in our sources, which the
 * compiler of an application does not check.
 */
function errorsOf(output: string): string {
  const errors = output.split(/\n\n(?=\S)/).filter((error) => /^TS\d+ /.test(error));
  const sources = new URL("src/", ROOT).href;
  const own = errors.filter((error) => !(/^ {4}at (\S+)/m.exec(error)?.[1] ?? "").startsWith(sources));
  return errors.length > 0 ? own.join("\n\n") : output;
}
