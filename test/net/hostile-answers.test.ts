import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { publicRequest, type Network } from '../../shared/kernel/net/public-request.ts';
import { LookupFailed } from '../../shared/kernel/net/address-refused.ts';
import {
  authority,
  certificate,
  failsWith,
  flood,
  headersRead,
  meet,
  meetOver,
  request,
  writing,
} from './meeting.ts';
import {
  host,
  outsideOf,
  publicAddress,
  startReceiver,
  startTcpReceiver,
  type Behavior,
} from './receiver.ts';

describe('a status is returned as it came:', () => {
  it('a redirect to the metadata address is not followed', async () => {
    const { answer, connected } = await meetOver(
      writing('HTTP/1.1 302 Found\r\nLocation: https://169.254.169.254/latest/\r\nContent-Length: 0\r\n\r\n'),
    );
    expect(await answer).toMatchObject({
      status: 302,
      headers: { location: 'https://169.254.169.254/latest/' },
      truncated: false,
    });
    expect(connected).toEqual([{ host: publicAddress, port: 443, servername: host }]);
  });

  it.each([
    ['307 Temporary Redirect', 307],
    ['410 Gone', 410],
    ['500 Internal Server Error', 500],
    ['204 No Content', 204],
  ])('%s', async (line, status) => {
    const { answer } = await meetOver(writing(`HTTP/1.1 ${line}\r\nContent-Length: 0\r\n\r\n`));
    expect(await answer).toMatchObject({ status, body: Buffer.alloc(0) });
  });

  it('429 with its Retry-After', async () => {
    const { answer } = await meetOver(
      writing('HTTP/1.1 429 Too Many Requests\r\nRetry-After: 120\r\nContent-Length: 0\r\n\r\n'),
    );
    expect(await answer).toMatchObject({ status: 429, headers: { 'retry-after': '120' } });
  });
});

describe('the body is read up to its limit, then the connection is dropped', () => {
  const head = 'HTTP/1.1 200 OK\r\n';

  it.each<[string, Behavior]>([
    [
      'endless, in chunks',
      (socket) => {
        socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
        flood(socket, `3e8\r\n${'x'.repeat(1_000)}\r\n`);
      },
    ],
    [
      'endless, until the connection ends',
      (socket) => {
        socket.write(`${head}\r\n`);
        flood(socket, 'x'.repeat(1_000));
      },
    ],
    [
      '10 GB declared',
      (socket) => {
        socket.write(`${head}Content-Length: 10737418240\r\n\r\n`);
        flood(socket, 'x'.repeat(1_000));
      },
    ],
    ['one byte more', writing(`${head}Content-Length: 1001\r\n\r\n${'x'.repeat(1_001)}`)],
  ])('%s', async (_what, behavior) => {
    const { answer, receiver } = await meetOver(behavior);
    expect(await answer).toMatchObject({ status: 200, body: Buffer.alloc(1_000, 'x'), truncated: true });
    await receiver.allClosed();
  });

  it('exactly as much is whole', async () => {
    const { answer } = await meetOver(writing(`${head}Content-Length: 1000\r\n\r\n${'x'.repeat(1_000)}`));
    expect(await answer).toMatchObject({ body: Buffer.alloc(1_000, 'x'), truncated: false });
  });

  it('a compressed bomb is not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const { answer } = await meetOver((socket) => {
      socket.write(`${head}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`);
      socket.write(bomb);
    });
    expect(await answer).toMatchObject({ body: bomb.subarray(0, 1_000), truncated: true });
  });
});

describe('once the headers are there, the status counts despite', () => {
  const partial = 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nsome';
  const kept = { status: 200, body: Buffer.from('some'), truncated: true };

  it('a reset', async () => {
    const { answer } = await meetOver((socket, reset) => {
      void headersRead().then(reset);
      socket.write(partial);
    });
    expect(await answer).toMatchObject(kept);
  });

  it('an end before the declared length', async () => {
    const { answer } = await meetOver((socket) => void socket.end(partial));
    expect(await answer).toMatchObject(kept);
  });

  it('an invalid chunk', async () => {
    const { answer } = await meetOver((socket) => {
      void headersRead().then(() => socket.write('no chunk\r\n'));
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nsome\r\n');
    });
    expect(await answer).toMatchObject(kept);
  });

  it('a slow drip until time is up', async () => {
    const meeting = await meetOver(writing(partial));
    await headersRead();
    meeting.timeUp();
    expect(await meeting.answer).toMatchObject(kept);
    await meeting.receiver.allClosed();
  });

  it('an answer before the request has been read', async () => {
    const { answer } = await meetOver(
      (socket) => {
        socket.pause();
        socket.write('HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\n\r\n');
      },
      { changes: { body: Buffer.alloc(20_000_000) } },
    );
    expect(await answer).toMatchObject({ status: 413 });
  });
});

describe('one time limit covers', () => {
  const timeout = failsWith('timeout');

  it('a lookup without an answer', async () => {
    let cancel = () => {};
    const silence = new Promise<string[]>(
      (_resolve, reject) => (cancel = () => reject(new Error('cancelled'))),
    );
    const meeting = await meetOver(writing(''), {
      replaced: { resolver: () => ({ resolve4: () => silence, resolve6: () => silence, cancel }) },
    });
    meeting.timeUp();
    await expect(meeting.answer).rejects.toThrow(new LookupFailed(host));
    expect(meeting.connected).toEqual([]);
  });

  it('a handshake that never starts', async () => {
    let accepted = () => {};
    const waiting = new Promise<void>((resolve) => (accepted = resolve));
    const meeting = meet(await startTcpReceiver(accepted));
    await waiting;
    meeting.timeUp();
    await expect(meeting.answer).rejects.toThrow(timeout);
    await meeting.receiver.allClosed();
  });

  it.each([
    ['silence', ''],
    ['a slow drip of headers', 'HTTP/1.1 200 OK\r\nX-Slow: '],
  ])('%s', async (_what, text) => {
    let reached = () => {};
    const waiting = new Promise<void>((resolve) => (reached = resolve));
    const meeting = await meetOver((socket) => {
      socket.write(text);
      reached();
    });
    await waiting;
    meeting.timeUp();
    await expect(meeting.answer).rejects.toThrow(timeout);
    await meeting.receiver.allClosed();
  });

  it('everything, measured by the clock of this machine by default', async () => {
    const receiver = await startReceiver(writing(''), certificate);
    onTestFinished(receiver.stop);
    const { outside } = outsideOf(receiver.port, authority);
    const replaced: Partial<Network> = { ...outside };
    delete replaced.after;
    await expect(publicRequest({ ...request, timeoutMs: 20 }, replaced)).rejects.toThrow(timeout);
  });
});
