/**
 * A real browser.
 *
 * @module
 */

import { existsSync } from "node:fs";
import { test } from "node:test";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type LaunchOptions,
} from "npm:playwright-core@1.65.1";
import { installedBrowsers, VARIABLES } from "./installed.ts";
import { unpackChromium } from "./packed.ts";
import { afterTests } from "../_after.ts";
import { isNightly } from "../_nightly.ts";
import { LONGEST_WAIT } from "../_longest_wait.ts";

/** A browser that is started anew when it has ended. */
export interface TestBrowser {
  /** Opens a window with cookies of its own. */
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>;
  /**
   * Runs a test.
   *
   * @throws {Error} what the test throws; and within seconds, if the browser ends or no longer answers. Such a browser
   * is ended, and what runs next gets another.
   */
  run(test: () => Promise<void>): Promise<void>;
  /** Process id of the browser. */
  pid(): Promise<number>;
  /** Ends it. */
  close(): Promise<void>;
}

/** Milliseconds that a browser may take. */
export interface Limits {
  /** To start. */
  readonly start: number;
  /** For a whole test. */
  readonly test: number;
  /** To show what a test waits for. A page that takes longer has a fault, however loaded the computer is. */
  readonly wait: number;
  /** To answer when it is asked whether it is alive. */
  readonly answer: number;
}

const LIMITS: Limits = { start: 60_000, test: 120_000, wait: LONGEST_WAIT, answer: 30_000 };

/**
 * Parts of Chromium that are off. Chromium reads only the last `--disable-features`, so this list begins with that of
 * Playwright. Behind it are the pages with which Chromium 15x draws its address bar: it loads them anew for each window,
 * which takes as much time as the page of a test.
 */
export const DISABLED_FEATURES: readonly string[] = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "msForceBrowserSignIn",
  "msEdgeUpdateLaunchServicesPreferredVersion",
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
];

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  `--disable-features=${DISABLED_FEATURES.join()}`,
];

/** Defines a test that has a browser. */
export type DefineTest = (name: string, run: () => Promise<void>) => void;

/** The browser of the test files in this isolate, or why there is none. */
let shared: Promise<TestBrowser | string> | undefined;

/** Defines tests that need a browser; where there is none, one that is skipped. @param what What they would show. */
export async function testInBrowser(
  what: string,
  define: (browser: TestBrowser, test: DefineTest) => Promise<void>,
): Promise<void> {
  const browser = await (shared ??= startShared());
  if (typeof browser !== "string") {
    return await define(browser, (name, run) => test(name, () => browser.run(run)));
  }
  console.log(`skip: browser: ${browser}: apt-get install chromium, or set ${VARIABLES[0]}`);
  test(`${what} in a real browser`, { skip: browser }, () => {});
}

async function startShared(): Promise<TestBrowser | string> {
  const browser = await startBrowser(browsersHere());
  if (typeof browser !== "string") afterTests(() => browser.close());
  return browser;
}

/** A browser that may be there. */
export interface Place {
  /** What it is called in a message. */
  readonly name: string;
  /** Finds how it is started. @throws {Error} if it can't be. */
  readonly find: () => Promise<LaunchOptions>;
}

/**
 * The browser that a variable names; else the one from npm, and behind it those of this computer. The nightly run begins
 * with those of this computer: they are newer, and have windows, which take three times the processor time.
 */
export function browsersHere(): readonly Place[] {
  const env = Deno.env.toObject();
  const paths = installedBrowsers({ os: Deno.build.os, env, exists: existsSync });
  const places = paths.map((path) => ({ name: path, find: () => Promise.resolve({ executablePath: path }) }));
  // A user who names a browser does not want another one.
  if (VARIABLES.some((name) => env[name])) return places;
  const fromNpm: Place = { name: "the one from npm", find: unpackedHere };
  return isNightly ? [...places, fromNpm] : [fromNpm, ...places];
}

async function unpackedHere(): Promise<LaunchOptions> {
  const { executablePath, env } = await unpackChromium();
  return { executablePath, env: { ...Deno.env.toObject(), ...env } };
}

/** Starts the first browser that starts. @returns The browser, or why there is none, in one line. */
export async function startBrowser(
  places: readonly Place[],
  limits: Limits = LIMITS,
): Promise<TestBrowser | string> {
  const reasons: string[] = [];
  for (const place of places) {
    const start = async () => await launch(await place.find(), limits);
    try {
      return watched(await start(), start, limits);
    } catch (error) {
      reasons.push(`${place.name} does not start (${reasonOf(error as Error)})`);
    }
  }
  return reasons.join(", ") || "there is none";
}

/** A browser that runs. */
interface Running {
  readonly browser: Browser;
  /** A connection to the browser itself. */
  readonly session: CDPSession;
  readonly pid: number;
}

async function launch(options: LaunchOptions, limits: Limits): Promise<Running> {
  const browser = await chromium.launch({ ...options, args: FLAGS, timeout: limits.start });
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  return { browser, session, pid: processInfo.find(({ type }) => type === "browser")!.id };
}

/** The line that says most: Playwright prints the whole command, and what the program has printed. */
function reasonOf({ message }: Error): string {
  const lines = message.split("\n").map((line) => line.replace(/^[\s-]*(\[pid=\d+\])?(\[err\])?\s*/, ""));
  const said = lines.find((line) =>
    /error while loading|no such file|not found|exec format|snap/i.test(line)
  );
  return (said ?? lines[0] ?? "").slice(0, 200);
}

function watched(first: Running, start: () => Promise<Running>, limits: Limits): TestBrowser {
  let current = Promise.resolve(first);
  const running = async () => {
    const { browser } = await current;
    if (!browser.isConnected()) current = start();
    return await current;
  };
  return {
    async newContext(options) {
      const context = await (await running()).browser.newContext(options);
      context.setDefaultTimeout(limits.wait);
      return context;
    },
    run: async (test) => await runWatched(await running(), test, limits),
    pid: async () => (await running()).pid,
    close: async () => await end(await current, limits),
  };
}

async function runWatched(running: Running, test: () => Promise<void>, limits: Limits): Promise<void> {
  const { browser, session } = running;
  const failure = Promise.withResolvers<never>();
  const fail = (reason: string) => {
    failure.reject(new Error(reason));
    kill(running);
  };
  const ended = () => fail("The browser has ended in the middle of the test");
  browser.once("disconnected", ended);
  const timer = setTimeout(() => fail(`The test took more than ${limits.test / 1000} s`), limits.test);
  const pulse = setInterval(() => {
    within(session.send("Browser.getVersion"), limits.answer).catch(() =>
      fail(`The browser has not answered for ${limits.answer / 1000} s`)
    );
  }, 1000);
  try {
    await Promise.race([test(), failure.promise]);
  } finally {
    clearTimeout(timer);
    clearInterval(pulse);
    browser.off("disconnected", ended);
    // What a test that failed has left open would stay open until the end.
    await within(Promise.all(browser.contexts().map((context) => context.close())), limits.answer)
      .catch(() => kill(running));
  }
}

async function end(running: Running, limits: Limits): Promise<void> {
  await within(running.browser.close(), limits.answer).catch(() => kill(running));
}

/** Ends it at once; without the first process the others end by themselves. */
function kill({ pid }: Running): void {
  try {
    Deno.kill(pid, "SIGKILL");
  } catch {
    // It has ended already.
  }
}

async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error("too late")), milliseconds);
  return await Promise.race([promise, late.promise]).finally(() => clearTimeout(timer));
}
