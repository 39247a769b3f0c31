import { expect, test } from 'vitest';
import { slugOf } from '../../shared/kernel/slugs/slug.ts';

test.each(['Write to jane.doe@acme-corp.com please', 'Write to **jane.doe**@acme-corp.com please'])(
  'the slug of %j does not contain the address',
  (title) => {
    expect(slugOf(title, 'item')).toBe('write-to-address-removed-please');
  },
);
