import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A loopback proxy that adds a bearer token to what it passes on, for test suites that cannot send one. Host and
 * Origin stay as they were sent, since they are tested too.
 */
export async function startBearerProxy(target: string, token: string) {
  const { hostname, port } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const passed = request(
      { hostname, port, method, path, headers: { ...headers, authorization: `Bearer ${token}` } },
      (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
