/**
 * The picture of a user on the account page, sent as a form with a file.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { type ProfileOptions, type ProfilePicture, UserProfile } from "../../src/entries/user_profile.ts";
import { openAccount } from "./_account_page.ts";
import { APP } from "./_world.ts";

const PAGE = `${APP}/auth/account/profile`;

/** The beginnings of files. */
const FILES = {
  png: "\x89PNG\r\n\x1a\n and more",
  jpeg: "\xff\xd8\xff\xe0 and more",
  gif: "GIF89a and more",
  webp: "RIFF\x01\x02\x03\x04WEBP and more",
  svg: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
} as const;

const toBytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

type Stored = readonly Parameters<ProfilePicture["store"]>[];

/** A world in which Ada may have a picture. */
async function openPictures(
  { session, more = {}, ...picture }:
    & Partial<ProfilePicture>
    & { readonly session?: { readonly strategy: "jwt" | "database" }; readonly more?: ProfileOptions } = {},
) {
  const stored: Parameters<ProfilePicture["store"]>[] = [];
  const store: ProfilePicture["store"] = (...given) => {
    stored.push(given);
    return given[0] && `${picture.origin ?? ""}/pictures/${stored.length}.png`;
  };
  const features = [UserProfile({ ...more, picture: { store, ...picture } })];
  const world = await openAccount({ features, ...(session && { session }) });
  return {
    ...world,
    stored: stored as Stored,
    /** Posts the form as a browser does. */
    async send(content: string, { token, ...fields }: Record<string, string> = {}) {
      const { csrfToken } = await (await world.browser.fetch(`${APP}/auth/csrf`)).json();
      const form = new FormData();
      const texts = { csrfToken: token ?? csrfToken, action: "change-picture", callbackUrl: PAGE, ...fields };
      for (const [name, value] of Object.entries(texts)) form.append(name, value);
      // The type and the name that a browser says are those of the file's name.
      form.append("picture", new File([toBytes(content)], "ada.svg", { type: "image/svg+xml" }));
      const init = { method: "POST", body: form, redirect: "manual" } as const;
      return await world.browser.fetch(`${APP}/auth/account`, init);
    },
    image: async () => (await world.db.users())[0]!.image,
  };
}

const leadsTo = ({ headers }: Response) => new URL(headers.get("location")!).search;

for (const strategy of ["jwt", "database"] as const) {
  test(`A user sends a picture, sees it and removes it, with sessions of "${strategy}"`, async () => {
    const origin = "https://images.test";
    const world = await openPictures({ session: { strategy }, origin });
    const empty = await world.browser.open(PAGE);
    assert.match(empty.html, /enctype="multipart\/form-data".*A PNG, JPEG, WebP or GIF of at most 1 MB/s);
    assert.doesNotMatch(empty.html, /Remove Picture/);
    assert.equal(leadsTo(await world.send(FILES.jpeg)), "?done=profile-saved");
    const image = `${origin}/pictures/1.png`;
    const [picture, owner] = world.stored[0]!;
    const { id: userId } = (await world.db.users())[0]!;
    assert.deepEqual([picture!.type, owner], ["image/jpeg", { userId, previous: null }]);
    assert.deepEqual(picture!.bytes, toBytes(FILES.jpeg));
    assert.equal(await world.image(), image);
    await world.change({ action: "change-profile", name: "Ada King" });
    const { user } = (await world.session())!;
    assert.deepEqual([user.image, user.name], [image, "Ada King"]);
    // Also where all parts are: who is signed in.
    for (const url of [PAGE, `${APP}/auth/account`]) {
      const { html, headers } = await world.browser.open(url);
      assert.match(html, new RegExp(`<img src="${image}" alt="">`));
      assert.match(headers.get("content-security-policy")!, /img-src 'self' https:\/\/images\.test;/);
    }
    const page = await (await world.browser.open(PAGE)).submit("Remove Picture");
    assert.match(page.text, /Your profile was saved/);
    assert.deepEqual(world.stored[1], [null, { userId, previous: image }]);
    assert.deepEqual([await world.image(), (await world.session())?.user.image], [null, null]);
  });
}

test("A picture is one of four types by its content, never an SVG, and has a size (PF-06)", async () => {
  const world = await openPictures({ maxSize: 40 });
  for (const type of ["png", "jpeg", "gif", "webp"] as const) {
    assert.equal(leadsTo(await world.send(FILES[type])), "?done=profile-saved", type);
    assert.equal(world.stored.at(-1)![0]!.type, `image/${type}`);
  }
  const wrong = [
    [FILES.svg.slice(0, 40), "InvalidPicture"],
    [` ${FILES.png}`, "InvalidPicture"],
    ["", "InvalidPicture"],
    [FILES.png + "x".repeat(30), "PictureTooLarge"],
    // More than the form has room for: it is cut, and still a form.
    [FILES.png + "x".repeat(200_000), "PictureTooLarge"],
  ] as const;
  for (const [content, error] of wrong) {
    assert.equal(leadsTo(await world.send(content)), `?error=${error}`);
  }
  assert.equal(world.stored.length, 4);
  assert.equal((await world.send(FILES.png + "x".repeat(4_000_000))).status, 400);
  const page = await world.browser.open(`${PAGE}?error=PictureTooLarge`);
  assert.match(
    page.html,
    /type="file"[^>]* aria-invalid="true" aria-describedby="profile-picture-error" autofocus/,
  );
  assert.match(page.html, /id="profile-picture-error">A PNG, JPEG, WebP or GIF of at most 0 kB/);
  assert.doesNotMatch(page.html, /class="alert"/);
});

test("A form with a picture needs the CSRF token, and is read for this action alone (PF-07)", async () => {
  const world = await openPictures();
  assert.match(leadsTo(await world.send(FILES.png, { token: "a".repeat(128) })), /error=MissingCSRF/);
  const form = new FormData();
  form.append("picture", "1");
  const post = (path: string, body: FormData | string, type?: string) =>
    world.browser.fetch(`${APP}/auth/${path}`, {
      method: "POST",
      body,
      redirect: "manual",
      ...(type && { headers: { "content-type": type } }),
    });
  assert.match(leadsTo(await post("signout", form)), /error=MissingCSRF/);
  for (let i = 0; i < 70; i++) form.append("picture", "1");
  assert.equal((await post("account", form)).status, 400);
  assert.equal((await post("account", "nothing", "multipart/form-data; boundary=x")).status, 400);
  assert.equal((await post("account", "nothing", "multipart/form-data")).status, 400);
  assert.equal(world.stored.length, 0);
  // Without pictures no form with a file is read.
  const without = await openAccount({ features: [UserProfile()] });
  const answer = await without.browser.fetch(`${APP}/auth/account`, {
    method: "POST",
    body: form,
    redirect: "manual",
  });
  assert.match(leadsTo(answer), /error=MissingCSRF/);
});

test("A URL of another origin than that of the pictures is an error, and a picture at a provider is not loaded (PF-08)", async () => {
  for (
    const url of ["https://tracker.test/1.png", "data:image/png;base64,AAAA", `/${"a".repeat(2048)}`, ""]
  ) {
    const world = await openPictures({ store: () => url });
    assert.match((await world.send(FILES.png)).headers.get("location")!, /\/auth\/error\?error=ServerError/);
    assert.match(world.log(), /`store` of `UserProfile\(\{ picture \}\)` returned no URL at `origin`/);
    assert.equal(await world.image(), null);
  }
  const refusing = await openPictures({ store: () => null });
  assert.equal(leadsTo(await refusing.send(FILES.png)), "?error=InvalidPicture");
  const { id } = (await refusing.db.users())[0]!;
  await refusing.db.adapter.updateUser({ id, image: "https://idp.test/ada.png" });
  const page = await refusing.browser.open(PAGE);
  assert.doesNotMatch(page.html, /<img/);
  assert.match(page.headers.get("content-security-policy")!, /img-src 'self';/);
});

test("What an application may remove is a picture of its own, never one at a provider (PF-12)", async () => {
  const world = await openPictures();
  const { id } = (await world.db.users())[0]!;
  for (
    const [image, previous] of [["https://idp.test/1.png", null], [
      `${APP}/pictures/1.png`,
      `${APP}/pictures/1.png`,
    ]]
  ) {
    await world.db.adapter.updateUser({ id, image });
    await world.send(FILES.png);
    assert.equal(world.stored.at(-1)![1].previous, previous);
  }
});

test("With `follow`, a user of a provider has no picture of their own here, and a wrong option says what to write", async () => {
  const world = await openPictures({ more: { follow: true } });
  assert.equal(leadsTo(await world.send(FILES.png)), "?error=NotAvailable");
  assert.doesNotMatch((await world.browser.open(PAGE)).html, /type="file"/);
  const store = () => "/1.png";
  for (const picture of [{}, { store, maxSize: 0 }, { store, origin: "https://a.test/path" }]) {
    const options = { picture };
    const wrong = await openAccount({ features: [UserProfile(options as unknown as ProfileOptions)] });
    await wrong.browser.open(PAGE);
    assert.match(wrong.log(), /`UserProfile\(\{ picture \}\)`: write/, JSON.stringify(picture));
  }
});

test("A session that ends while the application stores a picture changes no user (PF-09)", async () => {
  for (const strategy of ["jwt", "database"] as const) {
    let end: () => Promise<unknown> = () => Promise.resolve();
    const store = async () => {
      await end();
      return "/pictures/1.png";
    };
    const world = await openPictures({ session: { strategy }, store });
    const owner = await world.elsewhere();
    end = () => world.change({ action: "sign-out-others" }, owner);
    assert.match(leadsTo(await world.send(FILES.png)), /error=UserChanged/, world.log());
    assert.equal(await world.image() ?? null, null);
  }
});
