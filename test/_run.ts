/**
 * Programs that a test runs to their end.
 *
 * @module
 */

/** Runs a program. @returns What it has printed. @throws {Error} with what it has printed, if it fails. */
export async function run(
  cwd: string,
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, {
    args: [...args],
    cwd,
    clearEnv: true,
    env: { ...plainEnv(), NO_COLOR: "1", ...env },
    stdin: "null",
  }).output();
  const [out, errors] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)) as [string, string];
  if (success) return out;
  throw new Error(`Cannot run "${program} ${args.join(" ")}" in ${cwd}:\n${errors}${out}`);
}

/** The environment without settings of authentication. */
export function plainEnv(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(Deno.env.toObject()).filter(([name]) => !/^(?:NEXT)?AUTH_/.test(name)),
  );
}
