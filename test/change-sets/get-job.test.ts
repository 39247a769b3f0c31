import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { getRevertJob } from '../../shared/surface/change-sets/revert-job-store.ts';
import { mcpClient } from '../mcp/mcp-client.ts';
import { dataOf, newStoryWorkspace } from '../stories/story-api.ts';
import { readAll } from '../support/answers.ts';
import { connectUser } from '../support/connect.ts';
import { until } from '../support/until.ts';
import { newKey, type Person } from '../support/workspace.ts';
import { changeSetApi } from './change-set-api.ts';

const BULK_MAX = 100;
/** More than one request reverts. */
const MANY = 520;

let made: Awaited<ReturnType<typeof newStoryWorkspace>>;
let sets: ReturnType<typeof changeSetApi>;

beforeAll(async () => {
  made = await newStoryWorkspace();
  sets = changeSetApi(made.workspace, made.member.client);
});

interface Job {
  id: string;
  status: string;
  done: number;
  total: number;
  outcome: { reverted: { id: string }[]; conflicts: object[]; changeSetId: string | null; dryRun: boolean };
}

const getJob = ({ client }: Person, id: string) => client.get(`${made.workspace.path}/jobs/${id}`);

async function ended(id: string): Promise<Job> {
  let job: Job | undefined;
  await until(async () => {
    job = dataOf<Job>(await getJob(made.member, id), 200);
    return job.status !== 'running';
  });
  return job!;
}

/** Creates stories in one change set; returns its id. */
async function createMany(count: number, teamId = made.team.id): Promise<string> {
  const set = randomUUID();
  const { path } = made.workspace;
  for (let from = 0; from < count; from += BULK_MAX) {
    const items = Array.from({ length: Math.min(BULK_MAX, count - from) }, (_, n) => ({
      idempotencyKey: newKey(),
      body: { title: `Story ${from + n}`, teamId },
    }));
    const answer = await made.member.client.post(`${path}/bulk/stories`, { items }, { 'change-set': set });
    expect(answer.status, answer.text).toBe(200);
  }
  return set;
}

test('a reversal of more than one request takes goes on in a job, whose answer has all of it; a dry run changes nothing', async () => {
  const set = await createMany(MANY);
  await sets.of(set, MANY);
  const stories = () => readAll(made.member.client, `${made.workspace.path}/stories`);
  const before = (await stories()).length;

  const dry = await sets.revert(set, { dryRun: true });
  expect(dry.status, dry.text).toBe(202);
  const dryJob = await ended(dry.json.data.job.id);
  expect(dryJob).toMatchObject({ status: 'done', done: MANY, total: MANY });
  expect(dryJob.outcome).toMatchObject({ dryRun: true, changeSetId: null, conflicts: [] });
  expect(dryJob.outcome.reverted).toHaveLength(MANY);
  expect(await stories()).toHaveLength(before);

  const headers = { 'idempotency-key': newKey() };
  const begun = await sets.revert(set, {}, headers);
  expect(begun.status).toBe(202);
  const { id } = begun.json.data.job as Job;
  expect(begun.json.data.job).toEqual({ id, status: 'running', done: 0, total: MANY });
  const job = await ended(id);
  expect(job).toMatchObject({ status: 'done', done: MANY, total: MANY });
  expect(new Set(job.outcome.reverted.map((one) => one.id)).size).toBe(MANY);
  expect(job.outcome).toMatchObject({ dryRun: false, conflicts: [], changeSetId: expect.any(String) });
  expect(await stories()).toHaveLength(before - MANY);

  const again = await sets.revert(set, {}, headers);
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([202, 'true']);
  expect(again.json.data.job).toEqual({ id, status: 'done', done: MANY, total: MANY });
});

test('a job is for who asked for it, and has of its outcome what they can see now', async () => {
  const { workspace, team, member } = made;
  const other = await workspace.team();
  const membership = { workspaceId: workspace.id, teamId: other.id, principalId: member.id };
  await workspace.operator.joinTeam(membership);
  const set = await createMany(MANY, other.id);
  await sets.of(set, MANY);
  const begun = await sets.revert(set, { dryRun: true });
  const { id } = begun.json.data.job as Job;
  expect((await ended(id)).outcome.reverted).toHaveLength(MANY);
  const colleague = await workspace.person('admin', [team, other]);
  expect((await getJob(colleague, id)).status).toBe(404);
  await workspace.operator.leaveTeam(membership);
  const { outcome } = dataOf<Job>(await getJob(member, id), 200);
  expect(outcome.reverted).toEqual([]);
});

test('a job whose owner has lost their rights changes nothing more, and says so', async () => {
  const { workspace, team } = made;
  const leaving = await workspace.person('member', [team]);
  const set = await createMany(MANY);
  await sets.of(set, MANY);
  const { json } = await changeSetApi(workspace, leaving.client).revert(set);
  await workspace.operator.removeMember({ workspaceId: workspace.id, id: leaving.id });
  const read = async () => (await getRevertJob(createReader(workspace.database), json.data.job.id))!;
  await until(async () => (await read()).status !== 'running');
  expect(await read()).toMatchObject({ status: 'failed', problem: expect.any(String) });
  expect((await read()).done).toBeLessThan(MANY);
});

test('a job of a connected application ends when its person disconnects it', async () => {
  const { workspace, team } = made;
  const { token, revoke } = await connectUser(await workspace.person('member', [team]));
  const set = await createMany(MANY);
  await sets.of(set, MANY);
  const args = { workspaceId: workspace.id, changeSetId: set, idempotencyKey: newKey() };
  const { data } = await mcpClient(token).use('revert_change_set', args);
  await revoke();
  const read = async () => (await getRevertJob(createReader(workspace.database), data.job.id))!;
  await until(async () => (await read()).status !== 'running');
  expect(await read()).toMatchObject({ status: 'failed', problem: expect.any(String) });
});

test('the recorded outcome of a reversal has what its caller can see when it is asked for again', async () => {
  const { workspace, member } = made;
  const secret = await workspace.team({ private: true });
  const membership = { workspaceId: workspace.id, teamId: secret.id, principalId: member.id };
  await workspace.operator.joinTeam(membership);
  const set = randomUUID();
  const story = await made.api.create({ teamId: secret.id, title: 'Before' });
  const change = async (title: string, headers: object) =>
    made.member.client.patch(
      `${workspace.path}/stories/${story.id}`,
      { expectedUpdatedAt: (await made.api.read(story.id)).updatedAt, title },
      headers as Record<string, string>,
    );
  await change('Of the set', { 'change-set': set });
  await change('Secret since', {});
  await sets.of(set, 1);
  const headers = { 'idempotency-key': newKey() };
  const first = await sets.revert(set, {}, headers);
  expect(first.json.data.conflicts).toMatchObject([{ field: 'title', now: 'Secret since' }]);
  expect((await sets.revert(set, {}, headers)).json.data).toEqual(first.json.data);
  await workspace.operator.leaveTeam(membership);
  const replayed = await sets.revert(set, {}, headers);
  expect(replayed.status).toBe(200);
  expect(replayed.json.data).toMatchObject({ reverted: [], conflicts: [], irreversible: [] });
});
