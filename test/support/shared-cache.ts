import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, interceptors } from 'undici';

export interface SharedCache {
  baseUrl: string;
  /** How many requests it has passed on so far. */
  passed(): number;
  stop(): Promise<void>;
}

/** A cache of many people's requests before a service, as RFC 9111 has it: what a content network does. */
export async function startSharedCache(service: { baseUrl: string }): Promise<SharedCache> {
  let passed = 0;
  const agent = new Agent();
  const cached = agent
    .compose((dispatch) => (options, handler) => {
      passed++;
      return dispatch(options, handler);
    })
    .compose(interceptors.cache({ type: 'shared' }));

  async function answer({ url, method, headers }: IncomingMessage, response: ServerResponse) {
    const request = { origin: service.baseUrl, path: url!, method: method as 'GET' };
    const answered = await cached.request({ ...request, headers: endToEnd(headers) });
    response.writeHead(answered.statusCode, endToEnd(answered.headers));
    response.end(Buffer.from(await answered.body.arrayBuffer()));
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed: () => passed,
    async stop() {
      server.closeAllConnections();
      server.close();
      await agent.destroy();
    },
  };
}

/** Headers without those that are about one connection only. */
const endToEnd = ({ host: _h, connection: _c, 'transfer-encoding': _t, ...headers }: IncomingHttpHeaders) =>
  headers;
