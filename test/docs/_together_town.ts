/**
 * The world of an application that follows all recipes: its providers, its mail service, what else it asks, and the users.
 *
 * @module
 */

import type { Browser, FakeProvider, Page } from "../../src/testing/mod.ts";
import { codeAt } from "../flows/_second_factor.ts";
import { submit } from "../frameworks/_server_actions.ts";
import { afterRefresh } from "./_built.ts";
import { APP, type Recipe, type SentMail } from "./_recipe.ts";

/** A form of a page. */
export interface Form {
  /** The path of the page, and the text of the button. */
  readonly page: string;
  readonly button: string;
  /** Where it posts to, unless it has a server action. */
  readonly action: string;
}

export interface Town {
  readonly recipe: Recipe;
  /** The origin of its front end; `null` if the application has the pages itself. */
  readonly frontEnd: string | null;
  /** Whether a page has sent its status before it knows who asks. */
  readonly streams: boolean;
  /** The path that returns the calendars of the user. */
  readonly calendars: string;
  readonly google: FakeProvider;
  readonly keycloak: FakeProvider;
  readonly mails: readonly SentMail[];
  /** Where forms of the application have led, although its policy does not allow it. Chromium stops there. */
  readonly blocked: readonly string[];
  /** The last mail to an address. */
  mailTo(email: string): SentMail;
  /** The code in the last mail to an address. */
  codeTo(email: string): string;
  /** The link in the last mail to an address. */
  linkTo(email: string): string;
  /** What an authenticator app shows for a secret. */
  appCode(secret: string): string;
  /** What `GET /auth/session` answers. */
  // deno-lint-ignore no-explicit-any -- the recipes add to it
  session(browser: Browser): Promise<any>;
  open(path: string, browser?: Browser): Promise<Page>;
  /** Sends a request of a script to the application. */
  ask(browser: Browser, path: string, init?: RequestInit): Promise<Response>;
  /** Sends a request of a script on a page of another origin, with the cookies of the application. */
  askFrom(browser: Browser, origin: string, path: string, init?: RequestInit): Promise<Response>;
  /** Posts a form, as a page of the application does. */
  post(browser: Browser, path: string, fields?: Readonly<Record<string, string>>): Promise<Response>;
  /** Submits a form. @returns The response, without following a redirect. */
  press(browser: Browser, form: Form, fields?: Readonly<Record<string, string>>): Promise<Response>;
  /** Signs in at Google, by the page for signing in. */
  byGoogle(browser: Browser, user: Readonly<Record<string, unknown>>, callbackUrl?: string): Promise<Page>;
}

/** The application. */
export const API = "https://api.example.com";

/** The front end of the application, at another origin, and another page of its site. */
export const FRONT_END = "https://app.example.com";
export const BLOG = "https://blog.example.com";

/** What Google answers for a token that it has given. */
const CALENDARS = { items: [{ summary: "Work" }] };

/** Starts an application, whose database is a file, in a world of its own. */
export async function openTown(recipe: Recipe, database: string): Promise<Town> {
  const mails = recipe.addMails();
  const { env, sites } = recipe;
  Object.assign(env, {
    AUTH_URL: API,
    AUTH_BOXYHQ_SAML_ID: "dummy",
    AUTH_BOXYHQ_SAML_SECRET: "dummy",
    AUTH_BOXYHQ_SAML_ISSUER: "https://polis.example.com",
    TURNSTILE_SECRET: "the secret of the captcha",
    API_SECRET: "another secret of thirty-two letters",
    SCIM_SECRET: "the secret of the directory",
    DATABASE: database,
    PORT: "0",
  });
  sites["https://challenges.cloudflare.com"] = async (request) => {
    const answer = new URLSearchParams(await request.text());
    return Response.json({ success: answer.get("response") === "a person" });
  };
  sites["https://www.googleapis.com"] = (request) =>
    /^Bearer \S+$/.test(request.headers.get("authorization") ?? "")
      ? Response.json(CALENDARS)
      : new Response(null, { status: 401 });
  for (const origin of [FRONT_END, BLOG]) sites[origin] = () => new Response("a page");
  const google = recipe.addProvider("https://accounts.google.com", "GOOGLE", { refreshTokens: "rotated" });
  const keycloak = recipe.addProvider("https://sso.example.com/realms/staff", "KEYCLOAK", {
    clientId: "acme",
  });
  keycloak.tamper = { metadata: { end_session_endpoint: `${keycloak.origin}/end` } };
  await recipe.start();
  const blocked: string[] = [];
  const site = sites[APP]!;
  sites[API] = async (request) => {
    const answer = await site(request);
    const [location, policy] = ["location", "content-security-policy"].map((name) =>
      answer.headers.get(name)
    );
    const allowed = /form-action ([^;]*)/.exec(policy ?? "")?.[1];
    if (request.method === "POST" && location && allowed) {
      const { origin, protocol } = new URL(location, API);
      if (origin !== API && !allowed.split(" ").some((each) => each === origin || each === protocol)) {
        blocked.push(`${new URL(request.url).pathname} leads to ${location}`);
      }
    }
    return answer;
  };
  const mailTo = (email: string) => {
    const found = mails.findLast(({ to }) => String(to) === email);
    if (!found) throw new Error(`No mail went to ${email}: ${JSON.stringify(mails)}`);
    return found;
  };
  const codeTo = (email: string) => /\b\d{4} ?\d{4}\b/.exec(mailTo(email).text)![0];
  const isNext = recipe.tab === "Next";
  const isKit = recipe.tab === "SvelteKit";
  const open = async (path: string, browser = recipe.browser()) =>
    await afterRefresh(browser, await browser.open(new URL(path, API).href));
  const origin = { origin: API };
  const post: Town["post"] = (browser, path, fields = {}) =>
    browser.fetch(API + path, {
      method: "POST",
      redirect: "manual",
      headers: { ...origin, accept: "text/html" },
      body: new URLSearchParams(fields),
    });
  return {
    recipe,
    frontEnd: isNext || isKit ? null : FRONT_END,
    streams: isNext,
    calendars: isNext ? "/api/calendars" : "/calendars",
    google,
    keycloak,
    mails,
    blocked,
    mailTo,
    codeTo,
    linkTo: (email) => /https:\/\/api\.example\.com\/\S+\/callback\/\S+/.exec(mailTo(email).text)![0],
    appCode: (secret) => codeAt(secret, Math.floor(recipe.platform.now() / 30_000)),
    open,
    session: (browser) => recipe.session(browser, API),
    ask: (browser, path, init) => browser.fetch(API + path, init),
    askFrom: async (browser, from, path, init) =>
      await (await browser.open(from)).fetch(API + path, { credentials: "include", ...init }),
    post,
    press: async (browser, { page, button, action }, fields = {}) =>
      isNext
        ? await submit(browser, API + page, { button, fields })
        : await post(browser, isKit ? inKit(page, action) : action, fields),
    async byGoogle(browser, user, callbackUrl = "/orders") {
      google.login(user as { sub: string });
      const page = await open(`/login?${new URLSearchParams({ callbackUrl })}`, browser);
      return await page.submit("Continue with Google");
    },
  };
}

/** Where the recipes for SvelteKit have a form. */
function inKit(page: string, action: string): string {
  if (action.endsWith("/invitations")) return `${page}?/invite`;
  const actions: Readonly<Record<string, string>> = {
    "/admin/act-as": "/admin?/act",
    "/admin/stop": "/admin?/stop",
    "/logout/everywhere": `${page}?/leave`,
  };
  return actions[action] ?? action;
}
