import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { root } from "../tools/exports.ts";
import { versions } from "./runtimes/install.ts";

const folder = new URL(".github/workflows/", root);
const files = await readdir(folder);
const read = async (file: string) =>
  (await readFile(new URL(file, folder), "utf8")).replaceAll(/^ *#.*\n/gm, "");

/** What a job that can publish may run. */
const ALLOWED = [
  /^npx -y --ignore-scripts deno@\d+\.\d+\.\d+ publish --frozen --lock=deno\.lock$/,
  /^npx -y npm@\d+\.\d+\.\d+ publish \.\/latchkey-auth\.tgz --ignore-scripts --provenance --access public$/,
  /^echo "\$\w+ {2}latchkey-auth\.tgz" \| sha256sum --check --strict$/,
];

for (const file of files) {
  test(`${file} names each action by a commit, and says which version that is (RL-01)`, async () => {
    const uses = linesOf(await read(file)).filter((line) => /\buses:/.test(line));
    assert.ok(uses.length > 0);
    for (const line of uses) assert.match(line, /^- uses: actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    const commits = Map.groupBy(uses, (line) => /uses: (\S+)@/.exec(line)![1]);
    for (const [action, lines] of commits) assert.equal(new Set(lines).size, 1, `${action} in one version`);
  });

  test(`${file} grants only permissions that a job names, and a checkout keeps no token (RL-02)`, async () => {
    const text = await read(file);
    assert.match(text, /^permissions: \{\}$/m);
    for (const [name, job] of jobsOf(text)) {
      const permissions = /^ {4}permissions:\n((?: {6}.+\n)+)/m.exec(job)?.[1] ??
        assert.fail(`${name} names no rights`);
      for (const line of linesOf(permissions)) {
        assert.match(line, /^(contents: read|(id-token|pages): write)$/);
      }
      for (const [step] of job.matchAll(/^ {6}- uses: actions\/checkout@.*\n(?: {8}.*\n)*/gm)) {
        assert.match(step, /persist-credentials: false/);
      }
    }
  });

  test(`${file} pins programs to one version, and puts no part of a request into a script`, async () => {
    const text = await read(file);
    for (const [, version] of text.matchAll(/node-version: (\S+)/g)) assert.equal(version, versions.node24);
    for (const [command] of text.matchAll(/npx .*/g)) {
      assert.match(command, /^npx (-\S+ )+(deno|npm)@\d+\.\d+\.\d+ /);
    }
    for (const script of scriptsOf(text)) assert.doesNotMatch(script, /\$\{\{/);
  });
}

test("release.yml publishes in jobs that run nothing but Deno, npm and the comparison of checksums (RL-02)", async () => {
  const jobs = [...jobsOf(await read("release.yml"))].filter(([, job]) => job.includes("id-token: write"));
  assert.deepEqual(jobs.map(([name]) => name), ["jsr", "npm"]);
  for (const [name, job] of jobs) {
    assert.match(job, /^ {4}needs: \[test, build\]$/m);
    assert.match(job, /^ {4}environment: release$/m);
    const commands = scriptsOf(job).flatMap(linesOf);
    assert.ok(commands.length > 0);
    for (const command of commands) {
      assert.ok(ALLOWED.some((allowed) => allowed.test(command)), `${name} runs: ${command}`);
    }
  }
});

test("docs.yml publishes the site in a job that runs no command (RL-02)", async () => {
  const jobs = [...jobsOf(await read("docs.yml"))].filter(([, job]) => job.includes(": write"));
  assert.deepEqual(jobs.map(([name]) => name), ["deploy"]);
  const [[, job]] = jobs as [[string, string]];
  assert.match(job, /^ {4}environment: github-pages$/m);
  assert.deepEqual(scriptsOf(job), []);
  assert.match(job, /^ {4}steps:\n {6}- uses: actions\/deploy-pages@.*\n$/m);
  const others = (await Promise.all(files.filter((file) => file !== "docs.yml").map(read))).join("");
  assert.doesNotMatch(others, /pages: write/);
});

test("release.yml publishes to npm only if the tested package equals the one built without tests (RL-03)", async () => {
  const jobs = new Map(jobsOf(await read("release.yml")));
  for (const name of ["test", "build"]) {
    assert.match(jobs.get(name)!, /outputs:\n {6}sha256: \$\{\{ steps\.package\.outputs\.sha256 \}\}/);
    assert.match(jobs.get(name)!, /sha256sum < npm\/dist\/latchkey-auth\.tgz/);
    assert.doesNotMatch(jobs.get(name)!, /id-token|environment:/);
  }
  assert.doesNotMatch(jobs.get("build")!, /\.ci\/run|task test/);
  const publish = jobs.get("npm")!;
  assert.match(publish, /TESTED: \$\{\{ needs\.test\.outputs\.sha256 \}\}/);
  assert.match(publish, /BUILT: \$\{\{ needs\.build\.outputs\.sha256 \}\}/);
  assert.ok(publish.indexOf("sha256sum") < publish.indexOf("publish ./latchkey-auth.tgz"));
  assert.doesNotMatch(publish, /actions\/checkout/);
});

test(".ci/run and the workflows run the same version of Deno, and take locked packages only (RL-04)", async () => {
  const script = await readFile(new URL(".ci/run", root), "utf8");
  const texts = [script, ...await Promise.all(files.map(read))];
  const used = texts.flatMap((text) => [...text.matchAll(/deno@(\S+)/g)].map(([, version]) => version));
  assert.ok(used.length >= 3);
  assert.equal(new Set(used).size, 1);
  assert.match(script, /^export CI=true$/m);
});

test("each job that runs the tests has the same time, before a release as at every push", async () => {
  const jobs = (await Promise.all(files.map(async (file) => jobsOf(await read(file))))).flat();
  const tests = jobs.filter(([, job]) => /\.ci\/run\b/.test(job));
  const minutes = tests.map(([, job]) => /^ {4}timeout-minutes: (\d+)$/m.exec(job)?.[1]);
  assert.equal(tests.length, 2, "ci.yml and release.yml");
  assert.ok(Number(minutes[0]) > 0);
  assert.deepEqual(minutes, minutes.map(() => minutes[0]));
});

test("Dependabot updates the actions", async () => {
  const text = await readFile(new URL(".github/dependabot.yml", root), "utf8");
  assert.match(text, /package-ecosystem: github-actions/);
});

/** The jobs of a workflow, by their names. */
function jobsOf(text: string): readonly (readonly [name: string, job: string])[] {
  const [, jobs = ""] = text.split(/^jobs:\n/m);
  const parts = jobs.split(/^ {2}([a-z]+):\n/m).slice(1);
  const pairs = parts.flatMap((name, i) => i % 2 ? [] : [[name, parts[i + 1]!] as const]);
  assert.ok(pairs.length > 0);
  return pairs;
}

/** What steps run: in the line itself, or in those behind it that stand further in. */
function scriptsOf(text: string): readonly string[] {
  const scripts = [...text.matchAll(/^( +)(?:- )?run: (?:\|\n((?:\1 {2,}.*\n)+)|(.*))/gm)];
  return scripts.map(([, , block, line]) => block ?? line!);
}

function linesOf(text: string): readonly string[] {
  return text.split("\n").map((line) => line.trim()).filter(Boolean);
}
