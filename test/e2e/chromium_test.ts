import assert from "node:assert/strict";
import { test } from "node:test";
import { chromium } from "npm:playwright-core@1.65.1";
import { browsersHere, DISABLED_FEATURES, type Place, startBrowser, type TestBrowser } from "./chromium.ts";
import { type Computer, installedBrowsers } from "./installed.ts";

const LIMITS = { start: 60_000, test: 10_000, wait: 10_000, answer: 5_000 };

test("installedBrowsers() finds a browser where each system has it, the distribution's Chromium first", () => {
  const computers: readonly [os: string, env: Computer["env"], path: string][] = [
    ["linux", { PATH: "/usr/bin:/bin" }, "/usr/bin/chromium"],
    ["linux", { PATH: "/usr/bin" }, "/usr/bin/chromium-browser"],
    ["linux", { PATH: "/home/ada/bin:/usr/bin" }, "/home/ada/bin/google-chrome"],
    ["linux", {}, "/snap/bin/chromium"],
    ["linux", {}, "/usr/bin/microsoft-edge"],
    ["linux", {}, "/opt/google/chrome/chrome"],
    ["darwin", {}, "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"],
    ["darwin", { HOME: "/Users/ada" }, "/Users/ada/Applications/Chromium.app/Contents/MacOS/Chromium"],
    ["darwin", {}, "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge"],
    ["darwin", { PATH: "/opt/homebrew/bin" }, "/opt/homebrew/bin/chromium"],
    [
      "windows",
      { ProgramFiles: "C:\\Program Files" },
      "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    ],
    [
      "windows",
      { "ProgramFiles(x86)": "C:\\Program Files (x86)" },
      "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
    ],
    [
      "windows",
      { LOCALAPPDATA: "C:\\Users\\ada\\AppData\\Local" },
      "C:\\Users\\ada\\AppData\\Local\\Chromium\\Application\\chrome.exe",
    ],
  ];
  for (const [os, env, path] of computers) {
    assert.deepEqual(installedBrowsers({ os, env, exists: (file) => file === path }), [path]);
    assert.deepEqual(installedBrowsers({ os, env, exists: () => false }), []);
  }
  const [first] = installedBrowsers({ os: "linux", env: { PATH: "/bin:/usr/bin" }, exists: () => true });
  assert.equal(first, "/bin/chromium");
});

test("installedBrowsers() uses only the browser that a variable names", () => {
  const exists = () => true;
  for (const name of ["CHROME_PATH", "CHROMIUM_PATH", "PUPPETEER_EXECUTABLE_PATH"]) {
    const env = { PATH: "/usr/bin", [name]: "/opt/mine" };
    assert.deepEqual(installedBrowsers({ os: "linux", env, exists }), ["/opt/mine"]);
  }
  const env = { CHROME_PATH: "", CHROMIUM_PATH: "/opt/second", PUPPETEER_EXECUTABLE_PATH: "/opt/third" };
  assert.deepEqual(installedBrowsers({ os: "linux", env, exists }), ["/opt/second"]);
});

test("startBrowser() says in one line why no browser starts", async () => {
  const file = await Deno.makeTempFile();
  await Deno.writeTextFile(
    file,
    "#!/bin/sh\necho 'Command requires the chromium snap to be installed.' >&2\nexit 1\n",
  );
  await Deno.chmod(file, 0o755);
  const places: readonly Place[] = [
    place("/no/such/browser"),
    place(file),
    { name: "the one from npm", find: () => Promise.reject(new Error("it is for another computer")) },
  ];
  const reason = await startBrowser(places, LIMITS);
  await Deno.remove(file);
  assert.ok(typeof reason === "string");
  assert.doesNotMatch(reason, /\n/);
  for (const said of ["/no/such/browser", "requires the chromium snap", "it is for another computer"]) {
    assert.ok(reason.includes(said), `"${reason}" says "${said}"`);
  }
  assert.equal(await startBrowser([], LIMITS), "there is none");
});

test("startBrowser() gives up on a browser that starts and never answers", async () => {
  const file = await Deno.makeTempFile();
  await Deno.writeTextFile(file, "#!/bin/sh\nexec sleep 30\n");
  await Deno.chmod(file, 0o755);
  const start = performance.now();
  assert.equal(typeof await startBrowser([place(file)], { ...LIMITS, start: 1_000 }), "string");
  await Deno.remove(file);
  assert.ok(performance.now() - start < 25_000);
});

test("DISABLED_FEATURES holds all features that Playwright disables", async () => {
  const file = await Deno.makeTempFile();
  await Deno.writeTextFile(file, '#!/bin/sh\nprintf "%s\\n" "$@" > "$0.txt"\nexit 1\n');
  await Deno.chmod(file, 0o755);
  await assert.rejects(chromium.launch({ executablePath: file }));
  const args = await Deno.readTextFile(`${file}.txt`);
  await Promise.all([Deno.remove(file), Deno.remove(`${file}.txt`)]);
  const features = /^--disable-features=(.+)$/m.exec(args)![1]!.split(",");
  assert.deepEqual(features.filter((feature) => !DISABLED_FEATURES.includes(feature)), []);
});

const here = await startBrowser(browsersHere(), LIMITS);
const skip = typeof here === "string" && here;

for (
  const [what, harm, reason] of [
    ["dies", (pid: number) => Deno.kill(pid, "SIGKILL"), /The browser has ended/],
    ["hangs", (pid: number) => Deno.kill(pid, "SIGSTOP"), /The browser has not answered/],
    ["answers, while the test waits for what never comes", () => {}, /The test took more than 10 s/],
  ] as const
) {
  test(
    `a test fails within seconds when the browser ${what}, and the next one has a browser`,
    { skip },
    async () => {
      const browser = here as TestBrowser;
      const start = performance.now();
      const failing = browser.run(async () => {
        const page = await (await browser.newContext()).newPage();
        harm(await browser.pid());
        await page.evaluate("new Promise(() => {})");
      });
      await assert.rejects(failing, reason);
      assert.ok(performance.now() - start < 60_000);
      await browser.run(async () => {
        const page = await (await browser.newContext()).newPage();
        await page.setContent("<h1>Here again</h1>");
        assert.equal(await page.locator("h1").textContent(), "Here again");
      });
    },
  );
}

test("a browser closes", { skip }, async () => {
  const browser = here as TestBrowser;
  const pid = await browser.pid();
  await browser.close();
  assert.throws(() => Deno.kill(pid, "SIGCONT"));
});

function place(path: string): Place {
  return { name: path, find: () => Promise.resolve({ executablePath: path }) };
}
