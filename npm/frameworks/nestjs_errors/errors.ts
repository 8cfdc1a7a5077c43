import "reflect-metadata";
import process from "node:process";
import { Controller, Get, Module, Res } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import type { Response } from "express";
import { Memory } from "@latchkey/auth/adapters/memory";
import { MiddlewareAuth, requireSession } from "@latchkey/auth/express";
import { config } from "./auth.js";
import { AuthErrorFilter } from "./auth_error.filter.js";

/** A database that does not answer. */
const away = { ...Memory(), getSessionAndUser: () => Promise.reject(new Error("the database is away")) };
const stored = { ...config, adapter: away };

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
await app.listen(process.env.PORT ?? 3000);
