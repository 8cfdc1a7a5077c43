/**
 * Answers of the APIs of providers. For `userinfo.request`.
 *
 * @module
 */

/**
 * Reads an answer with status 200 as JSON.
 *
 * @param from URL of the request, for the message.
 * @throws {Error} if the answer has another status, or is not JSON. The message does not quote the body.
 */
export async function readJson<T>(response: Response, from: string): Promise<T> {
  if (response.status === 200) {
    return await response.json().catch(() => {
      throw new Error(`Cannot read the user at "${from}": the answer is not JSON`);
    });
  }
  await response.body?.cancel();
  throw new Error(`Cannot read the user at "${from}": the answer has status ${response.status}, not 200`);
}
