import assert from "node:assert/strict";
import type { Browser } from "../../src/testing/mod.ts";
import { built } from "./_built.ts";
import { APP, openPage } from "./_recipe.ts";

const page = openPage("recipes/organizations.md", { built });

page.section("Create an organization, invite, accept", async (recipe) => {
  const google = recipe.addProvider("https://accounts.google.com", "GOOGLE");
  recipe.env.AUTH_RESEND_KEY = "the-key";
  const mails: { to: string; text: string }[] = [];
  recipe.sites["https://api.resend.com"] = async (request) => {
    mails.push(await request.json());
    return Response.json({ id: "1" });
  };
  await recipe.start();
  const { adapter } = await recipe.load("auth.ts");
  const { invite, organizationsOf, removeMember, roleIn } = await recipe.load("organizations.ts");
  const people: Record<string, { browser: Browser; id: string }> = {};
  for (const name of ["olga", "adam", "mia", "eve"]) {
    const browser = recipe.browser();
    google.login({ sub: name, name, email: `${name}@example.com` });
    await recipe.signIn(browser, "google");
    people[name] = { browser, id: (await adapter.getUserByEmail(`${name}@example.com`)).id };
  }
  const { olga, adam, mia, eve } = people as Record<"olga" | "adam" | "mia" | "eve", typeof people[string]>;
  const post = (who: { browser: Browser }, path: string, fields: Record<string, string> = {}) =>
    who.browser.fetch(`${APP}${path}`, {
      method: "POST",
      headers: { accept: "text/html", origin: APP },
      body: new URLSearchParams(fields),
      redirect: "manual",
    });
  const open = async (who: { browser: Browser }, path: string) =>
    (await who.browser.open(`${APP}${path}`)).text;

  // Next has forms with server actions, and no address to post to.
  const hasActions = recipe.tab === "Next";
  const name = "<b>Acme</b>";
  const created = hasActions
    ? (await (await olga!.browser.open(`${APP}/org`)).submit("Create", { name })).url
    : (await post(olga!, "/org", { name })).headers.get("location")!;
  const path = new URL(created, APP).pathname;
  const id = path.replace("/org/", "");
  assert.match(await open(olga!, path), /You are owner here/);
  for (const stranger of [eve!, { browser: recipe.browser() }]) {
    assert.doesNotMatch(await open(stranger, path), /You are/);
  }

  /** Invites a person, and returns the path of the link in the mail. */
  const mailed = async (who: typeof people[string], email: string, role: string) => {
    const before = mails.length;
    if (hasActions) {
      const page = await who.browser.open(`${APP}${path}`);
      if (!/You are/.test(page.text)) return null;
      await page.submit("Invite", { email, role });
    } else {
      const action = recipe.tab === "SvelteKit" ? `${path}?/invite` : `${path}/invitations`;
      await post(who, action, { email, role });
    }
    const mail = mails[before];
    return mail ? new URL(/https:\S+/.exec(mail.text)![0]).pathname : null;
  };
  const link = (await mailed(olga!, "Adam@Example.com ", "admin"))!;
  assert.match(await open(adam!, link), /Join <b>Acme<\/b> as adam@example\.com\?/);
  assert.equal(roleIn(id, adam!.id), null, "a link that is opened accepts nothing");
  assert.match((await (await adam!.browser.open(`${APP}${link}`)).submit("Join")).text, /You are admin here/);
  assert.doesNotMatch(await open(eve!, link), /Join/, "a link works once");
  await post(eve!, link).then((answer) => answer.body?.cancel());
  assert.equal(roleIn(id, eve!.id), null);

  assert.equal(await mailed(adam!, "eve@example.com", "admin"), null, "an admin invites members alone");
  assert.equal(await mailed(eve!, "eve@example.com", "member"), null, "a stranger invites nobody");
  assert.equal(await mailed(olga!, "eve@example.com", "root"), null, "there are three roles");
  const [first, second] = [
    await mailed(adam!, "mia@example.com", "member"),
    await mailed(adam!, "mia@example.com", "member"),
  ];
  assert.match(
    await open(mia!, first!),
    /has ended|not found|404/i,
    "a second invitation replaces the first one",
  );
  await (await mia!.browser.open(`${APP}${second}`)).submit("Join");
  assert.equal(roleIn(id, mia!.id), "member");
  assert.equal(await mailed(mia!, "eve@example.com", "member"), null, "a member invites nobody");
  assert.deepEqual(organizationsOf(mia!.id).map(({ role }: { role: string }) => role), ["member"]);

  const late = await mailed(olga!, "eve@example.com", "member");
  recipe.platform.tick(8 * 24 * 60 * 60);
  await post(eve!, late!);
  assert.equal(roleIn(id, eve!.id), null, "a link works for a week");

  assert.equal(removeMember(id, { by: mia!.id, userId: adam!.id }), false);
  assert.equal(removeMember(id, { by: adam!.id, userId: olga!.id }), false);
  assert.equal(removeMember(id, { by: olga!.id, userId: olga!.id }), false, "an organization keeps an owner");
  assert.equal(removeMember(id, { by: adam!.id, userId: mia!.id }), true);
  assert.doesNotMatch(await open(mia!, path), /You are/);
  assert.equal(invite(id, { by: mia!.id, email: "x@example.com", role: "member" }), null);
});

page.last();
