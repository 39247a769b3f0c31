import type { TlsOptions } from 'node:tls';
import { describe, expect, it } from 'vitest';
import type { ConnectionFailure } from '../../shared/kernel/net/connection-failed.ts';
import { authority, certificate, failsWith, flood, meet, meetOver, writing } from './meeting.ts';
import {
  host,
  newAuthority,
  publicAddress,
  startReceiver,
  startTcpReceiver,
  type Behavior,
} from './receiver.ts';

describe('a certificate is refused:', () => {
  const yesterday = new Date(Date.now() - 86_400_000);
  const tomorrow = new Date(Date.now() + 86_400_000);

  it.each<[string, ConnectionFailure, () => Promise<TlsOptions>]>([
    ['another name', 'tls_name', () => authority.issue('other.example.com')],
    ['a longer name', 'tls_name', () => authority.issue(`${host}.evil.example.net`)],
    ['the address only', 'tls_name', () => authority.issue(publicAddress)],
    [
      'expired',
      'tls_expired',
      () => authority.issue(host, { notAfterDate: yesterday, notBeforeDate: new Date(0) }),
    ],
    ['not valid yet', 'tls_expired', () => authority.issue(host, { notBeforeDate: tomorrow })],
    ['signed by itself', 'tls_untrusted', () => authority.issue(host, {}, false)],
    ['signed by a stranger', 'tls_untrusted', async () => (await newAuthority()).issue(host)],
  ])('%s', async (_what, code, issue) => {
    const { answer, receiver } = await meetOver(writing('HTTP/1.1 200 OK\r\n\r\n'), { tls: await issue() });
    await expect(answer).rejects.toThrow(failsWith(code));
    expect(receiver.heads).toEqual([]);
  });
});

describe('a connection is refused if it is not HTTPS:', () => {
  it.each<[string, TlsOptions]>([
    ['old TLS', { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }],
    // In TLS 1.3 the refusal comes after the handshake, and can be lost with the connection.
    ['a client certificate demanded', { requestCert: true, rejectUnauthorized: true, maxVersion: 'TLSv1.2' }],
    ['HTTP/2 only', { ALPNProtocols: ['h2'] }],
  ])('%s', async (_what, options) => {
    const { answer } = await meetOver(writing(''), { tls: { ...certificate, ...options } });
    await expect(answer).rejects.toThrow(failsWith('tls'));
  });

  it('plain HTTP on the port of TLS', async () => {
    const receiver = await startTcpReceiver((socket) =>
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'),
    );
    await expect(meet(receiver).answer).rejects.toThrow(failsWith('tls'));
  });

  it('a connection reset before the handshake', async () => {
    const receiver = await startTcpReceiver((socket) => socket.resetAndDestroy());
    await expect(meet(receiver).answer).rejects.toThrow(failsWith('reset'));
  });

  it('a closed port', async () => {
    const receiver = await startTcpReceiver(() => {});
    receiver.stop();
    await expect(meet(receiver).answer).rejects.toThrow(failsWith('refused'));
  });
});

describe('an answer is refused if it is not HTTP/1.1:', () => {
  const ok = 'HTTP/1.1 200 OK\r\n';
  it.each<[string, ConnectionFailure, Behavior]>([
    ['another protocol', 'protocol', writing('SSH-2.0-OpenSSH_9.9\r\n')],
    ['headers of 17 KiB', 'protocol', writing(`${ok}X-Huge: ${'x'.repeat(17 * 1024)}\r\n\r\n`)],
    [
      'endless headers',
      'protocol',
      (socket) => {
        socket.write(ok);
        flood(socket, 'X-More: x\r\n');
      },
    ],
    ['two lengths', 'protocol', writing(`${ok}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`)],
    [
      'a length and chunks',
      'protocol',
      writing(`${ok}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
    ],
    ['endless 103', 'protocol', (socket) => flood(socket, 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n')],
    ['endless 100', 'protocol', (socket) => flood(socket, 'HTTP/1.1 100 Continue\r\n\r\n')],
    [
      'a protocol switched',
      'protocol',
      writing('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    ],
    ['a reset before the headers', 'reset', (_socket, reset) => reset()],
    ['an end before the headers', 'reset', (socket) => void socket.end()],
    ['an end within the headers', 'reset', (socket) => void socket.end('HTTP/1.1 200 OK\r\nX-')],
  ])('%s', async (_what, code, behavior) => {
    const { answer, receiver } = await meetOver(behavior);
    await expect(answer).rejects.toThrow(failsWith(code));
    await receiver.allClosed();
  });

  it('but a few 1xx before the answer are skipped', async () => {
    const { answer } = await meetOver(
      writing(`${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(8)}${ok}Content-Length: 2\r\n\r\nok`),
    );
    expect(await answer).toMatchObject({ status: 200, body: Buffer.from('ok') });
  });
});

describe('a connection serves one request', () => {
  it('and is closed by us, whatever the receiver says', async () => {
    const { answer, receiver, timersRunning } = await meetOver(
      writing('HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n'),
    );
    await answer;
    await receiver.allClosed();
    expect(receiver.heads[0]).toMatch(/\r\nconnection: close(\r\n|$)/i);
    expect(timersRunning()).toBe(0);
  });

  it('so that data sent after the answer never counts for the next one', async () => {
    const receiver = await startReceiver(
      writing('HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'),
      certificate,
    );
    for (const count of [1, 2]) {
      expect(await meet(receiver).answer).toMatchObject({ status: 500 });
      expect(receiver.connections()).toBe(count);
    }
  });
});
