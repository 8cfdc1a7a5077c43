/**
 * Compiles TypeScript files, with TypeScript 5.9 in this process and with TypeScript 7 as a program. Files that augment
 * modules are compiled alone, the others together. Prints the errors of each file as JSON.
 *
 * @module
 */

import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import process from "node:process";
import { promisify } from "node:util";

const OPTIONS = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: "es2022",
  module: "esnext",
  moduleResolution: "bundler",
  lib: ["es2023", "dom", "dom.iterable"],
  types: ["node"],
};

const [version] = process.argv.slice(2);
const files = (await readdir("configs")).map((file) => `configs/${file}`).sort();
const texts = new Map(await Promise.all(files.map(async (file) => [file, await readFile(file, "utf8")])));
const alone = files.filter((file) => texts.get(file).includes("declare module"));
const programs = [files.filter((file) => !alone.includes(file)), ...alone.map((file) => [file])];
const compile = version === "5.9" ? compileWithApi(await import("typescript")) : compileWithProgram;
const errors = Object.fromEntries(files.map((file) => [file, []]));
for (const [index, program] of programs.entries()) {
  for (const [file, message] of await compile(program, index)) errors[file]?.push(message);
}
console.log(JSON.stringify(errors));

/** Programs share what they have parsed. */
function compileWithApi({ default: ts }) {
  const { options } = ts.convertCompilerOptionsFromJson(OPTIONS, ".");
  const host = ts.createCompilerHost(options);
  const parsed = new Map();
  const getSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (path, ...more) => {
    if (!parsed.has(path)) parsed.set(path, getSourceFile(path, ...more));
    return parsed.get(path);
  };
  return (names) => {
    const program = ts.createProgram(names, options, host);
    return ts.getPreEmitDiagnostics(program).map(({ file, code, messageText }) => [
      file?.fileName.replace(/^.*(?=configs\/)/, "") ?? names[0],
      `TS${code}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
    ]);
  };
}

async function compileWithProgram(names, index) {
  const project = `tsconfig.${index}.json`;
  await writeFile(project, JSON.stringify({ compilerOptions: OPTIONS, files: names }));
  // Each further checker would read the libraries again.
  const options = ["--pretty", "false", "--checkers", "1"];
  const tsc = ["node_modules/typescript-7/bin/tsc", ...options, "--project", project];
  const { stdout } = await promisify(execFile)("node", tsc).catch((error) => error);
  return [...stdout.matchAll(/^(configs\/[^(]+)\([^)]*\): error (TS\d+: .*)$/gm)]
    .map(([, file, message]) => [file, message]);
}
