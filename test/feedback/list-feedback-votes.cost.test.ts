import { beforeAll, expect, test } from 'vitest';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import { countVotes } from '../../shared/feedback/items/vote-count-store.ts';
import { getVote, putVote, removeVote, voteIdOf } from '../../shared/feedback/items/vote-store.ts';
import { writeConflict } from '../../shared/kernel/core/errors.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { castVote } from '../support/cast-votes.ts';
import type { DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { databaseThrough, workerService, type WorkerService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

/** More than DynamoDB reads at once, so that reading all costs some 250 read units. */
const VOTES = 4_000;
/** The rest of a transaction's 100 changes counts them. */
const VOTES_AT_ONCE = 99;
const VOTES_OF_A_PAGE = 20;
/** The credential and the item, two for the keys of a page, and for each vote: itself, and three to learn who gave it. */
const PAGE_READ_UNITS = 10 + 4 * VOTES_OF_A_PAGE;
/**
 * Two for the vote, its count and its note with the voter each, in a transaction; one for each index: by time, and the idea's
 * list with its count.
 */
const VOTE_WRITE_UNITS = 8;

let service: WorkerService;
let proxy: DynamoDbProxy;
let workspace: TestWorkspace;
let admin: Person;
let feedback: Feedback;

beforeAll(async () => {
  ({ service, proxy } = await workerService());
  workspace = await newWorkspace(service);
  admin = await workspace.person('admin');
  feedback = feedbackApi(workspace, admin.client);
});

const unwanted = () => new Error('Each voter votes once.');
const read = () => createReader(workspace.database);
const votesAt = ({ portalId, id }: FeedbackItem) => `${workspace.path}/portals/${portalId}/items/${id}/votes`;
const newVote = ({ id: itemId }: FeedbackItem) => ({ itemId, userId: newId(new Date()) });
const cast = (item: FeedbackItem, database = workspace.database) => castVote(database, newVote(item));

/** An idea with some thousand votes, of which several were given in the same millisecond. */
async function newWantedIdea(count = VOTES): Promise<{ item: FeedbackItem; voteIds: string[] }> {
  const item = await feedback.item(await feedback.portal());
  const voteIds: string[] = [];
  for (let start = 0; start < count; start += VOTES_AT_ONCE) {
    const length = Math.min(VOTES_AT_ONCE, count - start);
    const votes = Array.from({ length }, () => newVote(item));
    await commit(workspace.database, [
      ...votes.map((vote, position) =>
        putVote(vote, new Date(Date.UTC(2026, 10, 1) + start + Math.floor(position / 3)), unwanted),
      ),
      countVotes(item.id, length, unwanted),
    ]);
    voteIds.push(...votes.map(voteIdOf));
  }
  return { item, voteIds };
}

/** What was asked for, and the units that it took. */
async function costOf<T>(
  ask: () => Promise<T>,
): Promise<{ answer: T; readUnits: number; writeUnits: number }> {
  proxy.reset();
  const answer = await ask();
  const sum = (of: 'readUnits' | 'writeUnits') => proxy.calls.reduce((total, call) => total + call[of], 0);
  return { answer, readUnits: sum('readUnits'), writeUnits: sum('writeUnits') };
}

/** All pages, as a client walks them, with what each cost; something happens after each. */
async function walk(
  item: FeedbackItem,
  { limit, between }: { limit: number; between?: () => Promise<unknown> },
) {
  const votes: { id: string; createdAt: string }[] = [];
  const units: number[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit, cursor };
    const { answer, readUnits } = await costOf(() => admin.client.get(votesAt(item), query));
    expect(answer.status, answer.text).toBe(200);
    votes.push(...answer.json.data);
    units.push(readUnits);
    cursor = answer.json.meta.nextCursor ?? undefined;
    await between?.();
  } while (cursor !== undefined);
  return { votes, ids: votes.map(({ id }) => id), units };
}

test('each page of an idea with thousands of votes costs what it shows, and none is missed or returned twice while others vote', async () => {
  const { item, voteIds } = await newWantedIdea();
  const first = await costOf(() => admin.client.get(votesAt(item), { limit: VOTES_OF_A_PAGE }));
  expect(first.answer.json.data).toHaveLength(VOTES_OF_A_PAGE);
  const { votes, ids, units } = await walk(item, { limit: 100, between: () => cast(item) });
  expect(ids.filter((id) => voteIds.includes(id)).sort()).toEqual([...voteIds].sort());
  expect(new Set(ids).size).toBe(ids.length);
  const places = votes.map(({ createdAt, id }) => `${createdAt} ${id}`);
  expect(places).toEqual([...places].sort().reverse());
  expect(first.readUnits).toBeLessThanOrEqual(PAGE_READ_UNITS);
  expect(units.length).toBe(VOTES / 100);
  expect(Math.max(...units)).toBeLessThanOrEqual(10 + 4 * 100);
});

test('a vote that the team added is found among thousands without reading them', async () => {
  const { item } = await newWantedIdea();
  const body = { email: `${newId(new Date())}@example.com`, name: 'Mia' };
  const id = (await admin.client.post(votesAt(item), body)).json.data.id as string;
  const takenBack = await costOf(() => admin.client.delete(`${votesAt(item)}/${id}`));
  expect(takenBack.answer.json.data).toEqual({ id, deleted: true });
  expect(takenBack.readUnits).toBeLessThanOrEqual(15);
  expect((await feedback.readItem(item)).voteCount).toBe(VOTES);
});

test('a vote is not taken back twice', async () => {
  const { item } = await newWantedIdea(0);
  const vote = newVote(item);
  await castVote(workspace.database, vote);
  const stored = (await getVote(read(), item.id, vote.userId))!;
  await commit(workspace.database, removeVote(stored, writeConflict));
  await expect(commit(workspace.database, removeVote(stored, writeConflict))).rejects.toThrow();
  expect((await feedback.readItem(item)).voteCount).toBe(0);
});

test('a vote costs what its places by time and with its voter add', async () => {
  const { item } = await newWantedIdea(0);
  const { writeUnits } = await costOf(() => cast(item, databaseThrough(proxy, service)));
  expect(writeUnits).toBe(VOTE_WRITE_UNITS);
});
