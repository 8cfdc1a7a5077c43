/**
 * The authorization endpoint of a fake provider. It shows no page: the test has chosen the user.
 *
 * @module
 */

import { createToken, type World } from "./_world.ts";
import type { ReceivedRequest } from "./types.ts";
import { changed } from "./tamper.ts";

/** Answers an authorization request. @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2 | RFC 6749 §4.1.2} */
export async function authorize(world: World, { params }: ReceivedRequest): Promise<Response> {
  const redirectUri = params.get("redirect_uri");
  if (params.get("client_id") !== world.client.id || !URL.canParse(redirectUri ?? "")) {
    return new Response("Unknown client_id, or no redirect_uri.", { status: 400 });
  }
  const result = {
    ...resultOf(world, params, redirectUri!),
    state: params.get("state") ?? undefined,
    iss: world.metadata.issuer,
  };
  const parameters = toParameters(await changed(result, world.tamper.authorization));
  if (params.get("response_mode") === "form_post") return formPost(redirectUri!, parameters);
  const target = new URL(redirectUri!);
  for (const [name, value] of parameters) target.searchParams.append(name, value);
  return new Response(null, { status: 302, headers: { location: target.href, "cache-control": "no-store" } });
}

function resultOf(world: World, params: URLSearchParams, redirectUri: string): Record<string, string> {
  const problem = findAuthorizationProblem(params);
  if (problem) return { error: "invalid_request", error_description: problem };
  if (world.denial) return { error: world.denial };
  const code = createToken("code");
  world.codes.set(code, {
    user: world.user,
    scope: params.get("scope") ?? "",
    nonce: params.get("nonce"),
    redirectUri,
    challenge: params.get("code_challenge"),
    grantedAt: world.now(),
  });
  return { code };
}

function findAuthorizationProblem(params: URLSearchParams): string | null {
  const names = [...params.keys()];
  if (new Set(names).size < names.length) return "a parameter is repeated";
  if (params.get("response_type") !== "code") return "response_type is not code";
  if (params.has("code_challenge") && params.get("code_challenge_method") !== "S256") {
    return "code_challenge_method is not S256";
  }
  return null;
}

function toParameters(result: unknown): [name: string, value: string][] {
  return Object.entries(result as object).flatMap(([name, value]) =>
    [value].flat().filter((one) => one !== undefined).map((one): [string, string] => [name, String(one)])
  );
}

/** @see {@link https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html | OAuth 2.0 Form Post Response Mode} */
function formPost(action: string, parameters: readonly (readonly [string, string])[]): Response {
  const inputs = parameters.map(([name, value]) =>
    `<input type="hidden" name="${toAttribute(name)}" value="${toAttribute(value)}">`
  );
  const form = `<form method="post" action="${toAttribute(action)}">${inputs.join("")}</form>`;
  const html = `<!doctype html><title>Signed in</title><body onload="document.forms[0].submit()">${form}`;
  return new Response(html, {
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
  });
}

function toAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
