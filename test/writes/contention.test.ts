import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { itemSortKey } from '../../shared/feedback/items/item-store.ts';
import { putUncountedVote } from '../../shared/feedback/items/uncounted-vote-store.ts';
import { putVote } from '../../shared/feedback/items/vote-store.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import { createDatabase } from '../../shared/kernel/db/client.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import type { Database } from '../../shared/kernel/core/database.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { castSteadily, TRANSACTION_MS } from '../support/cast-votes.ts';
import type { DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { feedbackApi } from '../support/feedback.ts';
import { workerService } from '../support/service.ts';
import { allVotes } from '../support/votes.ts';
import { storyApi } from '../stories/story-api.ts';
import { newKey, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

const AT_ONCE = 100;
/** For three seconds. */
const VOTES = 600;

let started: Awaited<ReturnType<typeof workerService>>;
let proxy: DynamoDbProxy;
let workspace: TestWorkspace;
let team: Team;
let member: Person;
let database: Database;

beforeAll(async () => {
  started = await workerService();
  proxy = started.proxy;
  workspace = await newWorkspace(started.service);
  team = await workspace.team();
  member = await workspace.person('admin', [team]);
  database = createDatabase(started.service.tableName, {
    // A busy machine is not what these tests are about.
    requestMs: 60_000,
    endpoint: proxy.endpoint,
    region: 'local',
    credentials: started.service.credentials,
  });
});
beforeEach(() => {
  proxy.transactionMs = TRANSACTION_MS;
});
afterEach(() => proxy.reset());

const created = (fields: object): Promise<Story> =>
  storyApi(workspace, member.client).create({ teamId: team.id, ...fields });

const many = <T>(make: (position: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, position) => make(position)));

test('votes for one idea, two hundred a second for three seconds, are all stored and counted, though their transactions conflict and answers are lost', async () => {
  const feedback = feedbackApi(workspace, member.client);
  const idea = await feedback.item(await feedback.portal());
  const lost = new Set<unknown>();
  proxy.fault = (operation, number, body) => {
    if (operation !== 'TransactWriteItems' || number % 20 !== 0) return undefined;
    // Each transaction's only once: some of hundreds would lose the answers to all of their attempts.
    const { ClientRequestToken: token } = body as { ClientRequestToken: string };
    if (lost.has(token)) return undefined;
    lost.add(token);
    return 'lose-answer';
  };
  await castSteadily(database, idea.id, VOTES);
  expect(await allVotes(createReader(database), idea.id)).toHaveLength(VOTES + idea.voteCount);
  await started.service.streamsIdle();
  expect((await feedback.readItem(idea)).voteCount).toBe(VOTES + idea.voteCount);
});

test('votes of a deleted idea that were not counted yet go with it, also of a person who voted twice', async () => {
  const itemId = newId(new Date());
  const unwanted = () => new Error('This vote is the first of its voter.');
  const vote = { itemId, userId: newId(new Date()) };
  const [first, second] = [new Date(), new Date(Date.now() + 1)];
  const uncounted = [putUncountedVote(vote, first), putUncountedVote(vote, second)];
  await commit(database, [putVote(vote, first, unwanted), ...uncounted]);
  await started.service.streamsIdle();
  expect(await createReader(database).children(itemSortKey(itemId))).toEqual([]);
});

test('a bulk request whose hundred stories have one parent creates them all', async () => {
  const parent = await created({ title: 'Parent' });
  const items = Array.from({ length: AT_ONCE }, (_, position) => ({
    idempotencyKey: newKey(),
    body: { teamId: team.id, title: `Child ${position}`, parentId: parent.id },
  }));
  const answer = await member.client.post(`${workspace.path}/bulk/stories`, { items });
  expect(answer.status, answer.text).toBe(200);
  const outcomes = answer.json.data.items as { httpStatus: number }[];
  expect(outcomes.map(({ httpStatus }) => httpStatus)).toEqual(items.map(() => 201));
});

test('a hundred changes of one story at once end as changes or as conflicts of versions, never as a 503', async () => {
  const story = await created({ title: 'Wanted by all' });
  const answers = await many((position) =>
    member.client.patch(`${workspace.path}/stories/${story.id}`, {
      title: `Title ${position}`,
      expectedUpdatedAt: story.updatedAt,
    }),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
});
