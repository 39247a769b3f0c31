import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';

interface Inbox {
  /** When each story's event arrived, in milliseconds of performance.now(). */
  arrivals: Map<string, number>;
  count: number;
  underWay: number;
  most: number;
  waitMs: number;
  status: number;
}

/** Receivers under several names on one port of this machine. */
export async function startInboxes(hosts: readonly string[]) {
  const inboxes = new Map(
    hosts.map((host): [string, Inbox] => [
      host,
      { arrivals: new Map(), count: 0, underWay: 0, most: 0, waitMs: 0, status: 200 },
    ]),
  );
  const changed = new EventEmitter().setMaxListeners(0);
  const { cert, private: key } = await generate([{ name: 'commonName', value: hosts[0]! }], {
    keyType: 'ec',
  });
  const server = createServer({ cert, key }, (request, response) => {
    const inbox = inboxes.get(request.headers.host!)!;
    inbox.most = Math.max(inbox.most, ++inbox.underWay);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { id: string } };
      const { status } = inbox;
      if (status === 200 && !inbox.arrivals.has(data.id)) inbox.arrivals.set(data.id, performance.now());
      setTimeout(() => {
        inbox.count++;
        inbox.underWay--;
        response.writeHead(status).end();
        changed.emit('change');
      }, inbox.waitMs);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const until = async (met: () => boolean) => {
    while (!met()) await once(changed, 'change');
  };
  const of = (host: string): Inbox => inboxes.get(host)!;
  return {
    port: (server.address() as AddressInfo).port,
    count: (host: string) => of(host).count,
    /** The most requests that were under way at once. */
    most: (host: string) => of(host).most,
    /** How long it takes over each answer from now on, in milliseconds. */
    slow: (host: string, waitMs: number) => void (of(host).waitMs = waitMs),
    /** What it answers from now on. */
    answer: (host: string, status: number) => void (of(host).status = status),
    /** Whether it has accepted the event of a story. */
    has: (host: string, id: string) => of(host).arrivals.has(id),
    /** Resolves when a receiver has answered so many. */
    reach: (host: string, count: number) => until(() => of(host).count >= count),
    /** Resolves when the events of these stories have arrived, with when each did. */
    async arrived(host: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
      await until(() => ids.every((id) => of(host).arrivals.has(id)));
      return of(host).arrivals;
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
