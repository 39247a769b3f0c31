import { expect, test } from 'vitest';
import { presets } from '../../../cli/import/presets/presets.ts';
import { readRows } from '../../../cli/import/read-rows.ts';
import { fileWith } from './cli.ts';
import { entriesOf, temporaryFile } from './entries-of.ts';
import { setUp } from './import-into.ts';

const card = { idList: 'l1', desc: '', closed: false, labels: [], idMembers: [] };

/** A board whose cards were made in every way that a card can be made in, one of them by someone who has left. */
const board = {
  id: 'b1',
  name: 'Engine Room',
  lists: [
    { id: 'l2', name: 'Later', closed: false, pos: 30 },
    { id: 'l1', name: 'To Do', closed: false, pos: 10 },
    { id: 'l3', name: 'Last year', closed: true, pos: 20 },
    { id: 'l4', name: 'Later', closed: false, pos: 40 },
  ],
  members: [
    { id: 'm1', username: 'ada' },
    { id: 'm2', username: 'bob' },
  ],
  cards: [
    { ...card, id: 'c1', name: 'Typed' },
    { ...card, id: 'c2', name: 'Copied' },
    { ...card, id: 'c3', name: 'Turned' },
    { ...card, id: 'c4', name: 'Mailed' },
    { ...card, id: 'c5', name: 'Said by the card', idMemberCreator: 'm2' },
    { ...card, id: 'c6', name: 'Older than the actions' },
    { ...card, id: 'c7', name: 'Put away', closed: true },
    { ...card, id: 'c8', name: 'In a list that was put away', idList: 'l3' },
    { ...card, id: 'c9', name: 'Pattern', isTemplate: true },
    { ...card, id: 'd1', name: 'Later', idList: 'l2' },
    { ...card, id: 'd2', name: 'Much later', idList: 'l4' },
  ],
  checklists: [
    {
      idCard: 'c1',
      name: 'Steps',
      checkItems: [
        { name: 'Draw', state: 'complete', pos: 1, due: '2026-05-06T10:00:00.000Z', idMember: 'm2' },
        { name: 'Build', state: 'incomplete', pos: 2, due: null, idMember: null },
        { name: 'Ship', state: 'incomplete', pos: 3, due: '2026-06-07T10:00:00.000Z' },
      ],
    },
  ],
  actions: [
    ['createCard', 'c1'],
    ['copyCard', 'c2'],
    ['convertToCardFromCheckItem', 'c3'],
    ['emailCard', 'c4'],
    ['commentCard', 'c6'],
  ].map(([type, id]) => ({
    type,
    date: '2026-01-02T03:04:05.000Z',
    idMemberCreator: 'm9',
    memberCreator: { id: 'm9', username: 'eve' },
    data: { card: { id }, text: 'Text' },
  })),
};

test('the reporter of a card is who made it, in whatever way, and no one where the board does not say it', () => {
  const reporters = entriesOf('trello', 'board.json', board).map(({ title, reporter }) => [title, reporter]);
  expect(reporters).toEqual([
    ['Typed', 'eve'],
    ['Copied', 'eve'],
    ['Turned', 'eve'],
    ['Mailed', 'eve'],
    ['Said by the card', 'bob'],
    ['Older than the actions', undefined],
    ['Later', undefined],
    ['Much later', undefined],
  ]);
});

test('items of a checklist say who does them and until when', () => {
  const [first] = entriesOf('trello', 'board.json', board);
  expect(first!['description']).toBe(
    '**Steps**\n\n- [x] Draw (bob, due 2026-05-06)\n- [ ] Build\n- [ ] Ship (due 2026-06-07)',
  );
});

test('the preview of a board names its templates, what was archived, and lists of one name', () => {
  const { notes } = readRows(temporaryFile('board.json', board), { preset: presets.trello });
  expect(notes).toEqual([
    'Several lists are called Later: they become one status.',
    'Archived rows that are excluded: 2; --archived includes them.',
    'Templates of cards that are excluded: 1.',
  ]);
});

test('cards that were archived, or are in an archived list, become archived stories on request', async () => {
  const { run, person, workspace } = await setUp();
  const args = [fileWith('board.json', JSON.stringify(board)), '--from', 'trello', '--archived'];
  const titles = async (query: Record<string, string>) =>
    (await person.client.get(`${workspace.path}/stories`, { ...query, limit: 100 })).json.data
      .map(({ title }: { title: string }) => title)
      .sort();
  const summary = await run([...args, '--create', 'statuses']);
  expect(summary).toMatchObject({ rows: 10, created: 10, archived: 2 });
  expect(summary.notes).toContain('Rows that become archived stories: 2.');
  expect(summary.notes).toContain('Stories without a reporter, so that they are yours: 5.');
  expect(summary.notes).toContain(
    'Stories whose reporter is no member, so that they are yours, and their descriptions begin with who reported them: 5.',
  );
  const away = ['In a list that was put away', 'Put away'];
  expect(await titles({ archived: 'only' })).toEqual(away);
  expect(await titles({})).toHaveLength(8);
  expect(await run(args)).toMatchObject({ created: 0, present: 10, archived: 0 });
});

test('a card that was moved is not completed for it, unless its list or the map of statuses says so', async () => {
  const { run } = await setUp();
  const moved = ['l1', 'l2', 'l3'].map((id, at) => ({ ...card, id: `m${at}`, name: `To ${id}`, idList: id }));
  const moves = {
    ...board,
    lists: [
      { id: 'l1', name: 'Done' },
      { id: 'l2', name: 'Backlog / ideas of summer' },
      { id: 'l3', name: 'やりたいこと' },
    ],
    cards: moved,
    checklists: [],
    actions: moved.map(({ id, idList }) => ({
      type: 'updateCard',
      date: '2026-01-02T03:04:05.000Z',
      data: { card: { id }, listAfter: { id: idList } },
    })),
  };
  const args = [
    fileWith('board.json', JSON.stringify(moves)),
    '--from',
    'trello',
    '--create',
    'all',
    '--dry-run',
  ];
  const categories = async (...more: string[]) => (await run([...args, ...more])).teams[0].categories;
  expect(await categories()).toEqual({ completed: 1, unstarted: 2 });
  expect(await categories('--status-map', 'やりたいこと=completed')).toEqual({ completed: 2, unstarted: 1 });
});
