import assert from "node:assert/strict";
import { startWithFronts } from "./_client_app.ts";
import { openClient } from "./_client_tab.ts";
import { testInBrowser } from "./chromium.ts";

const RIGHT = { username: "ada", password: "right", redirect: false };

await testInBrowser("A front end on another origin", async (browser, test) => {
  const app = await startWithFronts();

  test("useSession() and the functions of a client with a url work on another port, and come back", async () => {
    const tab = await openClient(browser, { ...app, ...app.front }, "/page?a=b");
    const { page, call, until } = tab;
    const here = `${app.front.origin}/page?a=b`;
    const shows = (text: string) =>
      until(`document.getElementById("greeting")?.textContent === ${JSON.stringify(text)}`);
    await page.evaluate("mount()");
    await shows("unauthenticated");
    const { ok, url } = await call("signIn", "credentials", RIGHT) as { ok: boolean; url: string };
    assert.deepEqual([ok, url], [true, here]);
    await shows("Hello ada");
    await call("update", { name: "Countess" });
    await shows("Hello Countess");
    await call("signOut", { redirect: false });
    await shows("unauthenticated");
    const signIn = await tab.leave("signIn");
    assert.deepEqual([signIn.origin, signIn.searchParams.get("callbackUrl")], [app.origin, here]);
    await page.getByRole("button", { name: "Fake" }).click();
    await page.waitForURL(here);
    await page.evaluate("mount()");
    await shows("Hello Ada Lovelace");
  });

  test("a page of an origin that the config does not trust reads nothing, and says what to write", async () => {
    const { page, failure } = await openClient(browser, { ...app, ...app.stranger });
    const warnings: string[] = [];
    page.on("console", (message) => void (message.type() === "warning" && warnings.push(message.text())));
    const { code, message } = await failure("getSession") as { code: string; message: string };
    assert.equal(code, "Network");
    const advice = `TrustedOrigins({ origins: ["${app.stranger.origin}"] })`;
    assert.ok(message.includes(advice), message);
    await page.evaluate("mount()");
    await page.waitForFunction("globalThis.seen.length > 0");
    for (let tries = 0; !warnings.length && tries < 100; tries++) await page.waitForTimeout(50);
    assert.ok(
      warnings.some((text) => text.startsWith("[latchkey] ") && text.includes(advice)),
      String(warnings),
    );
  });
});
