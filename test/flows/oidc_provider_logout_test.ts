import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import type { AuthConfig } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { NodeAuth } from "../../src/integrations/node/node.ts";
import { ProviderLogout } from "../../src/features/provider_logout/provider_logout.ts";
import { openReal, type RealWorld } from "./_oidc_provider.ts";
import { APP } from "./_world.ts";
import { chosen } from "../_short.ts";

/** The provider asks whether the user wants to sign out. */
function logoutSource(context: { body?: string }, form: string) {
  context.body = form.replace("</form>", '<input type="hidden" name="logout" value="yes"></form>');
}

const FEATURES = {
  rpInitiatedLogout: { enabled: true, logoutSource },
  backchannelLogout: { enabled: true },
};

/** Signs out at the provider, as the button of the application does, and confirms it there. */
async function signOut({ browser }: RealWorld): Promise<string> {
  const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
  const body = new URLSearchParams({ csrfToken, provider: "true", callbackUrl: "/bye" });
  const answer = await browser.fetch(`${APP}/auth/signout`, { method: "POST", body, redirect: "manual" });
  const page = await browser.open(answer.headers.get("location")!);
  return (await page.submit("/session/end/confirm")).url;
}

test("signOut ends the session at a real provider, which leads back", async () => {
  const config = { adapter: Memory(), features: [ProviderLogout()] };
  await using world = await openReal({
    features: FEATURES,
    client: { post_logout_redirect_uris: [`${APP}/auth/post-logout`] },
    config,
  });
  await world.signIn();
  assert.equal(await world.name(), "Ada Lovelace", world.log());
  assert.equal(await signOut(world), `${APP}/bye`, world.log());
  assert.equal(await world.name(), undefined);
  // The provider knows no session any more: it asks who the user is.
  const before = world.requests.length;
  await world.signIn();
  assert.ok(world.requests.slice(before).some((each) => each.includes("/interaction/")));
});

for (const strategy of chosen(["database", "jwt"] as const)) {
  test(`A logout at a real provider ends the session in another process, with strategy ${strategy}`, async () => {
    const adapter = Memory();
    const common = {
      adapter,
      features: [ProviderLogout({ backchannel: true })],
      session: { strategy, revocationDelay: "always" },
    } as Partial<AuthConfig>;
    // The provider posts from its server: it needs an address where the application listens.
    let listener: ReturnType<typeof NodeAuth> = () => Promise.resolve();
    const server = createServer((request, response) => void listener(request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    await using world = await openReal({
      features: FEATURES,
      client: {
        post_logout_redirect_uris: [`${APP}/auth/post-logout`],
        backchannel_logout_uri: `http://127.0.0.1:${port}/auth/backchannel-logout/idp`,
        backchannel_logout_session_required: true,
      },
      config: common,
    });
    // Another process with the same database.
    listener = NodeAuth(world.config);
    try {
      await world.signIn();
      assert.equal(await world.name(), "Ada Lovelace", world.log());
      const { browser, issuer } = world;
      const page = await browser.open(`${issuer}/session/end`);
      await page.submit("/session/end/confirm");
      assert.equal(await world.name(), undefined, world.log());
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
}
