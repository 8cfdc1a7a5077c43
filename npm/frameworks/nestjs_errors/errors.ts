import "reflect-metadata";
import process from "node:process";
import { Controller, Get, Module, Res } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import type { Response } from "express";
import { AccessTokens } from "@latchkey/auth/access-tokens";
import { Memory } from "@latchkey/auth/adapters/memory";
import { MiddlewareAuth, requireSession } from "@latchkey/auth/express";
import { config } from "./auth.js";
import { AuthErrorFilter } from "./auth_error.filter.js";

/** A database that does not answer. */
const away = { ...Memory(), getSessionAndUser: () => Promise.reject(new Error("the database is away")) };
const stored = { ...config, adapter: away };
const withTokens = { ...config, features: [AccessTokens({ keptIn: "cookie" })] };

@Controller()
class AppController {
  @Get("required")
  async required(@Res({ passthrough: true }) res: Response) {
    return (await res.locals["auth"].require()).user;
  }

  @Get("sign-out")
  async signOut(@Res({ passthrough: true }) res: Response) {
    return await res.locals["auth"].signOut();
  }

  @Get("calendar")
  async calendar(@Res({ passthrough: true }) res: Response) {
    return await res.locals["auth"].accessTokens.get("github");
  }

  @Get("members")
  members() {
    return "Hello";
  }
}

@Module({ controllers: [AppController] })
class AppModule {}

const app = await NestFactory.create(AppModule);
app.useGlobalFilters(new AuthErrorFilter(app.getHttpAdapter()));
app.use(MiddlewareAuth(stored));
app.use("/members", requireSession(stored));
app.use("/calendar", requireSession(withTokens));
await app.listen(process.env.PORT ?? 3000);
