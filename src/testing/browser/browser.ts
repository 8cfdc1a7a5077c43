/**
 * A headless browser for tests: it stores cookies, follows redirects across sites, submits forms, and sends `Origin`,
 * `Referer` and Fetch Metadata. It runs no scripts.
 *
 * @module
 */

import { webPlatform } from "../../platform/platform.ts";
import { lastLines, type Sites } from "../platform.ts";
import { createCookieJar } from "./_cookie_jar.ts";
import { type HtmlForm, parseForms, parseLinks, toText } from "./_html.ts";
import {
  type Initiator,
  type Journey,
  originHeader,
  refererHeader,
  relationOf,
  splitPolicy,
  toReferrer,
} from "./_request_headers.ts";
import type { Browser, BrowserOptions, Page, RefusedCookie } from "./types.ts";

/**
 * Creates a browser.
 *
 * Cookies follow RFC 6265bis: `Lax` by default, prefixes, `SameSite` through whole chains of redirects (Chromium looks
 * only at the page where a chain began, and so sends more `Strict` cookies). A site is a scheme and the last two labels
 * of a host: `a.example.com` and `b.example.com` are one site, and so are `a.co.uk` and `b.co.uk`, unlike in a real
 * browser. `localhost` over http gets no `Secure` cookies, as in the strictest browsers. `Partitioned` is ignored.
 *
 * @param sites Sites by their origin; looked up at each request.
 *
 * @example
 * ```ts
 * import { testBrowser } from "@latchkey/auth/testing";
 *
 * const browser = testBrowser({
 *   "https://app.test": async (request) =>
 *     request.method === "POST"
 *       ? new Response(`Hello ${(await request.formData()).get("name")}`)
 *       : new Response('<form method="post"><input name="name"><button>Greet</button></form>'),
 * });
 * const page = await browser.open("https://app.test/");
 * const greeted = await page.submit("Greet", { name: "Ada" });
 * console.log(greeted.text); // Hello Ada
 * ```
 */
export function testBrowser(sites: Sites, options: BrowserOptions = {}): Browser {
  const jar = createCookieJar(options.now ?? webPlatform.now);
  const world: World = { sites, jar, visited: [], refused: [] };
  return {
    visited: world.visited,
    refused: world.refused,
    open: (url) => navigate(world, { method: "GET", url: new URL(url), initiator: null }),
    fetch: (url, init) => runScript(world, { url: new URL(url), policy: "" }, new URL(url), init),
    cookies: (origin) => jar.list(new URL(origin)),
    setCookie: (url, header) => {
      const reason = jar.store(header, new URL(url), { isSameSite: true, isNavigation: true, method: "GET" });
      if (reason) throw new TypeError(`Cannot set the cookie "${header}": ${reason}`);
    },
  };
}

interface World {
  readonly sites: Sites;
  readonly jar: ReturnType<typeof createCookieJar>;
  readonly visited: string[];
  readonly refused: RefusedCookie[];
}

/** A page load. */
interface Navigation {
  readonly method: "GET" | "POST";
  readonly url: URL;
  /** The page that loads it; `null` for the user. */
  readonly initiator: Initiator | null;
  /** Fields of a posted form. */
  readonly form?: URLSearchParams | FormData;
}

async function navigate(world: World, { method, url, initiator, form }: Navigation): Promise<Page> {
  const headers = new Headers({ accept: "text/html,application/xhtml+xml,*/*;q=0.8" });
  const encoded = form && new Response(form);
  if (encoded) headers.set("content-type", typeOf(encoded));
  const body = await encoded?.arrayBuffer();
  const arrival = await exchange(world, {
    method,
    chain: [url],
    headers,
    body,
    initiator,
    mode: "navigate",
    credentials: "include",
    redirect: "follow",
  });
  return toPage(world, arrival, await arrival.response.text());
}

/** The type of a form's body. Browsers do not name the charset of a form. */
function typeOf({ headers }: Response): string {
  return headers.get("content-type")!.replace(/;\s*charset=.*$/i, "");
}

function toPage(world: World, { url, response }: Arrival, html: string): Page {
  const self: Initiator = { url, policy: splitPolicy(response.headers.get("referrer-policy")) };
  return {
    url: url.href,
    status: response.status,
    headers: response.headers,
    html,
    text: toText(html),
    json: () => JSON.parse(html),
    submit: async (form = 0, fields = {}) => {
      const forms = parseForms(html);
      const choice = findForm(forms, form, url);
      if (!choice) {
        const buttons = forms.flatMap(({ buttons }) => buttons.map(({ text }) => JSON.stringify(text)));
        throw new TypeError(
          `Cannot submit the form ${JSON.stringify(form)}: ${url.href} has no such form; its buttons are ` +
            (buttons.join(", ") || "none") + lastLines(world.sites),
        );
      }
      return await navigate(world, toSubmission(self, choice, fields));
    },
    follow: async (text) => {
      const link = parseLinks(html).find((link) => link.text === text);
      if (!link) {
        throw new TypeError(`Cannot follow "${text}": ${url.href} has no such link${lastLines(world.sites)}`);
      }
      return await navigate(world, { method: "GET", url: new URL(link.href, url), initiator: self });
    },
    fetch: (target, init) => runScript(world, self, new URL(target, url), init),
  };
}

/** A form, and the button that submits it. */
interface Choice {
  readonly form: HtmlForm;
  readonly button: HtmlForm["buttons"][number] | undefined;
}

function findForm(forms: readonly HtmlForm[], wanted: number | string, base: URL): Choice | undefined {
  const choices = forms.flatMap((form): readonly Choice[] =>
    form.buttons.length > 0 ? form.buttons.map((button) => ({ form, button })) : [{ form, button: undefined }]
  );
  if (typeof wanted === "number") return choices.find(({ form }) => form === forms[wanted]);
  return choices.find(({ button }) => button?.text === wanted) ?? choices.find((choice) => {
    const { href, pathname } = actionOf(choice, base);
    return [choice.form.action, href, pathname].includes(wanted);
  });
}

function actionOf({ form, button }: Choice, base: URL): URL {
  return new URL(button?.action ?? form.action, base);
}

function toSubmission(from: Initiator, choice: Choice, filled: Readonly<Record<string, string>>): Navigation {
  const { form, button } = choice;
  const url = actionOf(choice, from.url);
  const unknown = Object.keys(filled).find((name) => !form.names.has(name));
  if (unknown !== undefined) throw new TypeError(`Cannot fill in "${unknown}": the form has no such field`);
  const kept: HtmlForm["fields"] = form.fields.filter(([name]) => !Object.hasOwn(filled, name));
  const sent = [...kept, ...Object.entries(filled), ...(button?.field ? [button.field] : [])];
  const fields = new URLSearchParams(sent.map(([name, value]) => [name, value]));
  if (form.method === "POST") {
    return { method: "POST", url, initiator: from, form: form.isMultipart ? toFormData(fields) : fields };
  }
  url.search = fields.toString();
  return { method: "GET", url, initiator: from };
}

function toFormData(fields: URLSearchParams): FormData {
  const data = new FormData();
  for (const [name, value] of fields) data.append(name, value);
  return data;
}

async function runScript(world: World, from: Initiator, url: URL, init: RequestInit = {}): Promise<Response> {
  const request = new Request(url, init);
  const headers = new Headers(request.headers);
  for (const name of [...headers.keys()]) if (FORBIDDEN.test(name)) headers.delete(name);
  if (!headers.has("accept")) headers.set("accept", "*/*");
  const arrival = await exchange(world, {
    method: request.method,
    chain: [url],
    headers,
    body: request.body ? await request.arrayBuffer() : undefined,
    initiator: from,
    mode: init.mode === "no-cors" ? "no-cors" : "cors",
    credentials: init.credentials ?? "same-origin",
    redirect: init.redirect ?? "follow",
  });
  return Object.defineProperty(arrival.response, "url", { value: arrival.url.href });
}

/** Headers that a script cannot set. @see {@link https://fetch.spec.whatwg.org/#forbidden-request-header | Fetch §2.2.2} */
const FORBIDDEN = /^(cookie|host|origin|referer|sec-.*|proxy-.*)$/;

/** A request, with its redirects so far. */
interface Order extends Journey {
  readonly headers: Headers;
  readonly body: ArrayBuffer | undefined;
  readonly credentials: RequestCredentials;
  readonly redirect: RequestRedirect;
}

interface Arrival {
  readonly url: URL;
  readonly response: Response;
}

async function exchange(world: World, order: Omit<Order, "referrer">): Promise<Arrival> {
  let step: Order = { ...order, referrer: toReferrer(order.initiator) };
  for (let redirects = 0; redirects <= 20; redirects++) {
    const arrival = await send(world, step);
    const location = arrival.response.headers.get("location");
    const isRedirect = [301, 302, 303, 307, 308].includes(arrival.response.status) && location !== null;
    if (!isRedirect || step.redirect === "manual") return arrival;
    if (step.redirect === "error") throw new TypeError(`Cannot fetch "${arrival.url.href}": it redirects`);
    step = redirected(step, arrival, location);
  }
  throw new TypeError(`Cannot load "${order.chain[0]!.href}": more than 20 redirects`);
}

async function send(world: World, order: Order): Promise<Arrival> {
  const { chain, method, mode, body } = order;
  const url = chain.at(-1)!;
  if (mode === "navigate") world.visited.push(url.href);
  const site = world.sites[url.origin];
  if (!site) {
    throw new TypeError(`Cannot load "${url.href}": there is no site at "${url.origin}" in this test`);
  }
  const relation = relationOf(order);
  const request = { isSameSite: relation !== "cross-site", isNavigation: mode === "navigate", method };
  const isOwnOrigin = order.initiator?.url.origin === url.origin;
  const keepsCookies = order.credentials === "include" ||
    (order.credentials === "same-origin" && isOwnOrigin);
  const headers = new Headers(order.headers);
  const cookies = keepsCookies ? world.jar.select(url, request) : [];
  if (cookies.length > 0) {
    headers.set(
      "cookie",
      cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
    );
  }
  for (const [name, value] of Object.entries(originHeaders(order, relation))) {
    if (value) headers.set(name, value);
  }
  const response = await site(
    new Request(withoutFragment(url), { method, headers, body, redirect: "manual" }),
  );
  for (const header of keepsCookies ? response.headers.getSetCookie() : []) {
    const reason = world.jar.store(header, url, request);
    if (reason) world.refused.push({ url: url.href, header, reason });
  }
  return { url, response };
}

/** Browsers send Fetch Metadata to potentially trustworthy URLs only. */
function originHeaders(
  order: Order,
  relation: ReturnType<typeof relationOf>,
): Readonly<Record<string, string | null>> {
  const { protocol, hostname } = order.chain.at(-1)!;
  const isSecure = protocol === "https:" || /(^|\.)localhost$|^127\.|^\[::1\]$/.test(hostname);
  const isNavigation = order.mode === "navigate";
  return {
    origin: originHeader(order),
    referer: refererHeader(order),
    "sec-fetch-site": isSecure ? relation : null,
    "sec-fetch-mode": isSecure ? order.mode : null,
    "sec-fetch-dest": isSecure ? isNavigation ? "document" : "empty" : null,
  };
}

function withoutFragment(url: URL): string {
  return url.href.split("#", 1)[0]!;
}

/** @see {@link https://fetch.spec.whatwg.org/#http-redirect-fetch | Fetch §4.4} */
function redirected(order: Order, { url, response }: Arrival, location: string): Order {
  const next = new URL(location, url);
  if (!/^https?:$/.test(next.protocol)) throw new TypeError(`Cannot follow the redirect to "${next.href}"`);
  if (!next.hash) next.hash = url.hash;
  const policy = splitPolicy(response.headers.get("referrer-policy"));
  const initiator = order.initiator && policy ? { ...order.initiator, policy } : order.initiator;
  const step = { ...order, initiator, referrer: refererHeader(order), chain: [...order.chain, next] };
  const becomesGet = response.status === 303 || (response.status < 303 && order.method === "POST");
  if (!becomesGet || order.method === "HEAD") return step;
  const headers = new Headers(order.headers);
  headers.delete("content-type");
  return { ...step, method: "GET", headers, body: undefined };
}
