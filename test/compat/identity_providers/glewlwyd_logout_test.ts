import assert from "node:assert/strict";
import { test } from "node:test";
import { type Glewlwyd, glewlwyd } from "./_glewlwyd.ts";
import { glewlwydPages, logOutThere } from "./_glewlwyd_pages.ts";
import {
  type LogoutAddress,
  type LogoutApplication,
  openLogoutAddress,
  openLogoutApplication,
  openVisitor,
  type ProviderPages,
  type Visitor,
} from "./_logout_applications.ts";

const SECRET = "a-client-secret-of-the-tests-at-Glewlwyd";
const APP = "https://app.test";
const OTHER = "https://other.test";
const ADA = "ada@example.com";
const GRACE = "grace@example.com";

/** How a test registers an application, and where its sessions are. */
interface Registration {
  readonly origin?: string;
  readonly sessions: "cookie" | "database" | "jwt";
  /** The address of its logout tokens. */
  readonly address?: LogoutAddress;
  /** Other fields of the client. */
  readonly client?: object;
}

let clients = 0;

/** Registers an application as a client, and opens it. */
async function openApplication(
  server: Glewlwyd,
  issuer: string,
  { origin = APP, sessions, address, client }: Registration,
): Promise<LogoutApplication> {
  const clientId = `logout-${++clients}`;
  await server.addClient({
    client_id: clientId,
    client_secret: SECRET,
    redirect_uri: [`${origin}/auth/callback/idp`],
    authorization_type: ["code", "refresh_token"],
    token_endpoint_auth_method: ["client_secret_basic"],
    post_logout_redirect_uris: [`${origin}/auth/post-logout`],
    ...(address && { backchannel_logout_uri: address.url }),
    ...client,
  });
  // It insists on a nonce.
  const provider = { issuer, clientId, clientSecret: SECRET, checks: ["pkce", "nonce"] };
  return await openLogoutApplication({ origin, sessions, provider, ...(address && { address }) });
}

/** Who is signed in, in each browser. */
async function usersOf(visitors: readonly Visitor[], application: LogoutApplication) {
  return await Promise.all(visitors.map((visitor) => visitor.user(application)));
}

function declareTests(server: Glewlwyd, pages: ProviderPages) {
  const { issuer } = pages;
  const open = (registration: Registration) => openApplication(server, issuer, registration);

  for (const sessions of ["database", "jwt", "cookie"] as const) {
    test(`signOut ends the session at Glewlwyd too, which leads back: ${sessions}`, async () => {
      const application = await open({ sessions });
      const visitor = openVisitor(pages, [application]);
      assert.equal(await visitor.signIn(application, "ada"), true);
      await visitor.signOut(application);
      assert.equal(await visitor.user(application), null);
      // It still knows the user.
      assert.equal(await visitor.signIn(application, "ada"), false);
      assert.equal(await visitor.user(application), ADA);
      assert.equal((await visitor.leave(application)).url, `${APP}/bye`, application.log());
      assert.equal(await visitor.user(application), null);
      const request = visitor.browser.visited.find((url) => url.startsWith(`${issuer}/end_session`))!;
      const { searchParams: asked } = new URL(request);
      assert.equal(asked.get("post_logout_redirect_uri"), `${APP}/auth/post-logout`);
      assert.ok(asked.get("id_token_hint") && asked.get("state"));
      assert.ok(visitor.browser.visited.includes(`${APP}/auth/post-logout?state=${asked.get("state")}`));
      assert.equal(await visitor.signIn(application, "ada"), true);
    });
  }

  for (const sessions of ["database", "jwt"] as const) {
    test(`A logout at another application ends the session of this browser by sid: ${sessions}`, async () => {
      await using address = openLogoutAddress();
      const client = { backchannel_logout_session_required: "1" };
      const application = await open({ sessions, address, client });
      const other = await open({ sessions: "database", origin: OTHER });
      const visitors = Array.from({ length: 3 }, () => openVisitor(pages, [application, other]));
      const [laptop, phone, grace] = visitors as [Visitor, Visitor, Visitor];
      await laptop.signIn(application, "ada");
      assert.equal(await laptop.signIn(other, "ada"), false);
      await phone.signIn(application, "ada");
      await grace.signIn(application, "grace");
      assert.deepEqual(await usersOf(visitors, application), [ADA, ADA, GRACE]);
      assert.equal((await laptop.leave(other)).url, `${OTHER}/bye`);
      const { status, claims, header } = await address.until(1);
      assert.equal(status, 200, application.log());
      assert.deepEqual(Object.keys(claims).sort(), ["aud", "events", "iat", "iss", "jti", "sid", "sub"]);
      assert.equal(header.typ, "JWT");
      // Of a session in a token, only the browser has the token: those of the user end together.
      const ofPhone = sessions === "database" ? ADA : null;
      assert.deepEqual(await usersOf(visitors, application), [null, ofPhone, GRACE], application.log());
    });

    test(`A logout ends the sessions of the user in all browsers by sub: ${sessions}`, async () => {
      await using address = openLogoutAddress();
      const application = await open({ sessions, address });
      const visitors = Array.from({ length: 3 }, () => openVisitor(pages, [application]));
      const [laptop, phone, grace] = visitors as [Visitor, Visitor, Visitor];
      await laptop.signIn(application, "ada");
      await phone.signIn(application, "ada");
      await grace.signIn(application, "grace");
      assert.deepEqual(await usersOf(visitors, application), [ADA, ADA, GRACE]);
      assert.equal((await laptop.leave(application)).url, `${APP}/bye`);
      const { status, claims } = await address.until(1);
      assert.equal(status, 200, application.log());
      assert.deepEqual(Object.keys(claims).sort(), ["aud", "events", "iat", "iss", "jti", "sub"]);
      assert.deepEqual(await usersOf(visitors, application), [null, null, GRACE], application.log());
      // A session that begins later is not concerned.
      await laptop.signIn(application, "ada");
      assert.deepEqual(await usersOf(visitors, application), [ADA, null, GRACE]);
    });
  }

  test("Glewlwyd tells no application of a logout on its own account page", async () => {
    await using address = openLogoutAddress();
    const application = await open({ sessions: "database", address });
    const visitors = [openVisitor(pages, [application]), openVisitor(pages, [application])] as const;
    const [ada, grace] = visitors;
    await ada.signIn(application, "ada");
    await grace.signIn(application, "grace");
    await logOutThere(server, ada.browser, "ada");
    // The first token to arrive is that of the second logout.
    await grace.leave(application);
    await address.until(1);
    assert.deepEqual(await usersOf(visitors, application), [ADA, null]);
    assert.equal(address.received.length, 1);
    assert.equal(await ada.signIn(application, "ada"), true);
  });

  test("Glewlwyd ends no session on its page for logouts while front-channel logout is off", async () => {
    const other = glewlwydPages(
      server,
      await server.addIssuer("back", { "front-channel-logout-allowed": false }),
    );
    const application = await openApplication(server, other.issuer, { sessions: "database" });
    const visitor = openVisitor(other, [application]);
    await visitor.signIn(application, "ada");
    await assert.rejects(() => visitor.leave(application), /Glewlwyd answers 400 to GET .*\/session\//);
    assert.equal(await visitor.user(application), null);
    assert.equal(await visitor.signIn(application, "ada"), false);
  });

  test("Glewlwyd does not lead back to an address that is not in `post_logout_redirect_uris`", async () => {
    const client = { post_logout_redirect_uris: [], post_logout_redirect_uri: `${APP}/auth/post-logout` };
    const application = await open({ sessions: "database", client });
    const visitor = openVisitor(pages, [application]);
    await visitor.signIn(application, "ada");
    assert.match((await visitor.leave(application)).url, /\/login\.html\?/);
    assert.equal(await visitor.user(application), null);
    assert.equal(await visitor.signIn(application, "ada"), true);
  });
}

const server = await glewlwyd();
if ("missing" in server) {
  console.log(`skip: ${server.missing}`);
  test("Logout at Glewlwyd", { skip: true }, () => {});
} else {
  await server.addUser("grace");
  declareTests(server, glewlwydPages(server, await server.addIssuer("logout")));
}
