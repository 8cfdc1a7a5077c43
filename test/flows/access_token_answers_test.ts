/**
 * Answers of a provider to a refresh token that are odd, wrong or hostile.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  answerRenewals,
  assertEachOnce,
  assertReconnect,
  changeRenewals,
  openTokens,
  ownerOf,
  rejection,
  renewals,
} from "./_access_tokens.ts";

const HOUR = 3600;

/** `expires_in` of an answer, and for how many seconds the token then counts as good; `null`: until the API rejects it. */
const LIFETIMES: readonly (readonly [expiresIn: unknown, good: number | null])[] = [
  [3600, 3539],
  ["3600", 3539],
  [100, 89],
  [10, 8],
  [1e9, 9.9e8],
  [undefined, null],
];

for (const [expires_in, good] of LIFETIMES) {
  test(`an answer with "expires_in" ${JSON.stringify(expires_in)} is renewed when it is due`, async () => {
    const world = await openTokens();
    changeRenewals(world, { expires_in });
    world.platform.tick(HOUR);
    const token = await world.token();
    world.platform.tick(good ?? 365 * 24 * HOUR);
    assert.equal(await world.token(), token);
    assert.equal(renewals(world).length, 1);
    if (good === null) assert.notEqual(await world.token({ rejected: token }), token);
    else {
      world.platform.tick(good / 2);
      assert.notEqual(await world.token(), token);
    }
    assertEachOnce(world);
  });
}

for (const expires_in of [0, "0", 0.4]) {
  test(`an answer with "expires_in" ${JSON.stringify(expires_in)} gives a token at each call, and sends each refresh token once`, async () => {
    const world = await openTokens();
    changeRenewals(world, { expires_in });
    world.platform.tick(HOUR);
    const tokens = [];
    for (let calls = 0; calls < 3; calls++) tokens.push(...await Promise.all([world.token(), world.token()]));
    assert.equal(await ownerOf(world, tokens.at(-1)!), "ada");
    assert.equal(new Set(tokens).size, renewals(world).length);
    assertEachOnce(world);
  });
}

const typed = (body: string) => new Response(body, { headers: { "content-type": "application/json" } });

/** Fields of an answer that cannot be accepted. The refresh token in it may be the next one, and the old one is used up. */
const UNREADABLE: Readonly<Record<string, Record<string, unknown>>> = {
  "without an access token": { access_token: undefined },
  "with an access token that is empty": { access_token: "" },
  "with an access token that is a number": { access_token: 7 },
  "with an access token that is a list": { access_token: ["a"] },
  "without a token type": { token_type: undefined },
  "with another token type": { token_type: "mac" },
  "with a token type that is bound to a key": { token_type: "DPoP" },
};

/** What the application gets in place of an answer, after which the old refresh token may be used up. */
const LOST: Readonly<Record<string, (genuine: Response) => Response | Promise<Response>>> = {
  "that is lost": () => Promise.reject(new TypeError("connection reset")),
  "that is a page": () => new Response("<html>"),
  "that is a list": () => typed("[]"),
  "that is a word": () => typed('"token"'),
  "that is null": () => typed("null"),
  "that is empty": () => typed(""),
  "that is a form": () => typed("access_token=stolen&token_type=bearer"),
  "that is half of an object": () => typed('{"access_token":"a","token_type":"bearer"'),
  "of a gateway with status 502": () => new Response("error", { status: 502 }),
  "of a gateway with status 504": () => new Response("", { status: 504 }),
  "of a gateway with status 520": () => new Response("error", { status: 520 }),
  "of a gateway with status 524": () => new Response("error", { status: 524 }),
  ...Object.fromEntries(
    Object.entries(UNREADABLE).map(([what, fields]) => [
      what,
      async (genuine: Response) => Response.json({ ...await genuine.json(), ...fields }),
    ]),
  ),
};

for (const [what, answer] of Object.entries(LOST)) {
  test(`after an answer ${what}, the refresh token is not sent again, and the next sign-in brings another`, async () => {
    const world = await openTokens();
    answerRenewals(world, async (genuine) => await answer(await genuine()));
    world.platform.tick(HOUR);
    await assertReconnect(world.token(), "AnswerLost");
    world.idp.tamper = {};
    await assertReconnect(world.token(), "AnswerLost");
    assert.equal(renewals(world).length, 1);
    assert((await world.session())?.user, "the session goes on");
    await world.signIn();
    assert.equal(await ownerOf(world, await world.token()), "ada");
  });

  test(`within the grace of a provider, a refresh token is sent once more after an answer ${what}`, async () => {
    const grace = { token: { url: "https://idp.test/token", refreshGrace: 60 } };
    const world = await openTokens(grace, { refreshTokens: "kept" });
    world.platform.tick(HOUR);
    let answers = 0;
    answerRenewals(
      world,
      async (genuine) => answers++ === 0 ? await answer(await genuine()) : await genuine(),
    );
    assert.match(await world.token(), /^fake-access-/);
    assert.equal(renewals(world).length, 2);
  });
}

/** Fields that say something odd about tokens that are good. */
const ODD: Readonly<Record<string, Record<string, unknown>>> = {
  "with a negative lifetime": { expires_in: -1 },
  "with a lifetime that is a word": { expires_in: "soon" },
  "with a lifetime that is null": { expires_in: null },
  "with a lifetime that is empty": { expires_in: "" },
  "with a lifetime that is true": { expires_in: true },
  "with a lifetime that is a list": { expires_in: [] },
  "with a lifetime that is infinite": { expires_in: "Infinity" },
  "with a lifetime that is an object": { expires_in: { seconds: 3600 } },
  "with a scope that is a number": { scope: 7 },
  "with a scope that is a list": { scope: ["openid"] },
};

for (const [what, fields] of Object.entries(ODD)) {
  test(`an answer ${what} loses no token: it counts until the API rejects it, and the next one follows`, async () => {
    const world = await openTokens();
    changeRenewals(world, { expires_in: undefined, ...fields });
    world.platform.tick(HOUR);
    const token = await world.token();
    assert.equal(await ownerOf(world, token), "ada");
    world.platform.tick(HOUR);
    assert.equal(await world.token(), token);
    const next = await world.token({ rejected: token });
    assert.equal(await ownerOf(world, next), "ada");
    assertEachOnce(world);
  });
}

test("an ID token in an answer changes nothing, whoever it is about", async () => {
  const world = await openTokens();
  const id_token = `${btoa('{"alg":"none"}')}.${btoa('{"sub":"eve","iss":"https://evil.test"}')}.`;
  for (const hostile of [id_token, "no token", 7, null]) {
    changeRenewals(world, { id_token: hostile });
    world.platform.tick(HOUR);
    assert.equal(await ownerOf(world, await world.token()), "ada");
  }
  assert.equal((await world.session())?.user.name, "Ada Lovelace");
  assert.deepEqual(await world.db.accounts(), [`idp/ada: ${world.user.id}`]);
  assertEachOnce(world);
});

for (const refresh_token of ["", null, undefined, false, 7, ["r"], {}]) {
  test(`an answer whose refresh token is ${JSON.stringify(refresh_token)} keeps the one that was sent`, async () => {
    const world = await openTokens({}, { refreshTokens: "kept" });
    changeRenewals(world, { refresh_token });
    for (let hour = 0; hour < 3; hour++) {
      world.platform.tick(HOUR);
      assert.equal(await ownerOf(world, await world.token()), "ada");
    }
    assert.equal(new Set(renewals(world)).size, 1);
    assert.equal(renewals(world).length, 3);
  });
}

test("a renewal that is answered with the status 201 is refused, and the log names token.conform", async () => {
  const world = await openTokens();
  answerRenewals(world, async (genuine) => Response.json(await (await genuine()).json(), { status: 201 }));
  world.platform.tick(HOUR);
  await assertReconnect(world.token(), "AnswerLost");
  assert.match(world.log(), /the provider answered with status 201\. .*`token\.conform`/);
});

for (const status of [301, 302, 303, 307, 308]) {
  test(`a redirect with status ${status} carries no refresh token to another server`, async () => {
    const world = await openTokens();
    const stolen: string[] = [];
    world.platform.sites["https://evil.test"] = async (request) => {
      stolen.push(await request.text());
      return Response.json({ access_token: "evil", token_type: "bearer" });
    };
    answerRenewals(
      world,
      () => new Response(null, { status, headers: { location: "https://evil.test/token" } }),
    );
    world.platform.tick(HOUR);
    const { type } = await rejection(world.token());
    assert.deepEqual(stolen, []);
    assert.notEqual(type, "ReconnectRequired");
    world.idp.tamper = {};
    assert.equal(await ownerOf(world, await world.token()), "ada");
  });
}

for (
  const [what, status, body] of [
    ["a refusal with status 200", 200, { error: "invalid_grant" }],
    ["tokens with status 400", 400, { access_token: "a", token_type: "bearer" }],
    ["a refusal with status 500", 500, { error: "invalid_grant" }],
    ["an unknown error", 400, { error: "temporarily_unavailable" }],
    ["an error that is an object", 400, { error: { code: "invalid_grant" } }],
  ] as const
) {
  test(`${what} gives no token, and ends no session`, async () => {
    const world = await openTokens();
    answerRenewals(world, () => Response.json(body, { status }));
    world.platform.tick(HOUR);
    const { type } = await rejection(world.token());
    assert.match(type, /^(?:ReconnectRequired|ProviderResponseError|ProviderUnavailable|ConfigError)$/);
    assert((await world.session())?.user);
  });
}

test("neither errors nor logs of a renewal show a token", async () => {
  const world = await openTokens();
  const seen: string[] = [];
  const answers: readonly (() => Response)[] = [
    () => Response.json({ error: "invalid_request", error_description: "no" }, { status: 400 }),
    () => new Response("<html>", { status: 503 }),
    () => Response.json({ access_token: "hush-access", refresh_token: "hush-refresh" }),
  ];
  for (const answer of answers) {
    answerRenewals(world, answer);
    world.platform.tick(HOUR);
    const error = await rejection(world.token());
    seen.push(`${error.stack} ${JSON.stringify(error.cause)} ${JSON.stringify(error)}`);
  }
  const said = seen.join() + world.log();
  for (const secret of [...renewals(world), "hush-access", "hush-refresh", world.idp.clientSecret]) {
    assert(!said.includes(secret), `shown: ${secret}`);
  }
});

/** A world whose provider's module sends renewals with a function of its own, after an hour. */
async function openOwnRefresh(answers: readonly (() => Response | Promise<never>)[]) {
  const sent: (string | null)[] = [];
  const refresh = async ({ params }: { readonly params: URLSearchParams }) =>
    await answers[sent.push(params.get("refresh_token")) - 1]!();
  const world = await openTokens({ token: { url: "https://idp.test/token", refresh } });
  world.platform.tick(HOUR);
  return { ...world, sent };
}

test("a refresh token that `token.refresh` sends with another function is not sent again after a lost answer", async () => {
  const { sent, token } = await openOwnRefresh([() => Promise.reject(new Error("time-out"))]);
  await assertReconnect(token(), "AnswerLost");
  await assertReconnect(token(), "AnswerLost");
  assert.equal(sent.length, 1);
});

test("what `token.refresh` gets with another function counts: a refusal, and that there was no connection", async () => {
  const refused = await openOwnRefresh([() => Response.json({ error: "invalid_grant" }, { status: 400 })]);
  await assertReconnect(refused.token(), "Refused");
  const unsent = Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNREFUSED" } });
  const { token } = await openOwnRefresh([
    () => Promise.reject(unsent),
    () => Response.json({ access_token: "next", token_type: "bearer" }),
  ]);
  assert.equal((await rejection(token())).type, "ProviderResponseError");
  assert.equal(await token(), "next");
});
