import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { built } from "./_built.ts";
import { APP, openPage, type Recipe } from "./_recipe.ts";

const page = openPage("recipes/enterprise_sso.md", { built });

const SSO = "https://sso.example.com";

/** A server that speaks SAML with the customers. The tenant of a sign-in is the one that the request names. */
function addPolis(recipe: Recipe) {
  const idp = recipe.addProvider(SSO, "BOXYHQ_SAML", { clientAuthentication: "client_secret_post" });
  recipe.env.AUTH_BOXYHQ_SAML_ISSUER = SSO;
  recipe.addMails();
  const { authorization_endpoint, token_endpoint } = idp.metadata;
  const seen = { tenant: "", product: "" };
  const person = { id: "1", email: "ada@engine.example", firstName: "Ada" };
  recipe.sites[SSO] = (request) => {
    const { pathname, searchParams, search } = new URL(request.url);
    if (pathname === "/api/oauth/authorize") {
      Object.assign(seen, { tenant: "", product: "" }, Object.fromEntries(searchParams));
      return idp.fetch(new Request(authorization_endpoint! + search, request));
    }
    if (pathname === "/api/oauth/token") return idp.fetch(new Request(token_endpoint!, request));
    if (pathname === "/api/oauth/userinfo") {
      const { tenant, product } = seen;
      return Response.json({ ...person, ...tenant ? { requested: { tenant, product } } : {} });
    }
    return idp.fetch(request);
  };
  return { seen, person };
}

page.section("Sign in with the customer's identity provider", async (recipe) => {
  const { seen, person } = addPolis(recipe);
  await recipe.start();
  const { adapter } = await recipe.load("auth.ts");
  const ask = async (email: string) => {
    const browser = recipe.browser();
    if (recipe.tab === "Next") {
      const form = await browser.open(`${APP}/sso`);
      return { browser, page: await form.submit("Continue", { email }) };
    }
    const answer = await browser.fetch(`${APP}/sso`, {
      method: "POST",
      headers: { accept: "text/html", origin: APP },
      body: new URLSearchParams({ email }),
      redirect: "manual",
    });
    assert.equal(answer.status, 303, await answer.text());
    return { browser, page: await browser.open(new URL(answer.headers.get("location")!, APP).href) };
  };

  const { browser, page: home } = await ask("Ada@Engine.example");
  assert.equal(new URL(home.url).pathname, "/");
  assert.equal((await recipe.session(browser)).user.email, "ada@engine.example");
  assert.deepEqual([seen.tenant, seen.product], ["engine", "acme"]);

  const { page: unknown } = await ask("someone@elsewhere.example");
  assert.equal(new URL(unknown.url).pathname, `${recipe.basePath}/signin`);

  // The identity provider of a customer claims an employee of another one.
  Object.assign(person, { id: "2", email: "boss@loom.example" });
  const { browser: stranger, page: refused } = await ask("mallory@engine.example");
  assert.match(refused.text, /don't have access/);
  assert.equal(await recipe.session(stranger), null);
  assert.equal(await adapter.getUserByEmail("boss@loom.example"), null);

  // The answer names no customer, and the address belongs to none.
  Object.assign(person, { id: "2", email: "mallory@elsewhere.example" });
  const { text } = await recipe.signIn(recipe.browser(), "boxyhq-saml");
  assert.match(text, /don't have access/);

  // The same id at another customer is another user.
  Object.assign(person, { id: "1", email: "grace@loom.example" });
  const { browser: grace } = await ask("grace@loom.example");
  assert.equal((await recipe.session(grace)).user.email, "grace@loom.example");

  // An employee does not go round the company by a mail; others may.
  const byMail = async (email: string) => {
    const form = await recipe.browser().open(`${APP}${recipe.basePath}/signin`);
    return (await form.submit(`${recipe.basePath}/signin/resend`, { email })).text;
  };
  assert.match(await byMail("ada@engine.example"), /don't have access/);
  assert.match(await byMail("someone@elsewhere.example"), /Check your email/);
});

page.section("Remove who has left, with SCIM", async (recipe) => {
  addPolis(recipe);
  recipe.env.SCIM_SECRET = "a-secret-of-the-directory";
  const { onDirectory } = await recipe.load("directory.ts");
  const { adapter } = await recipe.load("auth.ts");
  const user = await adapter.createUser({
    id: "ada",
    name: "Ada",
    email: "ada@engine.example",
    emailVerified: null,
  });
  const signIn = () =>
    adapter.createSession({
      sessionToken: `sha256:${crypto.randomUUID()}`,
      userId: user.id,
      expires: new Date(Date.now() + 1000 * 1000),
    });
  const sessions = async () => (await adapter.listSessionsByUserId(user.id)).length;
  const send = async (payload: unknown, { secret = "a-secret-of-the-directory", age = 0 } = {}) => {
    const [body, time] = [JSON.stringify(payload), Date.now() - age];
    const signature = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
    return await onDirectory(body, `t=${time},s=${signature}`);
  };
  const leaves = { event: "user.deleted", tenant: "engine", data: { id: "1", email: "ada@engine.example" } };
  await signIn();
  assert.equal(await send(leaves, { secret: "another" }), 401);
  assert.equal(await send(leaves, { age: 10 * 60 * 1000 }), 401);
  for (const header of [null, undefined, "", "t=1,s=00", `t=${Date.now()},s=${"0".repeat(64)}`]) {
    assert.equal(await onDirectory(JSON.stringify(leaves), header), 401);
  }
  assert.equal(await send({ ...leaves, event: "user.created" }), 200);
  assert.equal(await send({ ...leaves, tenant: "loom" }), 200, "another customer's directory");
  assert.equal(await sessions(), 1);
  assert.equal(await send([leaves]), 200);
  assert.equal(await sessions(), 0);
  await signIn();
  assert.equal(
    await send({ ...leaves, event: "user.updated", data: { ...leaves.data, active: false } }),
    200,
  );
  assert.equal(await sessions(), 0);
  await signIn();
  const typed = { ...leaves.data, email: " Ada@Engine.example" };
  assert.equal(await send({ ...leaves, data: typed }), 200);
  assert.equal(await sessions(), 0, "a directory has addresses as somebody typed them");
  // Auth.js has stored an address as the identity provider sent it.
  await adapter.updateUser({ id: user.id, email: "Ada@Engine.example" });
  await signIn();
  assert.equal(await send({ ...leaves, data: typed }), 200);
  assert.equal(await sessions(), 0, "a row of before has its own spelling");
  delete recipe.env.SCIM_SECRET;
  assert.equal(await send(leaves), 401, "without a secret, nothing is signed");
});

page.last();
