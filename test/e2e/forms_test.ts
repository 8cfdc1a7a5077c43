import assert from "node:assert/strict";
import type { Locator, Page } from "npm:playwright-core@1.65.1";
import { Auth } from "../../mod.ts";
import { Password } from "../../src/providers/password.ts";
import { testInBrowser } from "./chromium.ts";
import { assertAccessible } from "./_looks.ts";
import { outbox, serveSite, siteConfig, SITES } from "./_sites.ts";
import { addAuthenticator, askForMail, assertFocus, visit } from "./visitor.ts";
import { afterTests } from "../_after.ts";

/** How a person may press a button more than once. `null`: what has the focus, or where the mouse is. */
const WAYS: Readonly<Record<string, (page: Page, button: Locator | null) => Promise<void>>> = {
  "three clicks": async (page, button) => {
    await button?.hover();
    for (let i = 0; i < 3; i++) {
      page.mouse.down().then(() => page.mouse.up()).catch(() => {});
      await pause();
    }
  },
  "Enter, three times": (page, button) => pressKey(page, button, "Enter"),
  "the space bar, three times": (page, button) => pressKey(page, button, "Space"),
  "Enter, held down": async (page, button) => {
    await button?.focus();
    for (let i = 0; i < 4; i++) {
      page.keyboard.down("Enter").catch(() => {});
      await pause();
    }
  },
};

/** Awaits no press: the browser does not answer those on a page that it leaves. */
async function pressKey(page: Page, button: Locator | null, key: string): Promise<void> {
  await button?.focus();
  for (let i = 0; i < 3; i++) {
    page.keyboard.press(key).catch(() => {});
    await pause();
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 60));
}

/** Writes what is seen and heard of a form that is being sent into the console. */
const REPORT = `new MutationObserver(() => {
  const [busy, { textContent }] = [document.querySelectorAll("[aria-busy=true]"), document.querySelector("output")];
  if (busy.length) console.log(busy.length, textContent);
}).observe(document.querySelector("output"), { childList: true })`;

/** Forms of the pages: where they are, what is filled in, and the button that sends them. */
const FORMS: Readonly<Record<string, readonly [string, (page: Page) => Promise<void>, string]>> = {
  "a provider": ["/auth/signin", async () => {}, "Continue with GitHub"],
  "a mail": ["/auth/signin", openSteps, "Email me a sign-in link"],
  "a password": ["/auth/signin", async (page) => {
    await openSteps(page);
    await page.getByLabel("Password", { exact: true }).fill("hunter2");
  }, "Sign in"],
  "a link in another browser": [
    `/auth/callback/nodemailer?token=${"a".repeat(64)}&email=ada%40example.com`,
    async () => {},
    "Sign in",
  ],
};

await testInBrowser("forms", (browser, test) => {
  const named = serveSite("named");

  for (const [way, press] of Object.entries(WAYS)) {
    test(`a form is sent once while the server is slow: ${way}`, async () => {
      const visitor = await visit(browser);
      for (const [what, [path, fill, name]] of Object.entries(FORMS)) {
        const site = serveSlowly("named");
        const page = await visitor.open(`${site.url}${path}`);
        const seen: string[] = [];
        page.on("console", (message) => message.type() === "log" && seen.push(message.text()));
        await page.evaluate(REPORT);
        await fill(page);
        await press(page, page.getByRole("button", { name, exact: true }));
        await site.asked;
        // Presses the element that has the focus or is below the mouse. The browser may be leaving the page already.
        await press(page, null);
        site.release();
        await page.waitForURL((url) => url.href !== `${site.url}${path}`);
        assert.deepEqual(site.posts.length, 1, `${what}: ${site.posts}`);
        assert.deepEqual(seen, ["1 Please wait."], `${what}: the button and a live region say so`);
        await page.close();
      }
      await visitor.leave([/./]);
    });
  }

  test("a form that is being sent is accessible, and can be sent again after Back and after a stop", async () => {
    const visitor = await visit(browser);
    const page = await visitor.open(`${named}/auth/signin`);
    await page.getByLabel("Email address").fill("ada@example.com");
    await page.keyboard.press("Enter");
    // The browser sends nothing here, so that the page stays as it is at that moment.
    await page.evaluate("addEventListener('submit', (event) => event.preventDefault())");
    const mail = page.getByRole("button", { name: "Email me a sign-in link" });
    const isSending = async () => await page.locator("form[data-sent] [aria-busy=true]").count() === 1;
    await mail.click();
    assert.ok(await isSending());
    await assertAccessible(page, "a form that is being sent");
    // A browser that has kept the page shows it as it was left.
    await page.evaluate('dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))');
    assert.equal(await page.locator("[aria-busy], [data-sent]").count(), 0);
    assert.equal(await page.locator("output").textContent(), "");
    await mail.click();
    assert.ok(await isSending());
    await page.keyboard.press("Escape");
    assert.ok(!await isSending());
    await page.goto(`${named}/auth/signin`);
    for (let times = 0; times < 2; times++) {
      await page.getByLabel("Email address").fill("ada@example.com");
      await page.keyboard.press("Enter");
      await mail.click();
      await page.getByRole("heading", { name: "Check your email" }).waitFor();
      await page.goBack();
    }
    await visitor.leave();
  });

  test("a page with a form that may be sent once only asks the server again after Back", async () => {
    const visitor = await visit(browser);
    for (const once of [true, false]) {
      const page = await visitor.open(`${named}/auth/signin`);
      await page.evaluate(`for (const form of document.forms) form.toggleAttribute("data-once", ${once})`);
      await page.evaluate(
        "addEventListener('submit', (event) => event.preventDefault()); addEventListener.mark = 1",
      );
      await page.getByRole("button", { name: "Continue with GitHub" }).click();
      // The button may be free again: the answer took long.
      await page.keyboard.press("Escape");
      const loaded = page.waitForEvent("load", { timeout: once ? 10_000 : 500 }).then(
        () => true,
        () => false,
      );
      await page.evaluate('dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))');
      assert.equal(await loaded, once);
      assert.equal(await page.evaluate("addEventListener.mark ?? 0"), once ? 0 : 1);
      await page.close();
    }
    await visitor.leave();
  });

  test("an answer that leaves the page as it is, and a form that is not complete, block nothing", async () => {
    const visitor = await visit(browser);
    const page = await visitor.open("about:blank");
    await page.clock.install();
    await page.goto(`${named}/auth/signin`);
    // The address is missing: the browser says so, and sends nothing.
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    assert.equal(await page.locator("[data-sent]").count(), 0);
    // The page stays, as after a download: no event tells the script that the form was not sent.
    await page.evaluate("addEventListener('submit', (event) => event.preventDefault())");
    for (const button of ["Continue with GitHub", "Continue with Google"]) {
      await page.getByRole("button", { name: button }).click();
      assert.equal(await page.locator("[data-sent]").count(), 1);
      await page.clock.fastForward(14_000);
      assert.equal(await page.locator("[data-sent]").count(), 1);
      await page.clock.fastForward(1_000);
      assert.equal(await page.locator("[data-sent], [aria-busy]").count(), 0, button);
    }
    await visitor.leave();
  });

  test("Enter that is held down in the address sends no empty password", async () => {
    const visitor = await visit(browser);
    const site = serveSlowly("named");
    const page = await visitor.open(`${site.url}/auth/signin`);
    await page.getByLabel("Email address").fill("ada@example.com");
    for (let i = 0; i < 5; i++) await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
    await assertFocus(page, "address-password");
    assert.deepEqual(site.posts, []);
    await visitor.leave();
  });

  test("a passkey is sent once, and not beside another form", async () => {
    const visitor = await visit(browser);
    const site = serveSlowly("all");
    const page = await visitor.open("about:blank");
    await addAuthenticator(page);
    await page.goto(`${site.url}/auth/signin?callbackUrl=/auth/account`);
    await page.getByLabel("Email address").fill("once@example.com");
    const seen: string[] = [];
    page.on("console", (message) => message.type() === "log" && seen.push(message.text()));
    await page.evaluate(REPORT);
    await page.getByRole("button", { name: "Sign up with a passkey" }).click({ noWaitAfter: true });
    await site.asked;
    await WAYS["three clicks"]!(page, null);
    site.release();
    await page.getByRole("button", { name: /^Rename / }).first().waitFor();
    assert.deepEqual([site.posts.length, seen], [1, ["1 Please wait."]]);
    await visitor.leave();
  });

  test("a passkey that is ready after another form was sent is not sent", async () => {
    const visitor = await visit(browser);
    const page = await visitor.open("about:blank");
    await addAuthenticator(page);
    await page.goto(`${serveSite("all")}/auth/signin`);
    await page.evaluate(`{
      const create = navigator.credentials.create.bind(navigator.credentials);
      const { promise, resolve: created } = Promise.withResolvers();
      navigator.credentials.create = async (options) => {
        const passkey = await create(options);
        await new Promise((resolve) => created(window.finish = resolve));
        return passkey;
      };
      window.created = () => promise.then(() => {});
    }`);
    await page.getByLabel("Email address").fill("late@example.com");
    await page.getByRole("button", { name: "Sign up with a passkey" }).click();
    await page.evaluate("created()");
    // The browser sends nothing here, so that the page stays as it is at that moment.
    await page.evaluate("addEventListener('submit', (event) => event.preventDefault())");
    await page.getByRole("button", { name: "Continue with GitHub" }).click();
    const isRefused = await page.evaluate(`new Promise((resolve) => {
      addEventListener("latchkey-send", ({ defaultPrevented }) => resolve(defaultPrevented));
      finish();
    })`);
    assert.equal(isRefused, true);
    await visitor.leave();
  });

  test("a code has the focus, is sent with its last digit, once, and the pause for another mail goes on", async () => {
    const visitor = await visit(browser);
    const page = await visitor.open(`${named}/auth/signin`);
    await askForMail(page, "code@example.com");
    await assertFocus(page, "code");
    const { code } = outbox.findLast(({ to }) => to === "code@example.com")!;
    const wrong = code === "00000000" ? "11111111" : "00000000";
    const before = await secondsLeft(page);
    await page.keyboard.type(wrong);
    await page.getByText("That code isn't right.").waitFor();
    assert.ok(await secondsLeft(page) <= before, "a wrong code begins no new pause");
    await assertFocus(page, "code");
    let posts = 0;
    page.on("request", (request) => posts += request.method() === "POST" ? 1 : 0);
    await page.keyboard.type(`${code.slice(0, 7)}x`);
    await page.keyboard.press("Backspace");
    assert.equal(posts, 0, "seven digits are none");
    await page.keyboard.type(code.slice(7));
    await page.waitForURL((url) => !url.pathname.startsWith("/auth/verify"));
    assert.equal(posts, 1);
    await visitor.leave([/404/]);
  });

  test("a new password is counted while it is typed, and called guessable only if it would be refused", async () => {
    const visitor = await visit(browser);
    const { providers = [] } = SITES.mail!;
    const site = serveSite("mail", { providers: [Password(), ...providers], theme: { name: "Acme Cloud" } });
    const page = await visitor.open(`${site}/auth/signup`);
    const meter = page.locator(".line", { has: page.locator("[name=password]") }).locator(".note").last();
    assert.equal(await meter.isVisible(), false);
    await page.getByLabel("Email address").fill("grace.hopper@example.com");
    const guessable = "That password is too easy to guess.";
    for (
      const [password, text, step] of [
        ["lovely", "6 of 15 characters.", 1],
        ["lovely 🦉", "8 of 15 characters.", 2],
        ["password", "8 of 15 characters.", 2],
        ["passwordpassword", guessable, 1],
        ["grace.hopper-2026", guessable, 1],
        ["acme-cloud-password", guessable, 1],
        ["lovely engines.", "Long enough.", 3],
        ["lovely engine weaves", "Long enough.", 4],
      ] as const
    ) {
      await page.getByLabel("Password", { exact: true }).fill(password);
      assert.equal((await meter.textContent())!.trim(), text, password);
      assert.equal(await page.locator(`.meter.m${step}`).isVisible(), true, password);
    }
    assert.equal(await page.getByRole("status").filter({ hasText: "Long enough." }).count(), 1);
    await assertAccessible(page, "a new password");
    await visitor.leave();
  });

  test("the address has the focus at first with a mouse, and not with a finger or after a message", async () => {
    for (
      const [options, path, expected] of [
        [{}, "signin", "address-name"],
        [{ hasTouch: true, isMobile: true }, "signin", ""],
        [{}, "signin?error=OAuthCallbackError", "alert"],
        [{ javaScriptEnabled: false }, "signin?error=InvalidEmail", "address-name"],
      ] as const
    ) {
      const visitor = await visit(browser, options);
      const page = await visitor.open(`${named}/auth/${path}`);
      await assertFocus(page, expected, `${path} ${JSON.stringify(options)}`);
      await visitor.leave();
    }
  });

  test("a field with an error is red while it has the focus, and a heading keeps the application's name together", async () => {
    const visitor = await visit(browser);
    const page = await visitor.open(`${named}/auth/signin?error=InvalidEmail`);
    await assertFocus(page, "address-name");
    const colors = await page.evaluate(`(() => {
      const { borderColor, outlineColor } = getComputedStyle(document.activeElement);
      return [borderColor, outlineColor, getComputedStyle(document.querySelector(".error")).color];
    })()`) as string[];
    assert.equal(new Set(colors).size, 1, colors.join());
    for (const width of [320, 360, 400, 500]) {
      await page.setViewportSize({ width, height: 700 });
      const lines = await page.evaluate(`document.querySelector("h1 .name").getClientRects().length +
        Math.round(document.querySelector("h1 .name").getBoundingClientRect().height /
          parseFloat(getComputedStyle(document.querySelector("h1")).lineHeight))`);
      assert.equal(lines, 2, `one box, one line, at ${width}`);
    }
    await visitor.leave();
  });
  return Promise.resolve();
});

async function openSteps(page: Page): Promise<void> {
  await page.getByLabel("Email address").fill("ada@example.com");
  await page.keyboard.press("Enter");
}

/** Serves a site that answers no form until `release`. */
function serveSlowly(name: string) {
  const config = siteConfig(name);
  const posts: string[] = [];
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/favicon.ico") return new Response(null, { status: 204 });
    if (request.method === "POST") {
      posts.push(pathname);
      asked.resolve();
      await released.promise;
    }
    // The provider itself is not there.
    return pathname.endsWith("/signin/github") ? new Response("GitHub") : await Auth(request, config);
  });
  afterTests(() => server.shutdown());
  return {
    url: `http://localhost:${server.addr.port}`,
    posts,
    asked: asked.promise,
    release: released.resolve,
  };
}

/** The seconds that the button for another mail shows. */
async function secondsLeft(page: Page): Promise<number> {
  const text = await page.getByRole("button", { name: /^Send it again in \d+ s$/ }).textContent();
  return Number(/\d+/.exec(text!)![0]);
}
