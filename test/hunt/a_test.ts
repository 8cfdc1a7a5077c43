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
import { Auth, resolveSession } from "../../mod.ts";
import { importUser } from "../flows/_kept_passwords.ts";
import { toPerson } from "../flows/_passkeys.ts";
import { Password } from "../../src/providers/password.ts";
import { getAccessToken } from "../flows/_outside.ts";
const swap = (w: any, config: any) => {
  w.platform.sites[APP] = (r: Request) => app(r, config);
};
const page = async (w: any, path: string, b = w.browser) => {
  const q = await b.open(`${APP}${path}`);
  return `${path}: ${q.status} ${short(q.url)} | ${q.text.slice(0, 110)}`;
};
const providers = (c: any, ...ids: string[]) => ({
  ...c,
  providers: c.providers.filter((p: any) => !ids.includes(p.id ?? p.options?.id)),
});

each("A1 squatter's unproven password x Password() out x owner by mail x Password() back", async (s) => {
  const w: any = openFactors({ session: { strategy: s } } as any);
  await importUser(w); // password GOOD never proven
  const squat = w.visitor();
  let p = await w.enter(GOOD, squat);
  show("squatter", short(p.url), await who(w, squat));
  const full = w.config, less = providers(full, "password");
  show("ids", less.providers.map((x: any) => x.id));
  swap(w, less);
  show("squatter w/o Password()", await who(w, squat));
  await w.ask(ADA);
  p = await w.follow();
  show("owner by link", short(p.url), await who(w));
  show("security", await w.db.adapter.rows.find("security", "1"), "squatter session", await who(w, squat));
  swap(w, full);
  p = await w.enter(GOOD, w.visitor());
  show("squatter's password later", short(p.url));
});
each("A2 squatter's factor x SecondFactor() out x owner by mail x back", async (s) => {
  const w: any = openFactors({ session: { strategy: s } } as any);
  await importUser(w);
  await w.enter(GOOD);
  const { importSecondFactor } = await import("../flows/_outside.ts");
  show(
    "import by",
    await importSecondFactor({ userId: "1", secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP" } as any, w.config),
  );
  await out(w.browser);
  let p = await w.enter(GOOD);
  show("asked?", short(p.url).slice(0, 50));
  const full = w.config,
    less = {
      ...full,
      features: full.features.filter((f: any) =>
        f.name !== "secondFactor" && f.id !== "secondFactor" ? true : false
      ),
    };
  show(full.features.map((f: any) => Object.keys(f)).flat().slice(0, 12));
  less.features = [];
  swap(w, less);
  const o = w.visitor();
  await w.ask(ADA, o);
  p = await w.follow(o);
  show("owner by link", short(p.url), await who(w, o));
  show("factor row", await w.db.adapter.rows.find("secondFactors", "1"));
  swap(w, full);
  const o2 = w.visitor();
  await w.ask(ADA, o2);
  p = await w.follow(o2);
  show("owner by link, feature back", short(p.url), await who(w, o2));
});
each("A3 AccessTokens() out x account removed from Ada, linked to Bob x back", async (s) => {
  const w: any = openFactors(
    {
      session: { strategy: s },
      secondFactor: false,
      features: [AccessTokens()],
      idp: { refreshTokens: "rotated" },
      more: (idp: any) => [oidc(idp, { id: "openid" })],
    } as any,
  );
  w.idp.login({ sub: "acc1", name: "Ada", email: ADA, email_verified: true });
  await w.signIn();
  await w.signIn({ provider: "openid", link: true });
  const users = await w.db.users();
  const ada = users[0];
  show(await w.db.accounts());
  show("token", (await getAccessToken({ userId: ada.id, provider: "idp" } as any, w.config)).slice(0, 12));
  const full = w.config;
  swap(w, { ...full, features: [] });
  w.platform.tick(30);
  await out(w.browser);
  await w.signIn();
  show(await page(w, "/auth/account"));
  const q = await w.browser.open(`${APP}/auth/account`);
  try {
    const r = await q.submit("/auth/account", {});
    show(short(r.url));
  } catch (e: any) {
    show("submit", String(e.message).slice(0, 200));
  }
  const d: any = await (await w.browser.fetch(`${APP}/auth/account-data`)).json();
  show(JSON.stringify(d).slice(0, 600));
  const acc = (d.accounts ?? []).find((x: any) => x.provider === "idp");
  const r = await post(w.browser, "account", {
    action: "remove",
    provider: "idp",
    id: acc?.id ?? "",
    account: acc?.id ?? "",
  });
  show("remove", loc(r), (await r.text()).slice(0, 120), await w.db.accounts());
});
each("A4 basePath changed while OAuth, mail, second step under way", async (s) => {
  const w: any = openFactors({ session: { strategy: s } } as any);
  const kit = await w.registerWithFactor();
  const full = w.config, moved = { ...full, basePath: "/api/auth" };
  const both = (r: Request) => {
    const u = new URL(r.url).pathname;
    return u.startsWith("/api/auth/")
      ? Auth(r, moved)
      : u.startsWith("/auth/")
      ? Auth(r, full)
      : app(r, moved);
  };
  const onlyNew = (r: Request) => {
    const u = new URL(r.url).pathname;
    return u.startsWith("/api/auth/")
      ? Auth(r, moved)
      : u.startsWith("/auth/")
      ? Promise.resolve(Response.redirect(r.url.replace("/auth/", "/api/auth/"), 308))
      : app(r, moved);
  };
  for (const [n, site] of [["both", both], ["308", onlyNew]] as const) {
    w.platform.tick(60);
    swap(w, full);
    let p = await w.enter();
    show(n, short(p.url).slice(0, 60));
    await w.ask(ADA, w.visitor());
    const b2 = w.visitor();
    await w.ask(ADA, b2);
    w.platform.sites[APP] = site;
    p = await w.answer(p, { code: w.code(kit) });
    show(n, "second step", short(p.url), await who(w));
    show(n, "mail link", short((await b2.open(w.mails.at(-1).url)).url));
    await out(w.browser);
  }
});
each("A5 useSecureCookies false -> true -> false: old session of Ada comes back after Bob", async (s) => {
  const w: any = openFactors({ session: { strategy: s }, useSecureCookies: false } as any);
  await w.register();
  show("cookies", w.browser.cookies(APP).map((c: any) => c.name));
  const insecure = w.config, secure = { ...insecure, useSecureCookies: true };
  swap(w, secure);
  show("after true", await who(w));
  await w.enter();
  show(await who(w), w.browser.cookies(APP).map((c: any) => c.name));
  await out(w.browser);
  show("out", await who(w), w.browser.cookies(APP).map((c: any) => c.name));
  swap(w, insecure);
  show("rolled back", await who(w));
});
each(
  "A6 provider removed: pending second step of it, ProviderLogout, AccessTokens.get, account page",
  async (s) => {
    const w: any = openFactors(
      {
        session: { strategy: s },
        features: [AccessTokens(), ProviderLogout({ backchannel: true })],
        idp: { refreshTokens: "rotated" },
        more: (idp: any) => [oidc(idp, { id: "openid" })],
      } as any,
    );
    await w.register();
    w.idp.login({ sub: "o1", name: "Ada", email: ADA, email_verified: true });
    let p = await w.signIn({ provider: "openid", link: true });
    show(short(p.url), await w.db.accounts());
    const kit = await w.turnOn();
    await out(w.browser);
    w.platform.tick(60);
    p = await w.signIn({ provider: "openid" });
    show(short(p.url).slice(0, 60));
    const full = w.config, less = providers(full, "openid");
    swap(w, less);
    p = await w.answer(p, { code: w.code(kit) });
    show("second step, provider gone", short(p.url), await who(w));
    swap(w, full);
    w.platform.tick(60);
    p = await w.signIn({ provider: "openid" });
    p = await w.answer(p, { code: w.code(kit) });
    show("in again", await who(w));
    swap(w, less);
    const [u] = await w.db.users();
    try {
      show("token", (await getAccessToken({ userId: u.id, provider: "openid" } as any, less)).slice(0, 10));
    } catch (e: any) {
      show("get", e.type, e.code, e.message.slice(0, 150));
    }
    show(await page(w, "/auth/account"));
    show(
      "signout provider",
      loc(await post(w.browser, "signout", { provider: "true", revokeTokens: "true" })),
      await who(w),
    );
    show(w.log().split("\n").slice(-6).join("\n     ").slice(0, 900));
  },
);
each("A7 mails: link -> code -> both between request and answer; id of mail provider kept", async (s) => {
  const w: any = openFactors({ session: { strategy: s } } as any);
  await w.register();
  await out(w.browser);
  w.platform.tick(60);
  const full = w.config;
  const withMails = (m: string) => ({
    ...full,
    providers: full.providers.map((p: any) => p.id === "email" ? { ...p, mails: m } : p),
  });
  for (const [a, b] of [["link", "code"], ["code", "link"], ["both", "link"], ["both", "code"]] as const) {
    swap(w, withMails(a));
    const v = w.visitor();
    const p = await w.ask(ADA, v);
    const m = w.mails.at(-1);
    swap(w, withMails(b));
    if (m.url) show(a, "->", b, "link", short((await v.open(m.url)).url));
    if (m.code) {
      const r = await p.submit(
        /action="([^"]*)"/.exec(p.html)?.[1]?.replace(APP, "") ?? "/auth/callback/email",
        { code: m.code },
      ).catch((e: any) => ({ url: e.message.slice(0, 150) }));
      show(a, "->", b, "code", short(r.url), await who(w, v));
    }
    w.platform.tick(900);
  }
});
