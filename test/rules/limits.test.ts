import { beforeAll, expect, test } from 'vitest';
import type { Rule } from '../../shared/events/rules/rule.ts';
import type { Story } from '../../shared/planning/story/story.ts';
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
const titled = (title: string) => [{ operation: 'updateStory', input: { storyId: '{{story.id}}', title } }];
const off = async (...rules: Rule[]) => {
  for (const { id } of rules) await made.ofMember.update(await made.ofMember.read(id), { enabled: false });
};

test('a rule does not see what it did itself', async () => {
  const { ofMember, team } = made;
  const rule = await ofMember.create({
    teamId: team.id,
    on: ['story.created', 'story.updated'],
    if: 'Growing',
    then: titled('{{story.title}} Growing'),
  });
  const { id } = await story({ title: 'Growing' });
  await ofMember.ran(rule.id);
  // What another rule does to the story comes after.
  const last = await ofMember.create({
    teamId: team.id,
    on: ['story.created'],
    if: 'Marker',
    then: titled('Marked'),
  });
  await story({ title: 'Marker' });
  await ofMember.ran(last.id);
  expect(await ofMember.runs(rule.id)).toHaveLength(1);
  expect((await read(id)).title).toBe('Growing Growing');
  await off(rule, last);
});

test('two rules that follow each other end at the fifth, which says so', async () => {
  const { ofMember, team } = made;
  const pair = [
    await ofMember.create({
      teamId: team.id,
      on: ['story.updated'],
      if: 'priority:low',
      then: [{ operation: 'updateStory', input: { storyId: '{{story.id}}', priority: 'high' } }],
    }),
    await ofMember.create({
      teamId: team.id,
      on: ['story.updated'],
      if: 'priority:high',
      then: [{ operation: 'updateStory', input: { storyId: '{{story.id}}', priority: 'low' } }],
    }),
  ];
  const { id, updatedAt } = await story({ priority: 'none' });
  const path = `${made.workspace.path}/stories/${id}`;
  await made.member.client.patch(path, { expectedUpdatedAt: updatedAt, priority: 'low' });
  const runs = async () => (await Promise.all(pair.map((rule) => ofMember.runs(rule.id)))).flat();
  await expect.poll(async () => (await runs()).some(({ outcome }) => outcome === 'skipped')).toBe(true);
  const outcomes = (await runs()).map(({ outcome, code }) => `${outcome} ${code}`).sort();
  expect(outcomes).toEqual([
    'done null',
    'done null',
    'done null',
    'done null',
    'done null',
    'skipped too_deep',
  ]);
  await off(...pair);
});

test('twenty failures in a row disable a rule', async () => {
  const { ofMember, team, member, workspace } = made;
  const gone = await member.client.post(`${workspace.path}/labels`, {
    name: 'Gone',
    color: '#4f46e5',
    teamId: team.id,
  });
  const then = [
    { operation: 'updateStory', input: { storyId: '{{story.id}}', sprintId: gone.json.data.id } },
  ];
  const rule = await ofMember.create({ teamId: team.id, on: ['story.created'], then });
  for (let count = 0; count < 21; count++) await story();
  await expect.poll(async () => (await ofMember.read(rule.id)).enabled).toBe(false);
  const { disabledReason, failures } = await ofMember.read(rule.id);
  expect(disabledReason).toBe('It failed 20 times in a row, the last time with invalid_reference.');
  expect(failures).toBe(20);
  const [run] = (await ofMember.runs(rule.id)).filter(({ outcome }) => outcome === 'failed');
  expect(run).toMatchObject({ code: 'invalid_reference', changeSetId: null });
});

test('rights that an owner has lost since are not used', async () => {
  const { workspace, team, ofAdmin, ofMember } = made;
  const owner = await workspace.person('member', [team]);
  const { ruleApi } = await import('./rule-api.ts');
  const rule = await ruleApi(workspace, owner.client).create({
    teamId: team.id,
    on: ['story.created'],
    if: 'Removed',
    then: titled('Changed'),
  });
  const { updatedAt } = (await made.admin.client.get(`${workspace.path}/members/${owner.id}`)).json.data;
  const demoted = await made.admin.client.patch(`${workspace.path}/members/${owner.id}`, {
    role: 'guest',
    expectedUpdatedAt: updatedAt,
  });
  expect(demoted.status, demoted.text).toBe(200);
  const first = await story({ title: 'Removed' });
  expect(await ofMember.ran(rule.id)).toMatchObject([{ outcome: 'failed', code: 'insufficient_role' }]);
  const removed = await made.admin.client.delete(`${workspace.path}/members/${owner.id}`);
  expect(removed.status, removed.text).toBe(200);
  await story({ title: 'Removed' });
  expect((await ofMember.ran(rule.id, 2))[0]).toMatchObject({ outcome: 'failed', code: 'run_as_gone' });
  expect((await read(first.id)).title).toBe('Removed');
  expect((await ofAdmin.read(rule.id)).failures).toBe(2);
  await ofAdmin.delete(rule.id);
});
