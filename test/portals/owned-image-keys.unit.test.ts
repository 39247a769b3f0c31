import { expect, test } from 'vitest';
import type { Reader } from '../../shared/kernel/core/database.ts';
import { declaredKinds } from '../../shared/kernel/db/table.ts';
import { findOwnedImages } from '../../shared/feedback/portal/owned-image-store.ts';

test('the list of the pictures of an item begins as a declared kind, which the rights of functions name', async () => {
  const partitions: string[] = [];
  const read = {
    query: async ({ partition }: { partition: string }) => {
      partitions.push(partition);
      return [];
    },
    getMany: async () => [],
  } as unknown as Reader;
  await findOwnedImages(read, 'item', { before: undefined, limit: 1 });
  expect(partitions).toHaveLength(1);
  expect(declaredKinds().some(({ prefix }) => partitions[0]!.startsWith(prefix))).toBe(true);
});
