import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { ENGLISH } from "../../src/messages/en.ts";
import { PASSKEY_SCRIPT, passkeyScriptVersion } from "../../src/pages/passkey_script.ts";
import type { PageForm } from "../../src/pages/types.ts";
import { passkey, show } from "./_signin.ts";
import { toSignInTemplate } from "../../src/pages/signin.ts";

const ORIGIN = "https://app.example.com";
const HOSTILE = `"'><script>alert(1)</script><b onclick=x>&;`;

test("PASSKEY_SCRIPT is a script that asks for nothing but what it is told to", () => {
  assert.doesNotThrow(() => new Function(PASSKEY_SCRIPT));
  assert.doesNotMatch(PASSKEY_SCRIPT, /https?:|innerHTML|eval|document\.write|import\(/);
});

test("PASSKEY_SCRIPT does nothing without a form", () => {
  const run = new Function("document", "window", PASSKEY_SCRIPT);
  run({ querySelectorAll: () => [] }, {});
});

test("PASSKEY_SCRIPT tells a passkey manager of all users on the page, also where it listens to a part, or not at all", async () => {
  const users = [{ userId: "1" }, { userId: "2" }];
  const told: string[] = [];
  const tell = (name: string, fails = false) => ({ userId }: { userId: string }) => {
    told.push(`${name} ${userId}`);
    if (fails && userId === "1") throw new TypeError("no such domain");
    return fails ? Promise.reject(new Error("no")) : Promise.resolve();
  };
  const [accepted, details] = ["signalAllAcceptedCredentials", "signalCurrentUserDetails"] as const;
  const cases: readonly (readonly [object | undefined, readonly string[]])[] = [
    [undefined, []],
    [{}, []],
    [{ [details]: tell("name") }, ["name 1", "name 2"]],
    [{ [accepted]: tell("list", true), [details]: tell("name") }, ["list 1", "name 1", "list 2", "name 2"]],
  ];
  const document = {
    querySelectorAll: (selector: string) =>
      selector === "[data-signals]" ? [{ dataset: { signals: JSON.stringify(users) } }] : [],
  };
  for (const [PublicKeyCredential, expected] of cases) {
    told.length = 0;
    new Function("document", "window", PASSKEY_SCRIPT)(document, { PublicKeyCredential });
    for (let turn = 0; turn < 9; turn++) await Promise.resolve();
    assert.deepEqual(told, expected);
  }
});

/** Rejections that the script does not handle. On Node, where there is no such event, they fail the test by themselves. */
const rejections: unknown[] = [];
globalThis.addEventListener?.("unhandledrejection", (event) => {
  event.preventDefault();
  rejections.push(event.reason);
});

/** What goes wrong when a button is pressed, and what the person reads. */
const FAILURES: Readonly<Record<string, readonly [World, RegExp]>> = {
  "the network is down": [
    { fetch: () => Promise.reject(new TypeError("Failed to fetch")) },
    /^That didn't work/,
  ],
  "an error answer that is a page": [{ fetch: () => answer("<h1>502</h1>", 502) }, /^That didn't work/],
  "an answer that is a page": [{ fetch: () => answer("<h1>Welcome</h1>") }, /^That didn't work/],
  "an empty answer": [{ fetch: () => answer("") }, /^That didn't work/],
  "an answer of null": [{ fetch: () => answer("null") }, /^That didn't work/],
  "an answer without options": [{ fetch: () => answer("{}") }, /^That didn't work/],
  "an error without a name": [{ fetch: () => answer('{"error":null}', 500) }, /^That didn't work/],
  "an error that every object has": [
    { fetch: () => answer('{"error":"toString"}', 500) },
    /^That didn't work/,
  ],
  "an error called AbortError": [
    { fetch: () => answer('{"error":"AbortError"}', 500) },
    /^That didn't work/,
  ],
  "an error of the database": [{ fetch: () => answer('{"error":"ServerError"}', 500) }, /^That didn't work/],
  "passkeys that are not set up": [
    { fetch: () => answer('{"error":"Configuration"}', 500) },
    /^Passkeys aren't set up/,
  ],
  "an address that is not one": [
    { fetch: () => answer('{"error":"InvalidEmail"}', 400) },
    /Enter a valid email address/,
  ],
  "no user": [{ fetch: () => answer('{"error":"Invalid request"}', 400) }, /^Sign in first/],
  "a person who cancels": [{ get: () => rejectWith("NotAllowedError") }, /^No passkey was used/],
  "a browser that gives up by itself": [{ get: () => rejectWith("AbortError") }, /^That didn't work/],
  "a browser that returns nothing": [{ get: () => Promise.resolve(null) }, /^That didn't work/],
  "a browser that throws": [{
    get: () => {
      throw new Error("no");
    },
  }, /^That didn't work/],
  "a browser that rejects with nothing": [{ get: () => Promise.reject() }, /^That didn't work/],
};

for (const autofill of [false, true]) {
  for (const [what, [world, message]] of Object.entries(FAILURES)) {
    test(`PASSKEY_SCRIPT says what happened: ${what} (${autofill ? "with" : "without"} autofill)`, async () => {
      const { press, alerts } = runScript({ ...world, autofill });
      await press("authenticate");
      assert.match(alerts.at(-1)?.textContent ?? "nothing", message);
      assert.equal(alerts.length, 1);
      assert.equal(alerts[0]!.className, "alert");
      assert.equal(alerts[0]!.attributes.role, "alert");
      const [first] = alerts;
      const again = press("authenticate");
      // It keeps its place: below it, a second click would press another button.
      assert.deepEqual(alerts, [first]);
      assert.equal(first!.style.visibility, "hidden");
      await again;
      assert.equal(alerts.length, 1, "the first message is gone");
      assert.notEqual(alerts[0], first);
      assert.deepEqual(rejections, []);
    });
  }
}

test("PASSKEY_SCRIPT shows no message if autofill fails", async () => {
  for (const [world] of Object.values(FAILURES)) {
    const { alerts, settle } = runScript({ ...world, autofill: true });
    await settle();
    assert.deepEqual([alerts, rejections], [[], []]);
  }
});

test("PASSKEY_SCRIPT sends each answer once, also when the user returns to the page", async () => {
  const { press, sent } = runScript({});
  await press("authenticate");
  await press("authenticate");
  assert.deepEqual(sent.map((names) => names.join()), ["action,data", "action,data"]);
});

test("PASSKEY_SCRIPT lets a pressed button go before what the field offers", async () => {
  let isAvailable = (_: boolean) => {};
  const available = new Promise<boolean>((resolve) => isAvailable = resolve);
  const { press, sent, asked, settle } = runScript({ autofill: true, available });
  const pressed = press("authenticate");
  isAvailable(true);
  await pressed;
  await settle();
  assert.deepEqual(asked, [undefined]);
  assert.equal(sent.length, 1);
});

test("passkeyScriptVersion() is the hash of the script", async () => {
  const hash = createHash("sha256").update(PASSKEY_SCRIPT).digest("base64");
  assert.equal(await passkeyScriptVersion(), `sha256-${hash}`);
});

test("signInPage() admits the script of passkeys once, however many providers there are (WA-26)", async () => {
  const { html, policy } = await open(ORIGIN, [passkey("A"), passkey("B")]);
  const scripts = html.match(/<script src[^>]*>/g)!;
  assert.equal(scripts.length, 1);
  assert.match(scripts[0]!, /^<script src="https:\/\/app\.example\.com\/auth\/webauthn-script\?v=sha256-/);
  assert.match(
    scripts[0]!,
    new RegExp(`integrity="${(await passkeyScriptVersion()).replaceAll("+", "\\+")}" defer>`),
  );
  assert.match(
    policy,
    /; script-src 'sha256-[^']+' https:\/\/app\.example\.com\/auth\/webauthn-script; connect-src 'self'; /,
  );
});

test("signInPage() names the origin where a policy cannot name the file", async () => {
  for (const origin of ["http://[::1]:3000", "https://a;b.test", "https://a,b.test"]) {
    const { policy } = await open(origin, [passkey("A", origin)]);
    assert.match(policy, /; script-src 'sha256-[^']+' 'self'; connect-src 'self'; /, origin);
  }
  const { policy } = await open(ORIGIN, [passkey("A", "https://evil.test")]);
  assert.match(policy, /; script-src 'sha256-[^']+' 'self'; /);
});

test("signInPage() has two buttons for passkeys: one needs no field, the other all", async () => {
  const { html } = await open(ORIGIN, [passkey("Passkey")]);
  assert.match(
    html,
    /<button class="button" name="action" value="authenticate" formnovalidate><svg .*<span>Sign in with a passkey<\/span><\/button>/,
  );
  assert.match(
    html,
    /<button class="button plain" name="action" value="register">Sign up with a passkey<\/button>/,
  );
  assert.match(html, /<input id="form0-0" name="email" type="email"[^>]* required>/);
});

test("signInPage() names each of several providers of passkeys", async () => {
  const { html } = await open(ORIGIN, [passkey("Phone"), passkey("Key")]);
  for (const text of ["Continue with Phone", "Sign up with Phone", "Continue with Key", "Sign up with Key"]) {
    assert.ok(html.includes(`>${text}<`), text);
  }
});

test("signInPage() hides what works by the script alone, and says so", async () => {
  const { html } = await open(ORIGIN, [passkey("Passkey")]);
  assert.match(html, /<form [^>]*method="post" action="[^"]+" data-passkey="[^"]+" data-autofill hidden>/);
  assert.match(html, /<noscript><p class="note">Passkeys need JavaScript\.<\/p><\/noscript>/);
  assert.doesNotMatch((await open(ORIGIN, [{ ...passkey("A"), autofill: false }])).html, /data-autofill/);
});

const SCRIPT = { src: HOSTILE, integrity: HOSTILE, english: ENGLISH.messages.passkey };

test("signInPage() escapes each field of a form for passkeys", async () => {
  const form = { ...passkey(HOSTILE), action: HOSTILE, options: HOSTILE, script: SCRIPT };
  const { html, policy } = await open(ORIGIN, [{ ...form, fields: { [HOSTILE]: { label: HOSTILE } } }]);
  assert.equal(html.includes("<b onclick"), false);
  assert.equal(html.match(/<script\b/g)?.length, 2);
  assert.match(policy, /; script-src 'sha256-[^']+' 'self'; /);
});

/** What a browser is like. */
test("PASSKEY_SCRIPT has the messages of the page, and its own for what the page leaves out", async () => {
  const messages = JSON.stringify({ NotAllowedError: "Abgebrochen <b>" });
  const cancelled = runScript({ messages, get: () => rejectWith("NotAllowedError") });
  await cancelled.press("authenticate");
  assert.equal(cancelled.alerts[0]!.textContent, "Abgebrochen <b>");
  const failed = runScript({ messages, get: () => rejectWith("SecurityError") });
  await failed.press("authenticate");
  assert.equal(failed.alerts[0]!.textContent, ENGLISH.messages.passkey.SecurityError);
});

test("signInPage() hands the script its messages, unless they are those in the script", async () => {
  const page = { theme: {}, origin: ORIGIN, providers: [passkey("passkey")] };
  const passkeys = { ...ENGLISH.messages.passkey, unknown: `"'><b>&` };
  const locale = { ...ENGLISH, messages: { ...ENGLISH.messages, passkey: passkeys } };
  const [own, plain] = await Promise.all(
    [locale, ENGLISH].map(async (locale) =>
      String((await toSignInTemplate({ ...page, locale })).document.fill(NONE))
    ),
  );
  assert.doesNotMatch(plain!, /data-messages/);
  const [, data] = own!.match(/<script src="[^"]*" integrity="[^"]*" data-messages="([^"]*)" defer>/)!;
  const text = data!.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  assert.deepEqual(JSON.parse(text), passkeys);
});

/** Nothing in any hole of the sign-in page. */
const NONE = { heading: "", purpose: "", current: "", alert: "", fields: "", address: "" };

interface World {
  readonly fetch?: () => Promise<Response>;
  readonly get?: () => Promise<unknown>;
  readonly autofill?: boolean;
  /** Whether the browser offers passkeys in a field. Default `true`. */
  readonly available?: Promise<boolean>;
  /** The attribute `data-messages` of the script. Default: none. */
  readonly messages?: string;
}

/** Runs the script on a page with one form, in as much of a browser as it needs. */
function runScript({ fetch = () => answer('{"options":{}}'), get, autofill, available, messages }: World) {
  const alerts: FakeElement[] = [];
  const sent: string[][] = [];
  const asked: (string | undefined)[] = [];
  const inputs = new Set<FakeElement>();
  let submitted = (_: object) => {};
  const form = {
    dataset: { passkey: "/options", ...(autofill && { autofill: "" }) },
    hidden: true,
    addEventListener: (_: string, listener: typeof submitted) => submitted = listener,
    querySelectorAll: () => [],
    before: (element: FakeElement) => alerts.push(element),
    append: (...elements: FakeElement[]) => elements.forEach((element) => inputs.add(element)),
  };
  const document = {
    visibilityState: "visible",
    currentScript: { dataset: { ...(messages && { messages }) } },
    addEventListener: () => {},
    querySelectorAll: (selector: string) => selector.startsWith("form") ? [form] : [],
    createElement(): FakeElement {
      const element: FakeElement = {
        attributes: {},
        style: {},
        setAttribute: (name, value) => void (element.attributes[name] = value),
        remove() {
          inputs.delete(element);
          if (alerts.includes(element)) alerts.splice(alerts.indexOf(element), 1);
        },
      };
      return element;
    },
  };
  const PublicKeyCredential = {
    isConditionalMediationAvailable: () => available ?? Promise.resolve(true),
    parseRequestOptionsFromJSON: (options: object) => options,
    parseCreationOptionsFromJSON: (options: object) => options,
  };
  const credentials = {
    get({ mediation }: { mediation?: string }) {
      asked.push(mediation);
      return (get ?? (() => Promise.resolve({ toJSON: () => ({}) })))();
    },
  };
  const globals = {
    document,
    window: { PublicKeyCredential },
    PublicKeyCredential,
    navigator: { credentials },
    fetch,
    setTimeout: () => 0,
    clearTimeout: () => {},
    HTMLFormElement: {
      prototype: { submit: () => void sent.push([...inputs].map(({ name }) => name ?? "")) },
    },
  };
  new Function(...Object.keys(globals), PASSKEY_SCRIPT)(...Object.values(globals));
  const settle = async () => {
    for (let i = 0; i < 3; i++) await new Promise((resolve) => setTimeout(resolve));
  };
  return {
    alerts,
    sent,
    asked,
    settle,
    async press(value: string) {
      submitted({ preventDefault: () => {}, submitter: { value } });
      await settle();
    },
  };
}

interface FakeElement {
  readonly attributes: Record<string, string>;
  readonly style: { visibility?: string };
  className?: string;
  name?: string;
  textContent?: string;
  setAttribute(name: string, value: string): void;
  remove(): void;
}

function answer(body: string, status = 200): Promise<Response> {
  return Promise.resolve(new Response(body, { status }));
}

function rejectWith(name: string): Promise<never> {
  return Promise.reject(new DOMException("", name));
}

async function open(origin: string, providers: readonly PageForm[]) {
  return await show({ origin, providers });
}
