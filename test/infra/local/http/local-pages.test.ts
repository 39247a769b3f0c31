import { expect, test } from 'vitest';
import { sharedService } from '../../../support/service.ts';

const { baseUrl } = sharedService();

/** The pages of the local service that are not the app's. */
const pages = [
  '/_local/mail',
  '/_local/inbox',
  '/_local/gallery',
  '/_local/gallery/account',
  '/_local/gallery/planning',
];

test.each(pages)('no page of another site can frame %s', async (path) => {
  const response = await fetch(`${baseUrl}${path}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/);
});
