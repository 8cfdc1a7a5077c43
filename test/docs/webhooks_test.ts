import assert from "node:assert/strict";
import { Webhook } from "npm:standardwebhooks@^1.1.1";
import { APP, openPage } from "./_recipe.ts";

const page = openPage("webhooks.md", { replace: { "auth.sqlite": ":memory:" } });

const CRM = "https://crm.example.com";
const SECRET = `whsec_${btoa("a-secret-of-32-characters-for-tests")}`;

page.section("Turn it on", async (recipe) => {
  assert.match(recipe.read("sh"), /npm install standardwebhooks/);
  recipe.env.CRM_WEBHOOK_SECRET = SECRET;
  const { config } = await recipe.load("auth.ts");
  assert.equal(config.features[0].name, "webhooks");
});

page.section("Deliver", async (recipe) => {
  recipe.env.CRM_WEBHOOK_SECRET = SECRET;
  const google = await recipe.startWithGoogle();
  google.login({ sub: "1", email: "ada@example.com", email_verified: true, name: "Ada Lovelace" });
  assert.equal((await recipe.signIn(recipe.browser(), "google")).text, "Hello Ada Lovelace");
  const received: unknown[] = [];
  const webhook = new Webhook(SECRET);
  recipe.sites[CRM] = async (request) => {
    const { type, data } = webhook.verify(await request.text(), Object.fromEntries(request.headers)) as {
      readonly type: string;
      readonly data: { readonly name?: string };
    };
    received.push([type, data.name]);
    return new Response();
  };
  await recipe.load("deliver.ts");
  assert.deepEqual(received, [
    ["user.created", "Ada Lovelace"],
    ["account.linked", undefined],
    ["user.signed_in", "Ada Lovelace"],
  ]);
  assert.match(recipe.printed(), /3 delivered, 0 failed, 0 waiting/);
  const command = recipe.read("sh").trim();
  assert.equal(command, "node --env-file=.env deliver.ts");
  assert.ok(recipe.read("crontab").trim().endsWith(command));
});

page.section("Receive", async (recipe) => {
  recipe.env.CRM_WEBHOOK_SECRET = SECRET;
  const crm = await recipe.listen("crm.ts");
  const send = async (id: string, { name, signed = id }: { name: string | null; signed?: string }) => {
    const data = { id: "1", name };
    // The clock of the world stands still.
    const now = new Date(Date.now());
    const body = JSON.stringify({ type: "user.created", timestamp: now.toISOString(), data });
    const headers = {
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
      "webhook-signature": new Webhook(SECRET).sign(signed, now, body),
    };
    return (await crm(new Request(APP, { method: "POST", body, headers }))).status;
  };
  assert.deepEqual([await send("msg_1", { name: "Ada" }), await send("msg_1", { name: "Ada" })], [204, 204]);
  assert.equal(await send("msg_2", { name: "Eve", signed: "msg_1" }), 400);
  assert.equal(await send("msg_3", { name: null }), 204);
  assert.deepEqual(recipe.printed().match(/Hello .*/g), ["Hello Ada", "Hello stranger"]);
});

page.section("The events", async (recipe) => {
  recipe.env.CRM_WEBHOOK_SECRET = SECRET;
  const google = await recipe.startWithGoogle();
  google.login({ sub: "1", email: "ada@example.com", email_verified: true, name: "Ada Lovelace" });
  await recipe.signIn(recipe.browser(), "google");
  const bodies: string[] = [];
  recipe.sites[CRM] = async (request) => {
    bodies.push(await request.text());
    return new Response();
  };
  await recipe.load("deliver.ts");
  const shapeOf = (text: string) => text.replaceAll(/: *"[^"]*"/g, ': "…"').replaceAll(/\s/g, "");
  assert.deepEqual(recipe.read("json").split("\n\n").map(shapeOf), bodies.slice(0, 2).map(shapeOf));
});

page.section("What was given up", async (recipe) => {
  recipe.env.CRM_WEBHOOK_SECRET = SECRET;
  const google = await recipe.startWithGoogle();
  google.login({ sub: "1", email: "ada@example.com", email_verified: true, name: "Ada Lovelace" });
  await recipe.signIn(recipe.browser(), "google");
  recipe.sites[CRM] = () => new Response(null, { status: 410 });
  await recipe.load("deliver.ts");
  await recipe.load("given_up.ts");
  assert.match(recipe.printed(), /user\.created for https:\/\/crm\.example\.com\/webhooks: 410/);
  recipe.sites[CRM] = () => new Response();
});

page.last();
