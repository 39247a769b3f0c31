import { expect, test } from 'vitest';
import { describeError } from '../../shared/kernel/api/operation/describe-error.ts';

test.each([undefined, null, 'a text', new Error('with a secret'), { statusCode: 500 }])(
  'a response shows an internal error, and nothing of it, where %s is thrown',
  (thrown) => {
    const { shown, body } = describeError(thrown, { requestId: 'r1', operationId: 'getStory' });
    expect(shown.status).toBe(500);
    expect(body).toEqual({
      code: 'internal_error',
      message: 'An internal error occurred.',
      requestId: 'r1',
      hint: expect.stringContaining('See getStory in /openapi.json.'),
    });
  },
);
