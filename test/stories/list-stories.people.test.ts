import { beforeAll, expect, test } from 'vitest';
import { parseFilter } from '../../shared/planning/filters/filter-language.ts';
import { rangeOf } from '../../shared/planning/filters/filter-ranges.ts';
import { expectBadFields, readAll } from '../support/answers.ts';
import { planningApi } from '../support/planning.ts';
import { until } from '../support/until.ts';
import { newStoryWorkspace, statusOf } from './story-api.ts';

type Made = Awaited<ReturnType<typeof newStoryWorkspace>>;
let made: Made;
const ids: Record<string, string> = {};

const list = (query: Record<string, string>) =>
  made.member.client.get(`${made.workspace.path}/stories`, query);
const find = async (filter: string, query: Record<string, string> = {}) =>
  (await readAll(made.member.client, `${made.workspace.path}/stories`, { filter, ...query })).map(
    ({ id }: { id: string }) => Object.keys(ids).find((name) => ids[name] === id),
  );

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString();

beforeAll(async () => {
  made = await newStoryWorkspace();
  const { workspace, team, member, api } = made;
  const started = await statusOf(workspace, member.client, team, 'started');
  const label = await member.client.post(`${workspace.path}/labels`, {
    name: 'needs design',
    color: '#123456',
    teamId: team.id,
  });
  const sprint = await planningApi(workspace, member.client).sprint(team, { name: 'Sprint 7' });
  const create = async (name: string, fields: object) => {
    ids[name] = (await api.create({ teamId: team.id, title: `The ${name}`, ...fields })).id;
  };
  await create('mine', { assigneeId: member.id, statusId: started, endDate: inDays(3) });
  await create('late', { endDate: inDays(-3), priority: 'urgent', labels: [label.json.data.id] });
  await create('planned', { sprintId: sprint.id, priority: 'high', parentId: ids['mine'] });
  await create('blocker', { endDate: inDays(40) });
  const related = { type: 'blocks', relatedStoryId: ids['mine'] };
  const answer = await member.client.post(`${workspace.path}/stories/${ids['blocker']}/relations`, related);
  expect(answer.status, answer.text).toBe(201);
  await until(async () => (await find('sort:sequenceId')).length === 4);
});

test('people filter by words and names', async () => {
  const { team, member } = made;
  const reference = `${team.code}-1`;
  const cases: Record<string, string[]> = {
    'assignee:me': ['mine'],
    'is:blocked': ['mine'],
    'is:unblocked sort:sequenceId': ['late', 'planned', 'blocker'],
    'is:overdue': ['late'],
    'is:unassigned sort:-priority': ['late', 'planned', 'blocker'],
    'due:<2w sort:endDate': ['late', 'mine'],
    'due:>2w': ['blocker'],
    'label:"Needs Design"': ['late'],
    'priority:high,urgent sort:priority': ['planned', 'late'],
    'status:"In Progress"': ['mine'],
    'category:started': ['mine'],
    'sprint:"sprint 7"': ['planned'],
    'sprint:none,"Sprint 7" sort:sequenceId': ['mine', 'late', 'planned', 'blocker'],
    [`parent:${reference.toLowerCase()}`]: ['planned'],
    [`team:${team.code} updated:<1d is:open planned`]: ['planned'],
    [`reporter:${member.id} "the late"`]: ['late'],
    'created:>2d': [],
    'is:done': [],
    'is:done,open sort:sequenceId': ['mine', 'late', 'planned', 'blocker'],
    'is:blocked,Blocked': ['mine'],
    'is:unblocked is:overdue': ['late'],
    'is:blocked,overdue sort:sequenceId': ['mine', 'late'],
    'is:blocked,unblocked sort:sequenceId': ['mine', 'late', 'planned', 'blocker'],
  };
  for (const [filter, expected] of Object.entries(cases))
    expect(await find(filter), filter).toEqual(expected);
});

test('references next to each other, with commas or a # are any of their stories', async () => {
  const { code } = made.team;
  const [mine, late, planned] = [`${code}-1`, `${code}-2`, `${code}-3`];
  const cases: Record<string, string[]> = {
    [`${mine} ${late}`]: ['mine', 'late'],
    [`${planned.toLowerCase()}, #${mine}`]: ['mine', 'planned'],
    [`#${mine} and #${late} OR ${planned}`]: ['mine', 'late', 'planned'],
    [`${mine},${late} is:overdue`]: ['late'],
    [`#${late} -is:overdue`]: [],
    [`is:overdue NOT (${mine} ${late})`]: [],
    [`"${mine} ${late}"`]: [],
    [`${mine} mine`]: ['mine'],
    'UTF-8 SHA-256': [],
  };
  for (const [filter, names] of Object.entries(cases)) {
    expect(await find(`${filter} sort:sequenceId`), filter).toEqual(names);
  }
  const lost = await list({ filter: `${mine} ${code}-999` });
  expectBadFields(lost, ['query.filter']);
  expect(lost.json.error.message).toContain(`has the unknown story ${code}-999; leave it out`);
});

test('blocked is a parameter too, and filters combine with parameters', async () => {
  expect(await find('assignee:me', { blocked: 'true' })).toEqual(['mine']);
  expect(await find('assignee:me', { blocked: 'false' })).toEqual([]);
  const summary = await made.member.client.get(`${made.workspace.path}/story-summary`, {
    filter: 'is:unblocked',
    groupBy: 'team',
  });
  expect(summary.json.data).toMatchObject([{ key: made.team.id, count: 3 }]);
});

test('an invalid filter is refused in words that help', async () => {
  const cases: Record<string, RegExp> = {
    'asignee:me': /unknown word asignee:.*assignee:/,
    'is:green': /unknown word is:green; there are blocked/,
    'label:"needs desing"': /did you mean needs design\?/,
    'due:soon': /neither a date/,
    'status:x status:y': /unknown status "x"/,
    'priority:high priority:low': /more than once/,
    'assignee:me is:unassigned': /next to a condition that rules it out/,
    'estimate:3..1': /write estimate:1\.\.3/,
    'due:2026-11-15..2026-11-02': /write due:2026-11-02\.\.2026-11-15/,
    'is：open': /write is:open/,
    '（is:open）': /write \(is:open\)/,
    'sort:sideways': /unknown sort/,
    'is:open order by due desc': /has order by due desc; write sort:-due,/,
    'ORDER BY created': /write sort:created,/,
    'sort:priority descending': /write sort:-priority,/,
    'sort:-due asc is:open': /write sort:-due,/,
    'is:open XOR priority:high': /has XOR next to a condition; say it with OR/,
    'no:assignee': /write assignee:none/,
    'no:tag': /write label:none/,
    'blocked:true': /write is:blocked/,
    'title:login': /write the words to search for alone/,
    'key:ENG-1': /write references alone/,
    'is:started': /write category:started/,
    'is:closed': /write is:done/,
    'is:assigned': /write -is:unassigned/,
  };
  for (const [filter, message] of Object.entries(cases)) {
    const answer = await list({ filter });
    expectBadFields(answer, ['query.filter']);
    expect(answer.json.error.fields[0].message, filter).toMatch(message);
  }
  expectBadFields(await list({ filter: 'priority:high', priority: 'low' }), ['query.filter']);
  for (const filter of ['order by mail', '"order by due"', 'sort of descending', 'sort:due descend'])
    expect((await list({ filter })).status, filter).toBe(200);
});

test('times, addresses and quotes are text, and dates are days or ranges', () => {
  expect(parseFilter('say "status:done" https://x.example -old')).toEqual({
    expression: { text: 'say "status:done" https://x.example -old' },
    sort: undefined,
  });
  const now = new Date('2026-11-22T10:00:00.000Z');
  const range = (value: string) => rangeOf({ key: 'due', values: [value] }, now);
  expect(range('2026-11-02')).toEqual({
    since: '2026-11-02T00:00:00.000Z',
    before: '2026-11-03T00:00:00.000Z',
  });
  expect(range('2026-11-02..2026-11-15')).toEqual({
    since: '2026-11-02T00:00:00.000Z',
    before: '2026-11-16T00:00:00.000Z',
  });
  expect(range('<2026-11-02')).toEqual({ before: '2026-11-02T00:00:00.000Z' });
  expect(range('<2w')).toEqual({ before: '2026-12-06T10:00:00.000Z' });
  expect(rangeOf({ key: 'updated', values: ['<2d'] }, now)).toEqual({ since: '2026-11-20T10:00:00.000Z' });
});

test.each([
  '1',
  '2026',
  '2026-11',
  '2026-1-5',
  '2026-11-02T10:00',
  'yesterday',
  '2026-11-02..2026-11',
  '<2026-11',
  '>2026-11-02..2026-11-05',
])('the date %s is refused in place of being read as another', async (value) => {
  const answer = await list({ filter: `created:${value}` });
  expectBadFields(answer, ['query.filter']);
  expect(answer.json.error.fields[0].message).toContain('has a created: that is neither a date');
});

test.each([
  [
    'due:2026-02-29',
    'has a due: with a day that does not exist: 2026-02-29 has the day 29, but 2026-02 has 28 days',
  ],
  ['created:>2026-13-01', '2026-13-01 has the month 13; months are 01 to 12'],
  ['updated:2026-11-01..2026-11-31', '2026-11-31 has the day 31, but 2026-11 has 30 days'],
  ['due:yesterday', 'nor a span such as <2w: "yesterday". It takes no word but none'],
  ['created:yesterday', 'It takes no words, so write created:2026-11-02 for a day such as today'],
])('the filter %s is refused with what is wrong: %s', async (filter, message) => {
  const answer = await list({ filter });
  expectBadFields(answer, ['query.filter']);
  expect(answer.json.error.fields[0].message).toContain(message);
});

test('the last day that there is ends with its last millisecond', () => {
  expect(rangeOf({ key: 'due', values: ['9999-12-31'] }, new Date())).toEqual({
    since: '9999-12-31T00:00:00.000Z',
    before: '9999-12-31T23:59:59.999Z',
  });
});

test.each(['due:2026-11-02,2026-11-05', 'label:""', 'priority:" "'])(
  'the filter %s is refused in place of being used in part',
  async (filter) => void expectBadFields(await list({ filter }), ['query.filter']),
);
