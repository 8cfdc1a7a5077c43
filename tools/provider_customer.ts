/**
 * The text of `npm/test/customer_providers.ts`.
 *
 * @module
 */

import type { Listed } from "./provider_pages.ts";

/** A program that imports each provider from the package, by its name and as the default. It is only type-checked. */
export function customerProgram(listed: readonly Listed[]): string {
  const imports = listed.flatMap(({ path, name }) => [
    `import ${name}ByDefault from "@latchkey/auth/providers/${path}";`,
    `import { ${name} } from "@latchkey/auth/providers/${path}";`,
  ]);
  const pairs = listed.map(({ name }) => `  [${name}, ${name}ByDefault],`);
  return `/**
 * A customer's program that imports each provider. Written by \`deno task print\`.
 *
 * @module
 */

import type { ProviderConfig } from "@latchkey/auth/providers";
${imports.join("\n")}

type Factory = (options: never) => ProviderConfig;

/** The providers by their names, and as defaults. */
export const factories: readonly (readonly [Factory, Factory])[] = [
${pairs.join("\n")}
];
`;
}
