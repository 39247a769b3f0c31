import { beforeAll, describe, expect, test } from 'vitest';
import { expectBadFields, expectRefusal, readAll } from '../support/answers.ts';
import { until } from '../support/until.ts';
import type { Person, TestWorkspace } from '../support/workspace.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { planningApi, span } from '../support/planning.ts';
import { dataOf, newStoryWorkspace, storyApi } from '../stories/story-api.ts';

/** A name, and others that look the same to a reader. */
const looks: [string, string[]][] = [
  [
    'Qualität',
    [
      'Qualität'.normalize('NFD'),
      'QUALITÄT',
      ' Qualität ',
      'Quali\u200btät',
      'Quali\ufff9tät',
      'Quali\u00adtät',
    ],
  ],
  ['Needs design', ['needs  design', 'Needs\u00a0design', 'Needs\u3000design ', '\ufeffNeeds design']],
  ['Straße', ['STRASSE']],
  ['Έλεγχος', ['ΈΛΕΓΧΟΣ']],
  ['Ошибка й', ['ошибка й'.normalize('NFD')]],
  ['バグ', ['ﾊﾞｸﾞ', 'バグ'.normalize('NFD')]],
  ['品質 1', ['品質\u3000１']],
  ['خطأ', ['خطأ'.normalize('NFD')]],
  ['क़िस्म', ['क\u093cिस्म']],
  ['품질', ['품질'.normalize('NFD')]],
  ['คุณภาพ', ['คุณ\u200bภาพ']],
  ['❤️ Liebe', ['❤ liebe']],
  // Each is 18 letters to who compares them.
  ['ﷺ'.repeat(120), []],
];

let workspace: TestWorkspace;
let team: Team;
let admin: Person;

beforeAll(async () => {
  ({ workspace, team } = await newStoryWorkspace());
  admin = await workspace.person('admin', [team]);
});

let codes = 0;
const newCode = () => `N${++codes}`;

const post = (path: string, body: object) => admin.client.post(`${workspace.path}/${path}`, body);

describe.each([
  ['a label', (name: string) => post('labels', { name, teamId: team.id, color: '#123456' })],
  ['a label of the workspace', (name: string) => post('labels', { name, color: '#123456' })],
  [
    'a status',
    (name: string) => post('statuses', { name, teamId: team.id, category: 'started', color: '#123456' }),
  ],
  ['a team', (name: string) => post('teams', { name, code: newCode() })],
  ['a sprint', (name: string) => post('sprints', { name, teamId: team.id, ...span })],
])('%s', (_, create) => {
  test.each(looks)('called %s has no second that looks the same', async (name, others) => {
    const { name: stored } = dataOf<{ name: string }>(await create(`${name}\u200b `), 201);
    expect(stored).toBe(name.normalize('NFC'));
    for (const other of [name, ...others]) {
      const answer = await create(other);
      expect([answer.status, answer.json.error?.code], other).toEqual([409, 'conflict']);
    }
  });
});

describe.each([
  ['labels', () => ({ teamId: team.id })],
  ['statuses', () => ({ teamId: team.id, category: 'started' })],
  ['teams', () => ({ code: newCode() })],
  ['sprints', () => ({ teamId: team.id, ...span })],
] as const)('names of %s', (noun, fields) => {
  const create = async (name: string) =>
    dataOf<{ id: string; updatedAt: string }>(await post(noun, { name, ...fields() }), 201);
  const rename = ({ id, updatedAt }: { id: string; updatedAt: string }, name: string) =>
    admin.client.patch(`${workspace.path}/${noun}/${id}`, { name, expectedUpdatedAt: updatedAt });

  test('are changed to one that nothing else has, and the former one is free again', async () => {
    const [first, second] = [await create('Größe'), await create('Gewicht')];
    expectRefusal(await rename(second, 'GRÖSSE'), 409, 'conflict');
    const respelled = dataOf<typeof first>(await rename(first, 'Grösse'), 200);
    dataOf(await rename(respelled, 'Höhe'), 200);
    dataOf(await rename(second, 'größe'), 200);
    await create('gewicht');
  });
});

test('a deleted sprint or team leaves its name to another', async () => {
  for (const [noun, fields] of [
    ['sprints', { teamId: team.id, ...span }],
    ['teams', { code: newCode() }],
  ] as const) {
    const { id } = dataOf<{ id: string }>(await post(noun, { name: 'Passing', ...fields }), 201);
    dataOf(await admin.client.delete(`${workspace.path}/${noun}/${id}`), 200);
    dataOf(await post(noun, { name: 'passing', ...fields }), 201);
  }
});

test('a private team has its name for itself until it becomes public', async () => {
  const create = (isPrivate: boolean) =>
    post('teams', { name: 'Merger', code: newCode(), private: isPrivate });
  const hidden = dataOf<Team>(await create(true), 201);
  dataOf(await create(true), 201);
  const open = dataOf<Team>(await create(false), 201);
  const publish = () =>
    admin.client.patch(`${workspace.path}/teams/${hidden.id}`, {
      private: false,
      expectedUpdatedAt: hidden.updatedAt,
    });
  expectRefusal(await publish(), 409, 'conflict');
  dataOf(await admin.client.delete(`${workspace.path}/teams/${open.id}`), 200);
  dataOf(await publish(), 200);
});

test('sprints of two teams may have one name', async () => {
  const { id: teamId } = dataOf<Team>(await post('teams', { name: 'Their own', code: newCode() }), 201);
  for (const owner of [team.id, teamId]) {
    dataOf(await post('sprints', { name: 'Of both', teamId: owner, ...span }), 201);
  }
});

test('a name of nothing that can be seen is refused', async () => {
  for (const name of ['\u200b', ' \u00a0', '\u2800', '\ufff9', '\u{13430}'])
    expectBadFields(await post('labels', { name, teamId: team.id }), ['name']);
});

describe('a filter', () => {
  const list = (filter: string) => readAll(admin.client, `${workspace.path}/stories`, { filter });

  test.each(looks)('finds the label %s however it is written', async (name, others) => {
    const own = await workspace.team();
    const { client } = await workspace.person('member', [own]);
    const made = await client.post(`${workspace.path}/labels`, { name, teamId: own.id, color: '#123456' });
    const story = await storyApi(workspace, client).create({
      teamId: own.id,
      title: 'X',
      labels: [made.json.data.id],
    });
    for (const other of [name, ...others]) {
      await until(async () => {
        const found = await readAll(client, `${workspace.path}/stories`, { filter: `label:"${other}"` });
        return found.length === 1 && found[0]!.id === story.id;
      });
    }
  });

  /** Names that mean something else without quotes, or have signs of the language. */
  const odd = [
    'none',
    'me',
    'a,b',
    'a "b" c',
    '(a OR b)',
    'OR',
    '-x',
    'x:y',
    'C:\\temp\\',
    '"',
    '\\',
    '🚀',
    '→ done',
    'é—“ü”',
    '100 %',
    '#1',
    'label:bug',
  ];

  test.each(odd)('asks for the label %s by its name in quotes', async (name) => {
    const made = await post('labels', { name, teamId: team.id, color: '#123456' });
    const story = await storyApi(workspace, admin.client).create({
      teamId: team.id,
      labels: [dataOf<{ id: string }>(made, 201).id],
    });
    const quoted = name.replaceAll(/["\\]/g, String.raw`\$&`);
    await until(
      async () =>
        (await list(`label:"${quoted}" OR label:"${quoted}"`)).map(({ id }) => id).join() === story.id,
    );
    expect((await list(`-label:"${quoted}"`)).map(({ id }) => id)).not.toContain(story.id);
  });

  test('asks for a sprint called current by its name in quotes', async () => {
    const sprint = await planningApi(workspace, admin.client).sprint(team, {
      name: 'Current',
      startDate: '2020-01-01',
      endDate: '2020-01-14',
    });
    const story = await storyApi(workspace, admin.client).create({ teamId: team.id, sprintId: sprint.id });
    await until(async () => (await list('sprint:"current"')).map(({ id }) => id).join() === story.id);
    expect(await list('sprint:current')).toEqual([]);
  });

  test('finds people and options in any form of their names', async () => {
    const name = 'Jürgen Groß';
    const email = `${crypto.randomUUID()}@example.com`;
    const { operator, id: workspaceId } = workspace;
    const { id } = await operator.addMember({ workspaceId, name, email, role: 'member' });
    await operator.joinTeam({ workspaceId, teamId: team.id, principalId: id });
    const story = await storyApi(workspace, admin.client).create({ teamId: team.id, assigneeId: id });
    for (const written of [name, name.normalize('NFD'), 'JÜRGEN  GROSS', 'jürgen'])
      await until(async () => (await list(`assignee:"${written}"`)).map((one) => one.id).join() === story.id);
  });
});
