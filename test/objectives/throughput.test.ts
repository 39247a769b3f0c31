import { expect, test } from 'vitest';
import { addCompletedSize, getDailyCompleted } from '../../shared/planning/counts/throughput-store.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { newWorkspace } from '../support/workspace.ts';

test('throughput is what was completed on each of the days before today', async () => {
  const workspace = await newWorkspace();
  const { database } = workspace;
  const { id } = await workspace.team();
  const now = new Date('2026-11-28T23:59:59.999Z');
  const daily = () => getDailyCompleted(createReader(database), id, { now, days: 3 });
  expect(await daily()).toEqual([0, 0, 0]);
  for (const [day, size, expected] of [
    ['2026-11-24', 5_600, [0, 0, 0]],
    ['2026-11-25', 2_800, [2_800, 0, 0]],
    ['2026-11-27', 1_400, [2_800, 0, 1_400]],
    ['2026-11-28', 2_800, [2_800, 0, 1_400]],
    ['2026-11-27', -400, [2_800, 0, 1_000]],
  ] as const) {
    await commit(database, [addCompletedSize(id, day, size)]);
    expect(await daily(), day).toEqual(expected);
  }
});
