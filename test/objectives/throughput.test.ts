import { expect, test } from 'vitest';
import { addCompletedSize, getThroughput } from '../../shared/counts/throughput-store.ts';
import { createReader } from '../../shared/db/reader.ts';
import { commit } from '../../shared/db/write.ts';
import { newWorkspace } from '../support/workspace.ts';

test('throughput is what was completed on the last 28 days, today included, by the day', async () => {
  const workspace = await newWorkspace();
  const { database } = workspace;
  const { id } = await workspace.team();
  const throughput = () => getThroughput(createReader(database), id, new Date('2026-11-28T23:59:59.999Z'));
  expect(await throughput()).toBe(0);
  for (const [day, size, expected] of [
    ['2026-10-31', 5_600, 0],
    ['2026-11-01', 2_800, 1],
    ['2026-11-14', 1_400, 1.5],
    ['2026-11-28', 2_800, 2.5],
    ['2026-11-28', -1_400, 2],
  ] as const) {
    await commit(database, [addCompletedSize(id, day, size)]);
    expect(await throughput(), day).toBe(expected);
  }
});
