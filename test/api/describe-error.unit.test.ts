import { expect, test } from 'vitest';
import { describeError } from '../../shared/kernel/api/operation/describe-error.ts';

test.each([undefined, null, 'a text', new Error('with a secret'), { statusCode: 500 }])(
  'a response shows an internal error, and nothing of it, where %s is thrown',
  (thrown) => {
    const { shown, body } = describeError(thrown, {
      requestId: 'r1',
      operationId: 'getStory',
      tag: 'Stories',
      baseUrl: 'https://plan.example.com',
    });
    expect(shown.status).toBe(500);
    expect(body).toEqual({
      code: 'internal_error',
      message: 'An internal error occurred.',
      requestId: 'r1',
      hint: expect.stringContaining('See https://plan.example.com/docs/stories/getStory'),
    });
  },
);

test('an error of a route without a page of its own names the meaning of its code', () => {
  const failed = {
    requestId: 'r1',
    operationId: 'showPage',
    tag: undefined,
    baseUrl: 'https://plan.example.com',
  };
  const { body } = describeError(undefined, failed);
  expect(body.hint).toMatch(/ See https:\/\/plan\.example\.com\/docs\/errors#internal_error$/);
});
