/**
 * A browser in the process with several tabs: real cookies and a real handler, and the parts of a window that the client
 * reads.
 *
 * @module
 */

// The client loads it when it is needed. `settle()` does not wait for a file.
import "../../src/client/_passkey.ts";
import { setImmediate } from "node:timers/promises";
import { Auth, type AuthConfig } from "../../mod.ts";
import { createClient } from "../../src/client/client.ts";
import type { Client, ClientOptions, PageChannel, PageWindow } from "../../src/client/types.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { CredentialsSignin } from "../../src/errors/errors.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { type Browser, fakeProvider, testBrowser, testPlatform } from "../../src/testing/mod.ts";
import { oidc } from "../flows/_world.ts";

/** The application. */
export const APP = "https://app.test";

/** A tab. */
export interface Tab {
  /** Its client. */
  readonly client: Client;
  /** Its window. */
  readonly window: PageWindow;
  /** Warnings in its console. */
  readonly warnings: string[];
  /** Where it went, oldest first; `reload` where it reloaded. */
  readonly left: string[];
  /** Paths that its client requested: `GET /auth/session`. */
  readonly requested: string[];
  /** Emits an event of the window or of the document. */
  emit(type: string): void;
  /** Sets whether it is visible. */
  setVisible(isVisible: boolean): void;
}

/** Everything a test looks at. */
export interface World {
  /** The browser. */
  readonly browser: Browser;
  /** Changes the answers of the application. */
  answer: ((request: Request) => Promise<Response>) | null;
  /** Opens a tab. */
  open(options?: ClientOptions & { readonly href?: string }): Tab;
  /** Runs the timers that are due, and what follows from them. */
  tick(milliseconds: number): Promise<void>;
  /** How many timers are set. */
  timers(): number;
  /** Links of mails, newest last. */
  readonly mails: string[];
  /** The handler, for requests of the test's own. */
  readonly handler: (request: Request) => Promise<Response>;
}

/** Opens a browser with an application. @param extra Overrides the config. */
export function openWorld(extra: Partial<AuthConfig> = {}): World {
  const platform = testPlatform();
  const idp = fakeProvider({ now: platform.now, signingAlgorithm: "ES256" });
  const mails: string[] = [];
  const config = {
    providers: [
      oidc(idp),
      // An id of its own: the client looks at the type.
      Credentials({ id: "password", credentials: { username: {}, password: {} }, authorize }),
      {
        id: "mail",
        name: "Mail",
        type: "email",
        from: "no-reply@example.com",
        sendVerificationRequest: ({ url }) => void mails.push(url),
      },
    ],
    adapter: Memory(),
    session: { strategy: "jwt" },
    callbacks: {
      jwt({ token, trigger, session }) {
        if (trigger === "update" && session?.name) token.name = session.name;
        return token;
      },
    },
    secret: "a-secret-of-forty-characters-for-tests-0",
    trustHost: true,
    logger: { error() {}, warn() {} },
    platform,
    ...extra,
  } as AuthConfig;
  platform.sites[idp.origin] = idp.fetch;
  const handler = (request: Request): Promise<Response> =>
    new URL(request.url).pathname.startsWith(`${config.basePath ?? "/auth"}/`)
      ? Auth(request, config)
      : Promise.resolve(new Response("<h1>Page</h1>", { headers: { "content-type": "text/html" } }));
  platform.sites[APP] = (request) => (world.answer ?? handler)(request);
  const browser = testBrowser(platform.sites, { now: platform.now });
  const clock = createClock();
  const BroadcastChannel = createChannels();
  const world: World = {
    browser,
    answer: null,
    mails,
    handler,
    tick: clock.tick,
    timers: clock.count,
    open({ href = `${APP}/page`, ...options } = {}) {
      const left: string[] = [];
      const warnings: string[] = [];
      const requested: string[] = [];
      const { window, emit, setVisible } = createWindow(clock, {
        location: {
          href,
          assign: (url: string) => void left.push(url),
          reload: () => void left.push("reload"),
        },
        BroadcastChannel,
        console: { warn: (text: string) => void warnings.push(text) },
      });
      const client = createClient({
        fetch: (url, init) => {
          requested.push(`${init?.method ?? "GET"} ${new URL(url).pathname}`);
          return browser.fetch(url, init);
        },
        window,
        ...options,
      });
      return {
        client,
        window,
        warnings,
        left,
        requested,
        emit,
        setVisible,
      };
    },
  };
  return world;
}

/** What the tabs of one browser send messages with. */
export function createChannels(): new (name: string) => PageChannel {
  const hub = new Map<string, Set<PageChannel>>();
  return class implements PageChannel {
    onmessage: PageChannel["onmessage"] = null;
    readonly #peers: Set<PageChannel>;
    constructor(name: string) {
      this.#peers = hub.get(name) ?? new Set();
      hub.set(name, this.#peers.add(this));
    }
    postMessage(data: unknown): void {
      for (const peer of this.#peers) if (peer !== this) peer.onmessage?.({ data });
    }
    close(): void {
      this.#peers.delete(this);
    }
  };
}

/** A window, which no one leaves. @param more Further parts of it, or other ones. */
export function createWindow(clock: Clock, more: object): Pick<Tab, "window" | "emit" | "setVisible"> {
  const document = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const window = {
    document,
    addEventListener: document.addEventListener.bind(document),
    removeEventListener: document.removeEventListener.bind(document),
    location: { href: `${APP}/page`, assign() {}, reload() {} },
    ...clock.functions,
    ...more,
  } as unknown as PageWindow;
  const emit = (type: string) => void document.dispatchEvent(new Event(type));
  return {
    window,
    emit,
    setVisible(isVisible) {
      document.visibilityState = isVisible ? "visible" : "hidden";
      emit("visibilitychange");
    },
  };
}

class Locked extends CredentialsSignin {
  override code = "locked";
}

function authorize({ username, password }: Record<string, unknown>): { id: string; name: string } | null {
  if (username === "locked") throw new Locked();
  if (username === "broken") throw new Error("the database is gone");
  return password === "right" ? { id: String(username), name: String(username) } : null;
}

/** Lets promises settle, including those of WebCrypto. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 12; turn++) await setImmediate();
}

interface Timer {
  readonly due: number;
  readonly run: () => void;
  readonly every?: number;
}

interface Clock {
  tick(milliseconds: number): Promise<void>;
  count(): number;
  readonly functions: Pick<PageWindow, "setTimeout" | "clearTimeout" | "setInterval" | "clearInterval">;
}

/** Timers that fire when the test says so. */
export function createClock(): Clock {
  const timers = new Map<number, Timer>();
  let now = 0;
  let id = 0;
  const add = (timer: Timer): number => {
    timers.set(++id, timer);
    return id;
  };
  const next = (): [number, Timer] | undefined => [...timers].sort(([, a], [, b]) => a.due - b.due)[0];
  return {
    async tick(milliseconds) {
      const end = now + milliseconds;
      for (let first = next(); first && first[1].due <= end; first = next()) {
        const [id, { due, run, every }] = first;
        now = due;
        if (every) timers.set(id, { due: due + every, run, every });
        else timers.delete(id);
        run();
        await settle();
      }
      now = end;
      await settle();
    },
    count: () => timers.size,
    functions: {
      setTimeout: (run, milliseconds) => add({ due: now + milliseconds, run }),
      setInterval: (run, every) => add({ due: now + every, run, every }),
      clearTimeout: (id) => void timers.delete(id),
      clearInterval: (id) => void timers.delete(id),
    },
  };
}
