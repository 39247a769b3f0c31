import { beforeAll, describe, expect, test } from 'vitest';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { expectBadFields, readAll, readPages } from '../support/answers.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let admin: Person;
let feedback: Feedback;
let portal: Portal;
let path: string;
let made: FeedbackItem[];

beforeAll(async () => {
  workspace = await newWorkspace();
  admin = await workspace.person('admin');
  feedback = feedbackApi(workspace, admin.client);
  portal = await feedback.portal();
  path = `${feedback.pathOf(portal)}/items`;
  made = [];
  for (let number = 0; number < 12; number++) {
    const status = ['pending', 'planned', 'in_progress'][number % 3];
    const boardId = portal.boards[number % 2]!.id;
    made.unshift(await feedback.item(portal, { title: `Item ${number}`, status, boardId }));
  }
});

test('items are listed newest first, in pages without gaps or repeats', async () => {
  const pages = await readPages(admin.client, path, { limit: 5 });
  expect(pages.map(({ length }) => length)).toEqual([5, 5, 2]);
  expect(pages.flat()).toEqual(made);
});

test.each(['createdAt', 'voteCount'])(
  'items sorted by %s come in the opposite order, also over pages',
  async (sort) => {
    const filters = [{}, { status: 'planned,pending' }, { boardId: portal.boards[1]!.id }];
    for (const query of filters) {
      const down = await readAll(admin.client, path, { ...query, sort: `-${sort}`, limit: 4 });
      const up = await readAll(admin.client, path, { ...query, sort, limit: 4 });
      expect(up).toEqual(down.toReversed());
      expect(up.length).toBeGreaterThan(2);
    }
  },
);

test('items sorted by voteCount have completed and closed ones last', async () => {
  const on = await feedback.portal();
  const done = await feedback.item(on, { status: 'completed' });
  const open = await feedback.item(on);
  for (const sort of ['voteCount', '-voteCount']) {
    const found = await readAll(admin.client, `${feedback.pathOf(on)}/items`, { sort, limit: 1 });
    expect(found.map(({ id }) => id)).toEqual([open.id, done.id]);
  }
});

describe.each(['-createdAt', '-voteCount'])('a list sorted by %s', (sort) => {
  test('is filtered by status, board and both, also over pages', async () => {
    const boardId = portal.boards[1]!.id;
    const filters: [Record<string, string>, (item: FeedbackItem) => boolean][] = [
      [{ status: 'planned' }, (item) => item.status === 'planned'],
      [{ boardId }, (item) => item.boardId === boardId],
      [{ status: 'planned', boardId }, (item) => item.status === 'planned' && item.boardId === boardId],
      [{ status: 'closed' }, () => false],
    ];
    for (const [query, keep] of filters) {
      const found = await readAll(admin.client, path, { ...query, sort, limit: 1 });
      expect(found.map(({ id }) => id)).toEqual(made.filter(keep).map(({ id }) => id));
    }
  });
});

test('hidden items are only in a list of their own, and come back', async () => {
  const on = await feedback.portal();
  const items = [await feedback.item(on), await feedback.item(on)];
  const at = `${feedback.pathOf(on)}/items`;
  const hidden = await feedback.change(`${at}/${items[0]!.id}`, items[0]!, { hidden: true });

  for (const sort of ['-createdAt', '-voteCount']) {
    for (const query of [{}, { status: 'pending' }, { boardId: on.boards[0]!.id }]) {
      expect((await admin.client.get(at, { ...query, sort })).json.data).toEqual([items[1]]);
    }
  }
  expect((await admin.client.get(at, { hidden: 'only' })).json.data).toEqual([hidden]);
  const shown = await feedback.change(`${at}/${hidden.id}`, hidden, { hidden: false });
  expect((await admin.client.get(at, { sort: '-voteCount' })).json.data).toEqual([items[1], shown]);
});

test('hidden=include shows all newest first, filtered by status and board too', async () => {
  const on = await feedback.portal();
  const at = `${feedback.pathOf(on)}/items`;
  const made: FeedbackItem[] = [];
  for (let index = 0; index < 6; index++) {
    const fields = { status: index % 2 ? 'planned' : 'pending', boardId: on.boards[index < 3 ? 0 : 1]!.id };
    const item = await feedback.item(on, fields);
    made.unshift(index % 3 ? item : await feedback.change(`${at}/${item.id}`, item, { hidden: true }));
  }
  const idsOf = async (query: Record<string, string>) => {
    for (const limit of [1, 4]) {
      const found = await readAll(admin.client, at, { ...query, limit });
      expect(found).toEqual(made.filter(({ id }) => found.some((one: FeedbackItem) => one.id === id)));
    }
    return (await readAll(admin.client, at, query)).map(({ id }: FeedbackItem) => id);
  };
  const those = (keep: (item: FeedbackItem) => boolean) => made.filter(keep).map(({ id }) => id);
  const [boardId, other] = [on.boards[0]!.id, on.boards[1]!.id];
  expect(await idsOf({ hidden: 'include' })).toEqual(those(() => true));
  expect(await idsOf({ hidden: 'exclude' })).toEqual(those(({ hidden }) => !hidden));
  expect(await idsOf({ hidden: 'only', status: 'planned' })).toEqual(
    those(({ hidden, status }) => hidden && status === 'planned'),
  );
  expect(await idsOf({ hidden: 'include', boardId })).toEqual(those((item) => item.boardId === boardId));
  expect(await idsOf({ status: 'planned,pending', boardId: `${boardId},${other}` })).toEqual(
    those(({ hidden }) => !hidden),
  );
  expect(await idsOf({ status: 'planned,closed' })).toEqual(
    those(({ hidden, status }) => !hidden && status === 'planned'),
  );
  for (const hidden of ['only', 'include']) {
    expectBadFields(await admin.client.get(at, { hidden, sort: '-voteCount' }), ['query.sort']);
  }
  for (const query of [{ sort: 'votes' }, { hidden: 'true' }, { status: 'planned,open' }]) {
    expectBadFields(await admin.client.get(at, query), [`query.${Object.keys(query)[0]}`]);
  }
});
