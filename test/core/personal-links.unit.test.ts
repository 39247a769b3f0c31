import { expect, test } from 'vitest';
import { valueWithoutPersonalLinks, withoutPersonalLinks } from '../../shared/kernel/core/personal-links.ts';

const token = 'aB3-_'.repeat(18).slice(0, 86);
const secret = 'Zz9-_'.repeat(13).slice(0, 64);
const address = '0123456789abcdefghijklmnopqrstuv'.repeat(2);

test.each([
  [`See https://plan.example/mail-preferences/${token}?kind=assigned now`, token],
  [`<http://127.0.0.1:3000/mail-preferences/${token}>`, token],
  [`[settings](/MAIL-PREFERENCES/${token})`, token],
  [`https://safe.example/?url=https%3A%2F%2Fplan.example%2Fmail-preferences%2F${token}&data=1`, token],
  [`https://safe.example/?u=https%253A%252F%252Fplan.example%252Finvitations%252F${secret}`, secret],
  [`https://plan.example/invitations/${secret}`, secret],
  [`https://plan.example/account-address/${secret}`, secret],
  [`On Tuesday, Harbour <${address}@in.plan.example> wrote:`, address],
  [`mailto:${address.toUpperCase()}%40in.plan.example`, address.toUpperCase()],
])('a text loses what was handed to one person: %s', (text, removed) => {
  const kept = withoutPersonalLinks(text);
  expect(kept).not.toContain(removed.slice(0, 40));
  expect(kept).toContain('removed');
});

test.each([
  'https://plan.example/stories/019aad45-2656-7202-8f07-f41bba4e8298',
  'https://github.com/orgs/acme/invitations/new',
  'https://plan.example/mail-preferences/…',
  `${'a'.repeat(65)}@example.com`,
  `sha256: ${address}`,
])('other texts stay as they are: %s', (text) => {
  expect(withoutPersonalLinks(text)).toBe(text);
});

test('a text of half a million characters takes half a second at most, and every text of a value is reached', () => {
  const long = 'v'.repeat(500_000) + '/mail-preferences/'.repeat(20_000);
  const started = performance.now();
  expect(withoutPersonalLinks(long)).toBe(long);
  expect(performance.now() - started).toBeLessThan(500);
  const value = { a: [{ b: `/invitations/${secret}` }], c: 1, d: null };
  expect(valueWithoutPersonalLinks(value)).toEqual({ a: [{ b: '/invitations/removed' }], c: 1, d: null });
});
