import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { createClient } from '../support/client.ts';
import { asBrowser, fetchPortal } from '../support/portal-pages.ts';
import { sharedService } from '../support/service.ts';

test.each([
  ['x', '/portals/x/feedback'],
  ['x/', '/portals/x/feedback'],
  ['x/feedback/', '/portals/x/feedback'],
  ['x/feedback/?status=planned', '/portals/x/feedback?status=planned'],
  ['x/feedback/roadmap/', '/portals/x/feedback/roadmap'],
  ['x/feedback/items/a-wish/', '/portals/x/feedback/items/a-wish'],
])('%s leads to %s', async (path, location) => {
  const answer = await fetchPortal(sharedService(), path, asBrowser);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, location]);
});

test('HEAD receives the location too, and no cache stores it', async () => {
  for (const method of ['GET', 'HEAD']) {
    const address = `${sharedService().baseUrl}/portals/x/`;
    const { status, headers } = await fetch(address, { method, redirect: 'manual' });
    const received = [status, headers.get('location'), headers.get('cache-control')];
    expect(received).toEqual([302, '/portals/x/feedback', 'no-store']);
  }
});

test('other paths do not redirect, and neither does a request that sends data', async () => {
  const client = createClient(sharedService().baseUrl);
  for (const path of [
    '/portals/',
    '/portals/X/',
    '/portals/x/y',
    '/portals/x/feedback/a/b/c/',
    '//example.com/',
  ]) {
    expectRefusal(await client.get(path), 404, 'not_found');
  }
  expectRefusal(await client.post('/portals/x/feedback/new/', {}), 404, 'not_found');
});

test('scripts of other sites are led on too', async () => {
  const path = '/portals/x/feedback/roadmap/';
  const send = async (method: string) => {
    const answer = await fetch(`${sharedService().baseUrl}${path}`, { method, redirect: 'manual' });
    return [answer.status, answer.headers.get('location'), answer.headers.get('access-control-allow-origin')];
  };
  expect(await send('GET')).toEqual([302, path.slice(0, -1), '*']);
  expect(await send('OPTIONS')).toEqual([204, null, '*']);
});
