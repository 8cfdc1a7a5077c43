/**
 * The picture that a provider has of a user, copied to the application.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { type ProfileOptions, type ProfilePicture, UserProfile } from "../../src/entries/user_profile.ts";
import { openDatabase } from "./_database.ts";
import { APP } from "./_world.ts";

const HOST = "pictures.idp.test";
const PICTURE = `https://${HOST}/ada`;
const PNG = "\x89PNG\r\n\x1a\n and more";

const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

type Store = ProfilePicture["store"];

/** A world in which the pictures of one host are copied. */
function openCopies(
  { strategy = "database", more = {}, ...picture }:
    & Partial<ProfilePicture>
    & { readonly strategy?: "jwt" | "database"; readonly more?: ProfileOptions } = {},
) {
  const stored: Parameters<Store>[] = [];
  const store: Store = (...given) => {
    stored.push(given);
    return given[0] && `/pictures/${stored.length}.png`;
  };
  const features = [UserProfile({ ...more, picture: { store, copyFrom: [HOST], maxSize: 40, ...picture } })];
  const world = openDatabase({ features, session: { strategy } });
  let asked = 0;
  return {
    ...world,
    stored: stored as readonly Parameters<Store>[],
    asked: () => asked,
    /** What the host of the pictures answers. */
    serve(answer: () => Response | Promise<Response>) {
      world.platform.sites[`https://${HOST}`] = () => {
        asked++;
        return answer();
      };
    },
    /** Signs Ada in, with a picture at the provider. */
    async enter(picture: string = PICTURE) {
      world.idp.login({ sub: "ada", name: "Ada Lovelace", email: "ada@example.com", picture });
      await world.signIn();
      return (await world.session())?.user.image;
    },
    image: async () => (await world.db.users())[0]!.image,
  };
}

const png = () => new Response(bytesOf(PNG), { headers: { "content-type": "image/svg+xml" } });

for (const strategy of ["jwt", "database"] as const) {
  test(`The picture of a provider is copied at sign-up, and shown by the session at once, with "${strategy}"`, async () => {
    const world = openCopies({ strategy });
    world.serve(png);
    assert.equal(await world.enter(), "/pictures/1.png", world.log());
    const [{ id: userId } = { id: "" }] = await world.db.users();
    assert.deepEqual(world.stored, [[{ bytes: bytesOf(PNG), type: "image/png" }, {
      userId,
      previous: null,
    }]]);
    // It is the user's from then on.
    assert.equal(await world.enter(`${PICTURE}/2`), "/pictures/1.png");
    await world.db.adapter.updateUser({ id: userId, image: null });
    assert.equal(await world.enter() ?? null, null);
    assert.equal(world.asked(), 1);
  });
}

test("A user from before, whose picture is a link, has it copied at the next sign-in", async () => {
  const world = openCopies();
  world.serve(() => new Response("Gone", { status: 410 }));
  assert.equal(await world.enter(), PICTURE);
  world.serve(png);
  assert.equal(await world.enter(), "/pictures/1.png");
});

test("With `follow`, the picture is copied at each sign-in, and one at another host is a link", async () => {
  const world = openCopies({ more: { follow: true } });
  world.serve(png);
  assert.equal(await world.enter(), "/pictures/1.png");
  assert.equal(await world.enter(`${PICTURE}/2`), "/pictures/2.png");
  assert.equal(world.stored[1]![1].previous, "/pictures/1.png");
  assert.equal(await world.enter("https://elsewhere.test/ada"), "https://elsewhere.test/ada");
  assert.equal(world.asked(), 2);
});

test("No sign-in asks another host, whatever the URL looks like (PF-11)", async () => {
  for (
    const url of [
      `https://${HOST}.evil.test/ada`,
      `https://${HOST}@evil.test/ada`,
      `https://user:secret@${HOST}/ada`,
      `https://${HOST}:8443/ada`,
      `http://${HOST}/ada`,
      "http://169.254.169.254/latest/meta-data",
    ]
  ) {
    const world = openCopies();
    const origins = [new URL(url).origin, `https://${HOST}`];
    let asked = 0;
    for (const origin of origins) world.platform.sites[origin] = () => (asked++, png());
    await world.enter(url);
    assert.deepEqual([asked, world.stored.length], [0, 0], url);
  }
  const world = openCopies();
  world.platform.sites["http://169.254.169.254"] = () => assert.fail("a redirect is not followed");
  world.serve(() => new Response(null, { status: 302, headers: { location: "http://169.254.169.254/" } }));
  assert.equal(await world.enter(), PICTURE);
});

test("What is no picture, is too large, or is refused keeps no one out, stays a link, and the log says why (PF-06, PF-11)", async () => {
  const svg = "<svg onload='alert(1)'/>";
  const answers: readonly (readonly [() => Response | Promise<Response>, RegExp])[] = [
    [
      () => new Response(svg, { headers: { "content-type": "image/png" } }),
      /It is no PNG, JPEG, WebP or GIF/,
    ],
    [() => new Response(bytesOf(PNG + "x".repeat(100))), /It is larger than 40 bytes/],
    [() => new Response(null), /The status of the answer is 200, not 200|It is no PNG/],
    [() => new Response("Gone", { status: 410 }), /The status of the answer is 410, not 200/],
    [
      () => Promise.reject(new TypeError(`no route to ${PICTURE}?sig=secret`)),
      /no route to pictures\.idp\.test/,
    ],
  ];
  for (const [answer, why] of answers) {
    const world = openCopies();
    world.serve(answer);
    assert.equal(await world.enter(`${PICTURE}?sig=secret`), `${PICTURE}?sig=secret`, world.log());
    assert.equal(world.stored.length, 0);
    assert.match(world.log(), why);
    assert.match(
      world.log(),
      new RegExp(`Cannot copy the picture of a user from ${HOST}: it stays as it is`),
    );
    assert.doesNotMatch(world.log(), /sig=secret/);
  }
  const refusing = openCopies({ store: () => null });
  refusing.serve(png);
  assert.equal(await refusing.enter(), PICTURE);
  for (
    const store of [() => "https://tracker.test/1.png", () => Promise.reject(new Error("the disk is full"))]
  ) {
    const world = openCopies({ store });
    world.serve(png);
    assert.equal(await world.enter(), PICTURE);
    assert.match(world.log(), /the disk is full|returned no URL at `origin`/);
  }
});

test("A provider that sends its picture slowly, or a store that hangs, holds a sign-in up for some seconds (PF-11)", async () => {
  const silent = openCopies();
  silent.serve(() => {
    // The clock goes on while the host is silent.
    setTimeout(() => silent.platform.tick(4));
    return new Promise<Response>(() => {});
  });
  assert.equal(await silent.enter(), PICTURE);
  assert.match(silent.log(), /No answer within 3 seconds/);
  const full = openCopies({
    store: () => {
      setTimeout(() => full.platform.tick(6));
      return new Promise<string>(() => {});
    },
  });
  full.serve(png);
  assert.equal(await full.enter(), PICTURE);
  assert.match(full.log(), /No answer within 5 seconds/);
});

test("A picture that the user has changed while it is copied stays, and so does another copy; ours is removed (PF-11)", async () => {
  const early = openCopies();
  const change = async (world: ReturnType<typeof openCopies>, image: string) => {
    const [{ id } = { id: "" }] = await world.db.users();
    await world.db.adapter.updateUser({ id, image });
  };
  early.serve(async () => {
    await change(early, "/pictures/own.png");
    return png();
  });
  await early.enter();
  assert.deepEqual([await early.image(), early.stored.length], ["/pictures/own.png", 0]);
  const given: Parameters<Store>[] = [];
  const late = openCopies({
    async store(...each) {
      given.push(each);
      if (each[0]) await change(late, "/pictures/own.png");
      return each[0] && "/pictures/copy.png";
    },
  });
  late.serve(png);
  await late.enter();
  assert.equal(await late.image(), "/pictures/own.png");
  const [{ id: userId } = { id: "" }] = await late.db.users();
  assert.deepEqual(given.at(-1), [null, { userId, previous: "/pictures/copy.png" }]);
});

test("A user who is deleted, or loses the account, while a picture is copied gets nothing written (PF-11)", async () => {
  for (const how of ["deleted", "unlinked"]) {
    const world = openCopies({ more: { follow: true } });
    world.serve(() => new Response("none yet", { status: 404 }));
    await world.enter();
    world.serve(async () => {
      const [{ id } = { id: "" }] = await world.db.users();
      if (how === "deleted") await world.db.adapter.deleteUser?.(id);
      else await world.db.adapter.unlinkAccount?.({ provider: "idp", providerAccountId: "ada" });
      return png();
    });
    await world.enter().catch(() => {});
    assert.deepEqual(world.stored, [], how);
    assert.deepEqual((await world.db.users()).map(({ image }) => image), how === "deleted" ? [] : [PICTURE]);
  }
});

test("A wrong list of hosts says what to write", async () => {
  for (const copyFrom of [HOST, [`https://${HOST}`], ["Pictures.idp.test"], ["*.idp.test"], [7], 7, {}]) {
    const wrong = openCopies({ copyFrom: copyFrom as readonly string[] });
    wrong.serve(png);
    await wrong.enter();
    await wrong.browser.open(`${APP}/auth/account/profile`);
    assert.match(
      wrong.log(),
      /`UserProfile\(\{ picture: \{ copyFrom \} \}\)`: write a list of hosts in full/,
    );
    assert.equal((await wrong.session())?.user.image, PICTURE, "nobody is kept out");
    assert.equal(wrong.stored.length, 0);
  }
});
