import { codesIn, type FactorWorld, openFactors } from "../flows/_second_factor.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { AccessTokens } from "../../src/features/provider_tokens/access_tokens.ts";
import { ProviderLogout } from "../../src/features/provider_logout/provider_logout.ts";
import { APP, oauth2, oidc } from "../flows/_world.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
export { AccessTokens, APP, codesIn, Memory, oauth2, oidc, openFactors, Passkey, ProviderLogout };
export type { FactorWorld };
export const DAY = 86400;
export function show(...a: unknown[]) {
  console.log("   ", ...a.map((x) => typeof x === "string" ? x : JSON.stringify(x)));
}
export function head(n: string) {
  console.log("## " + n);
}
export function short(u: string) {
  return u.replace(APP, "");
}
export async function post(b: any, path: string, fields: Record<string, string>, init: RequestInit = {}) {
  const { csrfToken } = await (await b.fetch(`${APP}/auth/csrf`)).json();
  const r = await b.fetch(`${APP}/auth/${path}`, {
    method: "POST",
    body: new URLSearchParams({ csrfToken, ...fields }),
    redirect: "manual",
    ...init,
  });
  return r;
}
export const loc = (r: Response) => r.status + " " + short(r.headers.get("location") ?? "");
export async function who(w: any, b = w.browser) {
  const s = await w.sessionIn(b);
  return s && `${s.user?.id?.slice?.(0, 4)}/${s.user?.email}/aal${s.aal}`;
}
export function each(name: string, f: (strategy: "jwt" | "database") => Promise<void>) {
  for (const s of ["jwt", "database"] as const) {
    Deno.test({
      name: `${name} ${s}`,
      sanitizeOps: false,
      sanitizeResources: false,
      fn: async () => {
        head(`${name} [${s}]`);
        try {
          await f(s);
        } catch (e) {
          show("THREW", String((e as Error).stack).slice(0, 1500));
        }
      },
    });
  }
}

export async function out(b: any) {
  await post(b, "signout", {});
}
export const ADA = "ada@example.com", GOOD = "lovely engine weaves", BETTER = "seven purple teapots";
export async function reply(w: any, path: string) {
  const q = await w.browser.open(`${APP}/auth/${path}`);
  return `${q.status} ${short(q.url)}`;
}
