/**
 * The state of the session, and its subscribers.
 *
 * A change and a request of the session never run at the same time, and of several requests the one that began last wins.
 * So a late answer never overwrites a newer one, and a session that a request renews cannot undo a sign-out.
 *
 * A page may hand over a session that the server has read. The client outlives the page, so it may have one already:
 * - The first one is shown, and no request is sent.
 * - The same one changes nothing. Another time when it ends makes no difference.
 * - An object that was handed over before is from a page that the router has kept: it is older, and changes nothing.
 * - Another one is newer: it is shown, and the session is requested.
 * - Another one, after the client has found or made a change itself, is newer or from a page that was rendered before:
 *   no user is shown until a request decides. Only a session of the same user stays meanwhile.
 *
 * @module
 */

import type { AuthConfig, SessionOf } from "../model/auth_config.ts";
import type { ClientError } from "./_error.ts";
import type { Http } from "./_http.ts";
import type { PageChannel, SessionClient, SessionState, SubscribeOptions } from "./types.ts";

/** The state of a client. */
export interface State<C extends AuthConfig>
  extends Pick<SessionClient<C>, "getSession" | "subscribe" | "getSnapshot" | "hydrate"> {
  /** Runs a request that may change the session, after those that run already. */
  change<T>(run: () => Promise<T>): Promise<T>;
  /** Sets the state. */
  show(session: SessionOf<C> | null): void;
  /** Lets other tabs and clients request the session. */
  announce(): void;
}

/** Events that come in pairs, and messages of several tabs, cause one request. In milliseconds. */
const JOIN_PAUSE = 50;

/** A request that failed is repeated after so many milliseconds; then after twice as many, up to a minute. */
const RETRY = 1000;

/** The longest delay of a timer. One more, and it fires at once. */
const LONGEST = 2 ** 31 - 1;

/** Creates the state of a client. @param channelName The same for all clients of a handler. */
export function createState<C extends AuthConfig>(
  { page, json, url, isElsewhere }: Pick<Http, "page" | "json" | "url" | "isElsewhere">,
  channelName: string,
): State<C> {
  let self: number | undefined;
  const listeners = new Set<() => void>();
  let state: SessionState<C> = { status: "loading", session: null };
  let notified: SessionState<C> = state;
  let began = 0;
  let shown = 0;
  let failures = 0;
  let hasWarned = false;
  let timer: unknown;
  let delay = Infinity;
  let changing: Promise<unknown> | undefined;
  /** Whether the session must be requested, and no request has begun. */
  let due = true;
  /** Whether the client has found or made the last change itself, and no page has confirmed it. */
  let isOwn = false;
  /** The session that a page has handed over, while it is unknown whether it is newer. As text. */
  let doubted: string | undefined;
  const handedOver = new WeakSet<object>();
  /** Requests of the session that run. None is made in advance: a worker may not do so while it starts. */
  const reading = new Set<AbortController>();

  function show(session: SessionOf<C> | null): void {
    // The state of a server would be that of all its users.
    if (!page.document) return;
    due = false;
    doubted = undefined;
    if (state.status !== "loading" && JSON.stringify(session) === JSON.stringify(state.session)) return;
    isOwn = true;
    state = toState(session);
    notify();
  }

  function notify(): void {
    if (notified === state) return;
    notified = state;
    for (const listener of [...listeners]) listener();
  }

  function hydrate(session: SessionOf<C> | null): void {
    if (!page.document || isRepeated(session)) return;
    const before = state;
    if (state.status === "loading" && doubted === undefined) {
      state = toState(session);
      due = false;
    } else if (state.status !== "loading" && toComparable(session) === toComparable(state.session)) {
      isOwn = false;
      if (session && state.session && session.expires > state.session.expires) state = toState(session);
    } else compare(session);
    // Components hand over while React renders others, which must not change meanwhile.
    if (state !== before) Promise.resolve().then(notify);
  }

  /** Returns whether a session was handed over before. */
  function isRepeated(session: SessionOf<C> | null): boolean {
    if (!session) return toComparable(session) === doubted;
    const isKnown = handedOver.has(session) || toComparable(session) === doubted;
    handedOver.add(session);
    return isKnown;
  }

  /** Handles a session other than the known one. */
  function compare(session: SessionOf<C> | null): void {
    // The requests under way may have begun before the server has read it.
    shown = began;
    due = true;
    if (!isOwn && !changing) state = toState(session);
    else {
      doubted = toComparable(session);
      // A change that runs decides itself what the page shows.
      const isKept = changing || state.status === "loading" || isSameUser(session, state.session);
      if (!isKept) state = { status: "loading", session: null };
    }
    later(0);
  }

  async function getSession(): Promise<SessionOf<C> | null> {
    while (changing) await changing;
    const controller = new AbortController();
    const { signal } = controller;
    reading.add(controller);
    const turn = ++began;
    due = false;
    // This request does what the timer is set for.
    cancel();
    try {
      const session = await json("session", { signal }) as SessionOf<C> | null;
      // Since then a change has begun: the answer may be from before it.
      if (signal.aborted) return getSession();
      failures = 0;
      if (turn > shown) {
        shown = turn;
        show(session);
      }
      return session;
    } catch (error) {
      if (signal.aborted) return getSession();
      due ||= turn === began;
      if (turn === began) later(Math.min(RETRY * 2 ** failures++, 60_000));
      throw error;
    } finally {
      reading.delete(controller);
    }
  }

  /** Requests the session after a pause, unless it is requested before that anyway, or no one listens. */
  function later(milliseconds: number = JOIN_PAUSE): void {
    if (!listeners.size || milliseconds >= delay) return;
    cancel();
    delay = milliseconds;
    // After a failure the state stays.
    timer = page.setTimeout(() => getSession().catch(warn), delay);
  }

  /**
   * Warns once if the library is not at this path: 404, or 200 with the page of an application that answers every path; or if it
   * is on another origin, which may refuse this one.
   */
  function warn({ code, message, status }: ClientError): void {
    const isRefused = code === "Network" && isElsewhere();
    if (hasWarned || (status !== 404 && status !== 200 && !isRefused)) return;
    hasWarned = true;
    if (isRefused) return page.console?.warn(`[latchkey] ${message}`);
    const advice = isElsewhere()
      ? "`url` of createClient to the URL of the handler"
      : "`basePath` of SessionProvider or createClient to the path of the handler, with the `basePath` of Next before it. " +
        "In Next, import @latchkey/auth/next/client";
    const text = `Cannot read the session: the library does not answer at "${
      url("session")
    }" (status ${status}). Set ${advice}`;
    page.console?.warn(`[latchkey] ${text}`);
  }

  function cancel(): void {
    page.clearTimeout(timer);
    delay = Infinity;
  }

  async function change<T>(run: () => Promise<T>): Promise<T> {
    while (changing) await changing;
    for (const controller of reading) controller.abort();
    const running = run();
    // After a failure too the server may have changed it.
    changing = running.catch(() => later()).then(() => changing = undefined);
    return running;
  }

  /** Names this client in messages. Not before one is sent: a page that Next prerenders must not be random. */
  function id(): number {
    return self ??= Math.random();
  }

  /** The channel to the other tabs; `null` without one: a browser that blocks cookies may throw. */
  function open(): PageChannel | null {
    try {
      return new page.BroadcastChannel!(channelName);
    } catch {
      return null;
    }
  }

  function announce(): void {
    if (!page.document) return;
    const channel = open();
    channel?.postMessage(id());
    channel?.close();
  }

  function subscribe(
    listener: () => void,
    { refetchInterval = 0, refetchOnWindowFocus = true }: SubscribeOptions = {},
  ): () => void {
    const { document } = page;
    if (!document) return () => {};
    // Of its own: a function may subscribe twice.
    const notify = (): void => listener();
    listeners.add(notify);

    const look = (): unknown => document.visibilityState === "visible" && later();
    if (refetchOnWindowFocus) {
      document.addEventListener("visibilitychange", look);
      page.addEventListener?.("focus", look);
    }

    const channel = open();
    if (channel) channel.onmessage = ({ data }: { data: unknown }) => data !== id() && later();

    const interval = refetchInterval > 0 &&
      page.setInterval(later, Math.min(refetchInterval * 1000, LONGEST));

    if (due) later(0);
    return () => {
      listeners.delete(notify);
      if (!listeners.size) cancel();
      document.removeEventListener("visibilitychange", look);
      page.removeEventListener?.("focus", look);
      channel?.close();
      page.clearInterval(interval);
    };
  }

  return {
    getSession,
    change,
    show,
    announce,
    subscribe,
    getSnapshot: () => state,
    hydrate,
  };
}

function toState<C extends AuthConfig>(session: SessionOf<C> | null): SessionState<C> {
  return session ? { status: "authenticated", session } : { status: "unauthenticated", session: null };
}

/** For comparisons: a session without the time when it ends, which each request may prolong. */
function toComparable(session: object | null): string {
  return JSON.stringify(session && { ...session, expires: undefined });
}

function isSameUser(one: SessionOf<AuthConfig> | null, other: SessionOf<AuthConfig> | null): boolean {
  const id = one?.user?.id;
  return id !== undefined && id === other?.user?.id;
}
