import assert from "node:assert/strict";
import { Postgres } from "../../src/adapters/postgres/postgres.ts";
import type { Browser } from "../../src/testing/mod.ts";
import { built } from "./_built.ts";
import { openPostgres } from "./_postgres.ts";
import { APP, openPage, type Recipe } from "./_recipe.ts";

const page = openPage("recipes/organizations.md", { built });

/** The tables that the migrations of Prisma and Drizzle create. Those of Postgres are on the page. */
const TABLES: Readonly<Record<string, string>> = {
  Drizzle: `CREATE TABLE organizations (id text PRIMARY KEY, name text NOT NULL);
    CREATE TABLE members (
      organization_id text NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
      user_id text REFERENCES auth_users (id) ON DELETE CASCADE,
      role text NOT NULL,
      email text,
      invitation text UNIQUE,
      expires timestamp with time zone,
      UNIQUE (organization_id, user_id),
      UNIQUE (organization_id, email)
    );`,
  Prisma: `CREATE TYPE "Role" AS ENUM ('owner', 'admin', 'member');
    CREATE TABLE "Organization" ("id" text PRIMARY KEY, "name" text NOT NULL);
    CREATE TABLE "Member" (
      "id" text PRIMARY KEY,
      "organizationId" text NOT NULL REFERENCES "Organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
      "userId" text REFERENCES auth_users (id) ON DELETE CASCADE ON UPDATE CASCADE,
      "role" "Role" NOT NULL,
      "email" text,
      "invitation" text UNIQUE,
      "expires" timestamp(3),
      UNIQUE ("organizationId", "userId"),
      UNIQUE ("organizationId", "email")
    );`,
};

/** Prepares the database of a tab. @returns A function that ends what has been started. */
async function prepare(recipe: Recipe): Promise<() => Promise<void>> {
  if (recipe.database === "SQLite") return () => Promise.resolve();
  const { pool, close } = await openPostgres(recipe);
  recipe.read("sh");
  await Postgres(pool).migrate();
  await pool.query(TABLES[recipe.database] ?? recipe.read("organizations.sql"));
  return async () => {
    const { pool, db } = recipe.database === "Prisma" ? {} : await recipe.load("auth.ts");
    await (pool ?? db?.$client)?.end();
    await close();
  };
}

page.section("Create an organization, invite, accept", async (recipe) => {
  const close = await prepare(recipe);
  const mails = recipe.addMails();
  const google = await recipe.startWithGoogle();
  const { accept, createOrganization, invite, organizationsOf, removeMember, roleIn } = await recipe.load(
    "organizations.ts",
  );
  const people: Record<string, { browser: Browser; id: string }> = {};
  for (const name of ["olga", "adam", "mia", "eve"]) {
    const browser = recipe.browser();
    google.login({ sub: name, name, email: `${name}@example.com` });
    await recipe.signIn(browser, "google");
    people[name] = { browser, id: (await recipe.session(browser)).user.id };
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
  assert.equal(await roleIn(id, adam!.id), null, "a link that is opened accepts nothing");
  assert.match((await (await adam!.browser.open(`${APP}${link}`)).submit("Join")).text, /You are admin here/);
  assert.doesNotMatch(await open(eve!, link), /Join/, "a link works once");
  const accepted = link.replace("/invitation/", "");
  assert.equal(await accept(accepted, adam!.id), id, "a second click leads where the first one led");
  await post(eve!, link).then((answer) => answer.body?.cancel());
  assert.equal(await roleIn(id, eve!.id), null);

  assert.equal(await mailed(adam!, "eve@example.com", "admin"), null, "an admin invites members alone");
  assert.equal(await mailed(eve!, "eve@example.com", "member"), null, "a stranger invites nobody");
  assert.equal(await mailed(olga!, "eve@example.com", "root"), null, "there are three roles");
  const owners = await mailed(olga!, "eve@example.com", "owner");
  assert.equal(
    await mailed(adam!, "eve@example.com", "member"),
    null,
    "an admin replaces no invitation of an owner",
  );
  assert.match(await open(eve!, owners!), /Join <b>Acme/);
  for (const email of ["", "undefined", "a@example.com, b@example.com", "a@example.com,b@example.com"]) {
    assert.equal(
      await invite(id, { by: olga!.id, email, role: "member" }),
      null,
      "an invitation has one address",
    );
  }
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
  assert.equal(await roleIn(id, mia!.id), "member");
  assert.equal(await mailed(mia!, "eve@example.com", "member"), null, "a member invites nobody");
  assert.deepEqual((await organizationsOf(mia!.id)).map(({ role }: { role: string }) => role), ["member"]);

  const late = await mailed(olga!, "eve@example.com", "member");
  assert.match(await open(eve!, owners!), /has ended|not found|404/i);
  recipe.platform.tick(8 * 24 * 60 * 60);
  await post(eve!, late!);
  assert.equal(await roleIn(id, eve!.id), null, "a link works for a week");

  assert.equal(await removeMember(id, { by: mia!.id, userId: adam!.id }), false);
  assert.equal(await removeMember(id, { by: adam!.id, userId: olga!.id }), false);
  assert.equal(
    await removeMember(id, { by: olga!.id, userId: olga!.id }),
    false,
    "an organization keeps an owner",
  );
  assert.equal(await removeMember(id, { by: adam!.id, userId: mia!.id }), true);
  assert.doesNotMatch(await open(mia!, path), /You are/);
  assert.equal(await invite(id, { by: mia!.id, email: "x@example.com", role: "member" }), null);

  // Two spellings of one address are one invitation.
  const typed = await invite(id, { by: olga!.id, email: " Zoe@Müller.example", role: "member" });
  await invite(id, { by: olga!.id, email: "zoe@xn--mller-kva.example", role: "member" });
  assert.equal(await accept(typed, eve!.id), null);

  // A member who gets another invitation, at another address, stays what they are.
  const other = await invite(id, { by: olga!.id, email: "adam@work.example", role: "member" });
  assert.equal(await accept(other, adam!.id), null);
  assert.equal(await roleIn(id, adam!.id), "admin");

  // Before an account is deleted, an organization needs another owner.
  const { leaveOrganizations, onlyOwnedBy } = await recipe.load("leave_organizations.ts");
  const hers = await createOrganization(eve!.id, "Eve's");
  await accept(await invite(hers, { by: eve!.id, email: "olga@example.com", role: "admin" }), olga!.id);
  assert.deepEqual(await onlyOwnedBy(olga!.id), [name]);
  await assert.rejects(leaveOrganizations({ id: olga!.id }), new RegExp(name));
  assert.deepEqual([await roleIn(id, olga!.id), await roleIn(hers, olga!.id)], ["owner", null]);
  const heir = await invite(id, { by: olga!.id, email: "eve@example.com", role: "owner" });
  assert.equal(await accept(heir, eve!.id), id);
  assert.deepEqual(await onlyOwnedBy(olga!.id), []);
  await leaveOrganizations({ id: olga!.id });
  assert.deepEqual([await roleIn(id, olga!.id), await roleIn(id, eve!.id)], [null, "owner"]);

  // Of two owners who leave at once, one stays.
  const shared = await createOrganization(olga!.id, "Shared");
  const secret = await invite(shared, { by: olga!.id, email: "eve@example.com", role: "owner" });
  assert.deepEqual(
    await Promise.all([accept(secret, eve!.id), accept(secret, mia!.id)]).then((ids) => ids.filter(Boolean)),
    [
      shared,
    ],
  );
  const both = (await roleIn(shared, eve!.id)) ? [olga!.id, eve!.id] : [olga!.id, mia!.id];
  const left = await Promise.all(both.map((userId) => removeMember(shared, { by: userId, userId })));
  assert.deepEqual(left.filter(Boolean).length, 1);
  await close();
});

page.last();
