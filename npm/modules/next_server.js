import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { connection, NextResponse } from "next/server";

export { connection, cookies, headers, redirect };

export function handOn(headers) {
  return NextResponse.next(headers && { request: { headers } });
}

export function parseSetCookies(setCookies) {
  const headers = setCookies.map((value) => ["set-cookie", value]);
  return new NextResponse(null, { headers }).cookies.getAll();
}
