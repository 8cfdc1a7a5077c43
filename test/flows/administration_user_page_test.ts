/**
 * What staff reads on the page about a user, beside what its forms do: it speaks of the user, and not to them.
 *
 * @module
 */

import assert from "node:assert/strict";
import { AccessTokens } from "../../src/entries/access_tokens.ts";
import { AccountDeletion } from "../../src/entries/account_deletion.ts";
import { ActivityLog } from "../../src/entries/activity_log.ts";
import { Administration } from "../../src/entries/administration.ts";
import { DataExport } from "../../src/entries/data_export.ts";
import { EmailChange } from "../../src/entries/email_change.ts";
import { UserNames } from "../../src/entries/user_names.ts";
import { UserProfile } from "../../src/entries/user_profile.ts";
import { outside } from "../../src/core/outside.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { all } from "../../src/messages/languages.ts";
import type { NoticePurpose } from "../../src/model/provider.ts";
import { OWN_ACTIVITY } from "../../src/shapes/activity_log.ts";
import { type AdministrationWorld, GRACE, openAdministration } from "./_administration.ts";
import { ADA, GOOD } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { openFactors } from "./_second_factor.ts";
import { APP } from "./_world.ts";

/** Words for the person who reads, by the language. */
const SPEAKS: Readonly<Record<string, RegExp>> = {
  ar: /ك(?!\p{L})/u,
  de: /(?<!\p{L})(Ihr|Ihre|Sie|dein|du)(?!\p{L})/u,
  en: /\byour?s?\b/i,
  es: /(?<!\p{L})(su|sus|tu|tus|ha conservado)(?!\p{L})/iu,
  fr: /\b(vous|votre|vos)\b/i,
  he: /של?ך|עבורך/,
  it: /\b(tuo|tua|suo|sua|hai)\b/i,
  ja: /あなた|お客様/,
  ko: /내 계정|귀하|당신/,
  nl: /\b(je|jouw|uw|u)\b/i,
  pl: /Tw[oó]j|Ciebie/i,
  pt: /\b(sua|seu|você)\b/i,
  ru: /(?<!\p{L})ва[шмс]/iu,
  sv: /\b(ditt|din|dig|du)\b/i,
  tr: /[ıiuü]n[ıiuü]z/i,
  uk: /(?<!\p{L})ва[шмс]/iu,
  zh: /[您你]/,
};

/** All that emails say, but for what the log has not: a type that is missing here is an error. */
const MAILED: Readonly<
  Record<Exclude<NoticePurpose, "newDevice" | "accountDeleted" | "emailChanged">, true>
> = {
  ...{ passwordChanged: true, wayAdded: true, wayRemoved: true, secondFactorOn: true },
  ...{ newAuthenticator: true, secondFactorOff: true, secondFactorReset: true, recoveryCodeUsed: true },
  ...{ recoveryCodesReplaced: true, deletionRequested: true, deletionUndone: true },
  ...{ emailAdopted: true, emailRestored: true },
};

const TYPES = [
  ...Object.keys(MAILED),
  ...["signIn", "stepUp", "acting", "sign-out", "sign-out-others", "download-data", "change-username"],
  ...["change-profile", "revoke-access", "of a later version"],
];

testForms(
  "The page about a user doesn't speak to staff as if they were the user, in each language",
  async () => {
    const world = openFactors({
      session: { strategy: "database" },
      languages: all,
      features: [
        Administration({ isAdmin: ({ email }) => email === ADA, pages: true }),
        ...[ActivityLog(), DataExport(), EmailChange(), UserNames(), UserProfile(), AccessTokens()],
        AccountDeletion({ erase() {} }),
      ],
    });
    await world.register();
    await world.turnOn();
    const user = { id: "7", email: "bob@example.com", emailVerified: null };
    const bob = String((await world.db.adapter.createUser(user)).id);
    const now = world.platform.now();
    for (const [index, type] of TYPES.entries()) {
      const row = {
        ...OWN_ACTIVITY,
        userId: bob,
        id: `${index}`,
        type,
        way: null,
        reason: null,
        device: null,
        location: null,
      };
      const times = { count: 1, createdAt: new Date(now), expires: new Date(now + 86_400_000) };
      await world.db.adapter.rows.store("activities", { ...row, ...times });
    }
    for (const [tag, pattern] of Object.entries(SPEAKS)) {
      const { html, url } = await world.browser.open(`${APP}/auth/admin?user=${bob}&ui_locales=${tag}`);
      const [, card = ""] = /id="activity">(.*?)<\/section>/s.exec(html) ?? [];
      const texts = [...card.matchAll(/<span class="what"><b>(.*?)<\/b>/g)].map(([, text]) => text!);
      assert.equal(texts.length, TYPES.length, url);
      assert.deepEqual(texts.filter((text) => pattern.test(text)), [], tag);
    }
  },
);

testForms("Staff sees by which way each session began, and where, if there is a log of it", async () => {
  const session = { strategy: "database" } as const;
  const world = openAdministration({
    ...{ staffPages: true, session, url: APP, location: () => "Bern" },
    features: [ActivityLog()],
  });
  const { administration } = world;
  const grace = world.visitor();
  const ada = await world.join();
  await world.join(GRACE, grace);
  world.platform.tick(60);
  await world.enter(GOOD, world.visitor());
  world.platform.tick(60);
  await administration.createSession(ada);
  const ways = async ({ administration }: Pick<AdministrationWorld, "administration">) =>
    (await administration.listSessions(ada))!.map(({ provider, location }) => [provider, location]);
  assert.deepEqual(await ways(world), [[null, null], ["password", "Bern"], ["password", "Bern"]]);
  const page = await grace.open(`${APP}/auth/admin?user=${ada}`);
  assert.match(page.text, /Last used today Password · Bern Signed in Jan 1, 2030, 12:01 AM UTC/);
  const without = openAdministration({ session, adapter: world.db.adapter });
  assert.deepEqual(await ways(without), Array(3).fill([null, null]));
});

testForms(
  "Staff sees user names, on every page and in the file, with a query for who has no address",
  async () => {
    const world = openAdministration({ features: [UserNames()], staffPages: true, url: APP });
    const { administration, db } = world;
    const grace = world.visitor();
    await world.join(GRACE, grace);
    const ada = await world.join();
    const { id: countess } = (await administration.createUser({ email: null }))!;
    const { userNames } = outside(world.config as AuthConfig & { features: [ReturnType<typeof UserNames>] });
    await userNames.set(ada, "lovelace");
    await userNames.set(String(countess), "Countess");
    const { rows } = db.adapter;
    const { list } = rows;
    let queries = 0;
    rows.list = (kind, ...others) => {
      if (kind === "userNames") queries++;
      return list.call(rows, kind, ...others) as never;
    };
    const users = `${APP}/auth/admin`;
    const { text } = await grace.open(users);
    assert.deepEqual([/Countess/.test(text), /lovelace|Without a name/.test(text), queries], [
      true,
      false,
      1,
    ]);
    assert.match((await grace.open(`${users}?search=LOVELACE`)).text, /ada@example\.com \S*\s*.*lovelace/);
    assert.match((await grace.open(`${users}?user=${countess}`)).html, /<h1><bdi>Countess<\/bdi><\/h1>/);
    assert.match((await grace.open(`${users}?user=${ada}`)).text, /Username lovelace/);
    await administration.banUser(String(countess), { reason: "Spam" });
    assert.match((await grace.open(`${users}?view=log`)).text, /Countess/);
    assert.equal((await administration.getUser(ada))!.identifier, "lovelace");
    const file = await (await grace.fetch(`${users}?as=csv`)).text();
    assert.match(file, /"Countess"/);
    assert.match(file, /"lovelace","ada@example\.com"/);
  },
);

testForms("Staff sees the fields that the config names, and no others, cut and escaped", async () => {
  const open = async (staffPages: NonNullable<Parameters<typeof openAdministration>[0]>["staffPages"]) => {
    const world = openAdministration({ staffPages, url: APP });
    const grace = world.visitor();
    await world.join(GRACE, grace);
    const since = new Date("2029-05-01T10:00:00Z");
    const fields = { plan: "pro <b>", since, seats: 7, about: "x".repeat(201), apiKey: "sk-7", vip: false };
    const user = { email: ADA, ...fields };
    const { id } = (await world.administration.createUser(user))!;
    const file = async () => await (await grace.fetch(`${APP}/auth/admin?as=csv&search=ada@`)).text();
    const data = async (query: string) => {
      const headers = { accept: "application/json" };
      return await (await grace.fetch(`${APP}/auth/admin?${query}`, { headers })).json();
    };
    return { world, file, data, id, page: await grace.open(`${APP}/auth/admin?user=${id}`) };
  };
  const { page, file, data, id } = await open({ fields: ["plan", "since", "seats", "about", "vip", "city"] });
  assert.match(
    page.text,
    /plan pro <b> since May 1, 2029, 10:00 AM UTC seats 7 about x{200}… vip false city – Ways/,
  );
  assert.doesNotMatch(page.html, /apiKey|sk-7/);
  assert.match(
    await file(),
    /,ban_reason,"plan","since","seats","about","vip","city"\r\n.*,"pro <b>","2029-05-01T10:00:00\.000Z","7","x{201}","false",\r\n$/,
  );
  for (const { user } of [await data(`user=${id}`), (await data("search=ada@")).users[0]]) {
    assert.deepEqual([user.email, user.seats, Object.hasOwn(user, "apiKey")], [ADA, 7, false]);
  }
  for (const pages of [true, {}]) assert.doesNotMatch((await open(pages)).page.text, /plan|since May/);
  for (const wrong of ["plan", { fields: "plan" }, { fields: [7] }]) {
    const { page, world } = await open(wrong as never);
    assert.match(page.url, /error=Configuration/);
    assert.match(world.log(), /Administration\(\{ pages \}\)/);
  }
});

testForms("Staff sees at which services a user is connected, and no token", async () => {
  const scope = "openid repo https://example.com/auth/calendar";
  const world = openAdministration({
    ...{ staffPages: true, session: { strategy: "database" }, url: APP, features: [AccessTokens()] },
    idp: { refreshTokens: "rotated" },
    oauth: { authorization: { params: { scope } } },
  });
  const grace = world.visitor();
  await world.join(GRACE, grace);
  const ada = await world.join(ADA, world.browser);
  world.idp.login({ sub: "ada", email: ADA });
  await world.signIn({ provider: "idp", link: true });
  const url = `${APP}/auth/admin?user=${ada}`;
  const page = await grace.open(url);
  assert.match(page.text, /Connected services Fake Connected today repo, calendar/, world.log());
  assert.doesNotMatch(page.html, /revoke-access|fake-(access|refresh)/);
  const data = await (await grace.fetch(url, { headers: { accept: "application/json" } })).text();
  const [service] = JSON.parse(data).connections;
  assert.deepEqual([service.id, service.scopes], ["idp", scope.split(" ")]);
  assert.doesNotMatch(data, /fake-(access|refresh)/);
  assert.doesNotMatch((await grace.open(`${APP}/auth/admin?user=${ada.slice(1)}`)).text, /Connected/);
});
