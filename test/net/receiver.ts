import { once } from 'node:events';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { connect, createServer, type ConnectionOptions, type TlsOptions, type TLSSocket } from 'node:tls';
import { generate } from 'selfsigned';
import type { Network } from '../../shared/kernel/net/public-request.ts';
import type { AddressResolver } from '../../shared/kernel/net/resolve-public.ts';

export const host = 'hooks.example.com';
export const publicAddress = '93.184.215.14';

const day = 86_400_000;

interface Validity {
  notBeforeDate?: Date;
  notAfterDate?: Date;
}

/** A certificate authority of the test, which connections made by `outside` trust, and no others do. */
export async function newAuthority() {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'Test authority' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  });
  return {
    cert,
    /** A certificate for a name, valid from yesterday to tomorrow by default. */
    async issue(
      name: string,
      validity: Validity = {},
      signed = true,
    ): Promise<{ cert: string; key: string }> {
      const issued = await generate([{ name: 'commonName', value: name }], {
        keyType: 'ec',
        algorithm: 'sha256',
        notBeforeDate: new Date(Date.now() - day),
        notAfterDate: new Date(Date.now() + day),
        ...validity,
        extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: name }] }],
        ...(signed ? { ca: { key, cert } } : {}),
      });
      return { cert: issued.cert, key: issued.private };
    },
  };
}

export type Authority = Awaited<ReturnType<typeof newAuthority>>;

/** What a receiver does once a request's headers are there; `reset` breaks the TCP connection below TLS. */
export type Behavior = (socket: TLSSocket, reset: () => void) => void;

export interface Receiver {
  port: number;
  /** The head of each request that came. */
  heads: string[];
  connections: () => number;
  /** When every connection made so far has been closed. */
  allClosed: () => Promise<void>;
  stop: () => void;
}

/** A TLS server on a port of this machine that answers byte by byte as the test says. */
export async function startReceiver(behavior: Behavior, options: TlsOptions): Promise<Receiver> {
  const heads: string[] = [];
  const below = new Map<number, Socket>();
  const server = createServer(options, (socket) => {
    let received = '';
    socket.on('error', () => {});
    const read = (chunk: Buffer) => {
      received += chunk.toString('latin1');
      const end = received.indexOf('\r\n\r\n');
      if (end < 0) return;
      socket.off('data', read).resume();
      heads.push(received.slice(0, end));
      behavior(socket, () => void below.get(socket.remotePort!)!.resetAndDestroy());
    };
    socket.on('data', read);
  });
  server.on('tlsClientError', () => {});
  server.on('connection', (socket: Socket) => below.set(socket.remotePort!, socket));
  return { heads, ...(await listen(server)) };
}

/** A server that speaks no TLS: it is handed each connection as it comes. */
export async function startTcpReceiver(behavior: (socket: Socket) => void): Promise<Receiver> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {}).resume();
    behavior(socket);
  });
  return { heads: [], ...(await listen(server)) };
}

async function listen(server: Server) {
  const open = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections++;
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    async allClosed() {
      await Promise.all([...open].map((socket) => once(socket, 'close')));
    },
    stop() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/** What name servers say, look-up by look-up; the last answer stands for the rest. */
export function answering(...answers: { a?: string[]; aaaa?: string[] }[]): () => AddressResolver {
  let turn = 0;
  return () => {
    const { a = [], aaaa = [] } = answers[Math.min(turn++, answers.length - 1)]!;
    return { resolve4: async () => a, resolve6: async () => aaaa, cancel: () => {} };
  };
}

/** An outside network in which every address is this machine's receiver. */
export function outsideOf(port: number, authority: Authority) {
  const connected: Pick<ConnectionOptions, 'host' | 'port' | 'servername'>[] = [];
  let timeUp = () => {};
  let timersRunning = 0;
  const outside = {
    resolver: answering({ a: [publicAddress] }),
    connect(options: ConnectionOptions) {
      const { host, port: wantedPort, servername } = options;
      connected.push({ host, port: wantedPort, servername });
      return connect({ ...options, host: '127.0.0.1', port, ca: authority.cert });
    },
    after(_ms: number, callBack: () => void) {
      timersRunning++;
      timeUp = callBack;
      return () => void timersRunning--;
    },
  } satisfies Partial<Network>;
  return { outside, connected, timeUp: () => timeUp(), timersRunning: () => timersRunning };
}
