import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { sharedService } from '../../support/service.ts';

type Pass = () => void;

/** Starts a server in front of the service: a test handles each request, and passes it on or answers it. */
export async function startInterceptor(
  handle: (url: string, pass: Pass, outgoing: ServerResponse) => unknown,
): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const pass = () => {
      const headers = { authorization: incoming.headers.authorization };
      request(`${sharedService().baseUrl}${incoming.url}`, { headers }, (answer) => {
        outgoing.writeHead(answer.statusCode!, { 'content-type': 'application/json' });
        answer.pipe(outgoing);
      }).end();
    };
    void handle(incoming.url!, pass, outgoing);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
