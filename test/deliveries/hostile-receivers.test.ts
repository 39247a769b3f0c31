import type { TLSSocket } from 'node:tls';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { WebhookServices } from '../../shared/events/deliveries/pipeline.ts';
import { publicRequest, type Network } from '../../shared/kernel/net/public-request.ts';
import {
  answering,
  host,
  newAuthority,
  outsideOf,
  publicAddress,
  startReceiver,
  type Authority,
  type Behavior,
} from '../net/receiver.ts';
import { newPipeline } from '../support/pipeline.ts';

/**
 * Receivers that mean harm or do not know better, over real sockets: what each comes to in the log of
 * deliveries and for its endpoint. How the bytes are handled is in test/net.
 */
let authority: Authority;
beforeAll(async () => void (authority = await newAuthority()));

const says =
  (status: string, ...headers: string[]): Behavior =>
  (socket) =>
    socket.end([`HTTP/1.1 ${status}`, ...headers, 'content-length: 0', '', ''].join('\r\n'));

interface Meeting {
  behavior?: Behavior;
  certificateFor?: string;
  outside?: Partial<Network>;
  /** The receiver is so slow that the time runs out. */
  tooSlow?: boolean;
}

/** One event sent to a receiver that behaves so. */
async function meet({ behavior = says('200 OK'), certificateFor = host, outside: own, tooSlow }: Meeting) {
  const path = await newPipeline();
  let heard = () => {};
  const listening = new Promise<void>((resolve) => (heard = resolve));
  const { cert, key } = await authority.issue(certificateFor);
  const receiver = await startReceiver(
    (socket, reset) => {
      behavior(socket, reset);
      heard();
    },
    { cert, key },
  );
  onTestFinished(receiver.stop);
  const { outside, connected, timeUp } = outsideOf(receiver.port, authority);
  const endpoint = await path.endpoint({ url: `https://${host}/hook` });
  await path.dispatch([path.storyCreated()]);
  const request: WebhookServices['request'] = (asked) =>
    publicRequest(asked, { ...real, ...outside, ...own });
  const draining = path.drain({ ...path.pipeline, request });
  if (tooSlow) await listening.then(timeUp);
  await draining;
  const [delivery] = await path.deliveries(endpoint.id);
  const { webhook, health } = await path.webhook(endpoint.id);
  return { delivery: delivery!, webhook, health, receiver, connected, now: path.clock.now() };
}

const real = { now: () => performance.now() } as Network;

const endless = (socket: TLSSocket): void => {
  const more = () => {
    while (socket.writable && socket.write('x'.repeat(65_536)));
  };
  socket.on('drain', more);
  more();
};

describe('once a receiver has said 2xx the event is delivered, although it sends', () => {
  test.each<[string, Behavior]>([
    [
      'an endless body',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        endless(socket);
      },
    ],
    [
      '10 GB declared',
      (socket) =>
        socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${10 * 2 ** 30}\r\n\r\n${'x'.repeat(65_536)}`),
    ],
    [
      'a reset after the headers',
      (socket, reset) =>
        void socket.write('HTTP/1.1 204 No Content\r\ncontent-length: 10\r\n\r\n', () => setImmediate(reset)),
    ],
  ])('%s', async (_, behavior) => {
    const { delivery, webhook, receiver } = await meet({ behavior });
    expect(delivery.status).toBe('delivered');
    expect(webhook.status).toBe('active');
    await receiver.allClosed();
  });
});

describe('an event is tried again, and its delivery says why, after', () => {
  test.each<[string, Meeting, number | null, RegExp]>([
    [
      'a redirect to the metadata address, which is not followed',
      { behavior: says('302 Found', 'location: http://169.254.169.254/latest/meta-data/') },
      302,
      /responded with 302; redirects are not followed/,
    ],
    [
      'a 300',
      { behavior: says('300 Multiple Choices') },
      300,
      /responded with 300; redirects are not followed/,
    ],
    ['a 500', { behavior: says('500 Oh') }, 500, /responded with 500/],
    ['a 404', { behavior: says('404 No') }, 404, /responded with 404/],
    [
      'headers that drip',
      { behavior: (socket) => void socket.write('HTTP/1.1 2'), tooSlow: true },
      null,
      /in time/,
    ],
    ['a certificate for another name', { certificateFor: 'other.example.com' }, null, /for another name/],
    ['a reset before the headers', { behavior: (_, reset) => reset() }, null, /closed the connection/],
    ['what is no HTTP', { behavior: (socket) => void socket.end('Hello!\r\n\r\n') }, null, /not HTTP/],
    ['a name without addresses', { outside: { resolver: answering({}) } }, null, /has no address/],
  ])('%s', async (_, meeting, responseStatus, error) => {
    const { delivery, webhook, health, connected } = await meet(meeting);
    expect(delivery).toMatchObject({ status: 'retrying', attemptCount: 1, attempts: [{ responseStatus }] });
    expect(delivery.attempts[0]!.error).toMatch(error);
    expect([webhook.status, health.consecutiveFailures]).toEqual(['active', 1]);
    for (const { host: address } of connected) expect(address).toBe(publicAddress);
    expect(connected.length).toBeLessThanOrEqual(1);
  });

  test('a 429 with Retry-After, and not before that', async () => {
    const { delivery, now } = await meet({ behavior: says('429 Slow down', 'retry-after: 600') });
    expect(Date.parse(delivery.nextAttemptAt!) - now.getTime()).toBeGreaterThanOrEqual(600_000);
  });
});

describe('an endpoint is disabled and its event held after', () => {
  test('a 410', async () => {
    const { delivery, webhook } = await meet({ behavior: says('410 Gone') });
    expect([delivery.status, webhook.disabledReason]).toEqual(['held', 'gone']);
  });

  test.each([
    ['the loopback address', { a: ['127.0.0.1'] }],
    ['the metadata address', { a: ['169.254.169.254'] }],
    ['a private address beside a public one', { a: [publicAddress, '10.0.0.1'] }],
    ['a public address and IPv6 loopback', { a: [publicAddress], aaaa: ['::1'] }],
    ['an IPv4 address mapped to IPv6', { a: [publicAddress], aaaa: ['::ffff:169.254.169.254'] }],
    ['NAT64', { a: [publicAddress], aaaa: ['64:ff9b::a9fe:a9fe'] }],
    ['6to4', { a: [publicAddress], aaaa: ['2002:a9fe:a9fe::1'] }],
    ['IPv6 only', { aaaa: ['2606:2800:21f:cb07:6820:80da:af6b:8b2c'] }],
  ])('a name that leads to %s', async (_, answer) => {
    const { delivery, webhook, receiver } = await meet({ outside: { resolver: answering(answer) } });
    expect([delivery.status, webhook.disabledReason]).toEqual(['held', 'address_not_public']);
    expect(receiver.connections()).toBe(0);
  });

  test('a name that was public at one attempt and is private at the next', async () => {
    const resolver = answering({ a: [publicAddress] }, { a: ['127.0.0.1'] });
    const path = await newPipeline();
    const { cert, key } = await authority.issue(host);
    const receiver = await startReceiver(says('500 Again'), { cert, key });
    onTestFinished(receiver.stop);
    const { outside } = outsideOf(receiver.port, authority);
    const request: WebhookServices['request'] = (asked) =>
      publicRequest(asked, { ...real, ...outside, resolver });
    const endpoint = await path.endpoint({ url: `https://${host}/` });
    await path.dispatch([path.storyCreated()]);
    await path.drain({ ...path.pipeline, request });
    path.clock.advance(10_000);
    await path.drain({ ...path.pipeline, request });
    expect(receiver.connections()).toBe(1);
    expect((await path.webhook(endpoint.id)).webhook.disabledReason).toBe('address_not_public');
  });
});
