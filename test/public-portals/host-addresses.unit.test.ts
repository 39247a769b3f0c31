import { expect, test } from 'vitest';
import { longPath, shortAddresses, shortPath } from '../../shared/kernel/slugs/host-addresses.ts';
import { allOperations, webRegistry } from '../../shared/surface/registry.ts';

const place = { slug: 'acme', baseUrl: 'https://feedback.acme.test' };
const routes = [...allOperations, ...Object.values(webRegistry).flat()];

/** The paths of a portal's pages and forms, as they are for a portal with the slug `acme`. */
const paths = routes
  .map(({ path }) => path)
  .filter((path) => path.startsWith('/portals/{portalSlug}/'))
  .map((path) => path.replace('{portalSlug}', 'acme').replaceAll(/\{\w+\}/g, 'x-1'));

test.each([...new Set(paths)])('%s has a short address, which leads back to it', (path) => {
  const short = shortPath(path, 'acme');
  expect(short).toBe(path.replace(/^\/portals\/acme(?:\/feedback$|\/feedback(?=\/))?/, '') || '/');
  expect(longPath(short, 'acme')).toBe(path);
});

test('no short address is that of another page of the service', () => {
  for (const { path } of routes) {
    if (path === '/' || path === '/sitemap.xml') continue;
    expect(longPath(path, 'acme'), path).toBe(path);
  }
});

test.each([
  ['/?status=planned#ideas', '/portals/acme/feedback?status=planned#ideas'],
  ['/items/a?cursor=/new', '/portals/acme/feedback/items/a?cursor=/new'],
  ['/manage', '/portals/acme/manage'],
  ['/account', '/account'],
  ['https://other.test/items/a', 'https://other.test/items/a'],
])('%s is %s of the portal', (short, long) => {
  expect(longPath(short, 'acme')).toBe(long);
  expect(shortPath(long, 'acme')).toBe(short);
});

test('addresses of the portal are written short, and none of another portal or host, nor what people write', () => {
  const kept = [
    '<a href="/portals/acme-2/feedback/new">',
    '<a href="/portals/acme/feedbacks">',
    '<a href="https://plotline.test/portals/acme/feedback">',
    '<a href="https://feedback-acme.test/portals/acme/feedback">',
    '<input name="next" value="/portals/acme/feedback/new" />',
    '<p>See /portals/acme/feedback/new</p>',
  ];
  for (const text of kept) expect(shortAddresses(text, place)).toBe(text);
  const written = {
    '<a href="/portals/acme/feedback">': '<a href="/">',
    '<form method="post" action="/portals/acme/feedback/items/a/vote">':
      '<form method="post" action="/items/a/vote">',
    '<a href="/portals/acme/feedback?q=x#ideas">': '<a href="/?q=x#ideas">',
    '<loc>https://feedback.acme.test/portals/acme/feedback/items/a</loc>':
      '<loc>https://feedback.acme.test/items/a</loc>',
    '<a href="/sign-in?next=%2Fportals%2Facme%2Ffeedback%2Fnew%3Ftitle%3Dx">':
      '<a href="/sign-in?next=%2Fnew%3Ftitle%3Dx">',
    '<a href="/account?from=%2Fportals%2Facme%2Fmanage">': '<a href="/account?from=%2Fmanage">',
  };
  for (const [long, short] of Object.entries(written)) expect(shortAddresses(long, place)).toBe(short);
});

test.each(['//elsewhere.test', '/\\elsewhere.test', '///elsewhere.test', '\\/elsewhere.test'])(
  'a short address names no other host: /portals/acme/feedback%s',
  (rest) => {
    const long = `/portals/acme/feedback${rest}`;
    const short = shortPath(long, 'acme');
    expect(new URL(short, place.baseUrl).origin).toBe(place.baseUrl);
    const [, inLink] = /href="([^"]*)"/.exec(shortAddresses(`<a href="${long}">`, place))!;
    expect(new URL(inLink!, place.baseUrl).origin).toBe(place.baseUrl);
    const [, next] = /next=([^"]*)"/.exec(
      shortAddresses(`<a href="/sign-in?next=${encodeURIComponent(long)}">`, place),
    )!;
    expect(new URL(decodeURIComponent(next!), place.baseUrl).origin).toBe(place.baseUrl);
  },
);
