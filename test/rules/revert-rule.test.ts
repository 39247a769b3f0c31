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

test('reverting takes back what a rule did, and keeps what was changed since', async () => {
  const { ofMember, team, member, workspace } = made;
  const since = new Date(Date.now() - 1_000).toISOString();
  const rule = await ofMember.create({
    teamId: team.id,
    on: ['story.created'],
    if: 'Back',
    then: titled('Forth'),
  });
  const [kept, other] = [await story({ title: 'Back' }), await story({ title: 'Back' })];
  await ofMember.ran(rule.id, 2);
  const { updatedAt } = await read(other.id);
  await member.client.patch(`${workspace.path}/stories/${other.id}`, {
    expectedUpdatedAt: updatedAt,
    title: 'By hand',
  });
  const dry = await ofMember.revert(rule.id, { since, dryRun: true });
  expect(dry.json.data).toMatchObject({
    dryRun: true,
    reverted: [{ resource: 'story', id: kept.id, fields: ['title'] }],
  });
  expect((await read(kept.id)).title).toBe('Forth');
  const done = await ofMember.revert(rule.id, { since });
  expect(done.json.data.reverted).toEqual([{ resource: 'story', id: kept.id, fields: ['title'] }]);
  expect(done.json.data.conflicts).toMatchObject([{ id: other.id, field: 'title', now: 'By hand' }]);
  expect((await read(kept.id)).title).toBe('Back');
  await off(rule);
});
