/**
 * Commands of npm, as other package managers have them.
 *
 * @module
 */

/** A package manager beside npm. */
export type Manager = "pnpm" | "bun" | "deno";

/** Begins of commands of npm → what others write in their place; `null` if one has nothing for it. The first that fits counts. */
const COMMANDS: readonly (readonly [npm: RegExp, others: Readonly<Record<Manager, string | null>>])[] = [
  [/^npm init -y$/, { pnpm: "pnpm init", bun: "bun init -y", deno: null }],
  [/^npm pkg set /, { pnpm: "pnpm pkg set ", bun: "bun pm pkg set ", deno: null }],
  [/^npm install$/, { pnpm: "pnpm install", bun: "bun install", deno: "deno install" }],
  [/^npm install --save-dev /, { pnpm: "pnpm add -D ", bun: "bun add -d ", deno: "deno add --dev " }],
  [/^npm install /, { pnpm: "pnpm add ", bun: "bun add ", deno: "deno add " }],
  [/^npm run /, { pnpm: "pnpm run ", bun: "bun run ", deno: "deno task " }],
  [/^npx --yes /, { pnpm: "pnpm dlx ", bun: "bunx ", deno: "deno run -A npm:" }],
  [/^npx (?=@latchkey\/auth )/, { pnpm: "pnpm dlx ", bun: "bunx ", deno: "deno run -A npm:" }],
  [/^npx /, { pnpm: "pnpm exec ", bun: "bunx ", deno: "deno run -A npm:" }],
];

/**
 * Translates a block of commands. Lines that are no command of npm stay as they are.
 *
 * @returns `undefined` if the manager has nothing for one of the commands, or if no line is one of npm.
 */
export function translateCommands(text: string, manager: Manager): string | undefined {
  const lines = text.split("\n").map((line) => translate(line, manager));
  if (lines.includes(null) || lines.join("\n") === text) return;
  return lines.join("\n");
}

function translate(line: string, manager: Manager): string | null {
  for (const [npm, { [manager]: other }] of COMMANDS) {
    if (!npm.test(line)) continue;
    if (other === null) return null;
    const command = line.replace(npm, other).replace(/ --install npm$/, ` --install ${manager}`);
    return other.startsWith("deno add ") ? withRegistry(command) : command;
  }
  return line;
}

/** Deno wants to know the registry of each package. */
function withRegistry(command: string): string {
  const [program, verb, ...rest] = command.split(" ");
  return [program, verb, ...rest.map((word) => word.startsWith("-") ? word : `npm:${word}`)].join(" ");
}
