import { expect, test } from 'vitest';
import type { FeedbackComment } from '../../../shared/feedback/items/feedback-comment.ts';
import type { FeedbackItem } from '../../../shared/feedback/items/item.ts';
import { feedbackApi } from '../../support/feedback.ts';
import { sharedService } from '../../support/service.ts';
import { newWorkspace } from '../../support/workspace.ts';
import { fileWith, homeOf, runCli } from './cli.ts';
import { listAll } from './imported.ts';

const columns =
  'number,title,description,created_at,created_by,votes_count,comments_count,status,responded_by,responded_at,response,original_number,original_title,tags';
const posts = [
  columns,
  '1,Dark pages,"For the night, please",2024-01-02T03:04:05Z,Eve,4,2,declined,Ada,2024-02-02T03:04:05Z,Not now,,,"easy, night"',
  '2,Light pages,,2024-01-03T03:04:05Z,Mallory,0,0,started,,,,,,"a,b"',
  '3,Night,,2024-01-04T03:04:05Z,Eve,3,0,duplicate,Bob,2024-02-04T03:04:05Z,Said before,1,Dark pages,',
  '4,,Nothing,2024-01-05T03:04:05Z,Eve,1,0,open,,,,,,',
  '5,Unknown,,,,0,0,paused,,,,,,',
].join('\n');

async function setUp() {
  const workspace = await newWorkspace();
  const admin = await workspace.person('admin');
  const portal = await feedbackApi(workspace, admin.client).portal();
  const added = await admin.client.post(`${workspace.path}/members`, {
    name: 'Ada',
    email: 'ada@example.com',
  });
  expect(added.status).toBe(201);
  const env = { PLOTLINE_HOME: homeOf(sharedService()), PLOTLINE_TOKEN: admin.token };
  const path = `${workspace.path}/portals/${portal.id}/items`;
  return {
    portal,
    run: async (...args: string[]): Promise<any> => {
      const { stdout, stderr } = await runCli(['import', ...args, '--yes', '--json'], env);
      if (stdout === '') throw new Error(stderr);
      return JSON.parse(stdout);
    },
    items: async () =>
      (
        (await admin.client.get(path, { limit: 100, hidden: 'include' })).json.data as FeedbackItem[]
      ).toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1)),
    commentsOf: ({ id }: FeedbackItem) => listAll<FeedbackComment>(admin.client, `${path}/${id}/comments`),
    adaId: added.json.data.id as string,
  };
}

test('posts of Fider become ideas with their authors, days, statuses, tags and responses, as the preview says', async () => {
  const { run, items, commentsOf, portal, adaId } = await setUp();
  const people = fileWith('people.json', JSON.stringify({ Ada: 'ada@example.com' }));
  const args = [fileWith('posts.csv', posts), '--from', 'fider', '--people-map', people];
  const plan = await run(...args, '--dry-run');
  expect(plan).toMatchObject({
    dryRun: true,
    portal: portal.slug,
    rows: 5,
    ideas: 4,
    present: 0,
    comments: 2,
    statuses: { closed: 2, in_progress: 1, pending: 1 },
    refusals: [{ row: 4, key: '4', reason: 'title must not be empty or blank' }],
  });
  expect(plan.notes).toContain('Votes without people, which are left out; the descriptions say how many: 7.');
  expect(plan.notes).toContain('Ideas without an author: 1.');
  expect(plan.warnings.map(({ row, field, value }: any) => [row, field, value])).toEqual([
    [2, 'labels', 'a,b'],
    [5, 'status', 'paused'],
  ]);
  expect(await items()).toEqual([]);

  expect(await run(...args)).toMatchObject({ created: 4, commented: 2, merged: 1 });
  const [dark, light, night, unknown] = await items();
  expect(dark).toMatchObject({
    title: 'Dark pages',
    description: 'For the night, please\n\nVotes in Fider: 4',
    status: 'closed',
    authorName: 'Eve',
    authorKind: 'visitor',
    createdAt: '2024-01-02T03:04:05.000Z',
    tags: ['easy', 'night'],
  });
  expect(light).toMatchObject({ title: 'Light pages', description: null, status: 'in_progress', tags: [] });
  expect(night).toMatchObject({ title: 'Night', mergedIntoId: dark!.id });
  // Whoever imports an idea is not its author.
  expect(unknown).toMatchObject({
    title: 'Unknown',
    authorName: 'Unknown',
    authorKind: 'visitor',
    status: 'pending',
  });
  // Those of merged ideas are sent side by side.
  const byText = (await commentsOf(dark!)).toSorted((a, b) => (a.content < b.content ? -1 : 1));
  expect(byText).toMatchObject([
    { content: 'Not now', authorId: adaId, createdAt: '2024-02-02T03:04:05.000Z' },
    { content: 'Said before', authorName: 'Bob', authorKind: 'visitor' },
  ]);

  expect(await run(...args)).toMatchObject({ present: 4, created: 0, commented: 0, merged: 0 });
  expect(await items()).toHaveLength(4);
});

test('rows of any file become ideas of the portal and board that are named', async () => {
  const { run, items, portal } = await setUp();
  const file = fileWith(
    'ideas.csv',
    'Titel,Beschreibung,Status,Autor,Erstellt,Tags\nDunkel,Nachts,Erledigt,Eve,2024-05-06,nacht\n',
  );
  const report = fileWith('report.jsonl', '');
  const board = portal.boards.at(-1)!;
  await run(file, '--portal', portal.slug, '--board', board.name, '--report', report);
  expect(await items()).toMatchObject([
    {
      title: 'Dunkel',
      description: 'Nachts',
      status: 'completed',
      authorName: 'Eve',
      boardId: board.id,
      tags: ['nacht'],
    },
  ]);
});

const ada = { id: 'u1', name: 'Ada', email: 'ada@example.com' };
const eve = { id: 'u2', name: 'Eve', email: 'eve@example.com' };
const cannyBoard = { id: 'b1', name: 'Ideas', isPrivate: false };
const cannyPost = { board: cannyBoard, details: '', imageURLs: [], score: 0, tags: [], category: null };
const cannyPages = [
  {
    hasMore: true,
    posts: [
      {
        ...cannyPost,
        id: 'p1',
        title: 'Dark pages',
        details: 'For the *night*',
        imageURLs: ['https://a.test/1.png'],
        author: eve,
        created: '2024-01-02T03:04:05.000Z',
        status: 'under review',
        score: 4,
        commentCount: 3,
        tags: [{ id: 't1', name: 'easy' }],
        category: { id: 'c1', name: 'Looks' },
      },
      { ...cannyPost, id: 'p2', title: 'Secret', board: { ...cannyBoard, isPrivate: true }, status: 'open' },
    ],
  },
  {
    hasMore: false,
    posts: [
      {
        ...cannyPost,
        id: 'p3',
        title: 'Light pages',
        author: null,
        created: '2024-01-03T03:04:05.000Z',
        status: 'complete',
      },
    ],
  },
  {
    hasMore: false,
    comments: [
      { id: 'm2', post: { id: 'p1' }, author: null, created: '2024-01-05T00:00:00.000Z', value: 'Later' },
      { id: 'm1', post: { id: 'p1' }, author: ada, created: '2024-01-04T00:00:00.000Z', value: 'Soon' },
      {
        id: 'm3',
        post: { id: 'p1' },
        author: ada,
        created: '2024-01-06T00:00:00.000Z',
        value: 'No',
        internal: true,
      },
    ],
  },
];

const featurebasePages = [
  {
    object: 'list',
    nextCursor: null,
    data: [
      {
        id: 'p1',
        title: 'Dark pages',
        content: '<p>For the <b>night</b></p>',
        author: eve,
        createdAt: '2024-01-02T03:04:05.000Z',
        status: { name: 'Looking at it', type: 'reviewing' },
        tags: [{ name: 'easy' }, { name: 'Looks' }],
        upvotes: 4,
      },
      { id: 'p2', title: 'Secret', inReview: true, status: { name: 'New', type: 'reviewing' } },
    ],
  },
  {
    results: [
      {
        id: 'p3',
        title: 'Light pages',
        content: '',
        date: '2024-01-03T03:04:05.000Z',
        postStatus: { name: 'Shipped', type: 'completed' },
        upvotes: 0,
      },
    ],
  },
  {
    data: [
      { id: 'm1', postId: 'p1', author: ada, createdAt: '2024-01-04T00:00:00.000Z', content: '<p>Soon</p>' },
      { id: 'm2', submission: 'p1', createdAt: '2024-01-05T00:00:00.000Z', content: 'Later' },
      {
        id: 'm3',
        postId: 'p1',
        author: ada,
        createdAt: '2024-01-06T00:00:00.000Z',
        content: 'No',
        isPrivate: true,
      },
    ],
  },
];

test.each([
  ['canny', 'Canny', cannyPages, 'For the *night*\n\n![](https://a.test/1.png)', 'Posts of private boards'],
  ['featurebase', 'Featurebase', featurebasePages, 'For the **night**', 'Posts that wait for approval'],
])(
  'posts that the API of %s lists become ideas with the comments that everyone may read',
  async (name, tool, pages, text, left) => {
    const { run, items, commentsOf, adaId } = await setUp();
    const people = fileWith('people.json', JSON.stringify({ Ada: 'ada@example.com' }));
    const args = [fileWith('posts.json', JSON.stringify(pages)), '--from', name, '--people-map', people];
    const plan = await run(...args, '--dry-run');
    expect(plan).toMatchObject({ rows: 2, ideas: 2, comments: 2, statuses: { reviewing: 1, completed: 1 } });
    expect(plan.notes).toEqual([
      'Comments that not everyone may read, or that were deleted, which are left out: 1.',
      `${left} that are excluded: 1.`,
      'Comments: 2, links: 0.',
      'Votes without people, which are left out; the descriptions say how many: 4.',
      'Ideas without an author: 1.',
    ]);
    expect(
      plan.unmapped.filter(
        (column: string) => plan.columns.find((one: any) => one.column === column).reason === undefined,
      ),
    ).toEqual([]);
    expect(await run(...args)).toMatchObject({ created: 2, commented: 2, merged: 0 });
    const [dark, light] = await items();
    expect(dark).toMatchObject({
      title: 'Dark pages',
      description: `${text}\n\nVotes in ${tool}: 4`,
      status: 'reviewing',
      authorName: 'Eve',
      createdAt: '2024-01-02T03:04:05.000Z',
    });
    expect(dark!.tags.toSorted()).toEqual(['Looks', 'easy']);
    expect(light).toMatchObject({
      title: 'Light pages',
      status: 'completed',
      authorName: 'Unknown',
      description: null,
    });
    const said = (await commentsOf(dark!)).toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
    expect(said).toMatchObject([
      { content: 'Soon', authorId: adaId, createdAt: '2024-01-04T00:00:00.000Z' },
      { content: 'Later', authorName: 'Unknown' },
    ]);
    expect(await run(...args)).toMatchObject({ present: 2, created: 0, commented: 0 });
  },
);
