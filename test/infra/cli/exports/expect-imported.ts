import { expect } from 'vitest';
import { emptyWorkspace, readLanded, type Landed } from './landed.ts';

interface ExpectedImport {
  /** The file with its options. */
  args: readonly string[];
  /** Every field of what lands, by the ids of the other tool. */
  landed: readonly Landed[];
  /** Row and reason of what does not. */
  refused: [number, RegExp][];
  /** The columns that are not imported though they have values; the report says why. */
  omitted: readonly string[];
}

/** Imports a file into an empty workspace, judges every field of every story, and imports it again, which changes nothing. */
export async function expectImported({ args, landed, refused, omitted }: ExpectedImport): Promise<any> {
  const target = await emptyWorkspace();
  const create = ['--create', 'teams,statuses,labels,sprints,objectives,fields'];
  const first = await target.run([...args, ...create]);
  const rows = landed.length + refused.length;
  expect(first).toMatchObject({ rows, created: landed.length, refused: refused.length, open: 0 });
  expect(first.refusals.map(({ row, reason }: any) => [row, reason])).toEqual(
    refused.map(([row, reason]) => [row, expect.stringMatching(reason)]),
  );
  const found = await readLanded(target);
  const renamed = first.references.filter(({ key, reference }: any) => key !== reference);
  expect(renamed.filter(({ key }: any) => /^[A-Z]+-\d+$/.test(key))).toEqual([]);
  expect(found).toEqual(landed);
  const left = first.columns.filter(({ becomes, values }: any) => becomes.length === 0 && values > 0);
  expect(left.map(({ column }: any) => column).sort()).toEqual(omitted.toSorted());
  for (const { reason } of left) expect(reason).toMatch(/./);
  const again = await target.run([...args, ...create, '--name', 'another', '--update']);
  expect(again).toMatchObject({ created: 0, updated: 0, present: landed.length, made: [] });
  expect([again.comments.created, again.links.created, again.times.created]).toEqual([0, 0, 0]);
  expect(await readLanded(target)).toEqual(found);
  return first;
}
