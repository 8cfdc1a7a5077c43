import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DenoAuth } from "../../src/integrations/fetch/deno.ts";
import { freePort } from "../_free_port.ts";
import { startProgram } from "../runtimes/process.ts";
import { built } from "./_built.ts";
import { APP, openPage, type Recipe } from "./_recipe.ts";

const page = openPage("recipes/deployment.md", { built });
const ROOT = new URL("../../", import.meta.url);
const request = fetch;
const REAL_ENV = Deno.env.toObject();

const PUBLIC = "https://app.example.com";

/** Reads a file of variables as `docker --env-file` does: each line as it is. */
function variablesIn(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
}

const production = {
  AUTH_SECRET: "a-secret-of-32-random-characters",
  AUTH_URL: PUBLIC,
  AUTH_GOOGLE_ID: "id",
  AUTH_GOOGLE_SECRET: "secret",
};

/** The instructions of a Dockerfile. */
function instructionsOf(dockerfile: string): readonly (readonly [name: string, text: string])[] {
  return dockerfile.split("\n").filter(Boolean).map((line) => {
    const [, name, text] = /^([A-Z]+) (.+)$/.exec(line) ?? assert.fail(`not an instruction: ${line}`);
    return [name!, text!] as const;
  });
}

/** The arguments that a container starts Deno or Node with. */
function commandOf(dockerfile: string): string[] {
  const instructions = instructionsOf(dockerfile);
  assert.equal(instructions[0]![0], "FROM");
  assert.ok(instructions.some(([name, text]) => name === "USER" && text !== "root"));
  assert.ok(instructions.some(([name, text]) => name === "EXPOSE" && text === "8000"));
  return JSON.parse(instructions.findLast(([name]) => name === "CMD")![1]);
}

/** Runs a program, and asks it as a proxy that ends TLS would. */
async function runProgram(
  args: readonly string[],
  { cwd, env }: { readonly cwd: URL; readonly env: Record<string, string> },
): Promise<void> {
  const port = freePort();
  const program = startProgram({
    program: Deno.execPath(),
    args,
    cwd: fileURLToPath(cwd),
    env: { ...REAL_ENV, ...env, PORT: String(port) },
  });
  await program.listens(port);
  const ask = async (path: string) => await (await request(`http://127.0.0.1:${port}${path}`)).text();
  assert.equal(await ask("/health"), "ok");
  assert.equal(await ask("/"), "Please sign in");
  const { google } = JSON.parse(await ask("/auth/providers"));
  assert.equal(google.callbackUrl, `${PUBLIC}/auth/callback/google`);
  await program.stop();
}

const folderOf = (section: string) => new URL(`.work/docs/recipes/deployment/${section}/`, ROOT);
/** The import map of `deno.json` in the folder of an application. */
const FLAGS = ["--no-check", "--no-lock", `--config=${new URL("deno.json", ROOT).pathname}`];

page.section("Before you deploy", (recipe) => {
  const written = variablesIn(recipe.read(".env.production"));
  // No value that a reader could copy, but for the URL.
  assert.deepEqual(written, {
    AUTH_SECRET: "",
    AUTH_URL: PUBLIC,
    AUTH_GOOGLE_ID: "",
    AUTH_GOOGLE_SECRET: "",
  });
  assert.match(recipe.read("sh"), new RegExp(`^curl ${PUBLIC}/auth/providers$`));
  return Promise.resolve();
});

page.section("Docker", async (recipe) => {
  const dockerfile = recipe.read("Dockerfile");
  const [program, ...args] = commandOf(dockerfile);
  assert.deepEqual([program, args.at(-1)], STARTED[recipe.tab]);
  assert.match(
    recipe.read("sh"),
    /docker run -p 8000:8000 -v app-data:\/data --env-file \.env\.production app/,
  );
  assert.match(dockerfile, /ENV .*DATABASE=\/data\/auth\.sqlite/);
  const isIgnored = ignoredBy(recipe.read(".dockerignore"));
  const left = [".env", ".env.production", ".dev.vars", "auth.sqlite", "auth.sqlite-wal", ".next", "build"];
  for (const file of left) assert.deepEqual([file, `api/v1/${file}`].map(isIgnored), [true, true], file);
  assert.deepEqual(["node_modules/a.js", ".git/config", "main.ts"].map(isIgnored), [true, true, false]);
  recipe.addProvider("https://accounts.google.com", "GOOGLE");
  recipe.env.AUTH_URL = PUBLIC;
  await recipe.start();
  // As a proxy that ends TLS asks.
  const ask = async (path: string) =>
    await (await recipe.sites[APP]!(new Request(`http://10.0.0.1${path}`))).text();
  assert.equal(await ask("/health"), "ok");
  assert.match(await ask("/"), /Please sign in/);
  const { google } = JSON.parse(await ask(`${recipe.basePath}/providers`));
  assert.equal(google.callbackUrl, `${PUBLIC}${recipe.basePath}/callback/google`);
  if (recipe.tab === "Deno") await runWithFlags([program!, ...args]);
});

/** Tab → the program of the container, and what it runs. */
const STARTED: Readonly<Record<string, readonly [program: string, started: string]>> = {
  Next: ["node_modules/.bin/next", "start"],
  Express: ["node", "main.ts"],
  SvelteKit: ["node", "build"],
  Hono: ["node", "node.ts"],
  Node: ["node", "main.ts"],
  Deno: ["run", "main.ts"],
};

/** Runs the application of Deno with the permissions of the container. */
async function runWithFlags([run, ...args]: readonly string[]): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), "latchkey-deployment-"));
  try {
    await runProgram([run!, ...FLAGS, ...args.map((arg) => arg.replace("/data", data))], {
      cwd: folderOf("docker/deno"),
      env: { ...production, DATABASE: `${data}/auth.sqlite` },
    });
    assert.ok((await Deno.stat(`${data}/auth.sqlite`)).size > 0);
  } finally {
    await rm(data, { recursive: true });
  }
}

page.section("Fly", (recipe) => {
  const toml = parseToml(recipe.read("fly.toml"));
  assert.equal(toml["env"]!.PORT, String(toml["http_service"]!.internal_port));
  assert.equal(toml["env"]!.AUTH_URL, `https://${toml[""]!.app}.fly.dev`);
  assert.equal(toml["http_service.checks"]!.path, "/health");
  assert.equal(toml["mounts"]!.destination, "/data");
  const set = /fly secrets set (.+)/.exec(recipe.read("sh"))![1]!;
  for (const name of ["AUTH_SECRET", "AUTH_GOOGLE_ID", "AUTH_GOOGLE_SECRET"]) {
    assert.ok(set.includes(`${name}=`));
  }
  return Promise.resolve();
});

page.section("Deno Deploy", async (recipe) => {
  recipe.read("sh");
  Object.assign(recipe.env, production, { DATABASE_URL: "postgres://127.0.0.1:1/none" });
  const site = await recipe.serve("main.ts");
  const answer = await site(new Request("http://10.0.0.1/auth/providers"));
  assert.equal((await answer.json()).google.callbackUrl, `${PUBLIC}/auth/callback/google`);
  assert.equal(await (await site(new Request("http://10.0.0.1/"))).text(), "Please sign in");
});

page.section("Vercel", (recipe) => {
  const names = [...recipe.read("sh").matchAll(/^vercel env add (\w+) production$/gm)].map(([, name]) =>
    name!
  );
  assert.deepEqual(names.toSorted(), Object.keys(production).toSorted());
  return Promise.resolve();
});

page.section("Previews with one redirect URI", async (recipe) => {
  const google = recipe.addProvider("https://accounts.google.com", "GOOGLE");
  const { config } = await recipe.load("auth.ts");
  Object.assign(recipe.env, variablesIn(recipe.read(".env.shared")));
  assert.equal(recipe.env.AUTH_REDIRECT_PROXY_SECRET, "");
  recipe.env.AUTH_REDIRECT_PROXY_SECRET = "another-secret-of-32-random-characters";
  const preview = "https://pull-7.preview.example.com";
  const foreign = "https://preview.example.com.evil.example";
  open(recipe, PUBLIC, { ...config });
  for (const origin of [preview, foreign]) {
    recipe.env.AUTH_SECRET = `the-secret-of-this-preview-alone-${origin.length}`;
    open(recipe, origin, { ...config });
  }
  const browser = recipe.browser();
  const home = await recipe.signIn(browser, "google", { origin: preview, callbackUrl: "/welcome" });
  assert.equal(home.url, `${preview}/welcome`);
  assert.equal((await recipe.session(browser, preview)).user.name, "Ada Lovelace");
  assert.equal(await recipe.session(browser, PUBLIC), null);
  const [asked] = google.requests.filter(({ endpoint }) => endpoint === "authorization");
  assert.equal(asked!.params.get("redirect_uri"), `${PUBLIC}/auth/callback/google`);
  const refused = await recipe.signIn(recipe.browser(), "google", { origin: foreign });
  assert.match(refused.url, /^https:\/\/app\.example\.com\/auth\/signin\?.*error=InvalidCheck/);
  const own = await recipe.signIn(recipe.browser(), "google", { origin: PUBLIC, callbackUrl: "/welcome" });
  assert.equal(own.url, `${PUBLIC}/welcome`);
});

page.last();

/** Whether Docker leaves a file out: a pattern matches the path, or a folder that it is in. */
function ignoredBy(dockerignore: string): (path: string) => boolean {
  const patterns = dockerignore.split("\n").map((line) => {
    const source = line.replaceAll(".", "\\.").replaceAll(
      /\*\*\/|\*/g,
      (star) => star === "*" ? "[^/]*" : "(.*/)?",
    );
    return new RegExp(`^${source}(/|$)`);
  });
  return (path) => patterns.some((pattern) => pattern.test(path));
}

function open(recipe: Recipe, origin: string, config: Parameters<typeof DenoAuth>[0]): void {
  assert.notEqual(origin, APP);
  recipe.env.AUTH_URL = origin;
  recipe.sites[origin] = DenoAuth(config, () => new Response("home"));
}

/** Tables with texts, numbers and booleans. */
function parseToml(text: string): Record<string, Record<string, unknown>> {
  const tables: Record<string, Record<string, unknown>> = { "": {} };
  let table = tables[""]!;
  for (const line of text.split("\n").filter(Boolean)) {
    const name = /^\[\[?([\w.]+)\]?\]$/.exec(line)?.[1];
    if (name !== undefined) table = tables[name] = {};
    else {
      const [, key, value] = /^(\w+) = (.+)$/.exec(line) ?? assert.fail(`not TOML: ${line}`);
      table[key!] = JSON.parse(value!);
    }
  }
  return tables;
}
