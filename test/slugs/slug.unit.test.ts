import { expect, test } from 'vitest';
import { slugOf, titleSlugOf } from '../../shared/kernel/slugs/slug.ts';

test.each(['Write to jane.doe@acme-corp.com please', 'Write to **jane.doe**@acme-corp.com please'])(
  'the slug of %j does not contain the address',
  (title) => {
    expect(slugOf(title, 'item')).toBe('write-to-address-removed-please');
  },
);

test.each([
  ['ميزة جديدة للوحة المفاتيح', 'ميزة-جديدة-للوحة-المفاتيح'],
  ['ノート を ガイド に！', 'ノート-を-ガイド-に'],
  ['Überall: Škoda & Straße', 'uberall-skoda-strasse'],
  ['… !?', 'item'],
  [`${'長'.repeat(54)}𠮷野`, '長'.repeat(54)],
])('the slug of the idea %j has the letters of its script', (title, slug) => {
  expect(titleSlugOf(title, 'item')).toBe(slug);
});
