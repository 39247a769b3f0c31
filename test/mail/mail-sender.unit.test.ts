import type { SQSEvent } from 'aws-lambda';
import { afterEach, expect, test, vi } from 'vitest';
import { handler } from '../../functions/mail-sender.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test('messages whose mails cannot be read come again, each on its own', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const place = { AWS_REGION: 'local', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' };
  // Nothing listens at port 1.
  const variables = { ...place, TABLE_NAME: 'T', AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1' };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const Records = [
    { messageId: 'no database', body: JSON.stringify({ mailId: 'a mail' }) },
    { messageId: 'no JSON', body: '{' },
  ];
  expect(await handler({ Records } as SQSEvent)).toEqual({
    batchItemFailures: [{ itemIdentifier: 'no database' }, { itemIdentifier: 'no JSON' }],
  });
  expect(console.error).toHaveBeenCalledTimes(2);
});
