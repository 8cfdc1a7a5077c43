/**
 * The entries of `providers`: objects, or functions that return one. Anything else is named, with what to write.
 *
 * @module
 */

import { ConfigError } from "../errors/errors.ts";
import type { ProviderConfig } from "../model/provider.ts";
import { isA } from "../errors/thrown.ts";

/**
 * Returns the provider that an entry describes.
 *
 * @throws {ConfigError} that names the place of the entry, what it is, and what to write.
 */
export function definitionOf(listed: unknown, index: number): ProviderConfig {
  const definition = typeof listed === "function" ? call(listed as () => unknown, index) : listed;
  if (typeof Object(definition).id === "string") return definition as ProviderConfig;
  const returned = typeof listed === "function" ? "a function that returned " : "";
  throw unusableEntry(index, returned + kindOfEntry(definition), adviceForEntry(definition, returned !== ""));
}

/** The same without a check, for what runs before it: an entry that is not a provider stays as it is. */
export function toDefinition(listed: unknown): unknown {
  try {
    const definition = typeof listed === "function" ? listed() : listed;
    return typeof Object(definition).id === "string" ? definition : listed;
  } catch {
    return listed;
  }
}

function call(provider: (() => unknown) & { readonly name: string }, index: number): unknown {
  try {
    return provider();
  } catch (error) {
    const { name } = provider;
    // The error of a provider that checks its options already names the missing one.
    if (isA(error, ConfigError) || /^Cannot (set up|use) /.test((error as Error | null)?.message ?? "")) {
      throw error;
    }
    const what = /^class\b/.test(Function.prototype.toString.call(provider))
      ? "a class"
      : "a function that failed";
    const advice = `Call it with its options: write \`${name || "Provider"}({ … })\``;
    throw unusableEntry(index, what, advice, error);
  }
}

function unusableEntry(index: number, what: string, advice: string, err?: unknown): ConfigError {
  return new ConfigError(
    `Cannot use a provider without an \`id\`: \`providers[${index}]\` is ${what}. ${advice}`,
    { ...(isA(err, Error) && { err }) },
  );
}

/** Names the kind of a value. Shows only a text that can be the name of a provider. */
function kindOfEntry(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "string") return isShortName(value) ? `the text "${value}"` : "text";
  if (Array.isArray(value)) return "a list";
  if (isPromise(value)) return "a promise";
  if (isModule(value)) return "a module";
  if (typeof value === "boolean") return String(value);
  if (typeof value === "function") return "a function";
  return typeof value === "object" ? "an object without one" : String(typeof value);
}

function adviceForEntry(value: unknown, wasCalled: boolean): string {
  if (typeof value === "string") {
    return 'Write its function, as in `import { GitHub } from "@latchkey/auth/providers/github"` and `providers: [GitHub]`';
  }
  if (Array.isArray(value)) return "Write `...` before it";
  if (isModule(value)) return adviceForModule(value);
  if (isPromise(value)) return "List its function: `providers` is not awaited";
  if (typeof value === "function") return "List it, or call it";
  if (wasCalled) return "Return the provider";
  if (typeof value === "object" && value !== null) {
    return "Call the function of the provider with these options, such as `GitHub({ … })`, or write `id`, `name` and `type`";
  }
  return "Look for a name that its module does not export, for modules that import each other, and for a condition: " +
    "`...(condition ? [GitHub] : [])`";
}

function adviceForModule(module: object): string {
  const own = (module as { readonly default?: unknown }).default;
  const name = Object.entries(module).find(([key, value]) => key !== "default" && value === own)?.[0] ??
    (own as { readonly name?: string } | undefined)?.name;
  return name
    ? `Import its function: \`import { ${name} } from "@latchkey/auth/providers/…"\``
    : "Import the function of the provider from it";
}

function isShortName(text: string): boolean {
  return /^[\w. -]{1,40}$/.test(text);
}

function isPromise(value: unknown): boolean {
  return typeof Object(value).then === "function";
}

/** A module, also one that a bundler made: it has the function of the provider as default. */
function isModule(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  return Object.prototype.toString.call(value) === "[object Module]" ||
    typeof (value as { readonly default?: unknown }).default === "function";
}
