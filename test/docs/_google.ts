/**
 * Google in the network of a page, for other libraries: they know the paths of its endpoints.
 *
 * @module
 */

import type { Recipe } from "./_recipe.ts";

/** Adds Google, with `GOOGLE_ID` and `GOOGLE_SECRET` in the environment, beside our own variables. */
export function addGoogle(recipe: Recipe) {
  // These libraries do not encode what RFC 6749 §2.3.1 encodes.
  const options = { clientSecret: "a-secret-of-letters" };
  const google = recipe.addProvider("https://accounts.google.com", "GOOGLE", options);
  const { clientId, clientSecret, metadata } = google;
  Object.assign(recipe.env, { GOOGLE_ID: clientId, GOOGLE_SECRET: clientSecret });
  const pass = (endpoint = "") => (request: Request) => {
    const url = new URL(endpoint);
    url.search = new URL(request.url).search;
    return google.fetch(new Request(url, request));
  };
  const token = pass(metadata.token_endpoint);
  const authorize = pass(metadata.authorization_endpoint);
  recipe.sites["https://accounts.google.com"] = (request) =>
    new URL(request.url).pathname === "/o/oauth2/v2/auth" ? authorize(request) : google.fetch(request);
  recipe.sites["https://oauth2.googleapis.com"] = async (request) => {
    const body = new URLSearchParams(await request.text());
    const headers = new Headers(request.headers);
    // Google accepts the secret in either place, the fake provider in the header alone.
    if (body.has("client_secret")) {
      headers.set("authorization", `Basic ${btoa(`${clientId}:${clientSecret}`)}`);
    }
    for (const name of ["client_id", "client_secret"]) body.delete(name);
    return await token(new Request(request.url, { method: "POST", headers, body }));
  };
  recipe.sites["https://openidconnect.googleapis.com"] = pass(metadata.userinfo_endpoint);
  return google;
}
