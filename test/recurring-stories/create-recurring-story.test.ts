import { expect, test } from 'vitest';
import { expectBadFields } from '../support/answers.ts';
import { storyApi } from '../stories/story-api.ts';
import { templateApi } from '../story-templates/template-api.ts';
import { until } from '../support/until.ts';
import { dayFromNow, newRecurringWorkspace } from './recurring-api.ts';

const { workspace, team, other, member, recurring } = await newRecurringWorkspace();
const stories = storyApi(workspace, member.client);

test('a recurring story shows its next five due dates, in the zone of the sprint cadence', async () => {
  const cadence = { enabled: false, lengthWeeks: 1, startsOn: 'monday', timeZone: 'Pacific/Auckland' };
  const path = `${workspace.path}/teams/${team.id}/sprint-cadence`;
  expect((await member.client.request('PUT', path, { body: cadence })).status).toBe(200);
  const startDate = dayFromNow(10);
  const made = await recurring.create({ teamId: team.id, startDate, rule: 'rrule:freq=daily;interval=2' });
  expect(made).toMatchObject({
    rule: 'FREQ=DAILY;INTERVAL=2',
    timeZone: 'Pacific/Auckland',
    startDate,
    endDate: null,
    paused: false,
    templateId: null,
    story: {},
    createdBy: member.id,
    nextDueDate: startDate,
    nextDueDates: [10, 12, 14, 16, 18].map(dayFromNow),
  });
  expect((await recurring.get(made.id)).json.data).toEqual(made);
});

test('a story that is due today is made at once, from the template and its own fields', async () => {
  const template = await templateApi(workspace, member.client).create({
    teamId: team.id,
    title: 'From the template',
    priority: 'high',
    subStories: [{ title: 'Below' }],
  });
  const story = { title: 'Its own', assigneeId: member.id };
  const fields = { teamId: team.id, timeZone: 'UTC', templateId: template.id, story };
  const { nextDueDate } = await recurring.create({ ...fields, rule: 'FREQ=DAILY' });
  const find = async () => (await stories.list({ teamId: team.id, assigneeId: member.id })).json.data;
  await until(async () => (await find()).length === 1);
  const [made] = await find();
  expect(made).toMatchObject({ title: 'Its own', priority: 'high', reporterId: member.id });
  expect(made.endDate).toBe(`${nextDueDate}T00:00:00.000Z`);
  await until(async () => (await stories.list({ parentId: made.id })).json.data.length === 1);
});

test.each([
  ['FREQ=HOURLY', 'more often than daily'],
  ['FREQ=DAILY;BYHOUR=9,17', 'more often than daily'],
  ['every monday', 'must have a FREQ'],
  ['FREQ=DAILY;INTERVAL=0', 'INTERVAL from 1 to 1500 with FREQ=DAILY'],
  ['FREQ=WEEKLY;INTERVAL=999999', 'INTERVAL from 1 to 210 with FREQ=WEEKLY'],
  ['FREQ=YEARLY;INTERVAL=1000', 'INTERVAL from 1 to 4 with FREQ=YEARLY'],
  ['FREQ=DAILY;COUNT=100000', 'COUNT from 1 to 1000'],
  ['FREQ=DAILY;COUNT=2;UNTIL=20300101', 'both COUNT and UNTIL'],
  ['FREQ=DAILY;FOO=1', 'FOO'],
  ['FREQ=DAILY;BYMONTHDAY=99', 'BYMONTHDAY=99'],
  ['FREQ=DAILY;BYSETPOS=2', 'another BY part'],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'must have a date'],
  ['FREQ=DAILY;UNTIL=20200101', 'must have a date'],
  ['FREQ=DAILY;UNTIL=20301399', 'UNTIL that no calendar has: 2030-13-99 has the month 13'],
  ['FREQ=DAILY;UNTIL=20270229T120000Z', '2027-02-29 has the day 29, but 2027-02 has 28 days'],
  ['FREQ=DAILY;UNTIL=20270228T250000Z', 'UNTIL such as 20261231'],
  ['FREQ=DAILY;UNTIL=20300101T120000', 'UNTIL such as 20261231'],
  ['FREQ=WEEKLY;BYDAY=0MO', 'BYDAY=0MO'],
  ['FREQ=WEEKLY;BYDAY=1MO', 'only with FREQ=MONTHLY or FREQ=YEARLY'],
  ['FREQ=YEARLY;BYWEEKNO=2;BYDAY=1MO', 'without BYWEEKNO'],
  ['FREQ=WEEKLY;BYMONTHDAY=13', 'must not have BYMONTHDAY with FREQ=WEEKLY, but with DAILY or MONTHLY'],
  ['FREQ=MONTHLY;BYYEARDAY=100', 'must not have BYYEARDAY with FREQ=MONTHLY, but with YEARLY'],
  ['FREQ=MONTHLY;BYWEEKNO=20', 'must not have BYWEEKNO'],
  ['FREQ=DAILY;INTERVAL=+2', 'INTERVAL from 1 to 1500'],
  ['FREQ=YEARLY;BYMONTH=-1', 'BYMONTH=-1'],
])('the rule %s is refused with what is wrong', async (rule, said) => {
  const answer = await recurring.send({ teamId: team.id, name: 'Wrong', rule });
  expectBadFields(answer, ['rule']);
  expect(answer.json.error.fields[0].message).toContain(said);
});

test('what stories of the team cannot have is refused', async () => {
  const send = (fields: object) =>
    recurring.send({ teamId: team.id, name: 'Wrong', rule: 'FREQ=DAILY', ...fields });
  const story = { labels: [other.id], assigneeId: other.id };
  expectBadFields(await send({ story }), ['story.assigneeId', 'story.labels.0'], 'invalid_reference');
  expectBadFields(await send({ story: { estimateValue: 4 } }), ['story.estimateValue']);
  expectBadFields(await send({ templateId: other.id }), ['templateId'], 'invalid_reference');
  expectBadFields(await send({ startDate: '2027-01-02', endDate: '2027-01-01' }), ['endDate']);
  expectBadFields(await send({ timeZone: 'Mars/Base' }), ['timeZone']);
  expectBadFields(await send({ teamId: other.id }), ['teamId'], 'invalid_reference');
});

test.each([
  ['FREQ=DAILY;BYDAY=FR;BYMONTHDAY=13', ['2027-08-13', '2028-10-13']],
  ['FREQ=DAILY;BYMONTH=12;BYMONTHDAY=24', ['2027-12-24', '2028-12-24']],
  ['FREQ=DAILY;UNTIL=20270102T235959Z', ['2027-01-01', '2027-01-02']],
])('the rule %s, which has few dates, is due on each of them', async (rule, dates) => {
  const body = { teamId: team.id, name: 'Rare', rule, startDate: '2027-01-01' };
  const { status, json, text } = await recurring.send(body);
  expect(status, text).toBe(201);
  expect(json.data.nextDueDates.slice(0, 2)).toEqual(dates);
});
