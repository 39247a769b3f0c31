import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { prompts } from '../../shared/surface/mcp/content/prompts.ts';
import { readAll } from '../support/answers.ts';
import { until } from '../support/until.ts';
import { newStoryWorkspace, statusOf, storyApi } from './story-api.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** What the sentence around each documented span claims, as the stories that it lists. */
const claims: Readonly<Record<string, { says: RegExp; lists: readonly string[] }>> = {
  'completed:<1w': { says: /What was done: `list_stories`/, lists: ['done today', 'done five days ago'] },
  'due:<2w': { says: /./, lists: ['late', 'due in a week'] },
  'updated:<2d': { says: /in the last two days|within the last two days/, lists: ['all'] },
  'updated:<30d': { says: /is:open -is:unassigned -updated:<30d/, lists: ['all'] },
  'updated:<3d': { says: /label:bug/, lists: ['all'] },
};

const SPAN = /\b(?:due|updated|created|completed|archived):[<>]=?\d+[a-z]/g;
const files = globSync(['README.md', 'docs/**/*.md', '{shared,cli,functions}/**/*.{ts,md}'], { cwd: ROOT });
const lines = [
  ...files
    .filter((file) => !file.endsWith('changelog.md'))
    .flatMap((file) => readFileSync(`${ROOT}/${file}`, 'utf8').split('\n')),
  ...prompts.map(({ text }) => text({ team: 'ENG' })),
];
const documented = lines.flatMap((line) => [...line.matchAll(SPAN)].map(([span]) => ({ span, line })));

let find: (filter: string) => Promise<string[]>;
const titles: string[] = [];
const daysFromNow = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString();

beforeAll(async () => {
  const { workspace, team } = await newStoryWorkspace();
  const { client } = await workspace.person('admin', [team]);
  const statusId = await statusOf(workspace, client, team, 'completed');
  const api = storyApi(workspace, client);
  const create = async (title: string, fields: object) =>
    titles.push((await api.create({ teamId: team.id, title, ...fields })).title);
  const done = (days: number) => ({ statusId, imported: { completedAt: daysFromNow(-days) } });
  await create('done today', done(0));
  await create('done five days ago', done(5));
  await create('done last month', done(30));
  await create('late', { endDate: daysFromNow(-3) });
  await create('due in a week', { endDate: daysFromNow(7) });
  await create('due next month', { endDate: daysFromNow(30) });
  find = async (filter) =>
    (await readAll(client, `${workspace.path}/stories`, { filter })).map(({ title }: any) => title);
  await until(async () => (await find('sort:sequenceId')).length === titles.length);
});

test('every documented span of time is known, with what its sentence says', () => {
  expect([...new Set(documented.map(({ span }) => span))].toSorted()).toEqual(Object.keys(claims).toSorted());
  for (const { span, line } of documented) expect(line, span).toMatch(claims[span]!.says);
});

test.each(Object.keys(claims))('the documented %s lists what its sentence says', async (span) => {
  const { lists } = claims[span]!;
  expect((await find(span)).toSorted()).toEqual((lists[0] === 'all' ? titles : lists).toSorted());
});
