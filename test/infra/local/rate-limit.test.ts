import { expect, test } from 'vitest';
import { readRateLimit } from '../../../infra/local/runner/rate-limit.ts';
import { createClient } from '../../support/client.ts';
import { startService } from '../../support/service.ts';
import { newWorkspace } from '../../support/workspace.ts';

test('PLOTLINE_RATE_LIMIT limits each credential of a local service', async () => {
  const own = await startService({ variables: readRateLimit('5') });
  try {
    const workspace = await newWorkspace(own);
    const { token } = await workspace.person('member');
    const client = createClient(own.baseUrl, token);
    const found = await client.get(`${workspace.path}/teams`);
    expect(found.headers.get('ratelimit-policy')).toBe('"credential";q=5;w=60, "workspace";q=50;w=60');
    // Its clock runs, so a minute can begin between two requests.
    const send = async () => (await client.get(`${workspace.path}/teams`)).status;
    await expect.poll(send, { interval: 1 }).toBe(429);
  } finally {
    await own.stop();
  }
});

test.each(['0', '1.5', 'many', '-1'])('PLOTLINE_RATE_LIMIT=%s is refused with a sentence', (text) => {
  expect(() => readRateLimit(text)).toThrow(`PLOTLINE_RATE_LIMIT is "${text}"; set it to`);
});
