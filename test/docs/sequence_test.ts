import assert from "node:assert/strict";
import { test } from "node:test";
import { drawSequence, parseSequence } from "../../docs/.vitepress/sequence.ts";

const SIGN_IN = `sequenceDiagram
  autonumber
  participant B as Browser
  actor A as Your application<br/>with Latchkey
  B->>+A: GET /auth/signin?a=<b>
  %% a comment
  Note over B,A: the user chooses
  alt it is right
    A-->>-B: 302
    loop each second
      A-)P: POST {{ token }}
    end
  else it is wrong
    P--xA: 400
    A->A: logs it
  end
  Note right of P: done`;

test("parseSequence() reads participants, by their names or as messages use them", () => {
  assert.deepEqual(parseSequence(SIGN_IN).actors, [
    { id: "B", name: "Browser" },
    { id: "A", name: "Your application<br/>with Latchkey" },
    { id: "P", name: "P" },
  ]);
});

test("parseSequence() reads messages with their arrows and numbers, notes and blocks", () => {
  const message = (from: number, to: number, text: string, head: string, dashed: boolean) => ({
    kind: "message",
    from,
    to,
    text,
    dashed,
    head,
  });
  assert.deepEqual(parseSequence(SIGN_IN).steps, [
    message(0, 1, "1. GET /auth/signin?a=<b>", "arrow", false),
    { kind: "note", from: 0, to: 1, side: "over", text: "the user chooses" },
    { kind: "begin", word: "alt", text: "it is right" },
    message(1, 0, "2. 302", "arrow", true),
    { kind: "begin", word: "loop", text: "each second" },
    message(1, 2, "3. POST {{ token }}", "open", false),
    { kind: "end" },
    { kind: "branch", word: "else", text: "it is wrong" },
    message(2, 1, "4. 400", "cross", true),
    message(1, 1, "5. logs it", "none", false),
    { kind: "end" },
    { kind: "note", from: 2, to: 2, side: "right of", text: "done" },
  ]);
});

test("parseSequence() reads participants whose names have spaces and hyphens", () => {
  const { actors, steps } = parseSequence(
    "sequenceDiagram\n  participant Your app\n  Your app-->>sign-in page: a: b -> c",
  );
  assert.deepEqual(actors.map(({ id }) => id), ["Your app", "sign-in page"]);
  assert.deepEqual(steps, [{
    kind: "message",
    from: 0,
    to: 1,
    text: "a: b -> c",
    dashed: true,
    head: "arrow",
  }]);
});

for (
  const [name, code, message] of [
    ["another kind of diagram", "flowchart LR\n  A --> B", /"flowchart LR".*sequenceDiagram/],
    ["an empty diagram", "", /begin a diagram/],
    ["a line that it does not know", "sequenceDiagram\n  A >> B", /"A >> B"/],
    ["a block without an end", "sequenceDiagram\n  loop a\n  A->>B: b", /without "end"/],
    ["an end without a block", "sequenceDiagram\n  A->>B: b\n  end", /the line "end"/],
    ["a branch outside of a block", "sequenceDiagram\n  else b", /in no block/],
  ] as const
) {
  test(`parseSequence() refuses, with a reason, ${name}`, () => {
    assert.throws(() => parseSequence(code), message);
  });
}

test("drawSequence() draws each step, and repeats it as text for screen readers", () => {
  const html = drawSequence(SIGN_IN);
  const items = [...html.matchAll(/<li>(.*?)<\/li>/g)].map(([, text]) => text);
  assert.equal(items[0], "Browser to Your application with Latchkey: 1. GET /auth/signin?a=&lt;b&gt;");
  assert.equal(items.length, 10);
  assert.equal([...html.matchAll(/class="actor"/g)].length, 3);
  assert.equal([...html.matchAll(/class="note"/g)].length, 2);
  assert.equal([...html.matchAll(/<rect class="block"/g)].length, 2);
  assert.doesNotMatch(html, /NaN|undefined|Infinity/);
});

test("drawSequence() leaves room between two participants for the longest word of a message", () => {
  const word = "x".repeat(80);
  const [, width] = /<svg [^>]*width="(\d+)/.exec(drawSequence(`sequenceDiagram\n  A->>B: ${word}`))!;
  assert.ok(Number(width) > 80 * 7);
});
