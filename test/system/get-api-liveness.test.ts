import { expect, test } from 'vitest';
import { createClient } from '../support/client.ts';
import { sharedService } from '../support/service.ts';

test('the response says that the process runs, to anyone', async () => {
  const answer = await createClient(sharedService().baseUrl).get('/liveness');

  expect(answer.status).toBe(200);
  expect(answer.json).toEqual({ data: { status: 'alive' } });
});
