import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { toRefusal } from "../../src/integrations/mount/refusal.ts";
import { mount } from "../../src/integrations/mount/integration.ts";
import { config } from "./_application.ts";
import type { PagesOptions } from "../../src/model/options.ts";

const HTML = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8";

interface Sent {
  readonly method?: string;
  readonly target?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function refuse(
  own: Partial<AuthConfig>,
  { method = "GET", target = "/page", headers = { accept: HTML } }: Sent = {},
) {
  const header = (name: string) => headers[name];
  return toRefusal({ method, target, origin: "https://app.test", header }, mount({ ...config, ...own }, {}));
}

/** Requests, and whether each is one for a page. */
const REQUESTS: readonly (readonly [sent: Sent, isPage: boolean])[] = [
  [{}, true],
  [{ method: "HEAD" }, true],
  [{ headers: { accept: "TEXT/HTML" } }, true],
  [{ method: "POST" }, false],
  [{ method: "DELETE" }, false],
  [{ headers: {} }, false],
  [{ headers: { accept: "*/*" } }, false],
  [{ headers: { accept: "application/json" } }, false],
  [{ headers: { accept: HTML, "x-requested-with": "XMLHttpRequest" } }, false],
];

for (const [sent, isPage] of REQUESTS) {
  test(`toRefusal() ${isPage ? "redirects a page" : "answers 401 to a script"}: ${JSON.stringify(sent)}`, () => {
    const refusal = refuse({}, sent)!;
    assert.equal(refusal.status, isPage ? 303 : 401);
    assert.equal(refusal.headers.location, isPage ? "/auth/signin?callbackUrl=%2Fpage" : undefined);
    assert.equal(refusal.body, isPage ? null : '{"message":"Sign in first."}');
    assert.match(refusal.headers["cache-control"]!, /private.*no-store/);
    assert.equal(refusal.headers.vary, "Accept, Cookie");
  });
}

const SIBLINGS = {
  url: "https://accounts.example.com",
  cookies: { sessionToken: { options: { domain: "example.com" } } },
};

/** The host of a request, and whether it is a sibling of the host with the pages. */
const HOSTS: readonly (readonly [host: string | undefined, own: Partial<AuthConfig>, isSibling: boolean])[] =
  [
    ["shop.example.com", SIBLINGS, true],
    ["example.com", SIBLINGS, true],
    ["shop.example.com:8443", SIBLINGS, true],
    [
      "shop.example.com",
      { ...SIBLINGS, cookies: { sessionToken: { options: { domain: ".example.com" } } } },
      true,
    ],
    ["accounts.example.com", SIBLINGS, false],
    // Behind a proxy that hides the host.
    ["app:8000", SIBLINGS, false],
    ["shop.example.com.evil.test", SIBLINGS, false],
    ["evilexample.com", SIBLINGS, false],
    ["shop.example.com/evil", SIBLINGS, false],
    ["not a host", SIBLINGS, false],
    [undefined, SIBLINGS, false],
    ["shop.example.com", { url: SIBLINGS.url }, false],
  ];

for (const [host, own, isSibling] of HOSTS) {
  test(`toRefusal() ${isSibling ? "leads to the host with the pages" : "stays"} where the host is "${host}" (${JSON.stringify(own.cookies)})`, () => {
    const headers = { accept: HTML, ...(host !== undefined && { host }) };
    const { location } = refuse(own, { headers, target: "/paid?for=1" })!.headers;
    const [origin] = isSibling ? [new URL(`https://${host}`).origin] : [""];
    const callbackUrl = new URLSearchParams({ callbackUrl: `${origin}/paid?for=1` });
    assert.equal(location, `${isSibling ? SIBLINGS.url : ""}/auth/signin?${callbackUrl}`);
    // The sign-in page of the other host is none here.
    const target = "/auth/signin";
    assert.equal(refuse(own, { headers, target }) === null, !isSibling);
  });
}

/** `pages.signIn`, the target of a request, and whether the request passes. */
const PAGES: readonly (readonly [signIn: string, target: string, passes: boolean])[] = [
  ["/login", "/login", true],
  ["/login", "/login?callbackUrl=%2F", true],
  ["/login?tab=mail", "/login", true],
  ["https://app.test/login", "/login", true],
  ["https://other.test/login", "/login", false],
  ["/login", "/login/more", false],
  ["/login", "/Login", false],
  // A router may read these as paths below `/members`.
  ["/login", "/members/../login", false],
  ["/login", "/members/..\\login", false],
  ["/login", "/members/%2e%2e/login", false],
  ["/login", "//login", false],
  ["/login", "//app.test/login", false],
];

for (const [signIn, target, passes] of PAGES) {
  test(`toRefusal() lets ${target} ${passes ? "pass" : "not pass"} if the sign-in page is ${signIn}`, () => {
    assert.equal(refuse({ pages: { signIn } }, { target }) === null, passes);
  });
}

/** The pages of an application, and whether a stranger needs them. */
const HELPING: Readonly<Record<keyof PagesOptions, boolean>> = {
  signIn: true,
  signUp: true,
  verifyRequest: true,
  confirmation: true,
  forgotPassword: true,
  newPassword: true,
  keepPassword: true,
  finishSignUp: true,
  secondFactor: true,
  secondFactorSetup: true,
  accountDeletion: true,
  acting: true,
  error: true,
  signOut: false,
  newUser: false,
  link: false,
  takenOver: false,
  passkeyOffer: false,
  account: false,
  password: false,
  admin: false,
};

for (const [name, passes] of Object.entries(HELPING)) {
  test(`toRefusal() lets strangers ${passes ? "pass" : "not pass"} to the page in pages.${name}`, () => {
    const pages = Object.fromEntries(Object.keys(HELPING).map((each) => [each, `/own/${each}`]));
    for (const method of ["GET", "POST"]) {
      const refusal = refuse({ pages }, { method, target: `/own/${name}?callbackUrl=%2F` });
      assert.equal(refusal === null, passes, method);
    }
    assert.equal(refuse({ pages }, { target: `/own/${name}/more` })!.status, 303);
    assert.equal(refuse({ pages }, { method: "DELETE", target: `/own/${name}` })!.status, 401);
  });
}

/** The target of a request to an application at `/app`, and the page to return to. */
const TARGETS: Readonly<Record<string, string>> = {
  "/page?a=b": "/app/page?a=b",
  "/app": "/app",
  "/app?x=1": "/app?x=1",
  "/app/page": "/app/page",
  "/apple": "/app/apple",
};

for (const [target, returnTo] of Object.entries(TARGETS)) {
  test(`toRefusal() leads back to ${returnTo} if a request for ${target} comes to an application at /app`, () => {
    const { headers } = refuse({ url: "https://app.test/app" }, { target })!;
    assert.equal(new URL(headers.location!, "https://app.test").searchParams.get("callbackUrl"), returnTo);
  });
}

/** The target of a request for a picture, and whether it passes. */
const LOGOS: readonly (readonly [target: string, passes: boolean])[] = [
  ["/logo.svg", true],
  ["/logo-dark.svg", true],
  ["/acme.svg", true],
  ["/logo.svg/edit", false],
  ["/members/../logo.svg", false],
  ["/hero.svg", false],
];

for (const [target, passes] of LOGOS) {
  test(`toRefusal() ${passes ? "lets" : "refuses"} a stranger ${target} with logos on the pages of the library`, () => {
    const own = {
      theme: { logo: "/logo.svg", logoDark: "/logo-dark.svg" },
      providers: [{
        id: "acme",
        name: "Acme",
        type: "oidc",
        issuer: "https://id.acme.test",
        clientId: "id",
        clientSecret: "s",
        style: { logo: "/acme.svg" },
      }],
    } satisfies Partial<AuthConfig>;
    const refusal = refuse(own, { target, headers: { accept: "image/*" } });
    assert.equal(refusal === null, passes);
  });
}
