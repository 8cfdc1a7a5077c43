import assert from "node:assert/strict";
import { test } from "node:test";
import { cookieNameOf, parseCookies } from "../../src/http/cookies.ts";
import type { CookieOptions, SetCookie } from "../../src/values/cookie.ts";
import { MiddlewareAuth, requireSession } from "../../src/integrations/express/express.ts";
import { keepFields, keptFields } from "../../src/integrations/mount/kept_form.ts";
import { formOf } from "../../src/integrations/mount/sent_form.ts";
import { formOfNode } from "../../src/integrations/node/sent_form.ts";
import type { RequestAuth } from "../../src/integrations/mount/request_auth.ts";
import { KitAuth } from "../../src/integrations/sveltekit/sveltekit.ts";
import type { Listening } from "./_doors.ts";
import { ask as askAs } from "./_entries.ts";
import { ask, VERSIONS } from "./_express.ts";
import { serve } from "./_server.ts";
import { config, eachGuard, GUARDS, signedIn } from "./_levels.ts";

const BROWSER = { accept: "text/html,*/*;q=0.8" };
const BOTH = ["pwd", "otp", "mfa"];
const TYPE = "application/x-www-form-urlencoded";
const NAME = "latchkey.kept-form";

/** A form with what may go wrong: quotes, lines, a name twice, brackets, and a text of another language. */
const BODY = new URLSearchParams([
  ["to", `"Bob" <b@x> & 'co'`],
  ["note", "one\r\ntwo"],
  ["tag", "a"],
  ["tag", "b"],
  ["_csrf", "of-the-application"],
  ["text", "Zoë 日本"],
  ["empty", ""],
]).toString();

/** Cookies that an answer sets, as the browser sends them back. */
function setBy(response: Response): string {
  return response.headers.getSetCookie().filter((cookie) => cookieNameOf(cookie).startsWith(NAME))
    .map((cookie) => cookie.split(";")[0]).join("; ");
}

/** Sends a form to a page that needs more. @param bytes Its body, if it is not text. */
async function send(
  { url: here }: Listening,
  init: { cookie: string; body?: string; path?: string } & Record<string, string>,
  bytes?: Uint8Array<ArrayBuffer>,
) {
  const { cookie, body = BODY, path = "/transfer?step=2", ...own } = init;
  const headers = {
    ...BROWSER,
    cookie,
    "content-type": TYPE,
    origin: here,
    referer: `${here}/form?a=b`,
    ...own,
  };
  return await ask(here + path, { method: "POST", headers, body: bytes ?? body });
}

/** The form in a page: where it posts to, and its fields. */
function formIn(html: string) {
  const decode = (text: string) =>
    text.replaceAll(
      /&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi,
      (_, number, hex, name) =>
        number
          ? String.fromCodePoint(Number(number))
          : hex
          ? String.fromCodePoint(parseInt(hex, 16))
          : { amp: "&", lt: "<", gt: ">", quot: '"' }[name as string] ?? name,
    );
  const action = /<form method="post" action="([^"]*)"/.exec(html)?.[1];
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  return {
    action: action === undefined ? null : decode(action),
    body: new URLSearchParams(fields.map(([, name, value]) => [decode(name!), decode(value!)])).toString(),
  };
}

eachGuard("a form that needs more is kept, and a click sends it after the second factor", async (open) => {
  await using server = await open(config);
  const refused = await send(server, { cookie: await signedIn(["pwd"]) });
  assert.equal(refused.status, 303);
  const location = new URL(refused.headers.get("location")!, "http://x");
  assert.equal(location.pathname, "/auth/second-factor");
  const back = location.searchParams.get("callbackUrl")!;
  assert.match(back, /^\/auth\/kept-form\?callbackUrl=%2Fform%3Fa%3Db&at=\d+$/);
  const kept = setBy(refused);
  assert.match(kept, /^latchkey\.kept-form=./);
  await refused.body?.cancel();

  const rich = await signedIn(BOTH);
  const page = await ask(server.url + back, { headers: { ...BROWSER, cookie: `${rich}; ${kept}` } });
  assert.equal(page.status, 200);
  assert.match(page.headers.get("content-security-policy")!, /form-action 'self'/);
  // The page holds the form now.
  assert.equal(parseCookies(setBy(page)).get(NAME), "");
  const { action, body } = formIn(await page.text());
  assert.equal(action, `${server.url}/transfer?step=2`);
  assert.deepEqual([...new URLSearchParams(body)], [...new URLSearchParams(BODY)]);
  const again = await send(server, { cookie: rich, body });
  assert.equal(await again.text(), "For Ada");
});

eachGuard(
  "a form of a page with Referrer-Policy: no-referrer is kept, too, but not one of another site",
  async (open) => {
    await using server = await open(config);
    const cookie = await signedIn(["pwd"]);
    const sent = async (site: string) => {
      const headers = { cookie, origin: "null", referer: "", "sec-fetch-site": site };
      const answer = await send(server, headers);
      await answer.body?.cancel();
      return [answer.status, setBy(answer).startsWith(`${NAME}=`)];
    };
    assert.deepEqual(await sent("same-origin"), [303, true]);
    const [status, isKept] = await sent("cross-site");
    assert.deepEqual([status === 401 || status === 403, isKept], [true, false]);
  },
);

eachGuard(
  "a form of a host that only reads the session is not kept: the page that sends it again is another one's",
  async (open) => {
    const cookies = { sessionToken: { options: { domain: "localhost" } } };
    await using server = await open({ ...config, url: "http://localhost:3000", cookies });
    const cookie = await signedIn(["pwd"]);
    for (const origin of ["http://localhost", "null"]) {
      const headers = { ...BROWSER, host: "localhost", cookie, origin, "sec-fetch-site": "same-origin" };
      const form = Object.fromEntries(new URLSearchParams(BODY));
      const answer = await askAs(server, "/transfer?step=2", { headers, form });
      const location = answer.headers.get("location") ?? "";
      assert.match(location, /^http:\/\/localhost:3000\/auth\/second-factor\?/);
      assert.equal(setBy(answer), "");
    }
  },
);

/** A form as a browser sends it with `enctype="multipart/form-data"`. @param size Of the file, in bytes. */
function multipart(fields: readonly (readonly [name: string, value: string])[], file = "", size = 0) {
  const part = (head: string, value: string) =>
    `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`;
  const texts = fields.map(([name, value]) => part(`name="${name}"`, value)).join("");
  const type = `name="picture"; filename="${file}"\r\nContent-Type: application/octet-stream`;
  return {
    body: `${texts}${part(type, "x".repeat(size))}--x--\r\n`,
    "content-type": "multipart/form-data; boundary=x",
  };
}

eachGuard(
  "a form with an input for a file is kept, and sent again in the same way: a file is asked for again",
  async (open) => {
    await using server = await open(config);
    const fields = [["to", `"Bob" <b@x> Zoë`], ["tag", "a"], ["tag", "b"]] as const;
    const refused = await send(server, { cookie: await signedIn(["pwd"]), ...multipart(fields) });
    assert.equal(refused.status, 303);
    await refused.body?.cancel();
    const { html } = await show(server, `${await signedIn(BOTH)}; ${setBy(refused)}`);
    assert.match(html, /<form method="post" action="[^"]+" enctype="multipart\/form-data" data-once>/);
    // Many applications fail without it.
    assert.match(html, /<input type="file" name="picture" hidden>/);
    assert.deepEqual([...new URLSearchParams(formIn(html).body)], fields.map((field) => [...field]));
    const sendFile = async (size: number, sent: Parameters<typeof multipart>[0] = fields) => {
      const cookie = await signedIn(["pwd"]);
      const answer = await send(server, { cookie, ...multipart(sent, "me.png", size) });
      await answer.body?.cancel();
      return setBy(answer);
    };
    const withFile = await show(server, `${await signedIn(BOTH)}; ${await sendFile(100_000)}`);
    assert.match(withFile.html, /<input id="[^"]+" type="file" name="picture" required[^>]*>.*me\.png/s);
    assert.doesNotMatch(withFile.html, /name="picture" hidden/);
    assert.deepEqual([...new URLSearchParams(formIn(withFile.html).body)], fields.map((field) => [...field]));
    assert.equal(await sendFile(1_048_576), "");
    assert.equal(await sendFile(1, Array(200).fill(["n", "v"])), "", "more fields than people fill in");
  },
);

eachGuard("a page sends the form of its own tab, and leaves that of another one", async (open) => {
  await using server = await open(config);
  const poor = await signedIn(["pwd"]);
  const first = await send(server, { cookie: poor });
  await new Promise((resolve) => setTimeout(resolve, 2));
  const second = await send(server, { cookie: poor });
  await Promise.all([first.body?.cancel(), second.body?.cancel()]);
  const pageOf = (refused: Response) =>
    server.url +
    new URL(refused.headers.get("location")!, "http://x").searchParams.get("callbackUrl")!;
  const cookie = `${await signedIn(BOTH)}; ${setBy(second)}`;
  const visit = async (refused: Response) => {
    const page = await ask(pageOf(refused), { headers: { ...BROWSER, cookie } });
    await page.body?.cancel();
    return [page.status, setBy(page)];
  };
  assert.deepEqual(await visit(first), [302, ""]);
  assert.equal((await visit(second))[0], 200);
  // No one else gets it later.
  const stranger = await ask(pageOf(first), { headers: { ...BROWSER, cookie: setBy(second) } });
  await stranger.body?.cancel();
  assert.match(setBy(stranger), /kept-form=$/);
});

/** Opens the page of a form that was kept, or follows where it leads instead. */
async function show(
  { url }: Listening,
  cookie: string,
  callbackUrl = "/form",
): Promise<{ location: string | null; html: string }> {
  const page = await ask(`${url}/auth/kept-form?callbackUrl=${callbackUrl}`, {
    headers: { ...BROWSER, cookie },
  });
  return { location: page.headers.get("location"), html: await page.text() };
}

const open = GUARDS["Deno and Bun"]!;

/** Names of secrets, and of fields that are none. */
const NAMES = {
  secret: [
    ..."password newPassword user[pass] pwd client_secret passwort kennwort contraseña mot_de_passe mdp senha"
      .split(" "),
    ..."wachtwoord lösenord hasło şifre parola".split(" "),
    ..."pin new_pin userPIN pin2 tan otp otpCode totp x-otp 2fa smsCode verification_code one-time-code"
      .split(" "),
    ..."cvc cvv2 cardNumber card[number] ccnum cc-number ccExp security_code csc".split(" "),
  ],
  plain: "to passage passport footprint shipping spinner secretary titan cc bcc token iban zip_code code"
    .split(" "),
};

test("a form with a password or another secret is not kept, and its page is shown again", async () => {
  await using opened = await open(config);
  const cookie = await signedIn(["pwd"]);
  for (const [kind, names] of Object.entries(NAMES)) {
    for (const name of names) {
      const refused = await send(opened, {
        cookie,
        body: new URLSearchParams({ a: "b", [name]: "x" }).toString(),
      });
      assert.equal(/kept-form/.test(refused.headers.get("location")!), kind === "plain", name);
      assert.equal(setBy(refused) !== "", kind === "plain", name);
    }
  }
});

test("a form whose text would change on its way is not kept", async () => {
  await using opened = await open(config);
  const cookie = await signedIn(["pwd"]);
  for (const body of ["name=Zo%EB", "n%00=a", "_charset_=windows-1252&a=%80"]) {
    assert.equal(setBy(await send(opened, { cookie, body })), "", body);
  }
  const { body, ...type } = multipart([["name", "Zoë"]]);
  assert.notEqual(setBy(await send(opened, { cookie, ...type, body })), "");
  assert.equal(setBy(await send(opened, { cookie, ...type, body: body.slice(0, -6) })), "");
  const latin1 = Uint8Array.from(body, (letter) => letter.charCodeAt(0));
  assert.equal(setBy(await send(opened, { cookie, ...type }, latin1)), "");
});

test("a form is not kept if it is too large, or the browser has no room for it", async () => {
  await using opened = await open(config);
  const cookie = await signedIn(["pwd"]);
  const small = await send(opened, { cookie, body: `a=${"x".repeat(6000)}` });
  assert.match(setBy(small), /kept-form\.0=.*kept-form\.1=/);
  const cases = [
    { cookie, body: `a=${"x".repeat(17_000)}` },
    { cookie, body: `a=${"x".repeat(12_000)}` },
    { cookie: `${cookie}; mine=${"x".repeat(9000)}`, body: `a=${"x".repeat(3000)}` },
  ];
  for (const init of cases) {
    const refused = await send(opened, init);
    assert.equal(refused.headers.get("location"), "/auth/second-factor?callbackUrl=%2Fform%3Fa%3Db");
    assert.equal(setBy(refused), "");
  }
});

test("JSON and files are not kept, nor is what a script or another site sends (SE-30)", async () => {
  await using opened = await open(config);
  const cookie = await signedIn(["pwd"]);
  const others: Record<string, string>[] = [
    { "content-type": "application/json" },
    { "content-type": "multipart/form-data; boundary=other" },
    { "content-type": "multipart/form-data" },
    { "content-type": "text/plain" },
    { accept: "application/json" },
    { "x-requested-with": "fetch" },
    { origin: "https://evil.example" },
    { origin: "null" },
    // Another origin of the application, whose form stays there.
    { origin: "http://www.localhost", "sec-fetch-site": "same-origin" },
  ];
  for (const own of others) assert.equal(setBy(await send(opened, { cookie, ...own })), "");
  // Without a session, there is no user whose form it is.
  const stranger = await send(opened, { cookie: "a=b" });
  assert.deepEqual([stranger.status, setBy(stranger)], [401, ""]);
});

test("a form that was kept is shown to its user alone (SE-30)", async () => {
  await using opened = await open(config);
  const kept = setBy(await send(opened, { cookie: await signedIn(["pwd"]) }));
  for (const session of ["a=b", await signedIn(BOTH, 0, "2")]) {
    const other = await show(opened, `${session}; ${kept}`);
    assert.deepEqual([other.location, other.html], [`${opened.url}/form`, ""]);
  }
  const own = await show(opened, `${await signedIn(BOTH)}; ${kept}`);
  assert.match(own.html, /Your form hasn&#39;t been sent yet\./);
  for (const forged of ["", `${NAME}=abc`, kept.slice(0, -3)]) {
    const none = await show(opened, `${await signedIn(BOTH)}; ${forged}`);
    assert.equal(none.location, `${opened.url}/form`);
  }
});

test("the page of a form shows where and when it was filled in, and what people fill in (SE-30)", async () => {
  await using opened = await open(config);
  const body = `${BODY}&firstName=${"x".repeat(200)}&order_id=7&user%5Bterms%5D=on&authenticity_token=${
    "t".repeat(40)
  }`;
  const kept = setBy(await send(opened, { cookie: await signedIn(["pwd"]), body }));
  const { html } = await show(opened, `${await signedIn(BOTH)}; ${kept}`, "/newsletter");
  const shown = [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, name, value]) =>
    [name, value!.replaceAll(/<[^>]*>/g, "")].join(": ")
  );
  assert.deepEqual(shown, [
    // That of the form itself: anyone can write a URL.
    "Page: /form",
    "Filled in: just now",
    "To: &#34;Bob&#34; &#60;b@x&#62; &#38; &#39;co&#39;",
    "Note: one two",
    "Tag: a, b",
    "Text: Zoë 日本",
    `First name: ${"x".repeat(120)}&#8230;`,
    "Order id: 7",
    "User terms: &#10003;",
  ]);
  assert.match(html, /<a class="link" href="[^"]+\/newsletter">Discard<\/a>/);
});

test("a form that was kept goes to a path of this site, whatever path it was sent to (SE-30)", async () => {
  await using opened = await open(config);
  for (const path of ["//evil.example/x", "/a/../b?x=%22%3E%3Cscript%3E"]) {
    const refused = await send(opened, { cookie: await signedIn(["pwd"]), path });
    const { html } = await show(opened, `${await signedIn(BOTH)}; ${setBy(refused)}`);
    assert.equal(new URL(formIn(html).action!).origin, opened.url);
    assert.doesNotMatch(html, /"><script>/);
  }
});

test("a form that is sent again too late is kept again, and leads back to its own page", async () => {
  await using opened = await open(config);
  const referer = `${opened.url}/auth/kept-form?callbackUrl=%2Fform%3Fa%3Db`;
  const late = await send(opened, { cookie: await signedIn(BOTH, 400), referer });
  const { searchParams } = new URL(late.headers.get("location")!, "http://x");
  assert.match(searchParams.get("callbackUrl")!, /^\/auth\/kept-form\?callbackUrl=%2Fform%3Fa%3Db&at=/);
  assert.notEqual(setBy(late), "");
});

test("a form that a parser has read already is kept, and one that the application has read itself is not", async () => {
  const headers = { "content-type": TYPE };
  const request = () => new Request("http://x/", { method: "POST", headers, body: "a=b" });
  assert.deepEqual(await formOf(request()), { body: "a=b" });
  const unread = request();
  await formOf(unread);
  assert.equal(await unread.text(), "a=b");
  const read = request();
  await read.text();
  assert.equal(await formOf(read), null);
  const node = {
    req: { headers, method: "POST", url: "/", socket: {}, readableEnded: true } as never,
    res: {} as never,
    url: "http://x/",
  };
  assert.deepEqual(await formOfNode({ ...node, parsed: () => ({ a: "b", c: ["1", "2"] }) }), {
    body: "a=b&c=1&c=2",
  });
  assert.equal(await formOfNode({ ...node, parsed: () => undefined }), null);
  // Where its parser has put the files is not known.
  const type = { "content-type": "multipart/form-data; boundary=x" };
  const files = { ...node, req: { headers: type, method: "POST", url: "/", readableEnded: true } as never };
  assert.equal(await formOfNode({ ...files, parsed: () => ({ a: "b" }) }), null);
});

/** Sends a request to an action of Kit that needs both factors. @param set Receives the cookies. */
async function toKit(request: Request, set: SetCookie[]): Promise<Response> {
  const cookies = {
    set: (name: string, value: string, options: CookieOptions) => void set.push({ name, value, options }),
  };
  const event = { request, url: new URL(request.url), locals: {} as { auth?: RequestAuth }, cookies };
  const resolve = async (
    { locals }: typeof event,
  ) => (await locals.auth!.require({ aal: 2 }), new Response());
  return await KitAuth(config).handle({ event, resolve });
}

test("SvelteKit: a form is kept for the action that it was sent to, before Kit redirects", async () => {
  await using opened = await open(config);
  const headers = {
    ...BROWSER,
    cookie: await signedIn(["pwd"]),
    "content-type": TYPE,
    origin: opened.url,
    referer: `${opened.url}/transfer?a=b`,
  };
  const request = new Request(`${opened.url}/transfer?a=b&/send`, { method: "POST", headers, body: BODY });
  const set: SetCookie[] = [];
  const back = encodeURIComponent("/auth/kept-form?callbackUrl=%2Ftransfer%3Fa%3Db");
  // Only the npm package can redirect.
  await assert.rejects(toKit(request, set), new RegExp(`second-factor\\?callbackUrl=${back}`));
  const kept = set.map(({ name, value }) => `${name}=${value}`).join("; ");
  const { html } = await show(opened, `${await signedIn(BOTH)}; ${kept}`);
  assert.equal(formIn(html).action, `${opened.url}/transfer?a=b&/send`);
});

/** The page that a form was kept for, the page that asks for it, and whether it gets the fields. */
const ASKED: readonly (readonly [target: string, page: string, gets: boolean])[] = [
  ["/transfer?id=1", "/transfer", true],
  ["/transfer?id=1", "/transfer?id=1", true],
  ["http://localhost/transfer#amount", "/transfer", true],
  ["/%C3%BCber", "/über", true],
  ["/transfer?id=1", "/transfer?id=2", false],
  ["/transfer", "/transfer?id=1", false],
  // Next shows one page for both.
  ["/transfer", "/transfer/", true],
  ["/transfer/", "/transfer", true],
  ["/transfer", "/%74ransfer", false],
  ["/transfer", "/", false],
  ["/transfer", "", false],
  ["/transfer", "//localhost:1/transfer", false],
  ["https://evil.example/transfer", "/transfer", false],
  ["//evil.example/transfer", "/transfer", false],
  ["http://[", "/transfer", false],
];

test("the fields of a form are for the page that it was kept for, and its user (SE-30)", async () => {
  const visit = (cookie: string, userId: string | null = "1") => ({
    mounted: { config, basePath: "/auth", origin: undefined },
    request: { url: "http://localhost/", headers: new Headers({ cookie }) },
    session: { userId: () => Promise.resolve(userId) },
  });
  const form = new FormData();
  for (const name of ["to", "__proto__", "password", "$ACTION_ID_1"]) form.append(name, "x");
  const keep = async (target: string) =>
    (await keepFields(form, target, visit("a=b"))).map(({ name, value }) => `${name}=${value}`).join("; ");
  for (const [target, page, gets] of ASKED) {
    const fields = await keptFields(page, visit(await keep(target)));
    assert.equal(fields.toString(), gets ? "to=x&__proto__=x" : "", `${target} for ${page}`);
  }
  const kept = await keep("/transfer");
  for (const userId of ["2", null]) {
    assert.equal((await keptFields("/transfer", visit(kept, userId))).size, 0);
  }
  assert.deepEqual(await keepFields(form, "/transfer", visit("a=b", null)), []);
  // Neither kind of kept form takes the place of the other.
  await using opened = await open(config);
  const other = await show(opened, `${await signedIn(BOTH)}; ${kept}`);
  assert.equal(other.location, `${opened.url}/form`);
  const whole = setBy(await send(opened, { cookie: await signedIn(["pwd"]), path: "/transfer" }));
  assert.equal((await keptFields("/transfer", visit(whole))).size, 0);
});

test("SvelteKit: a form of a stranger, or of another site with Kit's own check off, is neither read nor kept (SE-30)", async () => {
  const user = await signedIn(["pwd"]);
  const sent = [["https://evil.localhost"], ["null"], [undefined], ["http://localhost", "a=b"]] as const;
  for (const [origin, cookie = user] of sent) {
    const headers = { ...BROWSER, cookie, "content-type": TYPE, ...origin && { origin } };
    const request = new Request("http://localhost/transfer", { method: "POST", headers, body: BODY });
    let reads = 0;
    request.clone = () => (reads++, new Request(request));
    const set: SetCookie[] = [];
    await assert.rejects(toKit(request, set), cookie === user ? /second-factor/ : /signin/);
    assert.deepEqual([reads, set], [0, []], `of ${origin}`);
  }
});

test("Express: lists and objects that a parser has made of a form are the same after it was sent again", async () => {
  const body =
    "a[]=1&b[]=1&b[]=2&items[0][name]=x&items[0][tag]=t&items[1][name]=y&user[name]=Zo%C3%AB&c=1&c=2";
  for (const { express } of VERSIONS) {
    const parser = express.urlencoded({ extended: true });
    const app = express().post("/echo", parser, (req, res) => void res.json(req.body));
    app.use(MiddlewareAuth(config)).use(parser).use(requireSession(config, { aal: 2 }));
    await using server = await serve(app);
    const refused = await send(server, { cookie: await signedIn(["pwd"]), body });
    const { html } = await show(server, `${await signedIn(BOTH)}; ${setBy(refused)}`);
    const echo = async (sent: string) =>
      await (await ask(`${server.url}/echo`, {
        method: "POST",
        headers: { "content-type": TYPE },
        body: sent,
      })).json();
    assert.deepEqual(await echo(formIn(html).body), await echo(body));
  }
});

test("Express: a guard before the parser of bodies keeps a form, too", async () => {
  for (const { express } of VERSIONS) {
    const app = express().use(MiddlewareAuth(config)).use(requireSession(config, { aal: 2 }));
    await using server = await serve(app.use(express.urlencoded({ extended: true })));
    const refused = await send(server, { cookie: await signedIn(["pwd"]) });
    const { html } = await show(server, `${await signedIn(BOTH)}; ${setBy(refused)}`);
    assert.deepEqual([...new URLSearchParams(formIn(html).body)], [...new URLSearchParams(BODY)]);
  }
});
