import { expect, test } from 'vitest';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { dayFromNow, newRecurringWorkspace } from './recurring-api.ts';

const { team, recurring } = await newRecurringWorkspace();

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
