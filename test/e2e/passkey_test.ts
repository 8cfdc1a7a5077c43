import assert from "node:assert/strict";
import type { BrowserContextOptions, CDPSession, Page } from "npm:playwright-core@1.65.1";
import { Auth, type AuthConfig, resolveSession } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { VerificationRequest } from "../../src/model/provider.ts";
import { Email } from "../../src/providers/email.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { WebAuthn } from "../../src/providers/webauthn.ts";
import { AccountPage } from "../../src/features/account_page/account_page.ts";
import { SecondFactor } from "../../src/features/second_factor/second_factor.ts";
import { type TestBrowser, testInBrowser } from "./chromium.ts";
import { heading, passkeyOffered, photograph, pressWithKeyboard, visit, type Visitor } from "./visitor.ts";
import { afterTests } from "../_after.ts";

await testInBrowser("signing in with a passkey", (browser, test) => {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, application());
  afterTests(() => server.shutdown());
  // Passkeys are for names, not for addresses.
  const url = `http://localhost:${server.addr.port}`;

  test("a person signs up with a passkey, signs out, signs in, and adds another", async () => {
    const { page, visitor, device } = await arrive(browser, `${url}/auth/signin?callbackUrl=/`);
    await device.plugIn();
    await photograph(page, "signin-passkey-light");
    await page.getByLabel("Email address").fill("ada@example.com");
    await page.getByRole("button", { name: "Sign up with a passkey" }).click();
    await page.waitForURL(`${url}/`);
    assert.equal(await heading(page), "ada@example.com");
    assert.equal(await device.count(), 1);

    await signOut(page, url);
    await device.touch(false);
    const offered = passkeyOffered(page);
    await page.goto(`${url}/auth/signin?callbackUrl=/`);
    await offered;
    // The click asks for options of its own: from then on, the touch cannot answer what the field has asked for.
    await page.route("**/webauthn-options/**", async (route) => {
      await device.touch(true);
      await route.continue();
    });
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.waitForURL(`${url}/`);
    assert.equal(await heading(page), "ada@example.com");

    await device.plugIn("usb");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.waitForURL(`${url}/?added`);
    assert.equal(await heading(page), "ada@example.com");
    await visitor.leave();
  });

  test("the browser offers a passkey where it fills in the address, and a person signs in with it", async () => {
    const { page, visitor, device } = await arrive(browser, `${url}/auth/signin?callbackUrl=/`);
    await device.plugIn();
    await signUp(page, "grace@example.com");
    await page.waitForURL(`${url}/`);
    await signOut(page, url);
    const offered = passkeyOffered(page);
    await page.goto(`${url}/auth/signin?callbackUrl=/`);
    await offered;
    // The virtual authenticator takes the place of whoever would choose from the list.
    await page.waitForURL(`${url}/`);
    assert.equal(await heading(page), "grace@example.com");
    await visitor.leave();
  });

  test("passkeys work by hand in a browser that cannot translate their options", async () => {
    const { page, visitor, device } = await arrive(browser, `${url}/auth/error`);
    await page.context().addInitScript(`
      delete PublicKeyCredential.parseCreationOptionsFromJSON;
      delete PublicKeyCredential.parseRequestOptionsFromJSON;
      delete PublicKeyCredential.prototype.toJSON;
      delete PublicKeyCredential.isConditionalMediationAvailable;
      delete PublicKeyCredential.getClientCapabilities;
    `);
    await page.goto(`${url}/auth/signin?callbackUrl=/`);
    assert.equal(await page.evaluate("'toJSON' in PublicKeyCredential.prototype"), false);
    await device.plugIn();
    await signUp(page, "alan@example.com");
    await page.waitForURL(`${url}/`);
    await device.plugIn("usb");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.waitForURL(`${url}/?added`);
    await signOut(page, url);
    await page.goto(`${url}/auth/signin?callbackUrl=/`);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.waitForURL(`${url}/`);
    assert.equal(await heading(page), "alan@example.com");
    await visitor.leave();
  });

  test("a person signs up with the keyboard alone", async () => {
    const { page, visitor, device } = await arrive(browser, `${url}/auth/signin?callbackUrl=/`);
    await device.plugIn();
    await page.getByLabel("Email address").fill("kay@example.com");
    await pressWithKeyboard(page, "Sign up with a passkey");
    await page.waitForURL(`${url}/`);
    await visitor.leave();
  });

  test("a user whom the device does not recognise sees an error, and can try again", async () => {
    const { page, visitor, device } = await arrive(browser, `${url}/auth/signin?callbackUrl=/`);
    await device.plugIn();
    await device.recognise(false);
    await signUp(page, "mallory@example.com");
    await page.getByRole("alert").waitFor();
    assert.match(await page.getByRole("alert").textContent() ?? "", /No passkey was used/);
    await photograph(page, "signin-passkey-refused-light");
    await device.recognise(true);
    await signUp(page, "mallory@example.com");
    await page.waitForURL(`${url}/`);
    await visitor.leave();
  });

  test("a person signs in by address with a security key that lists no passkeys", async () => {
    const server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen: () => {} },
      application(WebAuthn({ name: "security key" })),
    );
    const url = `http://localhost:${server.addr.port}`;
    const { page, visitor, device } = await arrive(browser, `${url}/auth/signin?callbackUrl=/`);
    await device.plugIn("key");
    await page.getByLabel("Email address").fill("joan@example.com");
    await page.getByRole("button", { name: "Sign up with a passkey" }).click();
    await page.waitForURL(`${url}/`);
    await signOut(page, url);
    await page.goto(`${url}/auth/signin?callbackUrl=/`);
    await page.getByLabel("Email address").fill("Joan@Example.com");
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.waitForURL(`${url}/`);
    assert.equal(await heading(page), "joan@example.com");
    await visitor.leave();
    await server.shutdown();
  });

  test("a passkey is the second step after a mailed code", async () => {
    const { page, visitor, device, url, server, signIn } = await openMailed(browser, {
      email: "ida@example.com",
      features: [AccountPage(), SecondFactor()],
    });
    await signIn();
    await page.waitForURL(`${url}/auth/account`);
    await page.getByRole("button", { name: "Add a passkey" }).first().click();
    await page.getByRole("button", { name: /^Rename / }).waitFor();
    await page.getByRole("link", { name: "Turn on" }).click();
    await page.getByRole("button", { name: "Use my passkeys" }).click();
    await page.locator(".codes").waitFor();
    await signOut(page, url);
    // Else it answers at once where the browser fills in the address.
    await device.touch(false);
    await page.goto(`${url}/auth/signin?callbackUrl=/`);
    await signIn();
    await page.waitForURL("**/second-factor?*");
    await device.touch(true);
    await page.getByRole("button", { name: "Use a passkey or security key" }).click();
    await page.waitForURL(`${url}/`);
    assert.equal(await heading(page), "ida@example.com");
    await visitor.leave();
    await server.shutdown();
  });

  test("a passkey that was removed goes from the device as well, and one that was renamed stays", async () => {
    const { page, visitor, device, url, server, signIn } = await openMailed(browser, {
      email: "kay@example.com",
      features: [AccountPage()],
    });
    await signIn();
    await page.waitForURL(`${url}/auth/account`);
    await page.getByRole("button", { name: "Add a passkey" }).first().click();
    await page.getByRole("button", { name: /^Rename / }).click();
    assert.equal(await device.count(), 1);
    await page.getByRole("textbox").fill("Laptop");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("status").filter({ hasText: "Laptop" }).waitFor();
    assert.equal(await device.count(), 1);
    await page.getByRole("button", { name: /^Remove Laptop/ }).click();
    await page.getByRole("dialog").or(page.locator("[popover]:popover-open"))
      .getByRole("button", { name: /^Remove/ }).click();
    await page.locator(".done").filter({ hasNotText: "Laptop" }).waitFor();
    for (let tries = 0; tries < 250 && await device.count() > 0; tries++) await page.waitForTimeout(20);
    assert.equal(await device.count(), 0);
    await visitor.leave();
    await server.shutdown();
  });

  test("a passkey that the site doesn't have goes from the device after a sign-in", async () => {
    const adapter = Memory();
    const server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen: () => {} },
      application(Passkey(), { adapter }),
    );
    const url = `http://localhost:${server.addr.port}`;
    const { page, visitor, device } = await arrive(browser, `${url}/auth/signin?callbackUrl=/`);
    await device.plugIn();
    await signUp(page, "vera@example.com");
    await page.waitForURL(`${url}/`);
    await adapter.deleteUser((await adapter.getUserByEmail("vera@example.com"))!.id);
    await page.context().clearCookies();
    assert.equal(await device.count(), 1);
    // The authenticator takes the place of whoever would choose from the list of the field.
    await page.goto(`${url}/auth/signin?callbackUrl=/`);
    await page.waitForURL("**/signin?*error=*");
    for (let tries = 0; tries < 250 && await device.count() > 0; tries++) await page.waitForTimeout(20);
    assert.equal(await device.count(), 0);
    await visitor.leave();
    await server.shutdown();
  });

  test("a user sees an error when a proxy answers instead of the application", async () => {
    const { page, visitor, device } = await arrive(browser, `${url}/auth/signin?callbackUrl=/`);
    await device.plugIn();
    await page.route(
      "**/webauthn-options/**",
      (route) => route.fulfill({ body: "<h1>Welcome</h1>" }),
    );
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByRole("alert").waitFor();
    assert.match(await page.getByRole("alert").textContent() ?? "", /That didn't work/);
    await visitor.leave();
  });

  test("a user who enters no address sees an error of the browser or of the page", async () => {
    const { page, visitor, device } = await arrive(browser, `${url}/auth/signin?callbackUrl=/`);
    await device.plugIn();
    await page.getByRole("button", { name: "Sign up with a passkey" }).click();
    assert.equal(
      await page.evaluate("document.querySelector('input[name=email]').validity.valueMissing"),
      true,
    );
    assert.equal(await device.count(), 0);
    await visitor.leave();
  });

  test("a user without JavaScript sees that passkeys need it", async () => {
    const { page, visitor } = await arrive(browser, `${url}/auth/signin`, { javaScriptEnabled: false });
    const note = page.locator("noscript p");
    assert.deepEqual([await note.isVisible(), await note.textContent()], [true, "Passkeys need JavaScript."]);
    assert.equal(await page.getByRole("button").count(), 0);
    await visitor.leave();
  });
  return Promise.resolve();
});

/** Opens the sign-in page of an application with passkeys and emails, on a device that keeps passkeys. */
async function openMailed(
  browser: TestBrowser,
  { email, features }: Required<Pick<AuthConfig, "features">> & { readonly email: string },
) {
  const mails: VerificationRequest[] = [];
  const mail = Email({ mails: "both", sendVerificationRequest: (sent) => void mails.push(sent) });
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    application(Passkey(), { providers: [mail], features }),
  );
  const url = `http://localhost:${server.addr.port}`;
  const arrived = await arrive(browser, `${url}/auth/signin?callbackUrl=/auth/account`);
  const { page, device } = arrived;
  await device.plugIn();
  return {
    ...arrived,
    ...{ url, server },
    /** Asks for an email on the page, and types its code. */
    async signIn() {
      await page.getByLabel("Email address").fill(email);
      await page.getByRole("button", { name: "Email me a sign-in link" }).click();
      await page.waitForURL("**/verify-request*");
      await page.locator("input[name=code]").fill(mails.at(-1)!.code!);
    },
  };
}

/** An application with passkeys and one page of its own. */
function application(
  provider = Passkey(),
  { providers = [], ...own }: Partial<AuthConfig> = {},
): (request: Request) => Promise<Response> {
  const config: AuthConfig = {
    adapter: Memory(),
    ...own as object,
    providers: [provider, ...providers],
    secret: "a-secret-of-forty-characters-for-tests-0",
    trustHost: true,
    ...(provider.discoverable ? {} : { experimental: { enableWebAuthn: true } }),
    logger: { warn: () => {}, error: () => {} },
  };
  return async (request) => {
    const { pathname, origin } = new URL(request.url);
    if (pathname.startsWith("/auth/")) return await Auth(request, config);
    if (pathname !== "/") return new Response(null, { status: 204 });
    const { session, headers } = await resolveSession(request, config);
    const csrf = await Auth(
      new Request(`${origin}/auth/csrf`, { headers: { cookie: request.headers.get("cookie") ?? "" } }),
      config,
    );
    const { csrfToken } = await csrf.json();
    for (const cookie of csrf.headers.getSetCookie()) headers.append("set-cookie", cookie);
    headers.set("content-type", "text/html");
    headers.set(
      "content-security-policy",
      "default-src 'none'; script-src 'self'; connect-src 'self'; form-action 'self'",
    );
    return new Response(home(session?.user?.email ?? null, csrfToken), { headers });
  };
}

/** As `providers/passkey.ts` tells an application to write it. */
function home(email: string | null, csrfToken: string): string {
  return `<!DOCTYPE html>
<title>Home</title>
<h1>${email ?? "Nobody"}</h1>
<form method="post" action="/auth/callback/passkey" data-passkey="/auth/webauthn-options/passkey" hidden>
  <input type="hidden" name="csrfToken" value="${csrfToken}">
  <input type="hidden" name="callbackUrl" value="/?added">
  <input type="hidden" name="link" value="true">
  <button name="action" value="register">Add a passkey</button>
</form>
<script src="/auth/webauthn-script" defer></script>`;
}

/** What holds passkeys for a page. */
interface Device {
  /**
   * Plugs one more authenticator in; of those before it, the passkeys cannot be used any more. A `key` does not list its
   * passkeys.
   */
  plugIn(kind?: "internal" | "usb" | "key"): Promise<void>;
  /** Whether it recognises who uses it. */
  recognise(yes: boolean): Promise<void>;
  /** Whether it is touched as soon as it asks to be. */
  touch(yes: boolean): Promise<void>;
  /** How many passkeys it has. */
  count(): Promise<number>;
}

async function arrive(
  browser: TestBrowser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<{ readonly page: Page; readonly visitor: Visitor; readonly device: Device }> {
  const visitor = await visit(browser, options);
  const page = await visitor.open(url);
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  let id = "";
  return {
    page,
    visitor,
    device: {
      async plugIn(kind = "internal") {
        const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
          options: {
            protocol: "ctap2",
            ctap2Version: "ctap2_1",
            transport: kind === "internal" ? "internal" : "usb",
            hasResidentKey: kind !== "key",
            hasUserVerification: true,
            isUserVerified: true,
            automaticPresenceSimulation: true,
          },
        });
        id = authenticatorId;
      },
      async recognise(isUserVerified) {
        await session.send("WebAuthn.setUserVerified", { authenticatorId: id, isUserVerified });
      },
      async touch(enabled) {
        await session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId: id, enabled });
      },
      async count() {
        return (await session.send("WebAuthn.getCredentials", { authenticatorId: id })).credentials.length;
      },
    },
  };
}

async function signUp(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Sign up with a passkey" }).click();
}

async function signOut(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/auth/signout?callbackUrl=/`);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(`${url}/`);
  assert.equal(await heading(page), "Nobody");
}
