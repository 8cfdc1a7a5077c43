/**
 * An application that echoes what it receives, and other sites that lead to it.
 *
 * @module
 */

import { type Site, type Sites, testBrowser } from "../../../src/testing/mod.ts";

/** The application. */
export const APP = "https://app.example.com";

/** Another origin of the same site. */
export const SIBLING = "https://other.example.com";

/** Another site. */
export const EVIL = "https://evil.test";

/** Answers what it received, and sets cookies as `?set=` says. */
export function echo(request: Request): Response {
  const url = new URL(request.url);
  const headers = new Headers();
  for (const cookie of url.searchParams.getAll("set")) headers.append("set-cookie", cookie);
  const { cookie = null, ...rest } = Object.fromEntries(request.headers);
  return Response.json({ method: request.method, url: request.url, cookie, ...rest }, { headers });
}

/** A request, as {@link echo} answers it. */
export interface Echo {
  readonly method: string;
  readonly url: string;
  readonly cookie: string | null;
  readonly [header: string]: string | null;
}

/** The application echoes; the other sites have a page with a form and a link to it. */
export function world(more: Sites = {}) {
  const page: Site = () =>
    html(`<form method=post action="${APP}/p"><button>Post</button></form>
          <form action="${APP}/g"><input name=q value=1><button>Get</button></form><a href="${APP}/l">Link</a>`);
  return testBrowser({ [APP]: echo, [SIBLING]: page, [EVIL]: page, ...more });
}

/** Answers with a page. */
export function html(body: string, headers: Record<string, string> = {}): Response {
  return new Response(`<!doctype html><title>x</title>${body}`, {
    headers: { "content-type": "text/html", ...headers },
  });
}

/** Answers with a redirect. */
export function redirectTo(location: string, status = 302): Response {
  return new Response(null, { status, headers: { location } });
}
