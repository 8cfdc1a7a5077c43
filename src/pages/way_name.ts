/**
 * The name of a way to sign in, as pages show it.
 *
 * @module
 */

import type { Messages } from "../messages/types.ts";
import { capability } from "../values/markers.ts";
import type { ProviderType } from "../values/types.ts";

/** A provider, as far as its shown name depends on it. One without `options` was written by hand: the application has named it. */
interface NamedProvider {
  /** Its type. */
  readonly type: ProviderType;
  /** Its name, of the application or of the library. */
  readonly name: string;
  /** The options that the application has passed to the function of the library. */
  readonly options?: { readonly name?: string } | undefined;
  /** The code of its type, which has words for it. */
  readonly [capability]?: { readonly wayName?: (messages: Messages, own: string | undefined) => string };
}

/** The names of all providers for users, by their ids. */
export function wayNames(
  setup: { readonly providers: ReadonlyMap<string, NamedProvider> },
  messages: Messages,
): ReadonlyMap<string, string> {
  return new Map([...setup.providers].map(([id, each]) => [id, wayName(each, setup, messages)]));
}

/**
 * Returns the name of a provider for users. The name in the data of an email provider is that of a package or a service,
 * which says nothing to users: instead of it they read "Email", unless the application has named the provider, or there
 * are several to tell apart. The same holds for the other types that bring their own words.
 */
export function wayName(
  provider: NamedProvider,
  { providers }: { readonly providers: ReadonlyMap<string, Pick<NamedProvider, "type">> },
  messages: Messages,
): string {
  const { name, options, [capability]: code } = provider;
  const isOneOfSeveral = [...providers.values()].filter(({ type }) => type === provider.type).length > 1;
  return isOneOfSeveral ? name : code?.wayName?.(messages, options ? options.name : name) ?? name;
}
