import { expect, test } from 'vitest';
import { longChecklist, templateApi } from '../story-templates/template-api.ts';
import { expectBadFields } from '../support/answers.ts';
import { dayFromNow, newRecurringWorkspace } from './recurring-api.ts';

const { workspace, team, member, recurring } = await newRecurringWorkspace();

test('the history of a recurring story says who paused it', async () => {
  const made = await recurring.create({ teamId: team.id, startDate: dayFromNow(4) });
  await recurring.update(made, { paused: true });
  const path = `${workspace.path}/recurring-stories/${made.id}/history`;
  const fieldsOf = async () => {
    const [newest] = (await member.client.get(path)).json.data ?? [];
    return newest?.changes.map(({ field }: { field: string }) => field);
  };
  await expect.poll(fieldsOf).toContain('paused');
});

test('the history of a recurring story says why a due date has no story', async () => {
  const templates = templateApi(workspace, member.client);
  const template = await templates.create({ teamId: team.id });
  const story = { description: 'a'.repeat(32 * 1024) };
  const fields = { teamId: team.id, rule: 'FREQ=DAILY', templateId: template.id, story, paused: true };
  const made = await recurring.create(fields);
  await templates.update(template, { checklist: longChecklist });
  expectBadFields(await recurring.update(made, { story: { ...story, title: 'Other' } }), [
    'story.description',
  ]);
  await recurring.update(made, { paused: false });
  const now = async () => (await recurring.get(made.id)).json.data;
  await expect.poll(async () => (await now()).lastFailure?.dueDate).toBe(dayFromNow(0));
  const failed = await now();
  expect(failed.lastFailure.message).toMatch(/^description must be at most 32768 characters/);
  expect(failed.nextDueDate).toBe(dayFromNow(1));
  const path = `${workspace.path}/recurring-stories/${made.id}/history`;
  const changed = async () => (await member.client.get(path)).json.data[0]?.changes;
  await expect.poll(changed).toContainEqual({ field: 'lastFailure', from: null, to: failed.lastFailure });
});
