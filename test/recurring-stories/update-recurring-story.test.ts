import { expect, test } from 'vitest';
import { dataOf } from '../stories/story-api.ts';
import { templateApi } from '../story-templates/template-api.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { dayFromNow, newRecurringWorkspace } from './recurring-api.ts';

const { workspace, team, member, recurring } = await newRecurringWorkspace();

test('an update moves the due dates, pauses them and resumes them', async () => {
  const made = await recurring.create({ teamId: team.id, rule: 'FREQ=DAILY', startDate: dayFromNow(3) });
  const changed = (await recurring.update(made, { rule: 'freq=daily;count=2', story: { title: 'New' } })).json
    .data;
  expect(changed).toMatchObject({ rule: 'FREQ=DAILY;COUNT=2', story: { title: 'New' } });
  expect(changed.nextDueDates).toEqual([3, 4].map(dayFromNow));
  const paused = (await recurring.update(changed, { paused: true })).json.data;
  expect([paused.nextDueDate, paused.nextDueDates]).toEqual([null, []]);
  const resumed = (await recurring.update(paused, { paused: false, endDate: dayFromNow(3) })).json.data;
  expect(resumed.nextDueDates).toEqual([dayFromNow(3)]);
  const cleared = (await recurring.update(resumed, { clearFields: ['endDate', 'story'] })).json.data;
  expect(cleared).toMatchObject({ endDate: null, story: {}, nextDueDate: dayFromNow(3) });
  expectRefusal(await recurring.update(made, { name: 'Late' }), 409, 'version_conflict');
  expectBadFields(await recurring.update(cleared, { rule: 'FREQ=SECONDLY' }), ['rule']);
});

test('a recurring story whose template and label are gone can be paused, but not get them again', async () => {
  const templates = templateApi(workspace, member.client);
  const template = await templates.create({ teamId: team.id });
  const label = dataOf<{ id: string }>(
    await member.client.post(`${workspace.path}/labels`, { name: 'Gone', teamId: team.id }),
    201,
  );
  const story = { labels: [label.id] };
  const fields = { teamId: team.id, startDate: dayFromNow(3), templateId: template.id, story };
  const made = await recurring.create(fields);
  await templates.delete(template.id);
  await member.client.post(`${workspace.path}/labels/${label.id}/archive`);
  const paused = (await recurring.update(made, { paused: true })).json.data;
  expect(paused).toMatchObject({ paused: true, templateId: template.id, story });
  const refuses = async (sent: object, field: string) =>
    expectBadFields(await recurring.update(paused, { name: 'Other', ...sent }), [field], 'invalid_reference');
  await refuses({ templateId: template.id }, 'templateId');
  await refuses({ story }, 'story.labels.0');
});
