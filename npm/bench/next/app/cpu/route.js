/** CPU time that the server has taken so far, in µs. */
export function POST() {
  const { user, system } = process.cpuUsage();
  return Response.json(user + system);
}
