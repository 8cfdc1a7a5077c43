// @ts-ignore Next is an optional peer: whoever does not use it has not installed it.
export type { NextFetchEvent, NextRequest } from "next/server.js";
