import { beforeAll, expect, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import { until } from '../support/until.ts';
import { createStoryAs } from '../support/workspace.ts';
import { newRuleWorkspace, ruleApi } from './rule-api.ts';

let made: Awaited<ReturnType<typeof newRuleWorkspace>>;
let stories: Story[];

beforeAll(async () => {
  made = await newRuleWorkspace();
  const { member, workspace, team } = made;
  stories = [];
  for (const priority of ['low', 'high', 'low'])
    stories.push(await createStoryAs(member.client, workspace, { teamId: team.id, priority }));
  await until(async () => (await made.ofMember.preview(rule({}))).json.data?.events === 3);
});

const rule = (fields: object) => ({
  teamId: made.team.id,
  on: ['story.created'],
  then: [{ operation: 'updateStory', input: { storyId: '{{story.id}}', priority: 'urgent' } }],
  ...fields,
});

test('a preview says what a rule would have done, and does nothing', async () => {
  const { ofMember, member, workspace } = made;
  const { data } = (await ofMember.preview(rule({ if: 'priority:low' }))).json;
  expect(data).toMatchObject({ events: 3, matched: 2, wouldFail: [], truncated: false });
  expect(data.would.map(({ id }: { id: string }) => id)).toEqual([stories[0]!.id, stories[2]!.id]);
  expect(data.would[0]).toMatchObject({
    operation: 'updateStory',
    resource: 'story',
    changes: [{ field: 'priority', from: 'low', to: 'urgent' }],
  });
  const now = await member.client.get(`${workspace.path}/stories/${stories[0]!.id}`);
  expect(now.json.data).toEqual(stories[0]);
});

test('a preview says what would have been created', async () => {
  const then = [
    {
      operation: 'createStory',
      input: { teamId: made.team.id, title: 'After {{story.reference}}', parentId: '{{story.id}}' },
    },
    { operation: 'createComment', input: { storyId: '{{story.id}}', content: 'Seen' } },
  ];
  const { data } = (await made.ofMember.preview(rule({ then, if: 'priority:high' }))).json;
  expect(data.would).toMatchObject([
    { operation: 'createStory', resource: 'story', id: null },
    { operation: 'createComment', resource: 'comment', id: null },
  ]);
  expect(data.would[0].changes).toContainEqual({
    field: 'title',
    from: null,
    to: `After ${stories[1]!.reference}`,
  });
});

test('an action sees what those before it would have done, and none of another run', async () => {
  const to = (priority: string) => ({
    operation: 'updateStory',
    input: { storyId: '{{story.id}}', priority },
  });
  const then = [to('medium'), to('urgent')];
  for (const _ of [1, 2]) {
    const { data } = (await made.ofMember.preview(rule({ then, if: 'priority:low' }))).json;
    const changes = data.would.map((one: { changes: unknown[] }) => one.changes);
    const expected = [
      [{ field: 'priority', from: 'low', to: 'medium' }],
      [{ field: 'priority', from: 'medium', to: 'urgent' }],
    ];
    expect(changes).toEqual([...expected, ...expected]);
  }
});

test('a preview says what would have failed', async () => {
  const input = { storyId: '{{story.id}}', sprintId: stories[0]!.id };
  const then = [{ operation: 'updateStory', input }];
  const { data } = (await made.ofMember.preview(rule({ if: 'priority:high', then }))).json;
  expect(data).toMatchObject({ matched: 1, would: [], wouldFail: [{ code: 'invalid_reference' }] });
});

test('a preview shows no event of a team that its caller is not in', async () => {
  const { workspace, admin, ofAdmin } = made;
  const hidden = await workspace.team({ private: true });
  const insider = await workspace.person('member', [hidden]);
  const before = (await ofAdmin.preview(rule({ teamId: null }))).json.data.events;
  await createStoryAs(insider.client, workspace, { teamId: hidden.id });
  const theirs = ruleApi(workspace, insider.client);
  await expect.poll(async () => (await theirs.preview(rule({ teamId: hidden.id }))).json.data.events).toBe(1);
  expect((await ofAdmin.preview(rule({ teamId: null }))).json.data.events).toBe(before);
  expect(admin.id).not.toBe(insider.id);
});
