import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newId } from '../../shared/kernel/core/id.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { putFence } from '../../shared/kernel/log/log-fence-store.ts';
import { runRevert } from '../../shared/surface/change-sets/run-revert.ts';
import { newStoryWorkspace } from '../stories/story-api.ts';
import { until } from '../support/until.ts';
import { newKey } from '../support/workspace.ts';
import { changeSetApi } from './change-set-api.ts';
import { newRunningJob } from './new-revert-job.ts';

const { workspace, team, member } = await newStoryWorkspace();
const sets = changeSetApi(workspace, member.client);
const stories = `${workspace.path}/stories`;

const createMany = async (set: string, count: number): Promise<void> => {
  const items = Array.from({ length: count }, (_, at) => ({
    idempotencyKey: newKey(),
    body: { teamId: team.id, title: `Story ${at}` },
  }));
  const headers = { 'change-set': set };
  const { status } = await member.client.post(`${workspace.path}/bulk/stories`, { items }, headers);
  expect(status).toBe(200);
};

/** Reverts a set and waits for the job, if there is one; returns how many resources are as before. */
async function revertedOf(set: string, body: object = {}): Promise<number> {
  const { status, json } = await sets.revert(set, body, { 'idempotency-key': newKey() });
  if (status === 200) return json.data.reverted.length as number;
  expect(status).toBe(202);
  const read = async () => (await member.client.get(`${workspace.path}/jobs/${json.data.job.id}`)).json.data;
  await until(async () => (await read()).status !== 'running');
  const { status: ended, done, total, outcome } = await read();
  expect([ended, done]).toEqual(['done', total]);
  return outcome.reverted.length as number;
}

test.each([2, 100])('a revert sent right after %i writes takes back all of them', async (count) => {
  const set = randomUUID();
  await createMany(set, count);
  expect(await revertedOf(set, { dryRun: true })).toBe(count);
  const other = randomUUID();
  await createMany(other, count);
  expect(await revertedOf(other)).toBe(count);
  expect(await revertedOf(set)).toBe(count);
  const left = await member.client.get(stories, { teamId: team.id });
  expect(left.json.data).toEqual([]);
});

test('a revert of what a member changed takes back also their last change', async () => {
  const since = new Date().toISOString();
  for (let at = 0; at < 5; at++)
    await member.client.post(stories, { teamId: team.id, title: newKey() }, { 'idempotency-key': newKey() });
  const { status, json } = await sets.revertChanges({ actorId: member.id, since, teamId: team.id });
  expect([status, json.data.reverted.length]).toEqual([200, 5]);
});

test('a job of a revert waits until the log has what was written before it, and then knows its total', async () => {
  const { database } = workspace;
  const set = randomUUID();
  await createMany(set, 3);
  await sets.of(set, 3);
  const fence = newId(new Date());
  const jobId = await newRunningJob(workspace, member.id, { changeSetId: set, fence });
  const run = () => runRevert({ database, now: new Date() }, jobId);
  const job = async () => (await member.client.get(`${workspace.path}/jobs/${jobId}`)).json.data;

  expect(await run()).toBeInstanceOf(Date);
  expect(await job()).toMatchObject({ status: 'running', done: 0, total: 0 });

  await Promise.all(putFence(fence, new Date()).map((mark) => commit(database, [mark])));
  expect(await run()).toBeUndefined();
  const { outcome, ...ended } = await job();
  expect(ended).toMatchObject({ status: 'done', done: 3, total: 3 });
  expect(outcome.reverted).toHaveLength(3);
});
