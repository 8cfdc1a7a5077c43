import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { KitClient } from "../../src/client/sveltekit.ts";
import type { Client } from "../../src/client/types.ts";
import type { RequestAuth } from "../../src/integrations/mount/request_auth.ts";
import type { NextAuthResult } from "../../src/integrations/next/api.ts";
import type { KitAuthResult } from "../../src/integrations/sveltekit/types.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { GitHub } from "../../src/providers/github.ts";
import { Password } from "../../src/providers/password.ts";
import { Resend } from "../../src/providers/resend.ts";
import { AccessTokens } from "../../src/features/provider_tokens/access_tokens.ts";
import { ProviderLogout } from "../../src/features/provider_logout/provider_logout.ts";
import { SecondFactor } from "../../src/features/second_factor/second_factor.ts";

// The compiler tests these: a type that differs is an error of `deno check`.

/** Whether two types are the same. */
type Same<A, B> = [A] extends [B] ? [B] extends [A] ? true : false : false;

const authorize = () => null;
const adapter = Memory();

const all = {
  adapter,
  providers: [GitHub, Credentials({ authorize }), Password(), Resend({ from: "a@app.test" })],
  features: [AccessTokens(), SecondFactor(), ProviderLogout()],
} satisfies AuthConfig<"database">;

const condition: boolean = Math.random() < 2;

const conditional = {
  adapter,
  providers: [...(condition ? [GitHub] : []), Password],
  features: [...(condition ? [SecondFactor()] : [])],
} satisfies AuthConfig<"database">;

const none = { providers: [GitHub], features: [ProviderLogout()] } satisfies AuthConfig;

const annotated: AuthConfig = all;

type Named<T> = Extract<keyof T, "accessTokens" | "password" | "secondFactor">;

const proofs: readonly true[] = [
  true satisfies Same<Named<RequestAuth<typeof all>>, "accessTokens" | "password" | "secondFactor">,
  true satisfies Same<Named<RequestAuth<typeof conditional>>, "password" | "secondFactor">,
  true satisfies Same<Named<RequestAuth<typeof none>>, never>,
  true satisfies Same<Named<RequestAuth<typeof annotated>>, never>,
  true satisfies Same<
    Named<NextAuthResult<typeof all>["auth"]>,
    "accessTokens" | "password" | "secondFactor"
  >,
  true satisfies Same<Named<NextAuthResult<typeof conditional>>, "password" | "secondFactor">,
  true satisfies Same<Named<NextAuthResult<typeof none>>, never>,
  true satisfies Same<Named<KitAuthResult<typeof conditional>>, "password" | "secondFactor">,
  true satisfies Same<Named<KitAuthResult<typeof annotated>>, never>,
  true satisfies Same<Named<Client<typeof all>>, "password" | "secondFactor">,
  true satisfies Same<Named<Client<typeof none>>, never>,
  true satisfies Same<Named<Client>, "password" | "secondFactor">,
  true satisfies Same<Named<KitClient<typeof conditional>>, "password" | "secondFactor">,
  true satisfies Same<Named<KitClient<typeof none>>, never>,
  true satisfies Same<
    Awaited<ReturnType<RequestAuth<typeof all>["secondFactor"]["setUp"]>>,
    { readonly url: string; readonly codes: readonly string[] | null }
  >,
  true satisfies Same<Awaited<ReturnType<RequestAuth<typeof all>["password"]["signUp"]>>, string>,
];

test("TypeScript knows the functions of a config that `satisfies AuthConfig`, also of a condition, and none of an annotated one on a server", () => {
  assert.ok(proofs.every(Boolean));
});
