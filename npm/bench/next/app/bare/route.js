import { cookies, headers } from "next/headers";

/** Reads the request, so that Next does as much as with a library. */
export async function GET() {
  await Promise.all([headers(), cookies()]);
  return Response.json("Ada Lovelace");
}
