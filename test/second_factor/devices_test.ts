import assert from "node:assert/strict";
import { test } from "node:test";
import { openSetup, requestOf } from "./_factor_setup.ts";
import {
  devicesOf,
  findDevice,
  rememberDevice,
  toDevices,
} from "../../src/features/second_factor/devices.ts";
import { open } from "../../src/crypto/seal.ts";
import { noSecondFactor } from "../../src/model/second_factor.ts";
import type { SetCookie } from "../../src/values/cookie.ts";

type RememberedDevice = Parameters<typeof toDevices>[0][number];

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const DAYS_30 = 2_592_000;

/** A device that is remembered until a time. */
const until = (expires: number): RememberedDevice => ({
  hash: `hash-${expires}`,
  device: null,
  createdAt: 1,
  expires,
});

/** The row of a user with some devices. */
const rowOf = (userId: string, ...devices: readonly RememberedDevice[]) => ({
  ...noSecondFactor(userId),
  enabledAt: new Date(1),
  devices: toDevices(devices),
});

/** A world in which browsers are remembered. */
function world(config: Parameters<typeof openSetup>[0] = {}) {
  const opened = openSetup(config);
  const { setup } = opened;
  return {
    ...opened,
    remember: async (userId: string, cookies: readonly SetCookie[] = [], userAgent = FIREFOX) =>
      await rememberDevice(userId, await requestOf({ cookies, userAgent }), setup),
    find: async (row: ReturnType<typeof rowOf>, cookies: readonly SetCookie[], own = setup) =>
      await findDevice(row, await requestOf({ cookies }), own),
    tokensIn: async ([cookie]: readonly SetCookie[]) =>
      (await open<{ tokens: string[][] }>(cookie!.value, "remembered device", setup))!.tokens,
  };
}

test("devicesOf() leaves out the devices whose time is over, at the millisecond", () => {
  const { setup, platform } = openSetup();
  assert.deepEqual(devicesOf({ devices: null }, setup), []);
  const createdAt = platform.now();
  const list = [-1, 0, 1].map((more) => ({ ...until(createdAt + more), createdAt }));
  assert.deepEqual(devicesOf({ devices: toDevices(list) }, setup), list.slice(2));
});

test("devicesOf() remembers no device for longer than the application says now", () => {
  const { setup, platform } = openSetup({ secondFactor: { rememberFor: 60 } });
  const [createdAt, expires] = [platform.now(), platform.now() + DAYS_30 * 1000];
  const devices = toDevices([{ ...until(expires), createdAt }]);
  platform.tick(59);
  assert.deepEqual(devicesOf({ devices }, setup).map((each) => each.expires), [createdAt + 60_000]);
  platform.tick(1);
  assert.deepEqual(devicesOf({ devices }, setup), []);
});

test("toDevices() keeps the ten newest devices, and null stands for none", () => {
  assert.equal(toDevices([]), null);
  const eleven = Array.from({ length: 11 }, (_, i) => until(i));
  assert.deepEqual(JSON.parse(toDevices(eleven)!), eleven.slice(1));
});

test("rememberDevice() describes the browser, and sets a cookie with the same lifetime", async () => {
  const { remember, platform, tokensIn, setup } = world();
  const { device, cookies } = await remember("ada");
  const { hash, ...rest } = device;
  const createdAt = platform.now();
  assert.deepEqual(rest, {
    device: "Firefox on Linux",
    createdAt,
    expires: createdAt + DAYS_30 * 1000,
  });
  const [cookie, ...others] = cookies;
  assert.deepEqual(others, []);
  assert.equal(cookie!.name, setup.cookies.rememberedDevice.name);
  assert.equal(cookie!.options.maxAge, DAYS_30);
  const [[user, token] = [], ...rest2] = await tokensIn(cookies);
  assert.deepEqual(rest2, []);
  assert.match(user!, /^[\w-]{16}$/);
  assert.ok(!hash.includes(token!));
  assert.equal((await remember("ada", [], "")).device.device, null);
});

test("findDevice() finds the device of its user, as long as the row has it", async () => {
  const { remember, find, platform } = world();
  const { device, cookies } = await remember("ada");
  const row = rowOf("ada", until(platform.now() + 1), device);
  assert.deepEqual(await find(row, cookies), device);
  assert.equal(await find(row, []), null);
  assert.equal(await find(rowOf("ada"), cookies), null);
  assert.equal(await find(rowOf("ada", until(platform.now() + 1)), cookies), null);
  platform.tick(DAYS_30 - 1);
  assert.deepEqual(await find(row, cookies), device);
  platform.tick(1);
  assert.equal(await find(row, cookies), null);
});

test("findDevice() refuses a token in the row of another user, and that of another time (SF-06)", async () => {
  const { remember, find } = world();
  const ada = await remember("ada");
  // Somebody has copied the list of Ada into the row of Bob, who has a cookie of his own.
  const bob = await remember("bob", ada.cookies);
  assert.equal(await find(rowOf("bob", ada.device), bob.cookies), null);
  const again = await remember("ada", ada.cookies);
  assert.notEqual(again.device.hash, ada.device.hash);
  assert.equal(await find(rowOf("ada", ada.device), again.cookies), null);
  assert.deepEqual(await find(rowOf("ada", again.device), again.cookies), again.device);
});

test("findDevice() finds nothing where devices are not remembered any more", async () => {
  const { remember, find, memory, platform } = world();
  const { device, cookies } = await remember("ada");
  const { setup } = openSetup({ secondFactor: { rememberFor: 0 } }, { memory, platform });
  assert.equal(await find(rowOf("ada", device), cookies, setup), null);
});

test("rememberDevice() keeps a token for each of the five newest users of a browser", async () => {
  const { remember, find, tokensIn } = world();
  const users = ["a", "b", "c", "d", "e", "f"];
  const devices = new Map<string, RememberedDevice>();
  let cookies: readonly SetCookie[] = [];
  for (const user of [...users, "c"]) {
    const made = await remember(user, cookies);
    cookies = made.cookies;
    devices.set(user, made.device);
  }
  assert.equal((await tokensIn(cookies)).length, 5);
  for (const [user, device] of devices) {
    assert.deepEqual(await find(rowOf(user, device), cookies), user === "a" ? null : device, user);
  }
});
