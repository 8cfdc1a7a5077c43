/**
 * The complete answer of a provider.
 *
 * @module
 */

/** Some environments of tests, such as jsdom, have none. Whoever adds one there does so before this is imported. */
const { Response: Native = Object as unknown as typeof Response } = globalThis;

/**
 * A complete answer. It is a `Response` for `oauth4webapi`, which may read it again and again with `text()` and `json()`: one
 * with a stream costs ten times as much. Its `body`, `blob()` and `arrayBuffer()` are empty: see `toStreamed()`.
 */
export class ProviderAnswer extends Native {
  readonly #content: string;
  readonly #status: number;

  /** Creates an answer of a body, a status and headers. */
  constructor(
    content: string,
    { status, headers }: { readonly status: number; readonly headers: HeadersInit },
  ) {
    // A copy: servers such as @hono/node-server replace `Response`, and theirs keeps the headers of `fetch`, which are immutable.
    super(null, { status: toAccepted(status), headers: new Headers(headers) });
    this.#content = content;
    this.#status = status;
  }

  /** The status that arrived. */
  override get status(): number {
    return this.#status;
  }

  /** Its body. */
  get content(): string {
    return this.#content;
  }

  override text(): Promise<string> {
    return Promise.resolve(this.#content);
  }

  // It rejects, as that of `Response` does, and does not throw.
  // deno-lint-ignore require-await
  override async json(): Promise<unknown> {
    return JSON.parse(this.#content);
  }

  override clone(): ProviderAnswer {
    return new ProviderAnswer(this.#content, this);
  }

  /** Returns it for code of applications, which may read it in any way. */
  toStreamed(): Response {
    // `Response` refuses a body with a null body status (Fetch §2.2.3).
    const body = [204, 205, 304].includes(this.#status) ? null : this.#content;
    return new Response(body, { status: toAccepted(this.#status), headers: this.headers });
  }
}

/** Returns a status that `Response` accepts. Servers send any three digits, and 0 stands for a redirect that is hidden. */
function toAccepted(status: number): number {
  if (status > 599) return 500;
  return status < 200 ? 302 : status;
}
