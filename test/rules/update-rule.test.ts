import { beforeAll, expect, test } from 'vitest';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newRuleWorkspace } from './rule-api.ts';

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

test('a rule is changed by its version, and a field that may be empty is cleared', async () => {
  const { ofMember } = made;
  const first = await ofMember.create(rule());
  const changed = await ofMember.update(first, { name: 'Other', if: 'priority:high', enabled: true });
  expect(changed.json.data).toMatchObject({ name: 'Other', if: 'priority:high', enabled: true });
  expectRefusal(await ofMember.update(first, { name: 'Late' }), 409, 'version_conflict');
  const cleared = await ofMember.update(changed.json.data, { clearFields: ['if'] });
  expect(cleared.json.data.if).toBeNull();
  expect(await ofMember.read(first.id)).toEqual(cleared.json.data);
});

test('a change that makes a rule wrong is refused, and says where', async () => {
  const { ofMember } = made;
  const first = await ofMember.create(rule());
  const then = [{ operation: 'createToken', input: {} }];
  expectBadFields(await ofMember.update(first, { then }), ['then.0.operation'], 'invalid_request');
  expectBadFields(await ofMember.update(first, { on: ['story.exploded'] }), ['on.0'], 'invalid_request');
  expect(await ofMember.read(first.id)).toEqual(first);
});
