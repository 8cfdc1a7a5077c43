/**
 * A world whose provider issues refresh tokens, and what happens in the middle of a renewal.
 *
 * @module
 */

import assert from "node:assert/strict";
import { type AuthConfig, AuthError } from "../../mod.ts";
import { ReconnectRequired } from "../../src/entries/errors.ts";
import type { AdapterUser } from "../../src/adapters/contract/types.ts";
import type { OAuthConfig } from "../../src/model/provider.ts";
import { AccessTokens } from "../../src/features/provider_tokens/access_tokens.ts";
import { type DatabaseOptions, type DatabaseWorld, openDatabase } from "./_database.ts";
import { getAccessToken } from "./_outside.ts";

/** A world after Ada has signed in. */
export interface TokenWorld extends DatabaseWorld {
  readonly user: AdapterUser;
  /** Asks for Ada's token, with the config of the world or another one. */
  token(wanted?: { rejected?: string; account?: string }, config?: AuthConfig): Promise<string>;
}

/** Opens the world. */
export async function openTokens(
  oauth: Partial<OAuthConfig> = {},
  { refreshTokens = "rotated", ...options }: DatabaseOptions & { refreshTokens?: "kept" | "rotated" } = {},
): Promise<TokenWorld> {
  const world = openDatabase({ features: [AccessTokens()], idp: { refreshTokens }, oauth, ...options });
  await world.signIn();
  const [user] = await world.db.users();
  assert(user, world.log());
  return {
    ...world,
    user,
    token: async (wanted = {}, config = world.config as AuthConfig) =>
      await getAccessToken({ userId: user.id, provider: "idp", ...wanted }, config),
  };
}

/** The refresh tokens that the provider has received, oldest first. */
export function renewals({ idp }: Pick<DatabaseWorld, "idp">): readonly string[] {
  return idp.requests.flatMap(({ params }) =>
    params.get("grant_type") === "refresh_token" ? params.get("refresh_token")! : []
  );
}

/** Asserts that the provider has received no refresh token twice. */
export function assertEachOnce(world: Pick<DatabaseWorld, "idp">): void {
  const sent = renewals(world);
  assert.equal(new Set(sent).size, sent.length, `sent twice: ${sent}`);
}

/** Lets the provider answer requests with a refresh token in this way. */
export function answerRenewals(
  { idp }: Pick<DatabaseWorld, "idp">,
  answer: (genuine: () => Promise<Response>) => Response | Promise<Response>,
): void {
  const isRenewal = async (request: Request) => (await request.clone().text()).includes("refresh_token");
  idp.tamper = {
    ...idp.tamper,
    respond: {
      token: async (request, genuine) => await isRenewal(request) ? await answer(genuine) : await genuine(),
    },
  };
}

/** Changes the fields of the answers to requests with a refresh token. */
export function changeRenewals(world: Pick<DatabaseWorld, "idp">, fields: Record<string, unknown>): void {
  answerRenewals(
    world,
    async (genuine) => Response.json({ ...await (await genuine()).json(), ...fields }),
  );
}

/** Does something once while the provider has answered a renewal, and the application has not received it. */
export function inTheMiddle(world: Pick<DatabaseWorld, "idp">, run: () => Promise<unknown>): void {
  answerRenewals(world, async (genuine) => {
    const answer = await genuine();
    world.idp.tamper = {};
    await run();
    return answer;
  });
}

/** The error that a promise rejects with. */
export async function rejection(promise: Promise<unknown>): Promise<AuthError> {
  const error = await promise.then((value) => assert.fail(`not rejected: ${value}`), (thrown) => thrown);
  assert(error instanceof AuthError, String(error));
  return error;
}

/** Asserts that the user has to connect again. */
export async function assertReconnect(promise: Promise<unknown>, code: string): Promise<void> {
  const error = await rejection(promise);
  assert(error instanceof ReconnectRequired, `${error.stack}`);
  assert.equal(error.code, code);
}

/** Whose access token this is: `sub` of the user at the provider. */
export async function ownerOf({ idp }: Pick<DatabaseWorld, "idp">, token: string): Promise<string> {
  const answer = await idp.fetch(idp.metadata.userinfo_endpoint, {
    headers: { authorization: `Bearer ${token}` },
  });
  return answer.ok ? (await answer.json()).sub : `status ${answer.status}`;
}
