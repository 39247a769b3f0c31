import { request } from 'node:http';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };
export type RequestOptions = { method?: string; headers?: OutgoingHttpHeaders | readonly string[] };

/** A request exactly as written: fetch would change the path and add headers. */
export function send(
  url: string,
  path: string,
  options: RequestOptions = {},
  body?: string | Buffer,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(url, { path, ...options }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    call.on('error', reject);
    call.end(body);
  });
}

/** The JSON body of an answer. */
export function json<T>({ body }: Answer): T {
  return JSON.parse(body.toString()) as T;
}
