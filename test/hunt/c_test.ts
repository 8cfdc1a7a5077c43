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
import { app, open, SECRET } from "../flows/_world.ts";
import { toPerson } from "../flows/_passkeys.ts";
import { SecondFactor } from "../../src/features/second_factor/second_factor.ts";
import { Password } from "../../src/providers/password.ts";
import { getAccessToken, importSecondFactor, resetSecondFactor, revokeTokens } from "../flows/_outside.ts";
import { proveMailbox, secretIn } from "../flows/_second_factor.ts";
const swap = (w: any, config: any) => {
  w.platform.sites[APP] = (r: Request) => app(r, config);
};
const page = async (w: any, path: string, b = w.browser) => {
  const q = await b.open(`${APP}${path}`);
  return `${path}: ${q.status} ${short(q.url).slice(0, 80)} | ${q.text.slice(0, 80)}`;
};
const tail = (w: any, n = 3) => w.log().split("\n").slice(-n).join(" / ").slice(0, 400);

each("C1 which field written in which event breaks the first sign-in", async (s) => {
  for (const event of ["createUser", "linkAccount", "signIn"]) {
    for (const field of ["name", "image", "emailVerified", "email"]) {
      for (const verified of [true, undefined]) {
        let w: any;
        const value = () =>
          ({
            name: "N",
            image: "https://x.example/i.png",
            emailVerified: new Date(w.platform.now()),
            email: "other@example.com",
          } as any)[field];
        w = openFactors(
          {
            session: { strategy: s },
            secondFactor: false,
            events: {
              [event]: async ({ user }: any) => {
                await w.db.adapter.updateUser({ id: user.id, [field]: value() });
              },
            },
            more: (idp: any) => [oidc(idp, { id: "openid" })],
          } as any,
        );
        w.idp.login({ sub: "z", name: "Ada", email: ADA, ...(verified && { email_verified: true }) });
        const p = await w.signIn({ provider: verified ? "openid" : "idp" });
        if (short(p.url) !== "/home") {
          show(
            event,
            field,
            verified ? "vouched" : "not vouched",
            short(p.url).slice(0, 90),
            tail(w, 3).slice(0, 200),
          );
        }
        const v = w.visitor();
        await w.ask("new@example.com", v);
        const q = await w.follow(v);
        if (short(q.url) !== "/home") {
          show("  by mail", event, field, short(q.url).slice(0, 90));
        }
      }
    }
  }
  show("end");
});
each("C2 adapter added to a running application x sessions from before, and taken away again", async (s) => {
  if (s === "database") return;
  const w: any = openFactors(
    {
      session: { strategy: s },
      features: [AccessTokens(), ProviderLogout({ backchannel: true })],
      idp: { refreshTokens: "rotated" },
      more: (idp: any) => [oidc(idp, { id: "openid" }), Passkey()],
    } as any,
  );
  const full = w.config;
  const { adapter: _, ...none } = full;
  const bare = {
    ...none,
    features: [AccessTokens({ keptIn: "cookie" }), ProviderLogout()],
    providers: full.providers.filter((p: any) => p.id === "idp" || p.id === "openid"),
  };
  w.idp.login({ sub: "a1", name: "Ada", email: ADA, email_verified: true });
  swap(w, bare);
  let p = await w.signIn({ provider: "openid" });
  show("bare", short(p.url), JSON.stringify(await w.sessionIn(w.browser)));
  swap(w, full);
  show("with database", JSON.stringify(await w.sessionIn(w.browser)));
  for (
    const path of [
      "/",
      "/auth/account",
      "/auth/second-factor-setup",
      "/auth/second-factor",
      "/auth/password",
      "/auth/signin?link=true&callbackUrl=/home",
      "/auth/signout",
      "/auth/account-data",
    ]
  ) show(await page(w, path));
  show("after pages", await who(w));
  swap(w, bare);
  await w.signIn({ provider: "openid" });
  swap(w, full);
  const pk = toPerson(w.browser, "passkey");
  try {
    show("passkey", loc(await pk.register({ link: "true" })));
  } catch (e: any) {
    show("passkey", e.message.slice(0, 200));
  }
  show(await who(w));
  p = await w.signIn({ link: true, provider: "idp" });
  show("link idp", short(p.url), await who(w), await w.db.accounts());
  p = await w.signIn({ provider: "openid" });
  show("openid", short(p.url).slice(0, 80), await who(w), await w.db.accounts());
  await out(w.browser);
  p = await w.signIn({ provider: "openid" });
  show("openid again", short(p.url), await who(w), await w.db.accounts());
  w.platform.tick(3 * DAY);
  show(await who(w));
  swap(w, bare);
  show("database away for good", await who(w));
  show(await page(w, "/auth/signin"));
  show("signout", loc(await post(w.browser, "signout", { provider: "true" })), tail(w));
});
each("C3 keptIn cookie <-> rows", async (s) => {
  const w: any = openFactors(
    {
      session: { strategy: s },
      secondFactor: false,
      features: [AccessTokens()],
      idp: { refreshTokens: "rotated" },
    } as any,
  );
  const rows = w.config, cookie = { ...rows, features: [AccessTokens({ keptIn: "cookie" } as any)] };
  swap(w, cookie);
  w.idp.login({ sub: "a1", name: "Ada", email: ADA, email_verified: true });
  let p = await w.signIn();
  show(short(p.url), w.browser.cookies(APP).map((c: any) => c.name.replace("__Host-latchkey.", "")));
  const [u] = await w.db.users();
  if (!u) return show(tail(w));
  swap(w, rows);
  try {
    show((await getAccessToken({ userId: u.id, provider: "idp" } as any, rows)).slice(0, 10));
  } catch (e: any) {
    show("rows", e.type, e.code);
  }
  p = await w.signIn();
  show(short(p.url), w.browser.cookies(APP).map((c: any) => c.name.replace("__Host-latchkey.", "")));
  swap(w, cookie);
  await w.browser.open(APP + "/");
  await out(w.browser);
  show(w.browser.cookies(APP).map((c: any) => c.name.replace("__Host-latchkey.", "")));
});
const deep = (o: any, name = ""): any =>
  new Proxy(o, {
    get: (t, k) => {
      const v = t[k];
      if (typeof v === "function") return async (...a: any[]) => await v.apply(t, a);
      if (v && typeof v === "object" && k === "rows") return deep(v, "rows");
      return v;
    },
  });
const cached = (a: any, w: () => number) => {
  const c = new Map<string, [number, any]>();
  const get = async (id: string) => {
    const k = c.get(id);
    if (k && w() - k[0] < 60_000) return k[1];
    const u = await a.getUser(id);
    c.set(id, [w(), u]);
    return u;
  };
  return { ...a, getUser: get };
};
const tenant = (a: any) => {
  const P = "acme:";
  const outU = (u: any) => u && { ...u, email: u.email?.startsWith(P) ? u.email.slice(P.length) : u.email };
  const inU = (u: any) => ({ ...u, ...(u.email != null && { email: P + u.email }) });
  return {
    ...a,
    createUser: async (u: any) => outU(await a.createUser(inU(u))),
    getUser: async (i: any) => outU(await a.getUser(i)),
    getUserByEmail: async (e: any) => outU(await a.getUserByEmail(P + e)),
    getUserByAccount: async (k: any) => outU(await a.getUserByAccount(k)),
    updateUser: async (u: any) => outU(await a.updateUser(inU(u))),
    getSessionAndUser: async (t: any) => {
      const r = await a.getSessionAndUser(t);
      return r && { ...r, user: outU(r.user) };
    },
    createUserWithAccount: a.createUserWithAccount &&
      (async (u: any, acc: any) => outU(await a.createUserWithAccount(inU(u), acc))),
    takeOverUser: a.takeOverUser && (async (x: any) => outU(await a.takeOverUser(inU(x)))),
    verifyUser: a.verifyUser && (async (x: any) => outU(await a.verifyUser(inU(x)))),
  };
};
each("C4 adapters that are wrapped", async (s) => {
  for (
    const [name, wrap] of Object.entries({
      plain: (a: any) => a,
      deepProxy: (a: any) => deep(a),
      entries: (a: any) => Object.fromEntries(Object.entries(a)),
      entriesFns: (a: any) =>
        Object.fromEntries(
          Object.entries(a).map(([k, v]: any) => [
            k,
            typeof v === "function" ? async (...x: any[]) => await v(...x) : v,
          ]),
        ),
      onlyFns: (a: any) => Object.fromEntries(Object.entries(a).filter(([, v]) => typeof v === "function")),
      proto: (a: any) => Object.create(a),
      cached: (a: any) => cached(a, () => W.platform.now()),
      tenant,
      frozen: (a: any) => Object.freeze({ ...a, rows: Object.freeze({ ...a.rows }) }),
    } as Record<string, (a: any) => any>)
  ) {
    const tr: string[] = [];
    try {
      const inner = Memory();
      const w: any = openFactors(
        {
          session: { strategy: s },
          adapter: inner,
          features: [AccessTokens()],
          idp: { refreshTokens: "rotated" },
          more: (idp: any) => [oidc(idp, { id: "openid" }), Passkey()],
        } as any,
      );
      W = w;
      const config = { ...w.config, adapter: wrap(inner) };
      swap(w, config);
      await w.register();
      tr.push(short((await w.browser.open(APP + "/auth/account")).url));
      w.idp.login({ sub: "y", name: "Ada", email: ADA, email_verified: true });
      let p = await w.signIn({ link: true });
      tr.push(short(p.url).slice(0, 60));
      const id = (await w.sessionIn(w.browser))?.user.id ?? (await inner.getUserByEmail!(ADA))?.id ??
        (await inner.getUserByEmail!("acme:" + ADA))?.id;
      tr.push(String(await getAccessToken({ userId: id, provider: "idp" } as any, config)).slice(0, 6));
      const kit = await w.turnOn();
      await out(w.browser);
      w.platform.tick(61);
      p = await w.enter();
      p = await w.answer(p, { code: w.code(kit), remember: "true" });
      tr.push(short(p.url), String((await who(w))?.slice(-4)));
      const v = w.visitor();
      await w.forget(v);
      const m = w.mails.at(-1);
      p = await v.open(m.url ?? APP);
      tr.push(short(p.url).slice(0, 25));
      const pk = toPerson(w.browser, "passkey");
      tr.push(loc(await pk.register({ link: "true" })));
      const d: any = await (await w.browser.fetch(`${APP}/auth/account-data`)).json();
      tr.push(`${d.accounts?.length} ${d.passkeys?.length}`);
      await config.adapter.deleteUser(id);
      w.platform.tick(3700);
      tr.push("deleted: " + await who(w));
    } catch (e: any) {
      tr.push(
        "THREW " + e.message.replace(/<style[\s\S]*?<\/style>/g, "").replace(/\s+/g, " ").slice(0, 260) +
          " " + tail(W, 3).slice(0, 300),
      );
    }
    show(name, "|", tr.join(" ; "));
  }
});
let W: any;
each(
  "C5 outside() beside live requests: import while set-up page open; reset while answering; reset+import",
  async (s) => {
    const SEC = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
    const w: any = openFactors({ session: { strategy: s } } as any);
    await w.register();
    const [u] = await w.db.users();
    let sh = await proveMailbox(await w.browser.open(`${APP}/auth/second-factor-setup?callbackUrl=/home`), w);
    const secret = secretIn(sh);
    show("import", await importSecondFactor({ userId: u.id, secret: SEC } as any, w.config));
    let p = await sh.submit("/auth/second-factor-setup", { code: w.code({ secret }) });
    show(
      "set-up submitted",
      short(p.url).slice(0, 70),
      codesIn(p).length,
      p.text.slice(0, 100),
      await who(w),
    );
    await out(w.browser);
    w.platform.tick(61);
    p = await w.enter();
    const q = await w.answer(p, { code: w.code({ secret: SEC }) });
    show("imported app", short(q.url).slice(0, 60), await who(w));
    await out(w.browser);
    w.platform.tick(61);
    p = await w.enter();
    await resetSecondFactor(u.id, w.config);
    await importSecondFactor({ userId: u.id, secret: SEC } as any, w.config);
    const r = await w.answer(p, { code: w.code({ secret: SEC }) });
    show("pending before reset, answered after import", short(r.url).slice(0, 70), await who(w));
    w.platform.tick(61);
    p = await w.enter();
    await resetSecondFactor(u.id, w.config);
    const r2 = await w.answer(p, { code: w.code({ secret: SEC }) });
    show("reset between", short(r2.url).slice(0, 90), await who(w));
    p = await w.enter();
    show(
      "again",
      short(p.url).slice(0, 50),
      await who(w),
      "mails",
      w.mails.map((m: any) => m.purpose).join(),
    );
  },
);
