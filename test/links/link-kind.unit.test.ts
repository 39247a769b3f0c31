import { expect, test } from 'vitest';
import { kindOfUrl } from '../../shared/planning/links/link-kind.ts';

test.each([
  ['https://github.com/acme/app/pull/42', 'pull_request'],
  ['https://github.com/acme/app/pull/42/files#diff-1', 'pull_request'],
  ['https://gitlab.com/acme/group/app/-/merge_requests/7', 'pull_request'],
  ['https://git.acme.dev/acme/app/-/merge_requests/7/diffs', 'pull_request'],
  ['https://bitbucket.org/acme/app/pull-requests/3', 'pull_request'],
  ['https://github.com/acme/app/tree/passkeys', 'branch'],
  ['https://gitlab.com/acme/app/-/tree/feature/passkeys', 'branch'],
  ['https://bitbucket.org/acme/app/branch/passkeys', 'branch'],
  ['https://github.com/acme/app/commit/0a1b2c3d', 'commit'],
  ['https://gitlab.com/acme/app/-/commit/0a1b2c3d4e5f60718293a4b5c6d7e8f901234567', 'commit'],
  ['https://bitbucket.org/acme/app/commits/0a1b2c3', 'commit'],
  ['https://www.figma.com/file/abc/Passkeys', 'design'],
  ['https://figma.com/design/abc', 'design'],
  ['https://docs.google.com/document/d/1/edit', 'document'],
  ['https://www.notion.so/acme/Passkeys-1', 'document'],
  ['https://acme.notion.site/Passkeys-1', 'document'],
  ['https://github.com/acme/app/pulls', 'other'],
  ['https://github.com/acme/app/issues/42', 'other'],
  ['https://github.com/acme/app/commits/main', 'other'],
  ['https://example.com/tree/oak', 'other'],
  ['https://example.com/pull/42', 'other'],
  ['https://notfigma.com/file/abc', 'other'],
  ['https://example.com/?page=/a/b/pull/1', 'other'],
])('the kind of %s is %s', (url, kind) => {
  expect(kindOfUrl(url)).toBe(kind);
});
