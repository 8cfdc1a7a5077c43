import {
  AccessTokens,
  ADA,
  APP,
  BETTER,
  codesIn,
  DAY,
  each,
  GOOD,
  loc,
  Memory,
  oauth2,
  oidc,
  openFactors,
  out,
  Passkey,
  post,
  ProviderLogout,
  short,
  show,
  who,
} from "./_h.ts";
import { app } from "../flows/_world.ts";
import { toPerson } from "../flows/_passkeys.ts";
import { getAccessToken, importSecondFactor, resetSecondFactor, revokeTokens } from "../flows/_outside.ts";
import { proveMailbox, secretIn } from "../flows/_second_factor.ts";
import { fromAuthJs } from "../../src/migrate/mod.ts";
const swap = (w: any, config: any) => {
  w.platform.sites[APP] = (r: Request) => app(r, config);
};
const page = async (w: any, path: string, b = w.browser) => {
  const q = await b.open(`${APP}${path}`);
  return `${path}: ${q.status} ${short(q.url).slice(0, 80)} | ${q.text.slice(0, 80)}`;
};
const tail = (w: any, n = 3) => w.log().split("\n").slice(-n).join(" / ").slice(0, 400);
const bareOf = (full: any) => {
  const { adapter: _, ...none } = full;
  return {
    ...none,
    features: [],
    providers: full.providers.filter((p: any) => p.id === "idp" || p.id === "openid"),
  };
};

each("D1 adapter added later x every way on", async (s) => {
  if (s === "database") return;
  for (
    const step of [
      "wait",
      "signin page",
      "same account",
      "other account",
      "mail",
      "passkey sign-up",
      "password sign-up",
      "sign-out",
    ]
  ) {
    const w: any = openFactors(
      {
        session: { strategy: s },
        secondFactor: step === "wait" ? { required: true } as any : true,
        more: (idp: any) => [oidc(idp, { id: "openid" }), Passkey()],
      } as any,
    );
    w.idp.login({ sub: "a1", name: "Ada", email: ADA, email_verified: true });
    const full = w.config;
    swap(w, bareOf(full));
    await w.signIn({ provider: "openid" });
    swap(w, full);
    let r: any = "";
    try {
      if (step === "wait") {
        const o = [];
        for (const h of [1, 10, 13, 24, 24, 48]) {
          w.platform.tick(h * 3600);
          o.push(`+${h}h ${(await who(w))?.slice(0, 4)}`);
        }
        r = o.join(" ");
      }
      if (step === "signin page") r = await page(w, "/auth/signin?callbackUrl=/home");
      if (step === "same account") r = short((await w.signIn({ provider: "openid" })).url);
      if (step === "other account") {
        w.idp.login({ sub: "b1", name: "A2", email: "a2@example.com" });
        r = short((await w.signIn({ provider: "openid" })).url);
      }
      if (step === "mail") {
        await w.ask(ADA);
        r = short((await w.follow()).url);
      }
      if (step === "password sign-up") {
        r = short((await w.signUp()).url);
        r += " " + loc(await post(w.browser, "callback/password", { code: w.mails.at(-1)?.code ?? "" }));
      }
      if (step === "passkey sign-up") {
        const k = toPerson(w.browser, "passkey");
        r = loc(await k.register({ email: "new@example.com" }));
      }
      if (step === "sign-out") r = loc(await post(w.browser, "signout", {}));
    } catch (e: any) {
      r = "THREW " + e.message.slice(0, 160);
    }
    show(step, "->", r, await who(w), await w.db.accounts());
  }
});
each("D2 adapter taken away (outage worked around, roll-back) x sessions", async (s) => {
  const w: any = openFactors({ session: { strategy: s } } as any);
  const kit = await w.registerWithFactor();
  let p = await w.enter();
  p = await w.answer(p, { code: w.code(kit) });
  const full = w.config;
  swap(w, bareOf(full));
  show("bare", JSON.stringify(await w.sessionIn(w.browser)));
  show(await page(w, "/auth/signin"));
  await out(w.browser);
  show(await who(w));
  swap(w, full);
  show("back", await who(w));
});
each("D3 revokeTokens at sign-out x provider removed, x provider back", async (s) => {
  const w: any = openFactors(
    {
      session: { strategy: s },
      secondFactor: false,
      features: [AccessTokens()],
      idp: { refreshTokens: "rotated", metadata: {} } as any,
      more: (idp: any) => [oidc(idp, { id: "openid" })],
    } as any,
  );
  const full = w.config;
  w.idp.login({ sub: "a1", name: "Ada", email: ADA, email_verified: true });
  await w.signIn({ provider: "openid" });
  await w.signIn({ link: true });
  const [u] = await w.db.users();
  swap(w, { ...full, providers: full.providers.filter((x: any) => x.id !== "idp") });
  const n = w.platform.lines.length;
  show(
    "signout",
    loc(await post(w.browser, "signout", { revokeTokens: "true" })),
    "log",
    w.platform.lines.slice(n).map((l: any) => l.level + l.text.slice(0, 120)).join("|"),
  );
  swap(w, full);
  try {
    show("token later", (await getAccessToken({ userId: u.id, provider: "idp" } as any, full)).slice(0, 6));
  } catch (e: any) {
    show(e.type, e.code);
  }
  try {
    show(
      "openid later",
      (await getAccessToken({ userId: u.id, provider: "openid" } as any, full)).slice(0, 6),
    );
  } catch (e: any) {
    show("openid", e.type, e.code);
  }
  show(w.idp.requests.map((r: any) => r.endpoint).filter((e: string) => /revo/.test(e)).length);
});
each("D4 provider's client id replaced x tokens, renewal, revocation, ID token hint", async (s) => {
  const w: any = openFactors(
    {
      session: { strategy: s },
      secondFactor: false,
      features: [AccessTokens(), ProviderLogout({ backchannel: true })],
      idp: { refreshTokens: "rotated" } as any,
      more: (idp: any) => [oidc(idp, { id: "openid" })],
    } as any,
  );
  const full = w.config;
  w.idp.login({ sub: "a1", name: "Ada", email: ADA, email_verified: true });
  await w.signIn({ provider: "openid" });
  const [u] = await w.db.users();
  const other = {
    ...full,
    providers: full.providers.map((x: any) => x.id === "openid" ? { ...x, clientId: "another" } : x),
  };
  swap(w, other);
  w.platform.tick(7200);
  try {
    show("get", (await getAccessToken({ userId: u.id, provider: "openid" } as any, other)).slice(0, 6));
  } catch (e: any) {
    show("get", e.type, e.code, e.message.slice(0, 120));
  }
  show("signout", loc(await post(w.browser, "signout", { provider: "true" })).slice(0, 200));
  swap(w, full);
  try {
    show("back: get", (await getAccessToken({ userId: u.id, provider: "openid" } as any, full)).slice(0, 6));
  } catch (e: any) {
    show("back: get", e.type, e.code);
  }
});
each(
  "D5 OAuth provider becomes OIDC under the same id (issuer added) x account x tokens x logout",
  async (s) => {
    const w: any = openFactors(
      {
        session: { strategy: s },
        features: [AccessTokens(), ProviderLogout({ backchannel: true })],
        idp: { refreshTokens: "rotated" } as any,
        secondFactor: false,
      } as any,
    );
    const full = w.config;
    w.idp.login({ sub: "a1", name: "Ada", email: ADA, email_verified: true });
    await w.signIn();
    const [u] = await w.db.users();
    const o = { ...full, providers: full.providers.map((x: any) => x.id === "idp" ? oidc(w.idp) : x) };
    const flow = await w.post("signin/idp", { callbackUrl: "/home" });
    swap(w, o);
    const back = await w.idp.fetch(flow.headers.get("location"), { redirect: "manual" });
    const cb = back.headers.get("location");
    show(
      "flow begun as OAuth ends as OIDC",
      short((await w.browser.open(cb)).url).slice(0, 80),
      tail(w, 3).slice(0, 200),
    );
    await out(w.browser);
    const p = await w.signIn();
    show(short(p.url), await who(w), await w.db.accounts());
    w.platform.tick(7200);
    try {
      show("get", (await getAccessToken({ userId: u.id, provider: "idp" } as any, o)).slice(0, 6));
    } catch (e: any) {
      show("get", e.type, e.code);
    }
    show("signout", loc(await post(w.browser, "signout", { provider: "true" })).slice(0, 80));
  },
);
each("D6 url changed (domain moved) x passkeys, mails under way, session, kept form", async (s) => {
  const w: any = openFactors({ session: { strategy: s }, url: APP, more: (idp: any) => [Passkey()] } as any);
  await w.register();
  const k = toPerson(w.browser, "passkey");
  show(loc(await k.register({ link: "true" })));
  await w.ask("late@example.com", w.visitor());
  const m = w.mails.at(-1);
  const moved = { ...w.config, url: "https://new.test" };
  w.platform.sites["https://new.test"] = (r: Request) => app(r, moved);
  const b = w.visitor();
  show(
    "old mail at the new host",
    short((await b.open(m.url.replace(APP, "https://new.test"))).url).slice(0, 90),
  );
  const q = await b.open("https://new.test/auth/signin");
  show(q.status);
  swap(w, moved);
  show("old host served with new url", await page(w, "/auth/signin"), await who(w));
  const r = await w.browser.fetch(`${APP}/auth/signout`);
  show(r.status, (await post(w.browser, "signout", {})).status, await who(w));
});
