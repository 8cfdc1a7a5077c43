import assert from "node:assert/strict";
import { test } from "node:test";
import { chosenVersions, isNightly } from "../_nightly.ts";
import { isShort } from "../_short.ts";
import { testInBrowser } from "../e2e/chromium.ts";
import { install, obstacle } from "../runtimes/install.ts";
import { bunBinary, nodeBinary } from "../runtimes/runtimes.ts";
import { builtApp, installApp, startApp, type Wanted } from "./_app.ts";
import { frameworkChecks } from "./_checks.ts";
import { ownCodeChecks, updateCheck } from "./_own_code.ts";
import { compile } from "./_types.ts";

/** The applications, and where their folders are. */
const VERSIONS = {
  "Express 4": {
    name: "express_4",
    files: ["examples/express", "npm/frameworks/express", "npm/frameworks/express_4"],
    run: ["node", "main.mjs"],
  },
  "Express 5": {
    name: "express_5",
    files: ["examples/express", "npm/frameworks/express"],
    run: ["node", "main.mjs"],
  },
} as const satisfies Readonly<Record<string, Wanted>>;

/** Other programs that run the same application. */
const RUNTIMES: Readonly<Record<string, readonly string[]>> = {
  Deno: [Deno.execPath(), "run", "-A", "--node-modules-dir=manual"],
  ...(obstacle === null && { Bun: [bunBinary] }),
};

/** The other programs that run a version here: the nightly run has the older one on them, too. */
function runtimesOf(framework: string): Readonly<Record<string, readonly string[]>> {
  if (isShort) return {};
  return framework === "Express 5" || isNightly ? RUNTIMES : {};
}

/** Runtimes that run the example, which is TypeScript. */
const RUNTIMES_WITH_TYPESCRIPT: Readonly<Record<string, readonly string[]>> = {
  ...RUNTIMES,
  ...(obstacle === null && {
    "Node 22": [nodeBinary("node22")],
    ...isNightly && { "Node 24": [nodeBinary("node24")] },
    "Node 26": [nodeBinary("node26")],
  }),
};

if (obstacle === null) await install();
else console.log(`skipped: Express on Bun and on other versions of Node: ${obstacle}`);

for (const [framework, wanted] of chosenVersions(Object.entries(VERSIONS))) {
  const folder = await installApp(wanted);
  const app = await startApp(wanted, folder);
  frameworkChecks(`${framework} on Node`, app);
  updateCheck(app, `a route of ${framework}`, "/update");
  ownCodeChecks(app, {
    place: `a route of ${framework}`,
    signIn: "/sign-in",
    signOut: "/sign-out",
    headers: { origin: app.origin },
  });
  for (const [runtime, program] of Object.entries(runtimesOf(framework))) {
    frameworkChecks(
      `${framework} on ${runtime}`,
      await startApp({ ...wanted, run: [...program, "main.mjs"] }, folder),
    );
  }

  test(`${framework} has the types of sessions in res.locals and from getSession()`, async () => {
    await compile(folder);
  });
}

const express5 = VERSIONS["Express 5"];
const folder5 = await builtApp(express5);
const trusting = { TRUST_PROXY: "loopback", AUTH_TRUST_HOST: "true" };
const behindProxy = await startApp({ ...express5, url: null, env: trusting }, folder5);

test("Express behind a proxy that it trusts takes the scheme from it, and never the host", async () => {
  const request = new Request(`${behindProxy.origin}/auth/signin`, {
    headers: { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" },
  });
  const response = await behindProxy.fetch(request);
  const { host } = new URL(behindProxy.origin);
  const page = await response.text();
  assert.ok(page.includes(`action="https://${host}/auth/signin/idp"`), page);
  assert.doesNotMatch(page, /evil/);
  assert.match(response.headers.get("set-cookie") ?? "", /^__Host-latchkey\.csrf-token=/);
});

const example: Wanted = {
  name: "express_example",
  files: ["examples/express"],
  run: [],
  env: { AUTH_GITHUB_ID: "a-client", AUTH_GITHUB_SECRET: "a-secret" },
};
const exampleFolder = await installApp(example);

for (const [runtime, program] of Object.entries(RUNTIMES_WITH_TYPESCRIPT)) {
  test(`examples/express runs unchanged on ${runtime}`, async () => {
    const { visitor, fetch, origin } = await startApp(
      { ...example, run: [...program, "main.ts"] },
      exampleFolder,
    );
    assert.match((await visitor().open(`${origin}/`)).text, /Nobody is signed in/);
    const page = await visitor().open(`${origin}/account`);
    assert.equal(page.url, `${origin}/auth/signin?callbackUrl=%2Faccount`);
    assert.match(page.html, /auth\/signin\/github/);
    const api = await fetch(new Request(`${origin}/api/me`));
    assert.deepEqual([api.status, await api.json()], [401, { message: "Sign in first." }]);
  });
}

const olderNode = obstacle === null ? nodeBinary("node20") : "node";

test("examples/express runs on Node 20 when TypeScript has compiled it", async () => {
  await compile(exampleFolder);
  const { visitor, origin } = await startApp({ ...example, run: [olderNode, "dist/main.js"] }, exampleFolder);
  assert.match((await visitor().open(`${origin}/`)).text, /Nobody is signed in/);
});

const more = await startApp(
  {
    ...example,
    url: "https://shop.example",
    run: [...RUNTIMES_WITH_TYPESCRIPT.Deno!, "more.ts"],
  },
  folder5,
);

test("docs/frameworks/express.md protects a router, an API and a page, each with its own config and sign-in page", async () => {
  const page = { accept: "text/html", "x-forwarded-host": "shop.example", "x-forwarded-proto": "https" };
  const at = async (path: string) => await more.fetch(new Request(more.origin + path, { headers: page }));
  const expected = {
    "/api/me": "/api/auth/signin?callbackUrl=%2Fapi%2Fme",
    "/staff": "/staff/auth/signin?callbackUrl=%2Fstaff",
    "/orders?a=1": "/welcome?callbackUrl=%2Forders%3Fa%3D1",
    // The error handler sends the answer of `SessionRequired`.
    "/invoices": "/api/auth/signin?callbackUrl=%2Finvoices",
  };
  for (const [path, location] of Object.entries(expected)) {
    const response = await at(path);
    await response.body?.cancel();
    assert.deepEqual([response.status, response.headers.get("location")], [303, location]);
  }
  const script = await more.fetch(new Request(`${more.origin}/invoices`));
  assert.deepEqual([script.status, await script.json()], [401, { message: "Sign in first." }]);
  assert.equal(await (await at("/")).text(), "Hello");
  assert.match(
    await (await at("/welcome?callbackUrl=/orders")).text(),
    /action="\/welcome\?callbackUrl=%2Forders"/,
  );
  const post = async (path: string) => {
    const headers = { ...page, origin: "https://shop.example" };
    const response = await more.fetch(new Request(more.origin + path, { method: "POST", headers }));
    await response.body?.cancel();
    return new URL(response.headers.get("location")!);
  };
  const github = await post("/welcome?callbackUrl=/orders");
  assert.equal(github.origin, "https://github.com");
  assert.equal(
    github.searchParams.get("redirect_uri"),
    "https://shop.example/api/auth/callback/github",
  );
  assert.equal((await post("/logout")).href, "https://shop.example/");
  assert.match(
    await (await at("/api/auth/signin")).text(),
    /https:\/\/shop\.example\/api\/auth\/signin\/github/,
  );
  assert.match(
    await (await at("/staff/auth/signin")).text(),
    /https:\/\/shop\.example\/staff\/auth\/signin\/github/,
  );
});

await testInBrowser("signing in at an application of Express", async (browser, test) => {
  const { origin, idp } = await startApp(
    { ...express5, url: null, env: { AUTH_TRUST_HOST: "true" } },
    folder5,
  );
  for (const javaScriptEnabled of [true, false]) {
    test(`a person opens a protected page of Express, signs in and out, ${javaScriptEnabled ? "with" : "without"} JavaScript`, async () => {
      idp.login({ sub: "ada", name: "Ada Lovelace", email: "ada@example.com" });
      const context = await browser.newContext({ javaScriptEnabled });
      const page = await context.newPage();
      await page.goto(`${origin}/protected`);
      await page.getByRole("textbox", { name: "Name" }).fill("grace");
      await page.getByLabel("Password", { exact: true }).fill("wrong");
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.getByText("That doesn't match our records.").waitFor();
      assert.equal(await page.getByRole("textbox", { name: "Name" }).inputValue(), "grace");
      await page.getByRole("button", { name: "Continue with Fake ID" }).first().click();
      await page.waitForURL(`${origin}/protected`);
      assert.equal(await page.locator("p").textContent(), "For Ada Lovelace");
      await page.goto(`${origin}/auth/signout`);
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByText("Nobody is signed in").waitFor();
      await context.close();
    });
  }
});
