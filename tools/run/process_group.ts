/**
 * A process group: the programs in it, and how it is ended.
 *
 * @module
 */

/** Ends a process group, and what the processes in it have started in groups of their own. */
export async function endGroup(id: number): Promise<void> {
  if (Deno.build.os === "windows") {
    return await run("taskkill", ["/T", "/F", "/PID", String(id)]).then(() => {});
  }
  for (const pid of membersOf(id, await run("ps", ["-A", "-o", "pid=,ppid=,pgid="]))) {
    try {
      Deno.kill(pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }
}

/** The programs that run in a group, a line for each: process, parent, state, time and command. Empty where `ps` is missing. */
export async function programsOf(group: number): Promise<readonly string[]> {
  if (Deno.build.os === "windows") return [];
  const members = membersOf(group, await run("ps", ["-A", "-o", "pid=,ppid=,pgid="]));
  const lines = (await run("ps", ["-A", "-o", "pid=,ppid=,stat=,time=,args="])).split("\n");
  return lines.map((line) => line.trim().slice(0, 200)).filter((line) =>
    members.includes(parseInt(line, 10))
  );
}

/** @param table Process, parent and group in each line, as `ps` prints them. @returns The group as one, if `ps` is missing. */
export function membersOf(group: number, table: string): readonly number[] {
  const rows = table.split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  const members = new Set(rows.filter(([, , pgid]) => pgid === group).map(([pid]) => pid!));
  // A set that grows is walked to its end.
  for (const member of members) {
    for (const [pid, parent] of rows) if (parent === member) members.add(pid!);
  }
  return rows.length > 1 ? [...members] : [-group];
}

/** The output of a program; empty if the program does not exist. */
async function run(program: string, args: string[]): Promise<string> {
  try {
    const { stdout } = await new Deno.Command(program, { args, stderr: "null" }).output();
    return new TextDecoder().decode(stdout);
  } catch {
    return "";
  }
}
