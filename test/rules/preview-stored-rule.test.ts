import { beforeAll, expect, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import { until } from '../support/until.ts';
import { createStoryAs } from '../support/workspace.ts';
import { newRuleWorkspace } from './rule-api.ts';

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

test('a preview of a rule that exists is the same, switched off or not', async () => {
  const { ofMember } = made;
  const { id } = await ofMember.create({ ...rule({ if: 'priority:low' }), enabled: false });
  const [stored, unsaved] = [
    await ofMember.previewStored(id),
    await ofMember.preview(rule({ if: 'priority:low' })),
  ];
  expect(stored.json.data).toEqual(unsaved.json.data);
  expect(stored.json.data.matched).toBe(2);
});
