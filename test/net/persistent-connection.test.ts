import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { PersistentConnection } from '../../shared/kernel/net/persistent-connection.ts';
import { publicRequest, type Network } from '../../shared/kernel/net/public-request.ts';
import { AddressRefused } from '../../shared/kernel/net/address-refused.ts';
import { authority, certificate, failsWith, request } from './meeting.ts';
import { answering, outsideOf, publicAddress } from './receiver.ts';

const OTHER_ADDRESS = '93.184.215.15';

/** A receiver that answers with the number of the request, and a caller that keeps its connection. */
async function keep(answer: RequestListener, replaced: Partial<Network> = {}) {
  const sockets: TLSSocket[] = [];
  const heads: (string | undefined)[] = [];
  const server = createServer(certificate, (asked, response) => {
    heads.push(asked.headers.connection);
    asked.resume().on('end', () => answer(asked, response));
  });
  // Only the caller ends connections here.
  server.keepAliveTimeout = 0;
  server.on('secureConnection', (socket) => sockets.push(socket.on('error', () => {})));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connection = new PersistentConnection();
  onTestFinished(() => {
    connection.close();
    server.close();
    server.closeAllConnections();
  });
  const { outside, connected } = outsideOf((server.address() as AddressInfo).port, authority);
  const send = () => publicRequest({ ...request, connection }, { ...outside, ...replaced });
  return { send, connected, sockets, heads, connection };
}

const fine: RequestListener = (_, response) => void response.end('ok');

test('requests one after another share a connection', async () => {
  const { send, connected, heads } = await keep(fine);
  for (let n = 0; n < 3; n++) expect(await send()).toMatchObject({ status: 200, body: Buffer.from('ok') });
  expect(connected).toHaveLength(1);
  expect(heads).toEqual(Array(3).fill('keep-alive'));
});

test('the name is resolved for each request: another address gets another connection, and the first is closed', async () => {
  const resolver = answering({ a: [publicAddress] }, { a: [OTHER_ADDRESS] });
  const { send, connected, sockets } = await keep(fine, { resolver });
  await send();
  const closed = once(sockets[0]!, 'close');
  expect(await send()).toMatchObject({ address: OTHER_ADDRESS });
  await closed;
  expect(connected.map(({ host }) => host)).toEqual([publicAddress, OTHER_ADDRESS]);
});

test('a name that has moved to a private address gets nothing, although a connection is there', async () => {
  const { send, heads } = await keep(fine, {
    resolver: answering({ a: [publicAddress] }, { a: ['10.0.0.1'] }),
  });
  await send();
  await expect(send()).rejects.toThrow(AddressRefused);
  expect(heads).toHaveLength(1);
});

test('a connection that the receiver closes between two requests is opened again', async () => {
  const { send, connected, sockets } = await keep(fine);
  await send();
  sockets[0]!.destroy();
  expect(await send()).toMatchObject({ status: 200 });
  expect(connected).toHaveLength(2);
});

test('a connection that ends instead of an answer is opened again, once', async () => {
  let count = 0;
  const { send, connected } = await keep((asked, response) => {
    if (++count === 1) response.end('ok');
    else asked.socket.destroy();
  });
  await send();
  await expect(send()).rejects.toThrow(failsWith('reset'));
  expect(count).toBe(3);
  expect(connected).toHaveLength(2);
});

test('data that arrives between two requests is not the next one’s answer', async () => {
  const { send, connected, sockets } = await keep(fine);
  await send();
  const closed = once(sockets[0]!, 'close');
  sockets[0]!.write('HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n');
  await closed;
  expect(await send()).toMatchObject({ status: 200 });
  expect(connected).toHaveLength(2);
});

test('an answer that goes on beyond the limit ends its connection', async () => {
  const { send, connected } = await keep((_, response) => void response.write('x'.repeat(2_000)));
  expect(await send()).toMatchObject({ truncated: true });
  expect(await send()).toMatchObject({ truncated: true });
  expect(connected).toHaveLength(2);
});

test('a receiver that asks to close gets a connection for each request', async () => {
  const { send, connected } = await keep((_, response) => {
    response.setHeader('Connection', 'close').end();
  });
  await send();
  await send();
  expect(connected).toHaveLength(2);
});

test('a closed agent leaves nothing open', async () => {
  const { send, connected, sockets, connection } = await keep(fine);
  await send();
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false]);
  connection.close();
  await expect.poll(() => sockets.map(({ destroyed }) => destroyed)).toEqual([true]);
  expect(connected).toHaveLength(1);
});
