import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import * as next from "next/server";
import { connection, NextResponse } from "next/server";

export { connection, cookies, headers, redirect };

// By its name as text: bundlers warn of an import that Next before 15.1 does not have.
const after = Reflect.get(next, "after");

export function afterResponse(work) {
  try {
    after?.(work);
  } catch {
    // Outside of a request.
  }
}

export function handOn(headers) {
  return NextResponse.next(headers && { request: { headers } });
}

export function parseSetCookies(setCookies) {
  const headers = setCookies.map((value) => ["set-cookie", value]);
  return new NextResponse(null, { headers }).cookies.getAll();
}
