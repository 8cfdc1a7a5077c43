import { type ArgumentsHost, Catch, Logger } from "@nestjs/common";
import { BaseExceptionFilter } from "@nestjs/core";
import { AuthError } from "@latchkey/auth";
import type { SessionRequired } from "@latchkey/auth/errors";

/** An error with a status of its own, or with an answer: 303 to the sign-in page, for a page. */
type Answerable = AuthError & Partial<Pick<SessionRequired, "status" | "answer">>;

/** Answers the errors of the library with their status, such as 401 without a session, and 503 while the database is away. */
@Catch(AuthError)
export class AuthErrorFilter extends BaseExceptionFilter {
  override catch(error: Answerable, host: ArgumentsHost) {
    const { type, status = 500, answer } = error;
    if (!answer && status >= 500) new Logger(AuthErrorFilter.name).error(error);
    const response = host.switchToHttp().getResponse();
    const server = this.applicationRef!;
    for (const [name, value] of Object.entries(answer?.headers ?? {})) {
      server.setHeader(response, name, value);
    }
    server.reply(
      response,
      answer ? answer.body : { statusCode: status, error: type },
      answer?.status ?? status,
    );
  }
}
