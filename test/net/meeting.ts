import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import type { TlsOptions, TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';
import { ConnectionFailed, type ConnectionFailure } from '../../shared/kernel/net/connection-failed.ts';
import { publicRequest, type Network, type PublicRequest } from '../../shared/kernel/net/public-request.ts';
import { host, newAuthority, outsideOf, startReceiver, type Behavior, type Receiver } from './receiver.ts';

export const authority = await newAuthority();
export const certificate: TlsOptions = await authority.issue(host);

/** A webhook's delivery. */
export const request: PublicRequest = {
  url: new URL(`https://${host}/plotline`),
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{}',
  timeoutMs: 15_000,
  maxResponseBytes: 1_000,
};

/** Sends a request to a receiver that stands for every address of the outside network. */
export function meet(receiver: Receiver, { changes = {}, replaced = {} }: Meeting = {}) {
  onTestFinished(receiver.stop);
  const network = outsideOf(receiver.port, authority);
  const answer = publicRequest({ ...request, ...changes }, { ...network.outside, ...replaced });
  return { answer, receiver, ...network };
}

interface Meeting {
  changes?: Partial<PublicRequest>;
  replaced?: Partial<Network>;
  tls?: TlsOptions;
}

/** The same with a receiver that speaks TLS. */
export const meetOver = async (behavior: Behavior, { tls = certificate, ...meeting }: Meeting = {}) =>
  meet(await startReceiver(behavior, tls), meeting);

export const writing = (text: string) => (socket: TLSSocket) => void socket.write(text);

/** Writes for ever, as fast as the other side reads. */
export function flood(socket: TLSSocket, chunk: string | Buffer): void {
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', more);
  more();
}

/** When this process has read the headers of the next response. */
export function headersRead(): Promise<void> {
  const channel = 'http.client.response.finish';
  return new Promise((resolve) => {
    const seen = (message: unknown) => {
      // Of a request of an earlier test, which was given up.
      if ((message as { request: ClientRequest }).request.destroyed) return;
      unsubscribe(channel, seen);
      setImmediate(resolve);
    };
    subscribe(channel, seen);
  });
}

export const failsWith = (code: ConnectionFailure) => new ConnectionFailed(code);
