import { type CanActivate, type ExecutionContext, Injectable, UnauthorizedException } from "@nestjs/common";
import { getSession } from "@latchkey/auth/express";
import { config } from "./auth.js";

/** Lets a request pass only with a session. */
@Injectable()
export class SessionGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (await getSession(context.switchToHttp().getRequest(), config)) return true;
    throw new UnauthorizedException("Sign in first.");
  }
}
