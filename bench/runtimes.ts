/**
 * The programs that the workers run on: Node in each version that is supported, Deno and Bun.
 *
 * @module
 */

/** A program that runs a script. */
export interface Runtime {
  /** Name and version, for the report. */
  readonly name: string;
  /** The program and its arguments, before the path of the script. */
  readonly command: readonly string[];
}

/** Programs that npm has, by their names for `--on`. */
const PACKAGES: Readonly<Record<string, readonly [name: string, version: string]>> = {
  node20: ["node", "20.20.2"],
  node22: ["node", "22.23.3"],
  node24: ["node", "24.21.0"],
  node26: ["node", "26.10.0"],
  bun: ["bun", "1.4.4"],
};

/** All of them, and Deno, for `--on=all`. */
const ALL: readonly string[] = [...Object.keys(PACKAGES), "deno"];

/** The Node on the path. It runs the clients too, and what is not a worker. */
export async function nodeOnPath(): Promise<Runtime> {
  return await toNode("node");
}

/**
 * Finds runtimes, and installs those that npm has.
 *
 * @param names `node20`, `node22`, `node24`, `node26`, `bun`, `deno`, `all`, or the path of a Node.
 * @param directory Where they are installed.
 * @throws {TypeError} if a name is none of these.
 */
export async function findRuntimes(names: readonly string[], directory: string): Promise<readonly Runtime[]> {
  const wanted = [...new Set(names.flatMap((name) => name === "all" ? ALL : [name]))];
  const unknown = wanted.find((name) => !ALL.includes(name) && !name.includes("/"));
  if (unknown !== undefined) {
    throw new TypeError(`Cannot measure on "${unknown}": there are ${ALL.join(", ")}, all, and paths`);
  }
  const fromNpm = wanted.filter((name) => name in PACKAGES);
  if (fromNpm.length > 0) await installAll(fromNpm, directory);
  return await Promise.all(wanted.map((name) => toRuntime(name, directory)));
}

async function toRuntime(name: string, directory: string): Promise<Runtime> {
  const bin = `${directory}/node_modules/${name}/bin`;
  if (name === "deno") {
    const flags = ["--quiet", "--no-config", "--node-modules-dir=manual", "--v8-flags=--expose-gc"];
    return { name: `Deno ${Deno.version.deno}`, command: [Deno.execPath(), "run", "-A", ...flags] };
  }
  if (name === "bun") {
    return { name: `Bun ${await outputOf(`${bin}/bun`, "--version")}`, command: [`${bin}/bun`] };
  }
  return await toNode(name in PACKAGES ? `${bin}/node` : name);
}

async function toNode(program: string): Promise<Runtime> {
  const version = (await outputOf(program, "--version")).replace(/^v/, "");
  return { name: `Node ${version}`, command: [program, "--expose-gc"] };
}

/** npm has the binary for each platform under a name of its own. */
async function installAll(names: readonly string[], directory: string): Promise<void> {
  const os = Deno.build.os === "windows" ? "win" : Deno.build.os;
  const arch = Deno.build.arch === "aarch64" ? "arm64" : "x64";
  const dependencies = names.map((name) => {
    const [program, version] = PACKAGES[name]!;
    const published = program === "bun"
      ? `@oven/bun-${os === "win" ? "windows" : os}-${arch === "arm64" ? "aarch64" : arch}`
      : `node-${os}-${arch}`;
    return [name, `npm:${published}@${version}`];
  });
  await Deno.mkdir(directory, { recursive: true });
  const file = `${directory}/package.json`;
  const before = JSON.parse(await Deno.readTextFile(file).catch(() => "{}"));
  const wanted = { ...before.dependencies, ...Object.fromEntries(dependencies) };
  if (JSON.stringify(wanted) === JSON.stringify(before.dependencies)) return;
  await Deno.writeTextFile(file, JSON.stringify({ private: true, dependencies: wanted }));
  const args = ["install", "--ignore-scripts", "--no-package-lock", "--no-audit", "--no-fund"];
  const { success, stderr } = await new Deno.Command("npm", { args, cwd: directory }).output();
  if (success) return;
  await Deno.remove(file);
  throw new Error(`Cannot install ${names.join(", ")}:\n${new TextDecoder().decode(stderr)}`);
}

async function outputOf(program: string, argument: string): Promise<string> {
  const { stdout } = await new Deno.Command(program, { args: [argument], stderr: "null" }).output();
  return new TextDecoder().decode(stdout).trim();
}
