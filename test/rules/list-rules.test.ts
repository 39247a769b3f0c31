import { beforeAll, expect, test } from 'vitest';
import type { Rule } from '../../shared/events/rules/rule.ts';
import { expectRefusal } from '../support/answers.ts';
import { newRuleWorkspace, ruleApi } from './rule-api.ts';

let made: Awaited<ReturnType<typeof newRuleWorkspace>>;

beforeAll(async () => {
  made = await newRuleWorkspace();
});

const rule = (fields: object = {}) => ({
  teamId: made.team.id,
  on: ['story.created'],
  enabled: false,
  then: [{ operation: 'createComment', input: { storyId: '{{story.id}}', content: 'Seen' } }],
  ...fields,
});

test('rules are listed by page, newest first, to those who see them', async () => {
  const { workspace, team, ofMember, ofAdmin } = made;
  const other = await workspace.team();
  const rules: Rule[] = [];
  for (const teamId of [team.id, null, team.id]) rules.unshift(await ofAdmin.create(rule({ teamId })));
  const insider = await workspace.person('member', [other]);
  const theirs = ruleApi(workspace, insider.client);
  const hidden = await theirs.create(rule({ teamId: other.id }));
  const listed = async (api: typeof ofMember, query: Record<string, string> = {}) => {
    const { status, json, text } = await api.list(query);
    expect(status, text).toBe(200);
    return json.data.map((one: Rule) => one.id);
  };
  const [third, second, first] = rules.map(({ id }) => id);
  expect(await listed(ofAdmin)).toEqual([third, second, first]);
  expect(await listed(ofMember)).toEqual([third, first]);
  expect(await listed(theirs)).toEqual([hidden.id]);
  expect(await listed(ofAdmin, { teamId: team.id })).toEqual([third, first]);
  expectRefusal(await ofMember.list({ teamId: other.id }), 404, 'not_found');
  const page = (await ofAdmin.list({ limit: '2' })).json;
  expect(page.data).toEqual(rules.slice(0, 2));
  expect(await listed(ofAdmin, { limit: '2', cursor: page.meta.nextCursor })).toEqual([first]);
});
