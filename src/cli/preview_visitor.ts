/**
 * The browser of a preview: it opens pages of a config in the process, keeps their cookies, and posts forms.
 *
 * @module
 */

import { answer } from "../core/answer.ts";
import { ALL_CAPABILITIES } from "../core/capabilities.ts";
import { toResponse } from "../http/fetch_door.ts";
import { endpointUrl } from "../http/urls.ts";
import { UI_LOCALES } from "../http/ui_locales.ts";
import type { AuthConfig } from "../model/auth_config.ts";

/** A browser. */
export interface Visitor {
  /** Opens a page. @param path Below `basePath`, perhaps with a query. @returns Its HTML; `null` if there is none. */
  open(path: string, language: string): Promise<string | null>;
  /** Posts a form of the library. @returns Where it leads, as `open` takes it; `null` if it stays where it is. */
  post(path: string, fields: Readonly<Record<string, string>>): Promise<string | null>;
  /** Opens the link of a mail. @returns Where it leads, as `post` does. */
  follow(url: string): Promise<string | null>;
  /** Adds a cookie. */
  keep(name: string, value: string): void;
}

/** Makes a browser without cookies. */
export function toVisitor(config: AuthConfig, { origin, basePath }: Place): Visitor {
  const cookies = new Map<string, string>();
  const urlOf = (path: string) => endpointUrl(path, origin, { basePath });
  const send = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...cookies].map((each) => each.join("=")).join("; ");
    const headers = { accept: "text/html", origin, ...init.headers, ...(cookie && { cookie }) };
    const response = toResponse(
      await answer(new Request(url, { ...init, headers }), config, ALL_CAPABILITIES),
    );
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]*)=([^;]*)/.exec(set) ?? [];
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    return response;
  };
  const nextOf = ({ headers }: Response): string | null => {
    const location = headers.get("location");
    return location?.startsWith(urlOf("")) ? location.slice(urlOf("").length) : null;
  };
  return {
    async open(path, language) {
      const url = new URL(urlOf(path));
      url.searchParams.set(UI_LOCALES, language);
      const response = await send(url.href);
      const html = await response.text();
      return html.includes("<main") ? html : null;
    },
    async post(path, fields) {
      const { csrfToken = "" } = await (await send(urlOf("csrf"))).json();
      const body = new URLSearchParams({ csrfToken, ...fields });
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      return nextOf(await send(urlOf(path), { method: "POST", body, headers }));
    },
    follow: async (url) => nextOf(await send(url)),
    keep: (name, value) => void cookies.set(name, value),
  };
}

/** Where the pages are. */
interface Place {
  /** Origin of the application: `https://example.com`. */
  readonly origin: string;
  /** Path of the library: `/auth`. */
  readonly basePath: string;
}
