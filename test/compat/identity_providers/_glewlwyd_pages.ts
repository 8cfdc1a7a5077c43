/**
 * What the pages of Glewlwyd do. They are scripts, which the browser of the tests does not run: here are their requests.
 *
 * @module
 */

import type { Browser, Page } from "../../../src/testing/mod.ts";
import { type Glewlwyd, passwordOf } from "./_glewlwyd.ts";
import type { ProviderPages } from "./_logout_applications.ts";

/** The pages of a server, for an issuer there. */
export function glewlwydPages({ api }: Glewlwyd, issuer: string): ProviderPages {
  return {
    issuer,
    async logIn(browser, page, username) {
      const params = paramsOf(page, "login.html");
      const users = await browser.fetch(`${api}/profile_list`);
      const askedForPassword = !users.ok;
      if (askedForPassword) {
        await request(browser, "POST", `${api}/auth/`, { username, password: passwordOf(username) });
      }
      const scope = params.get("scope")!;
      const grant = `${api}/auth/grant/${encodeURIComponent(params.get("client_id")!)}`;
      await request(browser, "PUT", grant, { scope });
      const last = await browser.open(`${params.get("callback_url")}&g_continue`);
      return { page: last, askedForPassword };
    },
    async confirmLogout(browser, page) {
      const params = paramsOf(page, "login.html");
      const plugin = `${api}/${params.get("plugin")}/session/${params.get("sid")}`;
      const target = params.get("post_redirect_to");
      const query = new URLSearchParams(target ? { post_redirect_to: target } : {});
      const asked = await request(browser, "GET", `${plugin}/${params.get("client_id")}?${query}`);
      await request(browser, "DELETE", plugin);
      await request(browser, "DELETE", `${api}/auth/`);
      const { post_redirect_to: leadsBack } = await asked.json();
      return leadsBack ? await browser.open(params.get("callback_url")!) : page;
    },
  };
}

/** The button that logs a user out on their account page there. */
export async function logOutThere({ api }: Glewlwyd, browser: Browser, username: string): Promise<void> {
  await request(browser, "DELETE", `${api}/auth/?${new URLSearchParams({ username })}`);
}

function paramsOf(page: Page, name: string): URLSearchParams {
  const { pathname, searchParams } = new URL(page.url);
  if (!pathname.endsWith(`/${name}`)) throw new Error(`Not the page ${name}: ${page.url} ${page.text}`);
  return searchParams;
}

async function request(browser: Browser, method: string, url: string, body?: object): Promise<Response> {
  const headers = { "content-type": "application/json" };
  const response = await browser.fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  if (!response.ok) {
    throw new Error(`Glewlwyd answers ${response.status} to ${method} ${url}: ${await response.text()}`);
  }
  return response;
}
