// @ts-ignore Next is an optional peer: an application without Next does not have it.
export type { NextFetchEvent, NextRequest } from "next/server.js";
