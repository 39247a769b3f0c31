import { describe, expect, test } from 'vitest';
import { createPlotline } from '../../client/src/client.ts';
import { CursorExpired, PlotlineError, VersionConflict } from '../../client/src/errors.ts';
import { send, type CallOptions, type ClientOptions } from '../../client/src/send.ts';

interface Sent {
  url: string;
  headers: Record<string, string>;
  at: number;
}

const failure =
  (status: number, error: object, headers: Record<string, string> = {}) =>
  () =>
    new Response(JSON.stringify({ error: { code: 'busy', message: 'No.', ...error } }), {
      status,
      headers: { 'content-type': 'application/json', ...headers },
    });
const success = () => Response.json({ data: { id: '1' } });
const noAnswer = (): Response => {
  throw new TypeError('fetch failed');
};

/** Sends a write to a service with these answers, one after the other; returns what it was sent. */
async function sendTo(
  answers: (() => Response)[],
  { client, options }: { client?: Partial<ClientOptions>; options?: CallOptions } = {},
) {
  const sent: Sent[] = [];
  const fetchAnswers = (async (url: URL, { headers }: { headers: Record<string, string> }) => {
    sent.push({ url: url.href, headers, at: Date.now() });
    return answers[sent.length - 1]!();
  }) as unknown as typeof fetch;
  const call = { method: 'POST', path: '/api/v1/things', body: { name: 'A' } };
  const result = await send(
    { baseUrl: 'https://plan.example.com', token: 'secret', fetch: fetchAnswers, ...client },
    call,
    options,
  ).catch((error: unknown) => error);
  return { sent, result };
}

describe('a write', () => {
  test('is repeated with its key after no answer, a busy service and a limit, and waits as it says', async () => {
    const limited = failure(429, { code: 'rate_limited' }, { 'retry-after': '1' });
    const { sent, result } = await sendTo([noAnswer, failure(503, {}), limited, success]);
    expect(result).toEqual({ data: { id: '1' } });
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(sent[0]!.headers).toMatchObject({
      authorization: 'Bearer secret',
      'content-type': 'application/json',
    });
    expect(sent[3]!.at - sent[2]!.at).toBeGreaterThanOrEqual(990);
  });

  test('is not repeated after an error that does not pass', async () => {
    const refused = failure(400, { code: 'invalid_request', hint: 'Send a title.', fields: [] });
    const { sent, result } = await sendTo([refused]);
    expect(sent).toHaveLength(1);
    expect(result).toBeInstanceOf(PlotlineError);
    expect(result).toMatchObject({ status: 400, code: 'invalid_request', message: 'No. Send a title.' });
  });

  test('is given up when its time is over, with the last error', async () => {
    const { sent, result } = await sendTo([failure(503, { code: 'service_unavailable' })], {
      client: { retryMs: 0 },
    });
    expect(sent).toHaveLength(1);
    expect(result).toMatchObject({ status: 503, code: 'service_unavailable' });
  });

  test('has the key, the change set and the version that the caller gives it', async () => {
    const options = { idempotencyKey: 'my-key', changeSetId: 'set', ifMatch: '2030-01-01T00:00:00.000Z' };
    const { sent } = await sendTo([success], { options });
    expect(sent[0]!.headers).toMatchObject({
      'idempotency-key': 'my-key',
      'change-set': 'set',
      'if-match': '"2030-01-01T00:00:00.000Z"',
    });
  });

  test('is sent again once with a new token where the one before has been replaced', async () => {
    const expired = failure(401, { code: 'invalid_credential' });
    const tokens = ['old', 'new'];
    const { sent, result } = await sendTo([expired, success], { client: { token: () => tokens.shift()! } });
    expect(sent.map(({ headers }) => headers['authorization'])).toEqual(['Bearer old', 'Bearer new']);
    expect(result).toEqual({ data: { id: '1' } });
    const fixed = await sendTo([expired]);
    expect(fixed.sent).toHaveLength(1);
  });

  test('is repeated where the service takes the request and does not respond', async () => {
    const silent = (_url: URL, { signal }: { signal: AbortSignal }) =>
      new Promise<Response>((_, fail) =>
        signal.addEventListener('abort', () => fail(signal.reason as Error), { once: true }),
      );
    const fetches = [silent, () => Promise.resolve(success())];
    const { result } = await sendTo([], {
      client: {
        timeoutMs: 1,
        fetch: ((url: URL, request: { signal: AbortSignal }) =>
          fetches.shift()!(url, request)) as typeof fetch,
      },
    });
    expect(result).toEqual({ data: { id: '1' } });
    const given = await sendTo([], { client: { timeoutMs: 1, retryMs: 0, fetch: silent as typeof fetch } });
    expect(given.result).toMatchObject({ name: 'TimeoutError', message: 'No response within 1 ms.' });
  });

  test('says which service did not respond, and why', async () => {
    const { result } = await sendTo([noAnswer], { client: { retryMs: 0 } });
    expect(result).toMatchObject({
      message: 'No complete response from https://plan.example.com: fetch failed.',
      cause: new TypeError('fetch failed'),
    });
  });

  test.each([
    ['ECONNREFUSED', 'connection refused, so nothing listens there'],
    ['ENOTFOUND', 'there is no such host'],
    ['ENEWCODE', 'ENEWCODE'],
  ])('says what %s means', async (code, words) => {
    const fails = (): Response => {
      throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code }) });
    };
    const { result } = await sendTo([fails], { client: { retryMs: 0 } });
    expect(result).toMatchObject({
      message: `No complete response from https://plan.example.com: ${words}.`,
    });
  });

  test('is not repeated where the token of the program cannot be read', async () => {
    let asked = 0;
    const token = () => Promise.reject(new Error(`no file, ${++asked}`));
    const { sent, result } = await sendTo([], { client: { token, retryMs: 1_000 } });
    expect([sent, result]).toEqual([[], expect.objectContaining({ message: 'no file, 1' })]);
  });

  test('ends at once when it is aborted', async () => {
    const controller = new AbortController();
    const stopped = () => {
      controller.abort(new Error('Stopped.'));
      return failure(503, {})();
    };
    const { sent, result } = await sendTo([stopped], { options: { signal: controller.signal } });
    expect(sent).toHaveLength(1);
    expect(result).toMatchObject({ message: 'Stopped.' });
  });
});

test('conflicts of versions and expired cursors have errors of their own', async () => {
  const conflict = failure(409, {
    code: 'version_conflict',
    changedFields: ['title'],
    currentUpdatedAt: '2030-01-01T00:00:00.000Z',
  });
  const { result } = await sendTo([conflict]);
  expect(result).toBeInstanceOf(VersionConflict);
  expect(result).toMatchObject({ changedFields: ['title'], currentUpdatedAt: '2030-01-01T00:00:00.000Z' });
  expect((await sendTo([failure(410, { code: 'cursor_expired' })])).result).toBeInstanceOf(CursorExpired);
});

test('a response that is not of the API is an error that names its status', async () => {
  const { result } = await sendTo([() => new Response('<html>', { status: 404 })]);
  expect(result).toMatchObject({ status: 404, code: 'unknown', message: 'The response has status 404.' });
});

test.each([
  [{ baseUrl: undefined, token: 'secret' }, 'baseUrl is undefined; set it to the URL of the service'],
  [{ baseUrl: 'plan.example.com', token: 'secret' }, 'baseUrl is "plan.example.com"; set it'],
  [{ baseUrl: 'localhost:3000', token: 'secret' }, 'baseUrl is "localhost:3000"; set it'],
  [{ baseUrl: 'https://plan.example.com', token: '' }, 'token is missing; set it to a token'],
])('a client of %j is refused when it is made', (options, message) => {
  expect(() => createPlotline(options as ClientOptions)).toThrow(message);
});
