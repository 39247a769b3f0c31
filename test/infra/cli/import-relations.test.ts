import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { relationApi } from '../../relations/relation-api.ts';
import { fileWith } from './cli.ts';
import { intoEng, json, setUp } from './import-into.ts';

const typesAndTitles = (relations: { type: string; relatedStory: { title: string } | null }[]) =>
  relations.map(({ type, relatedStory }) => `${type} ${relatedStory?.title}`).sort();

test('rows name others as related, by lists, texts and links of some types; again, nothing is new', async () => {
  const { workspace, person, run, stories } = await setUp();
  const file = json([
    { id: 'a', title: 'A', blocks: ['b', 'c'] },
    {
      id: 'b',
      title: 'B',
      links: [
        { type: 'see', key: 'c' },
        { type: 'depends', key: 'a' },
      ],
    },
    {
      id: 'c',
      title: 'C',
      links: [
        { type: 'copy', key: 'd' },
        { type: 'depends', key: 'nowhere' },
      ],
    },
    { id: 'd', title: 'D', blockedBy: 'b; c' },
    { id: 'e', title: 'E', blocks: 'a', blockedBy: 'd' },
  ]);
  const args = [
    file,
    ...intoEng,
    '--map',
    'blockedBy=blockedBy|links[type=depends].key',
    '--map',
    'relatesTo=links[type=see,related].key',
    '--map',
    'duplicates=links[type=copy].key',
  ];
  const first = await run(args);
  expect(first).toMatchObject({ created: 5, refused: 0 });
  // A and B name the same relation. E would close a circle: which of its relations are refused depends on which of
  // those sent together come first.
  const { warnings, created } = first.relations as { warnings: { reason: string }[]; created: number };
  const circular = warnings.filter(({ reason }) => reason.includes('circle'));
  expect(first.relations).toMatchObject({ found: 10, present: 1 });
  expect(created + circular.length).toBe(8);
  expect(warnings.filter((warning) => !circular.includes(warning))).toMatchObject([
    { key: 'c', code: 'relation', field: 'blockedBy', value: 'nowhere' },
  ]);
  const api = relationApi(workspace, person.client);
  const of = async (title: string) => typesAndTitles(await api.list((await stories())[title]!));
  expect((await of('C')).filter((one) => !one.includes('block'))).toEqual(['duplicates D', 'relates_to B']);
  const again = await run(args);
  expect(again).toMatchObject({
    created: 0,
    present: 5,
    relations: { found: 10, created: 0, present: created + 1 },
  });
});

test('rows of several files relate to each other, also those imported before', async () => {
  const { workspace, person, run, stories } = await setUp();
  const web = fileWith('web.json', JSON.stringify([{ id: 'W1', title: 'Web', blockedBy: ['A1', 'X1'] }]));
  const api = fileWith('api.json', JSON.stringify([{ id: 'A1', title: 'Api', relatesTo: 'W1' }]));
  const alone = await run([web, ...intoEng]);
  expect(alone.relations).toMatchObject({ found: 2, created: 0 });
  expect(alone.relations.warnings).toHaveLength(2);
  const both = await run([web, api, ...intoEng]);
  expect(both.files).toMatchObject([
    { import: 'web.json', present: 1, created: 0 },
    { import: 'api.json', present: 0, created: 1 },
  ]);
  expect(both.relations).toMatchObject({ found: 3, created: 2, warnings: [{ value: 'X1' }] });
  const listed = await relationApi(workspace, person.client).list((await stories())['Web']!);
  expect(typesAndTitles(listed)).toEqual(['blocked_by Api', 'relates_to Api']);
});

interface Issue {
  id: string;
  title: string;
  dependencies?: { type: string; on: string }[];
}

/** The issues of a public tracker, where they are at hand; else some of the same shape. */
function issues(): Issue[] {
  const file = process.env['PLOTLINE_TRACKER'];
  if (file && existsSync(resolve(file))) {
    return readFileSync(resolve(file), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Issue);
  }
  return Array.from({ length: 60 }, (_, n) => ({
    id: `t-${n}`,
    title: `Issue ${n}`,
    dependencies: [2, 3, 5]
      .filter((step) => n >= step && n % step === 0)
      .map((step) => ({ type: ['blocks', 'related', 'discovered-from'][n % 3]!, on: `t-${n - step}` })),
  }));
}

test('the relations of a tracker count as in its file, from both sides', async () => {
  const { workspace, person, run, stories } = await setUp();
  const rows = issues();
  const known = new Set(rows.map(({ id }) => id));
  const file = fileWith('tracker.jsonl', rows.map((row) => JSON.stringify(row)).join('\n'));
  const summary = await run([
    file,
    ...intoEng,
    '--map',
    'blockedBy=dependencies[type=blocks].on',
    '--map',
    'relatesTo=dependencies[type=related,discovered-from].on',
    '--status-map',
    '*=backlog',
  ]);
  const links = rows.flatMap(({ id, dependencies = [] }) =>
    dependencies.filter(({ type }) => type !== 'parent-child').map(({ type, on }) => ({ id, type, on })),
  );
  const inFile = links.filter(({ on }) => known.has(on));
  expect(summary.relations).toMatchObject({ found: links.length, present: 0, created: inFile.length });
  expect(summary.relations.warnings).toHaveLength(links.length - inFile.length);
  const expected = new Map<string, number>();
  for (const { id, on } of inFile) {
    for (const key of [id, on]) expected.set(key, (expected.get(key) ?? 0) + 1);
  }
  const all = await stories();
  const api = relationApi(workspace, person.client);
  const titles = Map.groupBy(rows, ({ title }) => title.replace(/\s+/g, ' ').trim());
  const named = [...titles].filter(([, those]) => those.length === 1);
  for (const [title, [row]] of named.filter((_, n) => n % Math.ceil(named.length / 40) === 0)) {
    expect(await api.list(all[title]!), title).toHaveLength(expected.get(row!.id) ?? 0);
  }
});
