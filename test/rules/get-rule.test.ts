import { beforeAll, expect, test } from 'vitest';
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

test('a rule is shown to members of its team, one of the workspace to admins alone', async () => {
  const { workspace, ofMember, ofAdmin } = made;
  const ofTeam = await ofMember.create(rule());
  const ofWorkspace = await ofAdmin.create(rule({ teamId: null }));
  expect(await ofAdmin.read(ofTeam.id)).toEqual(ofTeam);
  expect(await ofAdmin.read(ofWorkspace.id)).toEqual(ofWorkspace);
  expectRefusal(await ofMember.get(ofWorkspace.id), 404, 'not_found');
  const outsider = await workspace.person('admin', [await workspace.team()]);
  expectRefusal(await ruleApi(workspace, outsider.client).get(ofTeam.id), 404, 'not_found');
});
