import { beforeAll, describe, expect, inject, test } from 'vitest';
import { expectBadFields, expectRefusal, readAll } from '../support/answers.ts';
import { seededRandom } from '../support/random.ts';
import { until } from '../support/until.ts';
import { allScopes } from '../../shared/kernel/core/scopes.ts';
import { attachmentApi } from '../attachments/attachment-api.ts';
import { commentApi } from '../comments/comment-api.ts';
import { dataOf, newStoryWorkspace, statusOf, storyApi } from './story-api.ts';

/** Filters with OR, AND, NOT and brackets, compared with the same said in JavaScript; and what belongs to stories. */
interface Traits {
  name: string;
  labels: string[];
  priority: string;
  isDone: boolean;
  isBlocked: boolean;
  isArchived: boolean;
  team: string;
  words: string;
  has: string[];
  commentedBy: string[];
}

let made: Awaited<ReturnType<typeof newStoryWorkspace>>;
let stories: Traits[];
let ids: Map<string, string>;
let secondCode: string;
let commenter: string;

const find = async (filter: string, query: Record<string, string | number> = {}) =>
  (await readAll(made.member.client, `${made.workspace.path}/stories`, { filter, limit: 100, ...query })).map(
    ({ id }: { id: string }) => ids.get(id),
  );

beforeAll(async () => {
  made = await newStoryWorkspace();
  const { workspace, team } = made;
  const second = await workspace.team();
  secondCode = second.code;
  const inBoth = await workspace.person('member', [team, second]);
  const other = await workspace.person('member', [team, second]);
  commenter = other.id;
  made = { ...made, member: inBoth };
  const { client } = inBoth;
  const api = storyApi(workspace, client);
  const labels = new Map<string, string>();
  for (const name of ['bug', 'none', 'ui']) {
    const body = { name, color: '#123456' };
    const admin = await workspace.person('admin', [team]);
    labels.set(
      name,
      dataOf<{ id: string }>(await admin.client.post(`${workspace.path}/labels`, body), 201).id,
    );
  }
  const done = new Map<string, string>();
  for (const one of [team, second]) done.set(one.id, await statusOf(workspace, client, one, 'completed'));
  stories = [];
  ids = new Map();
  const blockers: string[] = [];
  for (let n = 0; n < 16; n++) {
    const bit = (value: number) => (n & value) > 0;
    const isSecond = n % 5 === 0;
    const home = isSecond ? second : team;
    const words = ['rocket 🚀', 'arrow → launch', 'plain launch', 'nothing'][n % 4]!;
    const traits: Traits = {
      name: `s${n}`,
      labels: [...(bit(1) ? ['bug'] : []), ...(n % 7 === 0 ? ['none'] : []), ...(n % 3 === 0 ? ['ui'] : [])],
      priority: ['none', 'high', 'urgent'][n % 3]!,
      isDone: bit(4),
      isBlocked: n % 6 === 1,
      isArchived: n % 8 === 3,
      team: isSecond ? second.code : team.code,
      words,
      has: [
        ...(n % 4 === 1 ? ['comment'] : []),
        ...(n === 2 ? ['attachment'] : []),
        ...(bit(8) ? ['link'] : []),
      ],
      commentedBy: n % 4 === 1 ? [n === 5 ? 'other' : 'me'] : [],
    };
    const story = await api.create({
      teamId: home.id,
      title: `${traits.name} ${words}`,
      labels: traits.labels.map((name) => labels.get(name)),
      priority: traits.priority,
      ...(traits.isDone ? { statusId: done.get(home.id) } : {}),
    });
    ids.set(story.id, traits.name);
    stories.push(traits);
    if (traits.isBlocked) {
      const blocker = await api.create({ teamId: home.id, title: 'A blocker' });
      blockers.push(blocker.id);
      const related = { type: 'blocked_by', relatedStoryId: blocker.id };
      dataOf(await client.post(`${workspace.path}/stories/${story.id}/relations`, related), 201);
    }
    const author = traits.commentedBy[0] === 'other' ? other : inBoth;
    if (traits.has.includes('comment')) await commentApi(workspace, story.id, author.client).create();
    if (traits.has.includes('attachment')) await attachmentApi(workspace, client).attach(story);
    if (traits.has.includes('link'))
      dataOf(
        await client.post(`${workspace.path}/stories/${story.id}/links`, { url: `https://x.example/${n}` }),
        201,
      );
    if (traits.isArchived) await api.archive(story.id);
  }
  await until(async () => {
    const all = await readAll(client, `${workspace.path}/stories`, {
      sort: 'createdAt',
      archived: 'include',
    });
    const blocked = await readAll(client, `${workspace.path}/stories`, {
      filter: 'is:blocked OR (is:archived is:blocked)',
    });
    return (
      all.length === stories.length + blockers.length &&
      blocked.length === stories.filter((one) => one.isBlocked).length
    );
  });
});

type Fits = (story: Traits) => boolean;

/** Conditions, and what they mean. */
const conditions = (): [string, Fits][] => [
  ['label:bug', ({ labels }) => labels.includes('bug')],
  ['label:"none"', ({ labels }) => labels.includes('none')],
  ['label:none', ({ labels }) => labels.length === 0],
  ['-label:ui', ({ labels }) => !labels.includes('ui')],
  ['priority:high', ({ priority }) => priority === 'high'],
  ['priority:high,urgent', ({ priority }) => priority !== 'none'],
  ['is:done', ({ isDone }) => isDone],
  ['is:open', ({ isDone }) => !isDone],
  ['is:done,blocked', ({ isDone, isBlocked }) => isDone || isBlocked],
  ['is:blocked', ({ isBlocked }) => isBlocked],
  ['-is:blocked', ({ isBlocked }) => !isBlocked],
  [`team:${secondCode}`, ({ team }) => team === secondCode],
  [`-team:${secondCode}`, ({ team }) => team !== secondCode],
  ['priority:high,urgent AND priority:high,low', (one) => one.priority === 'high'],
  ['priority:high priority:high', (one) => one.priority === 'high'],
  ['🚀', ({ words }) => words.includes('🚀')],
  ['→', ({ words }) => words.includes('→')],
  ['launch', ({ words }) => words.includes('launch')],
  ['-launch', ({ words }) => !words.includes('launch')],
  ['has:comment', ({ has }) => has.includes('comment')],
  ['has:attachment', ({ has }) => has.includes('attachment')],
  ['has:link', ({ has }) => has.includes('link')],
  ['-has:link', ({ has }) => !has.includes('link')],
  ['has:attachment,comment', ({ has }) => has.includes('attachment') || has.includes('comment')],
  ['commentedBy:me', ({ commentedBy }) => commentedBy.includes('me')],
  [`commentedBy:${commenter}`, ({ commentedBy }) => commentedBy.includes('other')],
];

/** A random expression, fully in brackets, and what it means. */
function expressionOf(random: () => number, depth: number): [string, Fits] {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
  if (depth === 0 || random() < 0.2) return pick(conditions());
  if (random() < 0.25) {
    const [text, fits] = expressionOf(random, depth - 1);
    return [pick([`NOT (${text})`, `-(${text})`]), (story) => !fits(story)];
  }
  const [[one, first], [other, second]] = [expressionOf(random, depth - 1), expressionOf(random, depth - 1)];
  if (random() < 0.5) return [`(${one} OR ${other})`, (story) => first(story) || second(story)];
  return [
    pick([`((${one}) (${other}))`, `((${one}) AND (${other}))`]),
    (story) => first(story) && second(story),
  ];
}

/** Words next to each other are refused where no story can fit both. */
const isRuledOut = (json: { error?: { message: string } }) =>
  /more than once|rules it out/.test(json.error?.message ?? '');

const expected = (fits: Fits) =>
  stories.filter((one) => !one.isArchived && fits(one)).map(({ name }) => name);
const ofTest = (names: readonly (string | undefined)[]) => names.filter((name) => name !== undefined).sort();

test.each(Array.from({ length: 40 }, (_, n) => n))('random expression %i finds what it says', async (n) => {
  const random = seededRandom(inject('sampling').seed + n);
  const [filter, fits] = expressionOf(random, 3);
  if (filter.length > 500) return;
  const answer = await made.member.client.get(`${made.workspace.path}/stories`, { filter, limit: 100 });
  if (isRuledOut(answer.json)) return expect(expected(fits), filter).toEqual([]);
  expect(answer.status, answer.text).toBe(200);
  const found = answer.json.data.map(({ id }: { id: string }) => ids.get(id));
  expect(ofTest(found), filter).toEqual(expected(fits).sort());
});

test.each<[string, Fits]>([
  ['is:blocked OR priority:high', (one) => one.isBlocked || one.priority === 'high'],
  [
    '(is:blocked OR priority:high) -label:bug',
    (one) => (one.isBlocked || one.priority === 'high') && !one.labels.includes('bug'),
  ],
  ['label:bug label:ui', ({ labels }) => labels.includes('bug') && labels.includes('ui')],
  ['🚀', ({ words }) => words.includes('🚀')],
  ['→ label:bug', (one) => one.words.includes('→') && one.labels.includes('bug')],
  ['-launch', ({ words }) => !words.includes('launch')],
])('the filter %s is the same in a list, a view and a summary', async (filter, fits) => {
  expect(ofTest(await find(filter))).toEqual(expected(fits).sort());
  const { member, workspace } = made;
  const view = await member.client.post(`${workspace.path}/views`, {
    name: 'A view',
    visibility: 'personal',
    filter,
  });
  const { id } = dataOf<{ id: string }>(view, 201);
  const viewed = await readAll(member.client, `${workspace.path}/views/${id}/stories`);
  expect(ofTest(viewed.map((one) => ids.get(one.id)))).toEqual(expected(fits).sort());
  const { json } = await member.client.get(`${workspace.path}/story-summary`, { filter, groupBy: 'label' });
  const all = await find(filter);
  expect(json.meta).toEqual({ total: all.length });
});

test('claiming takes a filter with OR, and only ready stories of it', async () => {
  const { member, workspace } = made;
  const body = { filter: '(label:bug OR label:ui) priority:none', limit: 10, leaseSeconds: 60 };
  const claimed = dataOf<{ story: { id: string } }[]>(
    await member.client.post(`${workspace.path}/stories/claim`, body),
    200,
  );
  const ready = expected(
    ({ labels, priority, isDone, isBlocked }) =>
      (labels.includes('bug') || labels.includes('ui')) && priority === 'none' && !isDone && !isBlocked,
  );
  expect(ready.length).toBeGreaterThan(0);
  expect(ofTest(claimed.map(({ story }) => ids.get(story.id)))).toEqual(ready.sort());
});

test('a reference among other conditions means that story alone', async () => {
  const { member, workspace, team } = made;
  const references = async (filter: string) =>
    (await readAll(member.client, `${workspace.path}/stories`, { filter })).map((one) => one.reference);
  const [one, two, tenth] = [1, 2, 10].map((n) => `${team.code}-${n}`);
  const all = await references('is:open OR is:done');
  expect((await references(`${one} OR ${two!.toLowerCase()}`)).sort()).toEqual([one, two]);
  const others = all.filter((other) => other !== one && other !== two);
  expect(await references(`NOT ${one} AND NOT (${two})`)).toEqual(others);
  expect(await references(`${one} priority:none,high,urgent`)).toEqual([one]);
  // What may be the beginning of a reference is searched for, and so is one that no story has.
  expect([all, await references(one!)].map((list) => list.includes(tenth))).toEqual([true, true]);
  expect(await references(`${team.code}-999 OR ${two}`)).toEqual([two]);
});

test('archived stories are found where an alternative says so, and only by it', async () => {
  const archived = stories.filter((one) => one.isArchived);
  const high = expected(({ priority }) => priority === 'high');
  expect(ofTest(await find('is:archived OR priority:high'))).toEqual(
    [...new Set([...archived.map(({ name }) => name), ...high])].sort(),
  );
  expect(ofTest(await find('(is:archived label:bug) OR priority:high'))).toEqual(
    [
      ...new Set([
        ...archived.filter(({ labels }) => labels.includes('bug')).map(({ name }) => name),
        ...high,
      ]),
    ].sort(),
  );
  expect(ofTest(await find('NOT is:archived'))).toEqual(expected(() => true).sort());
});

test('pages of an expression go on in its order', async () => {
  const filter = '(label:bug OR has:link) sort:-priority,created';
  const whole = await find(filter);
  expect(await find(filter, { limit: 2 })).toEqual(whole);
  expect(whole.length).toBeGreaterThan(4);
});

describe('a summary', () => {
  test('groups by category, and counts each story once in its total', async () => {
    const { json } = await made.member.client.get(`${made.workspace.path}/story-summary`, {
      groupBy: 'category',
      filter: 'label:bug,ui,"none"',
    });
    const wanted = stories.filter(({ isArchived, labels }) => !isArchived && labels.length > 0);
    const done = wanted.filter(({ isDone }) => isDone).length;
    expect(json.meta).toEqual({ total: wanted.length });
    expect(json.data.find(({ key }: { key: string }) => key === 'completed').count).toBe(done);
    const byLabel = await made.member.client.get(`${made.workspace.path}/story-summary`, {
      groupBy: 'label',
      filter: 'label:bug,ui,"none"',
    });
    expect(byLabel.json.meta).toEqual({ total: wanted.length });
    const sum = byLabel.json.data.reduce((all: number, { count }: { count: number }) => all + count, 0);
    expect(sum).toBeGreaterThan(wanted.length);
  });
});

describe('comments of listed stories', () => {
  test('are counted by story id, replies included', async () => {
    const { member, workspace } = made;
    const [id] = [...ids].find(([, name]) => name === 's1')!;
    const api = commentApi(workspace, id, member.client);
    await api.reply(await api.create(), 2);
    const count = async () =>
      (await member.client.get(`${workspace.path}/stories`, { include: 'commentCount', limit: 100 })).json
        .included.commentCount as Record<string, number>;
    await expect.poll(async () => (await count())[id]).toBe(4);
    const without = [...ids].find(([, name]) => name === 's0')![0];
    expect((await count())[without]).toBe(0);
  });

  test('need the right to read comments, in filters and includes', async () => {
    const scopes = allScopes.filter((scope) => scope !== 'comments:read');
    const client = await made.workspace.clientFor(made.member.id, { scopes });
    for (const query of [
      { filter: 'has:comment' },
      { filter: 'is:open OR commentedBy:me' },
      { include: 'commentCount' },
    ])
      expectRefusal(await client.get(`${made.workspace.path}/stories`, query), 403, 'insufficient_scope');
    expect((await client.get(`${made.workspace.path}/stories`, { filter: 'has:link' })).status).toBe(200);
  });
});

test('a filter that cannot be understood says what to write', async () => {
  const answer = await made.member.client.get(`${made.workspace.path}/stories`, {
    filter: 'is:open or is:done',
  });
  expectBadFields(answer, ['query.filter']);
  expect(answer.json.error.message).toContain('write OR');
  expectBadFields(await made.member.client.get(`${made.workspace.path}/stories`, { filter: 'has:beard' }), [
    'query.filter',
  ]);
});
