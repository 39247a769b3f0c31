import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifyCallback } from '../../shared/events/subscriptions/callback.ts';
import { ConnectionFailed } from '../../shared/kernel/net/connection-failed.ts';
import type { PublicRequest, PublicResponse } from '../../shared/kernel/net/public-request.ts';

type Receiver = (challenge: string) => Partial<PublicResponse> & { text?: string };

function ask(receiver: Receiver) {
  const request = async ({ body }: PublicRequest): Promise<PublicResponse> => {
    const { challenge } = JSON.parse(String(body)) as { challenge: string };
    const { text = '', ...answer } = receiver(challenge);
    const rest = { headers: {}, truncated: false, durationMs: 1, address: '' };
    return { status: 200, body: Buffer.from(text), ...rest, ...answer };
  };
  const callback = { id: 'an id', url: 'https://a.example.net/', secret: `whsec_${'A'.repeat(32)}` };
  return verifyCallback(callback, { request, randomBytes, now: new Date() });
}

const returned = (challenge: unknown) => JSON.stringify({ challenge });
const fails =
  (code: ConstructorParameters<typeof ConnectionFailed>[0]): Receiver =>
  () => {
    throw new ConnectionFailed(code);
  };

test('a callback that returns the challenge is accepted, whatever else it says', async () => {
  expect(await ask((challenge) => ({ text: returned(challenge) }))).toBeUndefined();
  const more = { status: 201, headers: { 'content-type': 'text/plain' } };
  const text = (challenge: string) => JSON.stringify({ ok: true, challenge });
  expect(await ask((challenge) => ({ ...more, text: text(challenge) }))).toBeUndefined();
});

test.each<[string, Receiver, string]>([
  ['nothing', () => ({}), 'challenge_failed'],
  ['what is no JSON', () => ({ text: 'ok' }), 'challenge_failed'],
  ['null', () => ({ text: 'null' }), 'challenge_failed'],
  ['another challenge', () => ({ text: returned('another') }), 'challenge_failed'],
  ['one of the same length', (one) => ({ text: returned('x'.repeat(one.length)) }), 'challenge_failed'],
  ['the challenge in a list', (one) => ({ text: returned([one]) }), 'challenge_failed'],
  ['half of an answer', (one) => ({ text: returned(one), truncated: true }), 'challenge_failed'],
  ['a redirect', (one) => ({ status: 302, text: returned(one) }), 'challenge_failed'],
  ['a 404', (one) => ({ status: 404, text: returned(one) }), 'http_4xx'],
  ['a 500', (one) => ({ status: 500, text: returned(one) }), 'http_5xx'],
  ['nothing in time', fails('timeout'), 'timeout'],
  ['no connection', fails('refused'), 'connection_refused'],
  ['a foreign certificate', fails('tls_name'), 'tls_error'],
])('a callback that answers %s is refused', async (_, receiver, problem) => {
  expect(await ask(receiver)).toBe(problem);
});
