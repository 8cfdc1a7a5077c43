import assert from "node:assert/strict";
import { test } from "node:test";
import { afterTests } from "../../_after.ts";
import { type Glewlwyd, glewlwyd } from "./_glewlwyd.ts";
import { glewlwydPages, logOutThere } from "./_glewlwyd_pages.ts";
import {
  type LogoutAddress,
  type LogoutApplication,
  openLogoutAddress,
  openLogoutApplication,
  openVisitor,
  type ProviderPages,
} from "./_logout_applications.ts";
import {
  APP,
  assertLed,
  type LogoutGround,
  OTHER,
  testLogoutTokens,
  testSignOuts,
  usersOf,
} from "./_logout_walks.ts";

const SECRET = "a-client-secret-of-the-tests-at-Glewlwyd";
const ADA = { username: "ada", email: "ada@example.com" };
const GRACE = { username: "grace", email: "grace@example.com" };

/** How a test registers an application, and where its sessions are. */
interface Registered {
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
  { origin = APP, sessions, address, client }: Registered,
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

function declareTests(server: Glewlwyd, pages: ProviderPages) {
  const { issuer } = pages;
  const open = (registered: Registered) => openApplication(server, issuer, registered);
  const addresses = { sid: openLogoutAddress(), sub: openLogoutAddress() };
  afterTests(async () => {
    for (const address of Object.values(addresses)) await address[Symbol.asyncDispose]();
  });
  const ground: LogoutGround = {
    name: "Glewlwyd",
    pages,
    ada: ADA,
    grace: GRACE,
    addresses,
    open: (as, sessions) =>
      open({
        sessions,
        ...(as === "other" && { origin: OTHER }),
        ...(as === "sid" && { client: { backchannel_logout_session_required: "1" } }),
        ...((as === "sid" || as === "sub") && { address: addresses[as] }),
      }),
  };
  testSignOuts(ground);
  testLogoutTokens(ground);

  test("Glewlwyd receives the ID token, and leads back with the state", async () => {
    const application = await open({ sessions: "database" });
    const visitor = openVisitor(pages, [application]);
    await visitor.signIn(application, "ada");
    await visitor.leave(application);
    assertLed(visitor.browser, `${issuer}/end_session`);
  });

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
    assert.deepEqual(await usersOf(visitors, application), [ADA.email, null]);
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
