import { beforeAll, expect, test } from 'vitest';
import type { RuleRun } from '../../shared/events/rules/rule.ts';
import { expectRefusal } from '../support/answers.ts';
import { createStoryAs } from '../support/workspace.ts';
import { newRuleWorkspace, ruleApi } from './rule-api.ts';

let made: Awaited<ReturnType<typeof newRuleWorkspace>>;

beforeAll(async () => {
  made = await newRuleWorkspace();
});

test('the runs of a rule are listed by page, newest first, with why they failed', async () => {
  const { workspace, team, member, ofMember } = made;
  const rule = await ofMember.create({
    teamId: team.id,
    on: ['story.created'],
    // A story is no sprint.
    then: [{ operation: 'updateStory', input: { storyId: '{{story.id}}', sprintId: '{{story.id}}' } }],
  });
  const events: string[] = [];
  for (const times of [1, 2, 3]) {
    await createStoryAs(member.client, workspace, { teamId: team.id });
    events.unshift((await ofMember.ran(rule.id, times))[0]!.eventId);
  }
  const runs = await ofMember.runs(rule.id);
  expect(runs.map(({ eventId }) => eventId)).toEqual(events);
  for (const run of runs) expect(run).toMatchObject({ outcome: 'failed', code: 'invalid_reference' });
  const path = `${ofMember.root}/${rule.id}/runs`;
  const page = (await member.client.get(path, { limit: 2 })).json;
  expect(page.data).toEqual(runs.slice(0, 2));
  const rest = await member.client.get(path, { limit: 2, cursor: page.meta.nextCursor });
  expect(rest.json.data.map(({ eventId }: RuleRun) => eventId)).toEqual(events.slice(2));
  const outsider = await workspace.person('member', [await workspace.team()]);
  const theirs = ruleApi(workspace, outsider.client);
  expectRefusal(await outsider.client.get(`${theirs.root}/${rule.id}/runs`), 404, 'not_found');
});

test('a run that finds everything as it is to be names no change set', async () => {
  const { workspace, team, member, ofMember } = made;
  const rule = await ofMember.create({
    teamId: team.id,
    on: ['story.created'],
    then: [{ operation: 'updateStory', input: { storyId: '{{story.id}}', priority: 'low' } }],
  });
  await createStoryAs(member.client, workspace, { teamId: team.id, priority: 'low' });
  const [run] = await ofMember.ran(rule.id, 1);
  expect(run).toMatchObject({ outcome: 'done', changeSetId: null });
});
