import assert from "node:assert/strict";
import { isNightly } from "../_nightly.ts";
import { testInBrowser } from "./chromium.ts";
import { WINDOWS } from "./_looks.ts";
import { serveSite, SITES } from "./_sites.ts";
import { assertFocus, visit } from "./visitor.ts";
import { inspectHere, inspectInWindows } from "./_windows.ts";

/** Sites with colours of their own, and the windows that show them. */
const COLOURED: Readonly<Record<string, readonly string[]>> = {
  named: Object.keys(WINDOWS),
  white: ["light", "dark"],
  round: ["light", "dark"],
};

await testInBrowser("how the pages look", (browser, test) => {
  const urls = Object.fromEntries(Object.keys(SITES).map((name) => [name, serveSite(name)]));
  const named = urls.named!;
  if (isNightly) console.log("The pictures of the pages are in .work/screenshots.");

  for (const [name, url] of Object.entries(urls)) {
    test(`the sign-in page is accessible and fits everywhere: ${name}`, async () => {
      await inspectInWindows(
        browser,
        { url: `${url}/auth/signin`, name: `page-signin-${name}` },
        COLOURED[name],
      );
    });
  }

  test("the message about a failure has the focus without a ring, which controls have", async () => {
    const visitor = await visit(browser);
    const page = await visitor.open(`${named}/auth/signin?error=OAuthAccountNotLinked`);
    const ring = () =>
      page.evaluate("[document.activeElement.id, getComputedStyle(document.activeElement).outlineStyle]");
    await assertFocus(page, "alert");
    assert.deepEqual(await ring(), ["alert", "none"]);
    await page.keyboard.press("Tab");
    const [next, style] = await ring() as string[];
    assert.notEqual(next, "alert");
    assert.equal(style, "solid");
    await visitor.leave();
  });

  test("layout: split fills the window, half with the form and half with what stands beside it", async () => {
    const visitor = await visit(browser, { viewport: { width: 1280, height: 800 } });
    const page = await visitor.open(`${urls.split}/auth/signin`);
    const halves = await page.evaluate(
      "['.side', '.pane'].map((each) => document.querySelector(each).getBoundingClientRect()).map(({ x, width }) => [x, width])",
    );
    assert.deepEqual(halves, [[0, 640], [640, 640]]);
    await visitor.leave();
  });

  for (const error of ["", "AccessDenied", "Configuration", "ServerError", "Verification"]) {
    test(`the error page is accessible and fits everywhere: ${error || "unknown"}`, async () => {
      const visitor = await visit(browser);
      const page = await visitor.open(`${named}/auth/error?error=${error}`);
      await inspectHere(page, `page-error-${error}`);
      await visitor.leave([/status of 403/]);
    });
  }

  for (
    const path of [
      "signout",
      "verify-request",
      "taken-over?removed=credentials,google",
      "signin?error=OAuthCallbackError",
    ]
  ) {
    test(`the page ${path} is accessible and fits everywhere`, async () => {
      const name = `page-${path.replaceAll(/[^a-z]+/gi, "-")}`;
      await inspectInWindows(browser, { url: `${named}/auth/${path}`, name });
    });
  }
  return Promise.resolve();
});
