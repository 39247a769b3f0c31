import { expect, test } from 'vitest';
import type { Comment } from '../../../shared/planning/comments/comment.ts';
import type { Story } from '../../../shared/planning/story/story.ts';
import { fileWith } from './cli.ts';
import { emptyWorkspace } from './exports/landed.ts';

const TIME = '01/Sep/26 10:00 AM';
const ADA = 'Ada Löwe';

/** Two issues, of which the first has comments, all of the same minute. */
function jiraFile(comments: readonly (readonly [author: string, text: string])[]): string {
  const cells = comments.map(([author, text]) => `,${TIME};${author};${text}`);
  const names = comments.map(() => ',Comment');
  const rows = [
    `Issue key,Summary,Project name${names.join('')}`,
    `PAY-1,One,Payments${cells.join('')}`,
    `PAY-2,Two,Payments${','.repeat(comments.length)}`,
  ];
  return fileWith('jira.csv', rows.join('\n'));
}

async function setUp() {
  const target = await emptyWorkspace();
  const args = [
    '--from',
    'jira',
    '--source-url',
    'https://acme.atlassian.net/browse/{id}',
    '--create',
    'teams',
  ];
  const storyOf = async (key: string) =>
    (await target.list<Story>('stories')).find(({ externalId }) => externalId === key)!;
  return {
    ...target,
    import: async (comments: Parameters<typeof jiraFile>[0], ...more: string[]) =>
      (await target.run([jiraFile(comments), ...args, ...more])).comments,
    remarks: async (comments: Parameters<typeof jiraFile>[0], ...more: string[]): Promise<string[]> => {
      const { warnings } = await target.run([jiraFile(comments), ...args, ...more]);
      return warnings
        .filter(({ field }: any) => field === 'comments')
        .map(({ key, reason }: any) => `${key}: ${reason}`);
    },
    storyOf,
    said: async () => {
      const comments = await target.list<Comment>(`stories/${(await storyOf('PAY-1')).id}/comments`);
      return comments
        .map(({ authorName, content, createdAt, origin }) =>
          [authorName, content, createdAt, origin].join('|'),
        )
        .sort();
    },
  };
}

const shown = (author: string, text: string) => `${author}|${text}|2026-09-01T10:00:00.000Z|visitor`;

test('a comment whose text has changed is changed by --update only, keeps its author and time, and is never there twice', async () => {
  const { import: importComments, said } = await setUp();
  const before = [
    [ADA, 'First'],
    [ADA, 'Second'],
  ] as const;
  expect(await importComments(before)).toEqual({ created: 2, updated: 0, present: 0 });
  const after = [
    [ADA, 'First and a half'],
    [ADA, 'Second'],
  ] as const;
  expect(await importComments(after)).toEqual({ created: 0, updated: 0, present: 2 });
  expect(await said()).toEqual([shown(ADA, 'First'), shown(ADA, 'Second')]);
  expect(await importComments(after, '--update')).toEqual({ created: 0, updated: 1, present: 1 });
  const changed = [shown(ADA, 'First and a half'), shown(ADA, 'Second')];
  expect(await said()).toEqual(changed);
  expect(await importComments(after, '--update')).toEqual({ created: 0, updated: 0, present: 2 });

  const byEve = [['Eve', 'First'], after[1]] as const;
  expect(await importComments(byEve, '--update')).toEqual({ created: 1, updated: 0, present: 1 });
  expect(await said()).toEqual([...changed, shown('Eve', 'First')]);
});

test('a comment that names a story which has another reference by now is not there twice', async () => {
  const { workspace, admin, import: importComments, said, storyOf } = await setUp();
  const comments = [[ADA, 'See PAY-2']] as const;
  await importComments(comments);
  const team = await admin.client.post(`${workspace.path}/teams`, { name: 'Other', code: 'OTH' });
  const { id, updatedAt } = await storyOf('PAY-2');
  const body = { teamId: team.json.data.id, expectedUpdatedAt: updatedAt };
  expect((await admin.client.patch(`${workspace.path}/stories/${id}`, body)).status).toBe(200);
  expect(await importComments(comments)).toEqual({ created: 0, updated: 0, present: 1 });
  expect(await importComments(comments, '--update')).toEqual({ created: 0, updated: 1, present: 0 });
  expect(await said()).toEqual([shown(ADA, 'See OTH-1')]);
});

test('comments that are gone from the export stay, and the report of --update says so', async () => {
  const { import: importComments, remarks, said, admin, workspace, storyOf } = await setUp();
  const [one, two, three] = [
    [ADA, 'One'],
    [ADA, 'Two'],
    ['Eve', 'Three'],
  ] as const;
  await importComments([one, two, three]);
  const path = `${workspace.path}/stories/${(await storyOf('PAY-1')).id}/comments`;
  expect((await admin.client.post(path, { content: 'Written here' })).status).toBe(201);
  const before = await said();
  expect(await remarks([one, two, three], '--update')).toEqual([]);
  expect(await remarks([one])).toEqual([]);
  expect(await remarks([one], '--update')).toEqual([
    'PAY-1: 2 comments are no longer in the export, and left as they are',
  ]);
  expect(await said()).toEqual(before);
});

test('a checklist whose items are done or new by now is changed by --update only', async () => {
  const target = await emptyWorkspace();
  const boardOf = (...items: readonly (readonly [name: string, isDone: boolean])[]) =>
    fileWith(
      'board.json',
      JSON.stringify({
        id: 'b1',
        name: 'Launch',
        lists: [{ id: 'l1', name: 'To Do', closed: false, pos: 1 }],
        members: [],
        actions: [],
        cards: [
          {
            id: '5f5e100aa0000000000000c1',
            shortLink: 'c1',
            name: 'Card',
            desc: 'Text',
            idList: 'l1',
            pos: 1,
          },
        ],
        checklists: [
          {
            id: 'k1',
            idCard: '5f5e100aa0000000000000c1',
            name: 'Steps',
            pos: 1,
            checkItems: items.map(([name, isDone], pos) => ({
              name,
              state: isDone ? 'complete' : 'incomplete',
              pos,
            })),
          },
        ],
      }),
    );
  const importBoard = (file: string, ...more: string[]) =>
    target.run([file, '--from', 'trello', '--create', 'teams', ...more]);
  const text = async () => (await target.list<Story>('stories'))[0]!.description;
  await importBoard(boardOf(['Measure', false]));
  expect(await text()).toBe('Text\n\n**Steps**\n\n- [ ] Measure');
  const later = [['Measure', true] as const, ['Cut', false] as const];
  expect(await importBoard(boardOf(...later))).toMatchObject({ updated: 0, present: 1 });
  expect(await text()).toBe('Text\n\n**Steps**\n\n- [ ] Measure');
  expect(await importBoard(boardOf(...later), '--update')).toMatchObject({ created: 0, updated: 1 });
  expect(await text()).toBe('Text\n\n**Steps**\n\n- [x] Measure\n- [ ] Cut');
});

test('a comment without an author is that of someone unknown, not of the admin who imports it, and is found again', async () => {
  const { run, said } = await setUp();
  const rows = ['Issue key,Summary,Project name,Comment', 'PAY-1,One,Payments,Said on the phone'];
  const args = [
    fileWith('jira.csv', rows.join('\n')),
    '--from',
    'jira',
    '--source-url',
    'https://acme.atlassian.net/browse/{id}',
    '--create',
    'teams',
  ];
  expect((await run(args)).comments).toEqual({ created: 1, updated: 0, present: 0 });
  expect(await said()).toEqual([expect.stringMatching(/^Unknown\|Said on the phone\|.*\|visitor$/)]);
  expect((await run([...args, '--update', '--name', 'another'])).comments).toEqual({
    created: 0,
    updated: 0,
    present: 1,
  });
});
