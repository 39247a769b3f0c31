import { expect, test } from 'vitest';
import { newHookWorkspace } from './hook-api.ts';

test('A list has the hooks of the workspace, newest first, in pages', async () => {
  const [place, other] = [await newHookWorkspace(), await newHookWorkspace()];
  await other.hook();
  const made = [
    await place.hook({ name: 'A' }),
    await place.hook({ name: 'B' }),
    await place.hook({ name: 'C' }),
  ];
  const ids = made.map(({ id }) => id).reverse();
  const idsOf = async (query: Record<string, string | number> = {}) => {
    const { json } = await place.api.list(query);
    return { ids: json.data.map(({ id }: { id: string }) => id) as string[], next: json.meta.nextCursor };
  };
  await expect.poll(async () => (await idsOf()).ids).toEqual(ids);
  const first = await idsOf({ limit: 2 });
  expect(first.ids).toEqual(ids.slice(0, 2));
  expect((await idsOf({ limit: 2, cursor: first.next })).ids).toEqual(ids.slice(2));
});
