import { readFileSync } from 'node:fs';
import { entityTag, unlessKnown } from '../../kernel/api/http/entity-tag.ts';
import type { WebRoute } from '../../kernel/api/operation/web-route.ts';
import { memoize } from '../../kernel/core/schema.ts';
import { CLIENT_FILE } from '../docs/client-file.ts';

const file = memoize(() => {
  const body = readFileSync(new URL(`./${CLIENT_FILE}`, import.meta.url));
  return { body, etag: entityTag(body) };
});

/** The TypeScript client of this version of the service, for `npm install`. */
export const downloadClient: WebRoute = {
  id: 'downloadClient',
  method: 'GET',
  path: `/${CLIENT_FILE}`,
  handle: async ({ request }) => {
    const { body, etag } = file();
    const headers = {
      'content-type': 'application/gzip',
      'cache-control': 'public, no-cache',
      'x-content-type-options': 'nosniff',
      etag,
    };
    return unlessKnown(request, { status: 200, headers, body });
  },
};
