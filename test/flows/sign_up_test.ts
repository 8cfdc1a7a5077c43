/**
 * `SignUp()`: who may sign up, and what a new user is asked for, whatever way they sign in.
 *
 * @module
 */

import assert from "node:assert/strict";
import { createClient } from "../../src/client/client.ts";
import { DataExport } from "../../src/entries/data_export.ts";
import { SecondFactor } from "../../src/entries/second_factor.ts";
import type { SignUpOptions } from "../../src/entries/sign_up.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { ADA, BETTER, GOOD, importUser, type PasswordWorld } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { send } from "./_send.ts";
import { openSignUp, WAYS } from "./_sign_up.ts";
import { APP } from "./_world.ts";

const ADA_FIELDS = { name: "Ada Lovelace", company: "Analytical Engines", team: "red", born: "1815-12-10" };

const stored = async ({ db }: PasswordWorld) => {
  const user: Readonly<Record<string, unknown>> = { ...await db.adapter.getUserByEmail(ADA) };
  const { name, company, team, born } = user;
  return { name, company, team, born: born instanceof Date ? born.toISOString().slice(0, 10) : born };
};

for (const [way, come] of Object.entries(WAYS)) {
  testForms(`A new user who comes by ${way} fills in what is asked, and is signed in with it`, async () => {
    const world = openSignUp();
    const { browser, db } = world;
    const page = await come(world, browser);
    assert.match(page.url, /\/auth\/finish-signup/, world.log());
    assert.match(
      page.text,
      /Finish signing up You're creating an account for ada@example\.com \. Name Company Team/,
    );
    assert.equal(await db.adapter.getUserByEmail(ADA), null, "nothing is stored before");
    assert.equal(await world.session(), null);
    const again = await page.submit("/auth/finish-signup", { ...ADA_FIELDS, company: " " });
    assert.match(again.text, /Fill this in\./);
    assert.match(again.html, /<title>Error: /);
    assert.match(again.html, /value="Ada Lovelace"/, "what was typed stays");
    assert.equal(await db.adapter.getUserByEmail(ADA), null);
    const done = await again.submit("/auth/finish-signup", { company: ADA_FIELDS.company });
    assert.equal(done.url, `${APP}/home`, world.log());
    assert.equal((await world.session())?.user.name, "Ada Lovelace");
    assert.deepEqual(await stored(world), ADA_FIELDS);
    // The next sign-in asks nothing.
    const other = world.visitor();
    if (way !== "a passkey") assert.equal((await come(world, other)).url, `${APP}/home`);
  });

  testForms(
    `Where nobody may sign up, nobody does by ${way}, and users sign in as before (SU-01)`,
    async () => {
      const world = openSignUp({ allow: false });
      const { browser, db } = world;
      if (way === "a passkey") {
        const asked = await browser.fetch(
          `${APP}/auth/webauthn-options/passkey?action=register&email=${ADA}`,
        );
        assert.equal(asked.status, 400, "before the browser makes one");
      } else {
        const page = await come(world, browser);
        assert.match(page.url, /error=AccessDenied/, world.log());
        assert.equal(await db.adapter.getUserByEmail(ADA), null);
        await db.adapter.createUser({ id: "1", name: "Ada", email: ADA, emailVerified: new Date(0) });
        if (way !== "a provider") assert.equal((await come(world, browser)).url, `${APP}/home`, world.log());
      }
    },
  );
}

testForms(
  "A new user with a password fills in everything on one page, with the code and with the link",
  async () => {
    for (const way of ["code", "link"] as const) {
      const world = openSignUp({ fields: ["name", "company", "born"], terms: "2026-11" });
      const { browser, db, mails, platform } = world;
      const page = await browser.open(`${APP}/auth/signup?callbackUrl=/home`);
      assert.match(
        page.text,
        /Name Company Born Optional Email address Password .* I have read and accept: Terms , Privacy Create account/,
      );
      const { team: _, ...fields } = ADA_FIELDS;
      const typed = { ...fields, email: ADA, password: GOOD };
      const untold = await page.submit("/auth/signup", typed);
      assert.match(untold.text, /Check this box to create an account\./);
      const both = (await untold.submit("/auth/signup", { ...typed, company: "" })).text;
      assert.match(both, /Company Fill this in\..* Check this box to create an account\./);
      assert.equal(mails.length, 0);
      assert.doesNotMatch(untold.html, new RegExp(GOOD));
      const sent = await untold.submit("/auth/signup", { ...typed, acceptedTerms: "2026-11" });
      assert.equal(await db.adapter.getUserByEmail(ADA), null);
      platform.tick(30);
      const done = way === "code"
        ? await sent.submit("/auth/callback/password", { code: mails.at(-1)!.code })
        : await browser.open(mails.at(-1)!.url);
      assert.equal(done.url, `${APP}/home`, world.log());
      const user: Readonly<Record<string, unknown>> = { ...await db.adapter.getUserByEmail(ADA) };
      assert.deepEqual(
        [user.name, user.company, user.termsVersion, Number(user.termsAcceptedAt)],
        ["Ada Lovelace", "Analytical Engines", "2026-11", platform.now()],
      );
    }
  },
);

testForms(
  "In another browser, a new user with a password is asked there: what a stranger has typed counts nowhere (SU-04, PW-10)",
  async () => {
    const world = openSignUp({ fields: ["company"] });
    const { browser, mails } = world;
    const page = await browser.open(`${APP}/auth/signup`);
    await page.submit("/auth/signup", { company: "Evil", email: ADA, password: GOOD });
    const owner = world.visitor();
    const choice = await owner.open(mails.at(-1)!.url);
    const asked = await choice.submit("/auth/callback/password", { password: "seven purple teapots" });
    assert.match(asked.url, /finish-signup/, world.log());
    assert.doesNotMatch(asked.html, /Evil/);
    const done = await asked.submit("/auth/finish-signup", { company: "Ada Ltd" });
    assert.doesNotMatch(done.url, /error|finish/, world.log());
    assert.equal((await stored(world)).company, "Ada Ltd");
    assert.ok(await world.sessionIn(owner));
  },
);

testForms(
  "The owner of a mailbox is asked who takes a user over: what a stranger has typed and accepted goes (SU-04)",
  async () => {
    for (const features of [[], [SecondFactor({ required: true })]]) {
      const adapter = Memory();
      const { updateUser } = adapter;
      let failures = 0;
      // The user is there: whether new ones are allowed is not asked.
      const world = openSignUp({ allow: false, fields: ["company"], terms: "2026-11" }, {
        features,
        adapter: {
          ...adapter,
          async updateUser(user) {
            if ("company" in user && failures++ === 0) throw new Error("the database is away for a moment");
            return await updateUser(user);
          },
        },
      });
      const { visitor, db, platform } = world;
      await db.adapter.createUser({
        ...{ id: "1", name: null, email: ADA, emailVerified: null },
        ...{ company: "Evil", termsVersion: "2026-11", termsAcceptedAt: new Date(0) },
      });
      await db.adapter.linkAccount({
        userId: "1",
        type: "oauth",
        provider: "other",
        providerAccountId: "eve",
      });
      const owner = visitor();
      const page = await WAYS["a link by email"]!(world, owner);
      assert.match(page.url, /finish-signup/, world.log());
      assert.doesNotMatch(page.html, /Evil/);
      platform.tick(30);
      const fields = { company: "Ada Ltd", acceptedTerms: "2026-11" };
      const done = await page.submit("/auth/finish-signup", fields);
      if (features.length) {
        assert.match(done.url, /second-factor-setup/, world.log());
        continue;
      }
      const user: Readonly<Record<string, unknown>> = { ...await db.adapter.getUserByEmail(ADA) };
      assert.deepEqual([user.id, user.company, Number(user.termsAcceptedAt)], [
        "1",
        "Ada Ltd",
        platform.now(),
      ]);
      assert.ok(await world.sessionIn(owner));
    }
  },
);

testForms("What a provider says of a new owner replaces what a stranger has typed (SU-04)", async () => {
  const world = openSignUp({ fields: ["name"] }, { oauth: { verifiedEmail: true } });
  const { db: { adapter }, idp, browser } = world;
  const asked = await WAYS["a passkey"]!(world, world.visitor());
  await asked.submit("/auth/finish-signup", { name: "Eve" });
  const { id, name } = (await adapter.getUserByEmail(ADA))!;
  assert.equal(name, "Eve", world.log());
  idp.login({ sub: "ada", email: ADA, email_verified: true, name: "Ada Lovelace" });
  assert.match((await WAYS["a provider"]!(world, browser)).url, /\/taken-over/, world.log());
  const owner = (await adapter.getUserByEmail(ADA))!;
  assert.deepEqual([owner.id, owner.name], [id, "Ada Lovelace"]);
});

testForms("A password that waits for the form doesn't replace one that was set in the meantime", async () => {
  const world = openSignUp({ fields: ["company"] });
  const { browser, mails, platform } = world;
  const page = await browser.open(`${APP}/auth/signup`);
  await page.submit("/auth/signup", { company: "Ada Ltd", email: ADA, password: GOOD });
  const late = world.visitor();
  const choice = await late.open(mails.at(-1)!.url);
  const asked = await choice.submit("/auth/callback/password", { password: BETTER });
  assert.match(asked.url, /finish-signup/, world.log());
  platform.tick(60);
  const again = await browser.open(`${APP}/auth/signup?callbackUrl=/home`);
  const newest = "nine green kettles sing";
  const sent = await again.submit("/auth/signup", { company: "Ada Ltd", email: ADA, password: newest });
  await sent.submit("/auth/callback/password", { code: mails.at(-1)!.code });
  assert.ok(await world.session(), world.log());
  await asked.submit("/auth/finish-signup", { company: "Late Ltd" });
  assert.ok(await world.session(), "the session has not ended");
  assert.equal((await world.enter(newest, world.visitor())).url, `${APP}/home`);
  assert.match((await world.enter(BETTER, world.visitor())).url, /error=CredentialsSignin/);
  assert.equal((await stored(world)).company, "Ada Ltd");
});

testForms("What a provider says isn't asked for again, and what may be empty is asked for once", async () => {
  const world = openSignUp({ fields: ["name"] });
  const { browser, idp } = world;
  idp.login({ sub: "ada", email: ADA, name: "Ada King" });
  assert.equal((await WAYS["a provider"]!(world, browser)).url, `${APP}/home`, world.log());
  assert.equal((await world.session())?.user.name, "Ada King");
  const optional = openSignUp({ fields: ["name", "team"] });
  optional.idp.login({ sub: "ada", email: ADA, name: "Ada King" });
  const page = await WAYS["a provider"]!(optional, optional.browser);
  assert.match(page.html, /value="Ada King"/, "proposed");
  assert.equal((await page.submit("/auth/finish-signup")).url, `${APP}/home`, optional.log());
  assert.deepEqual(await stored(optional), {
    name: "Ada King",
    company: undefined,
    team: null,
    born: undefined,
  });
});

testForms("Only a proven address is shown to the function that allows (SU-02)", async () => {
  const seen: unknown[] = [];
  const allow: SignUpOptions["allow"] = ({ email, account }) => {
    seen.push([account.provider, email]);
    return email === ADA;
  };
  const world = openSignUp({ allow });
  world.idp.login({ sub: "ada", email: ADA });
  assert.match((await WAYS["a provider"]!(world, world.browser)).url, /error=AccessDenied/);
  assert.match((await WAYS["a passkey"]!(world, world.visitor())).url, /error=AccessDenied/);
  const page = await WAYS["a code by email"]!(world, world.visitor());
  assert.equal(page.url, `${APP}/home`, world.log());
  assert.deepEqual(seen, [["idp", null], ["passkey", null], ["email", ADA]]);
  const vouched = openSignUp({ allow }, { oauth: { verifiedEmail: true } });
  assert.equal((await WAYS["a provider"]!(vouched, vouched.browser)).url, `${APP}/home`, vouched.log());
});

testForms(
  "Whoever may not sign up reads the same as everyone, until the address is proven (SU-03)",
  async () => {
    const answers = await Promise.all([true, false].map(async (isAllowed) => {
      const world = openSignUp({ allow: () => isAllowed });
      const mail = await world.ask();
      const page = await world.signUp();
      assert.match(
        (await page.submit("/auth/callback/password", { code: world.mails.at(-1)!.code })).url,
        isAllowed ? /home/ : /AccessDenied/,
      );
      return [mail, page].map(({ url, text, status }) => [url, text, status]);
    }));
    assert.deepEqual(answers[0], answers[1]);
  },
);

testForms("Whoever may not sign up goes where the application says", async () => {
  const world = openSignUp({ allow: () => "/waiting-list" });
  for (const come of Object.values(WAYS)) {
    assert.equal((await come(world, world.visitor())).url, `${APP}/waiting-list`, world.log());
  }
  assert.equal(await world.db.adapter.getUserByEmail(ADA), null);
});

testForms("A callback that throws, or returns what is no `true`, lets nobody in", async () => {
  for (const allow of [() => "", () => 1, () => undefined, () => Promise.reject(new Error("down"))]) {
    const world = openSignUp({ allow: allow as never });
    assert.match((await WAYS["a provider"]!(world, world.browser)).url, /error=AccessDenied/);
    assert.equal(await world.db.adapter.getUserByEmail(ADA), null);
  }
});

testForms("Where nobody may sign up, no page offers it", async () => {
  const open = openSignUp();
  const signIn = await open.browser.open(`${APP}/auth/signin`);
  assert.match(signIn.text, /New here\? Create an account/);
  assert.doesNotMatch(signIn.html, /value="register"/, "one sign-up: passkeys are on its page");
  const page = await open.browser.open(`${APP}/auth/signup`);
  assert.match(
    page.html,
    /value="register"[^]*formaction="[^"]*\/auth\/signin\/idp"[^]*formaction="[^"]*\/auth\/signin\/other"/,
  );
  assert.match(page.text, /By creating an account, you accept: Terms , Privacy/);
  const closed = openSignUp({ allow: false });
  const text = (await closed.browser.open(`${APP}/auth/signin`)).html;
  assert.doesNotMatch(text, /Create an account|register/);
  assert.match(
    (await closed.browser.open(`${APP}/auth/signup`)).text,
    /New accounts can't be created here\./,
  );
  const { headers } = await send(closed.browser, "signup", { email: ADA, password: GOOD });
  assert.match(headers.get("location")!, /error=AccessDenied/);
  await closed.forget();
  assert.match(closed.mails.at(-1)!.url, /\/auth\/signin/, "a mail for no account leads to the sign-in");
});

testForms("A long text is stored as it was typed, and too long ones lead to the form again", async () => {
  const fields = { about: { label: "About", type: "text", maxLength: 5000 } } as const;
  const world = openSignUp({ fields: ["name", "about"] }, { profile: { fields } });
  const about = "😀".repeat(1500) + "a".repeat(2000);
  const page = await WAYS["a provider"]!(world, world.browser);
  const again = await page.submit("/auth/finish-signup", { name: "", about: "a".repeat(20_000) });
  assert.match(again.url, /finish-signup\?error=InvalidField/, world.log());
  assert.match(again.text, /Fill this in\./);
  assert.equal((await again.submit("/auth/finish-signup", { name: "Ada", about })).url, `${APP}/home`);
  const user: Readonly<Record<string, unknown>> = { ...await world.db.adapter.getUserByEmail(ADA) };
  assert.equal(user.about, about);
});

testForms("A sign-up that waits is this browser's, this form's, and not for ever (SU-05)", async () => {
  const world = openSignUp({ fields: ["company"] });
  const { browser, platform, idp } = world;
  const first = await WAYS["a provider"]!(world, browser);
  idp.login({ sub: "eve", email: "eve@example.com" });
  await WAYS["a provider"]!(world, browser);
  const late = await first.submit("/auth/finish-signup", { company: "Ada Ltd" });
  assert.match(
    late.text,
    /for eve@example\.com/,
    "another tab has begun another sign-up: nothing is created",
  );
  assert.equal(await world.session(), null);
  const elsewhere = await world.visitor().open(`${APP}/auth/finish-signup`);
  assert.match(elsewhere.url, /error=InvalidCheck/);
  platform.tick(601);
  const expired = await late.submit("/auth/finish-signup", { company: "Eve Ltd" });
  assert.match(expired.url, /error=InvalidCheck/);
  assert.equal(await world.db.adapter.getUserByEmail("eve@example.com"), null);
  // Nor does a mistake now and then keep it: the mailbox may be another person's by then.
  let page = await WAYS["a code by email"]!(world, browser);
  for (let tries = 0; tries < 2; tries++) {
    platform.tick(290);
    page = await page.submit("/auth/finish-signup", { company: "" });
  }
  platform.tick(21);
  assert.match((await page.submit("/auth/finish-signup", { company: "Ada Ltd" })).url, /error=InvalidCheck/);
});

testForms(
  "A second factor that all users need is set up after the questions, with nothing lost",
  async () => {
    const world = openSignUp({ fields: ["company", "born"] }, {
      features: [SecondFactor({ required: true })],
    });
    const page = await WAYS["a code by email"]!(world, world.browser);
    const setup = await page.submit("/auth/finish-signup", { company: "Ada Ltd", born: "1815-12-10" });
    assert.match(setup.url, /second-factor-setup/, world.log());
    assert.equal(await world.db.adapter.getUserByEmail(ADA), null);
  },
);

testForms("The application's own page gets the question, and its form creates the user", async () => {
  const world = openSignUp({ fields: ["company"] }, { pages: { finishSignUp: "/welcome" } });
  const page = await WAYS["a code by email"]!(world, world.browser);
  const { pathname, searchParams } = new URL(page.url);
  assert.equal(pathname, "/welcome");
  const question = searchParams.get("question")!;
  const wrong = await send(world.browser, "finish-signup", { question, company: "" });
  const back = new URL(wrong.headers.get("location")!);
  assert.deepEqual([back.pathname, back.searchParams.get("error")], ["/welcome", "InvalidField"]);
  const right = { question: back.searchParams.get("question")!, company: "Ada Ltd" };
  const { headers } = await send(world.browser, "finish-signup", right);
  assert.equal(headers.get("location"), `${APP}/home`);
  assert.equal((await stored(world)).company, "Ada Ltd");
});

testForms("A form that is sent again after a mistake counts, also that of a script", async () => {
  const world = openSignUp({ fields: ["company"] });
  const page = await WAYS["a code by email"]!(world, world.browser);
  await page.submit("/auth/finish-signup", { company: "" });
  assert.equal((await page.submit("/auth/finish-signup", { company: "Ada Ltd" })).url, `${APP}/home`);

  const own = openSignUp({ fields: ["company"] }, { pages: { finishSignUp: "/welcome" } });
  const welcome = await WAYS["a code by email"]!(own, own.browser);
  const location = { href: welcome.url, assign() {}, reload() {} };
  const window = { location, setTimeout, clearTimeout, setInterval, clearInterval };
  const { signUp, password } = createClient({ window, fetch: welcome.fetch });
  const question = new URL(welcome.url).searchParams.get("question")!;
  const wrong = await signUp.finish({ question, company: "", redirect: false });
  assert.deepEqual([wrong.ok, wrong.error], [false, "InvalidField"]);
  const right = await signUp.finish({ question, company: "Ada Ltd", redirect: false });
  assert.deepEqual([right.ok, right.url], [true, `${APP}/home`]);
  assert.ok(await own.session());
  const eve = { email: "eve@example.com", password: GOOD, redirect: false } as const;
  assert.equal((await password.signUp(eve)).error, "InvalidField");
  assert.equal((await password.signUp({ ...eve, company: "Eve Ltd" })).ok, true);
});

testForms(
  "A box of the application's own form counts, ticked or not, and so does a boolean of a script",
  async () => {
    const fields = {
      news: { label: "News", type: "boolean" },
      adult: { label: "Adult", type: "boolean", required: true },
    } as const;
    const sent = [[{ adult: "on" }, false], [{ adult: true, news: true }, true], [{ news: "on" }, undefined]];
    for (const [values, news] of sent) {
      const world = openSignUp({ fields: ["news", "adult"] }, {
        pages: { finishSignUp: "/welcome" },
        profile: { fields },
      });
      const page = await WAYS["a provider"]!(world, world.browser);
      const question = new URL(page.url).searchParams.get("question")!;
      await world.post("finish-signup", { question, ...values as object }, { json: true });
      const user: Readonly<Record<string, unknown>> = { ...await world.db.adapter.getUserByEmail(ADA) };
      assert.equal(user.news, news, world.log());
    }
  },
);

testForms("What a new user has accepted and filled in is in the file with their data", async () => {
  const world = openSignUp({ fields: ["company"], terms: "2026-11" }, { features: [DataExport()] });
  const page = await WAYS["a code by email"]!(world, world.browser);
  await page.submit("/auth/finish-signup", { company: "Ada Ltd", acceptedTerms: "2026-11" });
  const file = await (await world.post("account", { action: "download-data" })).json();
  assert.deepEqual(
    [file.user.company, file.user.termsVersion, Date.parse(file.user.termsAcceptedAt)],
    ["Ada Ltd", "2026-11", world.platform.now()],
  );
});

testForms(
  "A user who was imported confirms the address with the form for new users",
  async () => {
    const world = openSignUp({ fields: ["name"], terms: "2026-11" });
    await importUser(world);
    const page = await world.browser.open(`${APP}/auth/signup?callbackUrl=/home`);
    const typed = { name: "Ada King", email: ADA, password: BETTER, acceptedTerms: "2026-11" };
    const sent = await page.submit("/auth/signup", typed);
    const done = await sent.submit("/auth/callback/password", { code: world.mails.at(-1)!.code });
    assert.doesNotMatch(done.url, /error/, world.log());
    assert.ok(await world.session());
  },
);
