import { beforeAll, expect, test } from 'vitest';
import { castVote } from '../../shared/feedback/items/cast-vote.ts';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import { feedbackItemKind, getItem } from '../../shared/feedback/items/item-store.ts';
import { countVotes, hasListedVotes } from '../../shared/feedback/items/vote-count-store.ts';
import { getVote, isListed, putVote, removeVote, voteIdOf } from '../../shared/feedback/items/vote-store.ts';
import { writeConflict } from '../../shared/kernel/core/errors.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { rebuild } from '../../shared/projections/rebuild/rebuild.ts';
import { projections } from '../../shared/surface/groups/projections.ts';
import type { DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { databaseThrough, workerService, type WorkerService } from '../support/service.ts';
import { storeLikeFormerRelease } from '../support/votes.ts';
import { until } from '../support/until.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

/** More than DynamoDB reads at once, so that reading all costs some 250 read units. */
const VOTES = 4_000;
/** The rest of a transaction's 100 changes counts them. */
const VOTES_AT_ONCE = 99;
const VOTES_OF_A_PAGE = 20;
/** The credential and the item, two for the keys of a page, and for each vote: itself, and three to learn who gave it. */
const PAGE_READ_UNITS = 10 + 4 * VOTES_OF_A_PAGE;
/** Some 4,000 votes of 110 bytes, at 4 KB for each unit. */
const ALL_VOTES_READ_UNITS = 100;
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
const ballot = () => ({ now: new Date(), again: unwanted, refused: unwanted, along: [] });
const cast = (item: FeedbackItem, database = workspace.database) =>
  castVote(database, newVote(item), ballot());

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
      countVotes(item.id, { by: length, listed: length }, unwanted),
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

test('a vote that the team added is found among thousands without reading them, and by what the release before stored', async () => {
  const { item } = await newWantedIdea();
  const added = async () => {
    const body = { email: `${newId(new Date())}@example.com`, name: 'Mia' };
    return (await admin.client.post(votesAt(item), body)).json.data.id as string;
  };
  const [id, formerId] = [await added(), await added()];
  const takenBack = await costOf(() => admin.client.delete(`${votesAt(item)}/${id}`));
  expect(takenBack.answer.json.data).toEqual({ id, deleted: true });
  expect(takenBack.readUnits).toBeLessThanOrEqual(15);
  await storeLikeFormerRelease(workspace.database, item.id);
  expect((await admin.client.delete(`${votesAt(item)}/${formerId}`)).status).toBe(200);
  expect((await feedback.readItem(item)).voteCount).toBe(VOTES);
});

test('votes that the release before stored are listed as before, until the idea changes and a page costs what it shows', async () => {
  const { item, voteIds } = await newWantedIdea();
  await storeLikeFormerRelease(workspace.database, item.id);
  const limit = VOTES_OF_A_PAGE;
  const before = await costOf(() => admin.client.get(votesAt(item), { limit }));
  expect(before.readUnits).toBeGreaterThan(ALL_VOTES_READ_UNITS + 3 * VOTES_OF_A_PAGE);
  await cast(item);
  await until(async () => hasListedVotes((await getItem(read(), item.id))!));
  const after = await costOf(() => admin.client.get(votesAt(item), { limit }));
  expect(after.readUnits).toBeLessThanOrEqual(PAGE_READ_UNITS);
  expect(after.answer.json.data.slice(1)).toEqual(before.answer.json.data.slice(0, -1));
  const { ids } = await walk(item, { limit: 100 });
  expect(ids).toHaveLength(VOTES + 1);
  expect(ids.slice(1).sort()).toEqual([...voteIds].sort());
});

test('what the release before stores after a rollback is listed too, and a rebuild lists it by time', async () => {
  const { item, voteIds } = await newWantedIdea(10);
  const vote = newVote(item);
  const at = new Date();
  const { pk, sk } = feedbackItemKind.key(item.id);
  await commit(workspace.database, [
    { put: { pk, sk: `V#${vote.userId}`, at: at.toISOString() }, if: 'absent' },
    { update: { pk, sk }, with: { add: { voteCount: 1 } } },
  ]);
  await service.streamsIdle();
  expect((await walk(item, { limit: 5 })).ids.sort()).toEqual([...voteIds, voteIdOf(vote)].sort());
  const listedVotes = projections.find(({ name }) => name === 'listed-votes')!;
  await rebuild(workspace.database, listedVotes, () => new Date(), { restart: true });
  expect(isListed((await getVote(read(), item.id, vote.userId))!)).toBe(true);
  expect(await getItem(read(), item.id)).toMatchObject({ voteCount: 11, listedVotes: 11 });
  expect((await walk(item, { limit: 5 })).ids.sort()).toEqual([...voteIds, voteIdOf(vote)].sort());
});

test('a vote that was listed since it was read is not taken back without its count', async () => {
  const { item } = await newWantedIdea(0);
  const vote = newVote(item);
  await castVote(workspace.database, vote, {
    now: new Date(),
    again: unwanted,
    refused: unwanted,
    along: [],
  });
  const stored = (await getVote(read(), item.id, vote.userId))!;
  const former = { ...stored, listedIn: undefined };
  await expect(commit(workspace.database, removeVote(former, writeConflict))).rejects.toThrow();
  await commit(workspace.database, removeVote(stored, writeConflict));
  await expect(commit(workspace.database, removeVote(stored, writeConflict))).rejects.toThrow();
  expect(await getItem(read(), item.id)).toMatchObject({ voteCount: 0, listedVotes: 0 });
});

test('a vote costs what its places by time and with its voter add', async () => {
  const { item } = await newWantedIdea(0);
  const { writeUnits } = await costOf(() => cast(item, databaseThrough(proxy, service)));
  expect(writeUnits).toBe(VOTE_WRITE_UNITS);
});
