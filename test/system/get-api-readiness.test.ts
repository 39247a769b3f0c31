import { expect, test } from 'vitest';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { createClient } from '../support/client.ts';
import { sharedService, workerService } from '../support/service.ts';

test('the response says that the database answers, to anyone', async () => {
  const answer = await createClient(sharedService().baseUrl).get('/readiness');

  expect(answer.status).toBe(200);
  expect(answer.json).toEqual({ data: { status: 'ready' } });
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('readiness is 503 while the database does not answer, and 200 again afterwards', async () => {
  const { service, proxy } = await workerService();
  const client = createClient(service.baseUrl);
  expect((await client.get('/readiness')).status).toBe(200);

  for (const fault of ['refuse', 'throttle'] as const) {
    proxy.fault = () => fault;
    const answer = await client.get('/readiness');
    expectRefusal(answer, 503, 'service_unavailable');
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await client.get('/liveness')).status).toBe(200);

    proxy.fault = undefined;
    expect((await client.get('/readiness')).status).toBe(200);
  }
});

test('an unknown query parameter is refused', async () => {
  expectBadFields(await createClient(sharedService().baseUrl).get('/readiness', { deep: true }), [
    'query.deep',
  ]);
});
