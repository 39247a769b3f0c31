import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ApiError } from '../../shared/kernel/core/errors.ts';
import { guideAddresses } from '../../shared/kernel/api/operation/docs-address.ts';
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

test.each([
  ['authentication_required', 'Stories', '/docs/authentication#tokens'],
  ['insufficient_scope', 'Stories', '/docs/authentication#scopes'],
  ['rate_limited', 'Stories', '/docs/limits#rates'],
  ['version_conflict', 'Stories', '/docs/writes#versions'],
  ['idempotency_key_reused', 'Stories', '/docs/writes#retries'],
  ['invalid_request', 'Stories', '/docs/stories/getStory'],
  ['authentication_required', 'MCP', '/docs/ai-clients'],
] as const)('the hint of %s of %s leads to where it is said what to do', (code, tag, address) => {
  const failed = { requestId: 'r1', operationId: 'getStory', tag, baseUrl: 'https://plan.example.com' };
  const { body } = describeError(new ApiError(code, 'It failed.'), failed);
  expect(body.hint.split(' See ').slice(1)).toEqual([`https://plan.example.com${address}`]);
});

test.each(Object.entries(guideAddresses))(
  'the guide has the part that the hint of %s names',
  (_, address) => {
    const [page, part] = address.replace('/docs/', '').split('#');
    const headings = readFileSync(`docs/guides/${page!}.md`, 'utf8').match(/(?<=^##+ ).*$/gm)!;
    expect(headings.map((heading) => heading.toLowerCase().replaceAll(' ', '-'))).toContain(part);
  },
);
