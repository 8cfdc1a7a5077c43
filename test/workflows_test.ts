import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { root } from "../tools/exports.ts";
import { PACKAGES, readNightlyStages, readStages } from "../tools/run/stages.ts";
import { LIMIT } from "../tools/run/step.ts";
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
  /^gh release create "\$GITHUB_REF_NAME" --verify-tag --generate-notes latchkey-auth\.tgz latchkey-auth\.cdx\.json$/,
];

/** The jobs that publish, and what has to be green before. */
const PUBLISHING: Readonly<Record<string, string>> = {
  jsr: "test, nightly, build",
  npm: "test, nightly, build",
  github: "jsr, npm, test, build",
};

for (const file of files) {
  test(`${file} names each action by a commit, and says which version that is (RL-01)`, async () => {
    const uses = linesOf(await read(file))
      // A workflow of this repository is that of the same commit.
      .filter((line) => /\buses:/.test(line) && line !== "uses: ./.github/workflows/nightly.yml");
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
        assert.match(line, /^(contents: read|(contents|id-token|pages): write)$/);
        if (line === "contents: write") assert.deepEqual([file, name], ["release.yml", "github"]);
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

test("release.yml publishes in jobs that run Deno, npm, GitHub's command and the comparison of checksums (RL-02)", async () => {
  const jobs = [...jobsOf(await read("release.yml"))].filter(([, job]) => job.includes(": write"));
  assert.deepEqual(jobs.map(([name]) => name), Object.keys(PUBLISHING));
  for (const [name, job] of jobs) {
    assert.equal(/^ {4}needs: \[(.*)\]$/m.exec(job)?.[1], PUBLISHING[name]);
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
  for (
    const [name, command] of [["npm", "publish ./latchkey-auth.tgz"], [
      "github",
      "gh release create",
    ]] as const
  ) {
    const publish = jobs.get(name)!;
    assert.match(publish, /TESTED: \$\{\{ needs\.test\.outputs\.sha256 \}\}/);
    assert.match(publish, /BUILT: \$\{\{ needs\.build\.outputs\.sha256 \}\}/);
    assert.ok(publish.indexOf("sha256sum") < publish.indexOf(command));
    assert.doesNotMatch(publish, /actions\/checkout/);
  }
  // GitHub gets the bill of materials beside the package.
  assert.match(jobs.get("build")!, /tools\/sbom\.ts$/m);
});

test("no workflow but ci.yml reads a cache, and its key is the content of the lock files (RL-05)", async () => {
  for (const file of files.filter((file) => file !== "ci.yml")) {
    assert.doesNotMatch(await read(file), /actions\/cache|^ +cache:/m, file);
  }
  const keys = linesOf(await read("ci.yml")).filter((line) => line.startsWith("key: "));
  assert.equal(keys.length, 1);
  assert.match(
    keys[0]!,
    /hashFiles\('deno\.lock', '\*\*\/package-lock\.json', '\*\*\/package\.json'\) \}\}$/,
  );
});

test("release.yml runs what the nightly run does, on its own commit: all versions, mutants, advisories (RL-06)", async () => {
  const { nightly } = Object.fromEntries(jobsOf(await read("release.yml")));
  assert.match(nightly!, /^ {4}uses: \.\/\.github\/workflows\/nightly\.yml$/m);
  const text = await read("nightly.yml");
  assert.match(text, /^ {2}workflow_call:$/m);
  assert.match(text, /^ {4}- cron: "\d+ \d+ \* \* \d"$/m, "every week");
  assert.deepEqual(scriptsOf(text), ['.ci/run nightly "$STAGE"']);
  const names = (await readNightlyStages()).map(({ name }) => name);
  assert.deepEqual(stagesOf(text), names.sort());
  for (const name of ["audit", "mutants"]) assert.ok(names.includes(name), name);
});

test("ci.yml runs each stage of the tests, on one package", async () => {
  const jobs = Object.fromEntries(jobsOf(await read("ci.yml")));
  // Each job downloads what it needs.
  const stages = (await readStages()).filter((stage) => stage !== PACKAGES);
  assert.deepEqual(stagesOf(jobs.test!), stages.map(({ name }) => name).sort());
  assert.match(jobs.test!, /^ {4}needs: package$/m);
  assert.match(jobs.test!, /^ {6}- run: \.ci\/run "\$STAGE"$/m);
});

test(".ci/run runs the test command of the README", async () => {
  const script = await readFile(new URL(".ci/run", root), "utf8");
  const readme = await readFile(new URL("README.md", root), "utf8");
  const [command = ""] = /^npx .* task test$/m.exec(readme.replaceAll(/ +#.*$/gm, "")) ?? [];
  assert.ok(command);
  assert.ok(script.endsWith(`\n${command} "$@"\n`), command);
  assert.match(script, /^export CI=true$/m);
});

/** Pages that say how to work on this repository. */
const PAGES = [
  "README.md",
  "SECURITY.md",
  "CONTRIBUTING.md",
  "test/README.md",
  ".github/pull_request_template.md",
];

test(".ci/run, the workflows and the pages run the same version of Deno (RL-04)", async () => {
  const texts = await Promise.all(
    [".ci/run", ...PAGES].map((path) => readFile(new URL(path, root), "utf8")),
  );
  for (const text of texts) assert.match(text, /deno@\d/);
  texts.push(...await Promise.all(files.map(read)));
  const used = texts.flatMap((text) =>
    [...text.matchAll(/\bdeno@([\d.]*\d)/g)].map(([, version]) => version)
  );
  assert.deepEqual([...new Set(used)].length, 1, [...new Set(used)].join(" and "));
  assert.match(used[0]!, /^\d+\.\d+\.\d+$/);
});

test("each job has a limit of time, and the tests before a release no less than a stage at a push", async () => {
  const minutes = new Map<string, number>();
  for (const file of files) {
    for (const [name, job] of jobsOf(await read(file))) {
      // Those of the workflow that it uses have theirs.
      if (/^ {4}uses: /m.test(job)) continue;
      const [, limit] = /^ {4}timeout-minutes: (\d+)$/m.exec(job) ?? assert.fail(`${file}: ${name}`);
      minutes.set(`${file} ${name}`, Number(limit));
    }
  }
  assert.ok(minutes.get("release.yml test")! >= minutes.get("ci.yml test")!);
  // A step that hangs is ended by the run, which says so, before GitHub ends the job.
  const night = minutes.get("nightly.yml test")! * 60_000;
  const steps = (await readNightlyStages()).flatMap(({ steps }) => steps);
  for (const { run, limit = 0 } of steps) assert.ok(limit < night, run.join(" "));
  assert.ok(LIMIT < minutes.get("ci.yml test")! * 60_000);
});

test("Dependabot updates the actions", async () => {
  const text = await readFile(new URL(".github/dependabot.yml", root), "utf8");
  assert.match(text, /package-ecosystem: github-actions/);
});

/** The stages of a matrix, sorted. */
function stagesOf(text: string): readonly string[] {
  const [, list = ""] = /^ {8}stage:\n((?: {10}- .+\n)+)/m.exec(text) ?? [];
  return linesOf(list).map((line) => line.slice("- ".length)).sort();
}

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
