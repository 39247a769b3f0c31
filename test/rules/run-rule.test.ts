import { beforeAll, expect, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import { statusOf } from '../stories/story-api.ts';
import { createStoryAs } from '../support/workspace.ts';
import { newRuleWorkspace } from './rule-api.ts';

let made: Awaited<ReturnType<typeof newRuleWorkspace>>;

beforeAll(async () => {
  made = await newRuleWorkspace();
});

const story = (fields: object = {}): Promise<Story> =>
  createStoryAs(made.member.client, made.workspace, { teamId: made.team.id, ...fields });
const read = async (id: string): Promise<Story> =>
  (await made.member.client.get(`${made.workspace.path}/stories/${id}`)).json.data;
const change = async ({ id }: Pick<Story, 'id'>, fields: object) => {
  const { updatedAt } = await read(id);
  const answer = await made.member.client.patch(`${made.workspace.path}/stories/${id}`, {
    expectedUpdatedAt: updatedAt,
    ...fields,
  });
  expect(answer.status, answer.text).toBe(200);
};

test('a rule changes the story of an event in a change set of its own', async () => {
  const { ofMember, member, team, workspace } = made;
  const rule = await ofMember.create({
    teamId: team.id,
    on: ['story.created'],
    if: 'priority:low',
    then: [
      { operation: 'updateStory', input: { storyId: '{{story.id}}', title: 'Seen: {{event.data.title}}' } },
    ],
  });
  expect(rule).toMatchObject({ enabled: true, runs: 0, failures: 0, runAs: { kind: 'user', id: member.id } });
  const { id } = await story({ title: 'Low', priority: 'low' });
  await story({ title: 'High', priority: 'high' });
  const [run, ...others] = await ofMember.ran(rule.id);
  expect(others).toEqual([]);
  expect(run).toMatchObject({ outcome: 'done', code: null });
  expect((await read(id)).title).toBe('Seen: Low');
  const set = (await member.client.get(`${workspace.path}/change-sets/${run!.changeSetId}`)).json.data;
  await expect
    .poll(async () => (await member.client.get(`${workspace.path}/change-sets/${run!.changeSetId}`)).status)
    .toBe(200);
  expect(set === undefined || set.actor.via === 'rule').toBe(true);
  const shown = (await member.client.get(`${workspace.path}/change-sets/${run!.changeSetId}`)).json.data;
  expect(shown.actor).toEqual({ kind: 'user', id: member.id, via: 'rule', ruleId: rule.id });
  expect(await ofMember.read(rule.id)).toMatchObject({ runs: 1, failures: 0, lastRunAt: run!.at });
});

test('a rule can depend on what was before the change', async () => {
  const { ofMember, team, member, workspace } = made;
  const doing = await statusOf(workspace, member.client, team, 'started');
  const rule = await ofMember.create({
    teamId: team.id,
    on: ['story.updated'],
    was: { priority: 'medium' },
    then: [
      {
        operation: 'createComment',
        input: { storyId: '{{story.id}}', content: 'By {{actor.name}}, of {{story.reference}}' },
      },
      { operation: 'updateStory', input: { storyId: '{{event.data.id}}', statusId: doing } },
    ],
  });
  const one = await story({ priority: 'medium' });
  await change(one, { title: 'Other' });
  await change(one, { priority: 'high' });
  const [run] = await ofMember.ran(rule.id);
  expect(run).toMatchObject({ outcome: 'done' });
  expect((await read(one.id)).statusId).toBe(doing);
  const comments = (await member.client.get(`${workspace.path}/stories/${one.id}/comments`)).json.data;
  expect(comments.map(({ content }: { content: string }) => content)).toEqual([
    `By A member, of ${one.reference}`,
  ]);
  expect(await ofMember.runs(rule.id)).toHaveLength(1);
});

test('what a rule does for a service account that only proposes is one proposal', async () => {
  const { workspace, admin, team, ofAdmin } = made;
  const accounts = `${workspace.path}/service-accounts`;
  const account = await workspace.serviceAccount([team]);
  const { updatedAt: expectedUpdatedAt } = (await admin.client.get(`${accounts}/${account.id}`)).json.data;
  const patched = await admin.client.patch(`${accounts}/${account.id}`, {
    expectedUpdatedAt,
    writes: 'proposed',
  });
  expect(patched.status, patched.text).toBe(200);
  const rule = await ofAdmin.create({
    teamId: team.id,
    on: ['story.created'],
    if: 'Proposing',
    then: [
      { operation: 'updateStory', input: { storyId: '{{story.id}}', priority: 'high' } },
      { operation: 'createComment', input: { storyId: '{{story.id}}', content: 'Is this so urgent?' } },
    ],
    runAs: { kind: 'service_account', id: account.id },
  });
  const { id, priority } = await story({ title: 'Proposing', priority: 'low' });
  await ofAdmin.ran(rule.id);
  expect((await read(id)).priority).toBe(priority);
  const { data } = (await admin.client.get(`${workspace.path}/proposals`, { teamId: team.id })).json;
  expect(data).toMatchObject([
    { by: { kind: 'service_account', id: account.id, via: 'rule' }, changeCount: 2, status: 'open' },
  ]);
});
