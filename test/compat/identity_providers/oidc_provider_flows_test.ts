import assert from "node:assert/strict";
import { type Flow, testFlows } from "./_flows.ts";
import { APP, type Application, CALLBACK, type Fetch, forwardTo, openApplication } from "./_libraries.ts";
import { startOidcProvider } from "./_oidc_provider.ts";
import { entraFlow } from "./_entra.ts";
import { afterTests } from "../../_after.ts";

const SECRET = "a client secret of the flows, which is long enough for HS256";
const SCOPE = "openid profile email offline_access";
const END = `${APP}/signed-out`;

/** The application that the provider's back channel reaches. */
let reachable: Application | undefined;

const signedIn = async ({ session, log }: Application) =>
  assert.equal((await session())?.user?.email, "ada@example.com", log.join("\n") || "no session");
const signedOut = async ({ session }: Application) => assert.equal((await session())?.user, undefined);

/** Answers the first requests to a path itself. */
function failing(path: string, answers: readonly (() => Response)[]): Fetch {
  const left = [...answers];
  return async (input, init) => {
    const answer = new URL(String(input)).pathname === path ? left.shift() : undefined;
    return answer ? answer() : await fetch(input, init);
  };
}

const unavailable = () => new Response("down for maintenance", { status: 503 });
const page = () =>
  new Response("<!doctype html>Please sign in", { headers: { "content-type": "text/html" } });

/** Whatever comes of a sign-in, the user lands in the application, and the next sign-in works. */
const recovers = (send: () => Fetch): Flow["run"] => async (open) => {
  const application = open({ fetch: send() });
  // Auth.js does not ask for the keys, and so misses a failure there.
  assert.match((await application.signIn()).url, /^https:\/\/app\.test\//);
  await application.signIn();
  await signedIn(application);
};

/** Refreshes the access token in `callbacks.jwt`, as the documentation of Auth.js says; here at each check. */
function refreshing(): { callbacks: object; provider: object } {
  type Token = Readonly<Record<string, unknown>>;
  // One after the other, as at a provider with a database: its memory would let several requests pass at once.
  let last: Promise<unknown> = Promise.resolve();
  const refresh = (refresh_token: string): Promise<Response> => {
    const sent = last.then(() =>
      fetch(`${issuer}/token`, {
        method: "POST",
        body: new URLSearchParams({
          client_id: clientId,
          client_secret: SECRET,
          grant_type: "refresh_token",
          refresh_token,
        }),
      })
    );
    last = sent;
    return sent;
  };
  return {
    provider: { authorization: { params: { scope: SCOPE, prompt: "consent" } } },
    callbacks: {
      async jwt({ token, account }: { token: Token; account?: Token | null }) {
        if (account) return { ...token, access: account.access_token, refresh: account.refresh_token };
        const response = await refresh(String(token.refresh));
        const tokens = await response.json();
        return response.ok
          ? { ...token, access: tokens.access_token, refresh: tokens.refresh_token ?? token.refresh }
          : { ...token, error: "RefreshTokenError" };
      },
      session: ({ session, token }: { session: object; token: Token }) => ({
        ...session,
        error: token.error,
        access: token.access,
      }),
    },
  };
}

/** Ends the session at the provider by hand (OpenID Connect RP-Initiated Logout §2). */
async function endAtProvider(application: Application, idToken: string): Promise<string> {
  const query = new URLSearchParams({ id_token_hint: idToken, post_logout_redirect_uri: END });
  const question = await application.browser.open(`${issuer}/session/end?${query}`);
  return (await question.submit("Sign out")).url;
}

const FLOWS: readonly Flow[] = [
  {
    name: "the user signs in at the built-in page",
    ours: true,
    theirs: true,
    run: async (open) => {
      const application = open();
      const page = await application.browser.open(`${APP}/auth/signin?callbackUrl=/home`);
      assert.equal((await page.submit("/auth/signin/idp")).url, `${APP}/home`);
      await signedIn(application);
    },
  },
  {
    name: "two tabs, finished in the order in which they began",
    ours: true,
    theirs: false,
    run: async (open) => {
      const application = open();
      const [first, second] = [await application.start(), await application.start()];
      const ends = [await application.open(first), await application.open(second)];
      for (const { url } of ends) assert.equal(url, `${APP}/home`, application.log.join("\n"));
      await signedIn(application);
    },
  },
  {
    name: "two tabs, finished in reverse order",
    ours: true,
    theirs: false,
    run: async (open) => {
      const application = open();
      const [first, second] = [await application.start(), await application.start()];
      const ends = [await application.open(second), await application.open(first)];
      for (const { url } of ends) assert.equal(url, `${APP}/home`, application.log.join("\n"));
    },
  },
  {
    name: "two tabs return to their own pages",
    ours: true,
    theirs: false,
    run: async (open) => {
      const application = open();
      const [first, second] = [
        await application.start({}, `${APP}/one`),
        await application.start({}, `${APP}/two`),
      ];
      const urls = [(await application.open(first)).url, (await application.open(second)).url];
      assert.deepEqual(urls, [`${APP}/one`, `${APP}/two`]);
    },
  },
  {
    name: "the user goes back to the callback after the sign-in, and stays signed in",
    ours: true,
    theirs: true,
    run: async (open) => {
      const application = open();
      await application.signIn();
      const callback = application.browser.visited.find((url) => url.startsWith(CALLBACK))!;
      await application.browser.open(callback);
      await signedIn(application);
    },
  },
  {
    name: "the response of one browser does not sign another one in",
    ours: true,
    theirs: true,
    run: async (open) => {
      const [victim, attacker] = [open(), open()];
      const stolen = await attacker.start();
      await attacker.open(stolen);
      const callback = attacker.browser.visited.find((url) => url.startsWith(CALLBACK))!;
      await victim.browser.open(callback);
      await signedOut(victim);
    },
  },
  {
    name: "signs in again while signed in",
    ours: true,
    theirs: true,
    run: async (open) => {
      const application = open();
      await application.signIn();
      const before = await application.session();
      assert.equal((await application.signIn()).url, `${APP}/home`);
      assert.equal((await application.session())?.user?.email, before?.user?.email);
    },
  },
  {
    name: "the user's id is the same at the next sign-in",
    ours: true,
    theirs: false,
    run: async (open) => {
      const callbacks = {
        session: ({ session, token }: { session: object; token: { sub?: string } }) => ({
          ...session,
          sub: token.sub,
        }),
      };
      const subjects = [];
      for (const application of [open({ callbacks }), open({ callbacks })]) {
        await application.signIn();
        await signedIn(application);
        subjects.push((await application.session())?.sub);
      }
      assert.equal(subjects[0], subjects[1]);
    },
  },
  {
    name: "the user refuses, and then does not",
    ours: true,
    theirs: true,
    run: async (open) => {
      const application = open();
      assert.match((await application.signIn({ login_hint: "refuse" })).url, /error=/);
      await application.signIn();
      await signedIn(application);
    },
  },
  {
    name: "prompt none without a session at the provider fails, and the next sign-in works",
    ours: true,
    theirs: true,
    run: async (open) => {
      const application = open();
      assert.match((await application.signIn({ prompt: "none" })).url, /error=/);
      await application.signIn();
      await signedIn(application);
    },
  },
  {
    name: "discovery fails once",
    ours: true,
    theirs: true,
    run: recovers(() => failing(DISCOVERY, [unavailable])),
  },
  {
    name: "discovery answers with a page once",
    ours: true,
    theirs: true,
    run: recovers(() => failing(DISCOVERY, [page])),
  },
  {
    name: "the keys fail once",
    ours: true,
    theirs: true,
    run: recovers(() => failing("/jwks", [unavailable])),
  },
  {
    name: "the token endpoint fails once",
    ours: true,
    theirs: true,
    run: recovers(() => failing("/token", [unavailable])),
  },
  {
    name: "the token endpoint answers with a page once",
    ours: true,
    theirs: true,
    run: recovers(() => failing("/token", [page])),
  },
  {
    name: "the network fails once at the token endpoint",
    ours: true,
    theirs: true,
    run: recovers(() =>
      failing("/token", [() => {
        throw new TypeError("fetch failed");
      }])
    ),
  },
  {
    name: "callbacks.jwt refreshes the access token",
    ours: true,
    theirs: true,
    run: async (open) => {
      const application = open(refreshing());
      await application.signIn();
      const [first, second] = [await application.session(), await application.session()];
      assert.equal(second?.error, undefined, JSON.stringify(second));
      assert.ok(
        first?.access && second?.access && first.access !== second.access,
        application.log.join("\n"),
      );
    },
  },
  {
    name: "five checks of the session at once, with refresh tokens that rotate",
    ours: false,
    theirs: false,
    run: async (open) => {
      const application = open(refreshing());
      await application.signIn();
      const sessions = await Promise.all(Array.from({ length: 5 }, () => application.session()));
      sessions.push(await application.session());
      for (const session of sessions) {
        assert.equal(session?.error, undefined);
        assert.equal(typeof session?.access, "string");
      }
    },
  },
  {
    name: "events.signOut ends the session at the provider, by hand",
    ours: true,
    theirs: true,
    run: async (open) => {
      let idToken = "";
      let ended = "";
      const application: Application = open({
        callbacks: {
          jwt: ({ token, account }: { token: object; account?: { id_token: string } | null }) =>
            account ? { ...token, id_token: account.id_token } : token,
        },
        events: {
          async signOut({ token }: { token: { id_token: string } }) {
            idToken = token.id_token;
            ended = await endAtProvider(application, idToken);
          },
        },
      });
      await application.signIn();
      await signedIn(application);
      await application.post("signout");
      await signedOut(application);
      assert.ok(idToken);
      assert.equal(ended, END);
    },
  },
  {
    name: "the sign-out goes on to the provider, allowed by callbacks.redirect",
    ours: true,
    theirs: true,
    run: async (open) => {
      const application = open({ callbacks: { redirect: ({ url }: { url: string }) => url } });
      await application.signIn();
      const query = new URLSearchParams({ client_id: clientId, post_logout_redirect_uri: END });
      const callbackUrl = `${issuer}/session/end?${query}`;
      const answer = await (await application.post("signout", { callbackUrl })).json();
      assert.equal(answer.url, callbackUrl);
      const question = await application.browser.open(answer.url);
      assert.equal((await question.submit("Sign out")).url, END);
      await signedOut(application);
    },
  },
  {
    name: "a back-channel logout of the provider ends the session",
    ours: false,
    theirs: false,
    run: async (open) => {
      let idToken = "";
      const application = open({
        callbacks: {
          jwt: ({ token, account }: { token: object; account?: { id_token: string } | null }) => {
            idToken = account?.id_token ?? idToken;
            return token;
          },
        },
      });
      reachable = application;
      await application.signIn();
      await signedIn(application);
      await endAtProvider(application, idToken);
      await signedOut(application);
    },
  },
  {
    name: "the provider replaces its keys",
    ours: true,
    theirs: true,
    run: async (open) => {
      const application = open();
      await application.signIn();
      await signedIn(application);
      await application.post("signout");
      await rotate();
      await application.signIn();
      await signedIn(application);
    },
  },
];

const clientId = "flows";
const DISCOVERY = "/.well-known/openid-configuration";

const { issuer, rotate, close } = await startOidcProvider([{
  client_id: clientId,
  client_secret: SECRET,
  redirect_uris: [CALLBACK],
  grant_types: ["authorization_code", "refresh_token"],
  token_endpoint_auth_method: "client_secret_post",
  post_logout_redirect_uris: [END],
  backchannel_logout_uri: `${APP}/auth/backchannel-logout`,
  backchannel_logout_session_required: true,
}], {
  fields: {
    rotateRefreshToken: true,
    fetch: async (url: string, { method, body, headers }: RequestInit) => {
      const { origin } = new URL(url);
      if (origin !== APP) return await fetch(url, { method, body, headers });
      return await reachable?.receive(new Request(url, { method, body, headers })) ?? new Response(null);
    },
  },
});
afterTests(close);

const provider = {
  type: "oidc",
  issuer,
  clientId,
  clientSecret: SECRET,
  client: { token_endpoint_auth_method: "client_secret_post" },
};
const sites = { [issuer]: forwardTo(fetch) };
const open: Parameters<typeof testFlows>[2] = (library) => (config) =>
  openApplication(library, { ...config, provider: { ...provider, ...config?.provider } }, sites);

testFlows("oidc-provider", [...FLOWS, entraFlow], open);
