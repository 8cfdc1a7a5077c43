import assert from "node:assert/strict";
import { test } from "node:test";
import { testBrowser } from "../../../src/testing/mod.ts";
import { APP, type Echo, echo, EVIL, html, redirectTo } from "./_sites.ts";

test("testBrowser() follows redirects: POST becomes GET, unless the status keeps it", async () => {
  const [asGet, asPost] = [["GET", null], ["POST", "form"]] as const;
  for (
    const [status, [method, type]] of [[302, asGet], [303, asGet], [307, asPost], [308, asPost]] as const
  ) {
    const browser = testBrowser({
      [APP]: async (request) => {
        if (request.url.endsWith("/end")) {
          return Response.json([
            request.method,
            request.headers.has("content-type") ? "form" : null,
            await request.text(),
          ]);
        }
        return request.method === "POST"
          ? redirectTo("/end", status)
          : html("<form method=post><input name=a value=b></form>");
      },
    });
    const page = await (await browser.open(`${APP}/#top`)).submit();
    assert.deepEqual(page.json(), [method, type, method === "POST" ? "a=b" : ""]);
    assert.equal(page.url, `${APP}/end`);
  }
});

test("testBrowser() stores the cookies of each redirect, keeps the fragment, and logs the URLs", async () => {
  const browser = testBrowser({
    [APP]: (request) =>
      request.url.endsWith("/start")
        ? new Response(null, { status: 302, headers: { location: "/end", "set-cookie": "a=1; Path=/" } })
        : echo(request),
  });
  const page = await browser.open(`${APP}/start#f`);
  assert.equal(page.json<Echo>().cookie, "a=1");
  assert.equal(page.json<Echo>().url, `${APP}/end`);
  assert.equal(page.url, `${APP}/end#f`);
  assert.deepEqual(browser.visited, [`${APP}/start#f`, `${APP}/end#f`]);
});

test("testBrowser() gives up on loops, unknown sites and redirects to scripts", async () => {
  const browser = testBrowser({
    [APP]: ({ url }) =>
      redirectTo(url.endsWith("/js") ? "javascript:alert(1)" : url.endsWith("/far") ? EVIL : url),
  });
  await assert.rejects(browser.open(APP), /more than 20 redirects/);
  await assert.rejects(browser.open(`${APP}/js`), /redirect to "javascript:/);
  await assert.rejects(browser.open(`${APP}/far`), /no site at "https:\/\/evil\.test"/);
  assert.equal(browser.visited.at(-1), `${EVIL}/`);
});

test("testBrowser().fetch() stores cookies, sets response.url, and can leave redirects alone", async () => {
  const browser = testBrowser({
    [APP]: (request) => request.url.endsWith("/r") ? redirectTo("/end") : echo(request),
  });
  const forged = { cookie: "forged=1", origin: EVIL, host: "x.test", "sec-fetch-user": "?1", "proxy-a": "1" };
  const first = await (await browser.fetch(`${APP}/?set=a%3D1`, { headers: forged })).json();
  for (const name of ["origin", "host", "sec-fetch-user", "proxy-a"]) {
    assert.equal(first[name], undefined, name);
  }
  assert.equal(first.cookie, null);
  const response = await browser.fetch(`${APP}/r`, {
    method: "PUT",
    body: "x",
    headers: { cookie: "forged=1", "sec-fetch-site": "none", "x-own": "1" },
  });
  assert.equal(response.url, `${APP}/end`);
  const seen = await response.json() as Echo;
  assert.deepEqual([seen.method, seen.cookie, seen["sec-fetch-site"], seen["x-own"]], [
    "PUT",
    "a=1",
    "same-origin",
    "1",
  ]);
  assert.equal((await browser.fetch(`${APP}/r`, { redirect: "manual" })).status, 302);
  await assert.rejects(browser.fetch(`${APP}/r`, { redirect: "error" }), /redirects/);
});

const CONTROLS = `
  <!-- <form action="/commented"></form> -->
  <form method="POST" action="/one?a=1&amp;b=2">
    <input type="hidden" name="csrf" value="&quot;&#x41;&#66;&amp;&gt;">
    <INPUT NAME='plain'  VALUE='a>b' ><input name=unquoted value=x>
    <input type=checkbox name=off><input type=checkbox name=on checked><input type=radio name=r value=1><input type=radio name=r value=2 checked>
    <input name=gone value=1 disabled>
    <select name=s><option value=a>A<option value=b selected>B</select><select name=t><option> First </option></select>
    <textarea name=area>some &lt;text&gt;</textarea>
    <input type=submit name=how value="By input"><button name=how value=button><b>By</b>
      button</button><button type=button>Nothing</button><button formaction="/three">Elsewhere</button>
  </form>
  <form action="/two"><input type="search" name="q"></form>`;

function formPage() {
  return testBrowser({
    [APP]: async (request) =>
      request.url.endsWith("/")
        ? html(CONTROLS)
        : Response.json([request.method, request.url.slice(APP.length), [
          ...new URLSearchParams(await request.text()),
        ]]),
  }).open(`${APP}/`);
}

const DEFAULTS = [
  ["csrf", '"AB&>'],
  ["plain", "a>b"],
  ["unquoted", "x"],
  ["on", "on"],
  ["r", "2"],
  ["s", "b"],
  ["t", "First"],
  ["area", "some <text>"],
];

test("Page.submit() sends what a browser sends, with the button that is pressed", async () => {
  const page = await formPage();
  const byInput = ["POST", "/one?a=1&b=2", [...DEFAULTS, ["how", "By input"]]];
  assert.deepEqual((await page.submit()).json(), byInput);
  assert.deepEqual((await page.submit("/one?a=1&b=2")).json(), byInput);
  assert.deepEqual((await page.submit("/one")).json(), byInput);
  const byButton = ["POST", "/one?a=1&b=2", [...DEFAULTS, ["how", "button"]]];
  assert.deepEqual((await page.submit("By button")).json(), byButton);
  assert.deepEqual((await page.submit("Elsewhere")).json(), ["POST", "/three", DEFAULTS]);
});

test("Page.submit() fills in fields, and puts those of a GET form in the query", async () => {
  const page = await formPage();
  assert.deepEqual((await page.submit(1, { q: "ä b" })).json(), ["GET", "/two?q=%C3%A4+b", []]);
  const [, , sent] = (await page.submit(0, { plain: "new", off: "on" })).json<
    [string, string, [string, string][]]
  >();
  assert.equal(new URLSearchParams(sent).get("plain"), "new");
  assert.equal(new URLSearchParams(sent).get("off"), "on");
  assert.equal(sent.length, DEFAULTS.length + 2);
});

test("Page.submit() posts a form as multipart/form-data if the form says so", async () => {
  const page = await testBrowser({
    [APP]: async (request) => {
      if (request.method === "GET") {
        return html(
          `<form method="post" enctype="Multipart/Form-Data"><input name="q"><button name="how" value="1">Go</button></form>`,
        );
      }
      const type = request.headers.get("content-type")!;
      assert.match(type, /^multipart\/form-data; ?boundary=\S+$/);
      return Response.json([...await request.formData()]);
    },
  }).open(`${APP}/`);
  assert.deepEqual((await page.submit("Go", { q: "ä b&c=1" })).json(), [["q", "ä b&c=1"], ["how", "1"]]);
});

test("Page.submit() and Page.follow() fail without a matching control", async () => {
  const page = await formPage();
  for (const form of [2, "Nothing", "/commented", "nowhere"]) {
    await assert.rejects(page.submit(form), /has no such form; its buttons are/);
  }
  await assert.rejects(page.submit(1, { csrf: "x" }), /no such field/);
  await assert.rejects(page.submit(0, { gone: "x" }), /no such field/);
  await assert.rejects(page.follow("Link"), /no such link/);
});

test("Page.text is what a reader sees", async () => {
  const body =
    "<h1>Hello &amp;\n welcome</h1><style>p{}</style><script>let a;</script><p title='a>b'>Ada</p><!-- no -->";
  const page = await testBrowser({ [APP]: () => html(body) }).open(APP);
  assert.equal(page.text, "Hello & welcome Ada");
  assert.ok(page.html.endsWith(body));
});
