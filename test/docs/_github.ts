/**
 * GitHub in the network of a recipe: a provider of OAuth without OpenID Connect.
 *
 * @module
 */

import type { Recipe } from "./_recipe.ts";

/** Adds GitHub: its endpoints lead to a fake provider, and `api` has the other answers of its API by their path. */
export function addGitHub(recipe: Recipe) {
  const idp = recipe.addProvider("https://github.com/login/oauth", "GITHUB");
  const { token_endpoint, userinfo_endpoint } = idp.metadata;
  const api: Record<string, (request: Request) => Response> = {};
  recipe.sites["https://github.com"] = (request) =>
    idp.fetch(request.url.endsWith("/access_token") ? new Request(token_endpoint!, request) : request);
  recipe.sites["https://api.github.com"] = (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/user") return idp.fetch(new Request(userinfo_endpoint!, request));
    return api[pathname]?.(request) ?? Response.json({ message: "Not Found" }, { status: 404 });
  };
  const login = (user: object) => idp.login({ id: "1815", login: "ada", name: "Ada Lovelace", ...user });
  return { idp, api, login };
}
