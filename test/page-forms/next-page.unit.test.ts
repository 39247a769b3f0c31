import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { leavesService, nextPage } from '../../shared/pages/session/next-path.ts';
import { manageRoutes } from '../../shared/surface/manage.ts';

const on = (baseUrl: string, home?: string) => ({
  services: { baseUrl: () => baseUrl },
  ...(home && { home }),
});

/** What a page asks by itself is nowhere that a person goes. */
const asked = ['askForChanges'];

const pages = manageRoutes
  .filter(({ method, id }) => method === 'GET' && !asked.includes(id))
  .map(({ id, path }) => [id, path] as const);

test.each(pages)('a sign-in on the way to %s goes on there', (_, path) => {
  const address = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    name.endsWith('Id') ? randomUUID() : 'acme',
  );
  expect(nextPage(address, on('https://plan.example.com'))).toBe(address);
});

test('the sign-in page is left before a page that leads to another site, which browsers let no form do', () => {
  const file = `/stories/${randomUUID()}/files/${randomUUID()}`;
  const left = [
    '/oauth/authorize?client_id=a',
    file,
    `${file}?disposition=inline`,
    `/stories/${randomUUID()}`,
  ];
  expect(left.map(leavesService)).toEqual([true, true, true, false]);
});

test("an address of another site, or of no page, leads to one's work, on a portal's host to the account", () => {
  for (const wrong of ['https://evil.example/', '//evil.example/', '/api/v1/me', '/teams/x', undefined]) {
    expect(nextPage(wrong, on('https://plan.example.com'))).toBe('/my-work');
    const ownHost = on('https://ideas.example.com', '/portals/acme/feedback');
    expect(nextPage(wrong, ownHost)).toBe('/account');
  }
});
