import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Change, Database, Item, Key } from '../../shared/kernel/core/database.ts';
import { writeConflict } from '../../shared/kernel/core/errors.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { scanPage } from '../../shared/kernel/db/scan.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { getJob, getJobData, jobKind, toJob, type Job } from '../../shared/kernel/jobs/job-store.ts';
import { runJob } from '../../shared/kernel/jobs/run-job.ts';
import { createFeedbackItem } from '../../shared/feedback/items/create-feedback-item.ts';
import { listFeedbackVotes } from '../../shared/feedback/items/list-feedback-votes.ts';
import { mergeFeedbackItem } from '../../shared/feedback/items/merge-feedback-item.ts';
import { updateFeedbackItem } from '../../shared/feedback/items/update-feedback-item.ts';
import { putFollow } from '../../shared/feedback/items/follow-store.ts';
import { feedbackItemKind, getItem, toItem } from '../../shared/feedback/items/item-store.ts';
import { addVote } from '../../shared/feedback/items/vote-store.ts';
import { createFeedbackUpdate } from '../../shared/feedback/updates/create-feedback-update.ts';
import { publishFeedbackUpdate } from '../../shared/feedback/updates/publish-feedback-update.ts';
import { feedbackUpdateKind, getUpdate } from '../../shared/feedback/updates/update-store.ts';
import { putSubscriber } from '../../shared/feedback/portal/subscriber-store.ts';
import { createPortal } from '../../shared/feedback/portals/create-portal.ts';
import { mailKind } from '../../shared/identity/mail/mail-store.ts';
import { putUser } from '../../shared/identity/members/user-store.ts';
import { feedbackItemDeletion } from '../../shared/projections/feedback-item-deletion.ts';
import { feedbackMerges } from '../../shared/projections/feedback-merges.ts';
import { notifyFollowers } from '../../shared/projections/notifications/notify-followers.ts';
import { project } from '../../shared/projections/project.ts';
import { jobHandlers } from '../../shared/surface/workers/jobs.ts';
import { ownTable } from '../support/own-table.ts';
import { allVotes } from '../support/votes.ts';
import { newWorkspace, type TestWorkspace } from '../support/workspace.ts';

/** News of an idea for which more people have voted than are read, told or copied at once. */
type Operator = ReturnType<TestWorkspace['operator']['within']>;
let workspace: TestWorkspace;
let database: Database;
let as: Operator;
let portal: { id: string; boards: { id: string }[] };

beforeEach(async () => {
  workspace = await newWorkspace(await ownTable());
  ({ database } = workspace);
  const { id } = await workspace.person('admin', [await workspace.team()]);
  as = workspace.operator.within(workspace.id, id);
  portal = await as.run(createPortal, {
    body: { name: 'Harbour', visibility: 'public', boards: [{ name: 'Ideas' }] },
  });
});

const newIdea = async (title: string) =>
  await as.run(createFeedbackItem, {
    path: { portalId: portal.id },
    body: { title, boardId: portal.boards[0]!.id },
  });

/** Writes in transactions of a hundred items at most. */
async function writeAll(changes: readonly Change[]): Promise<void> {
  for (let start = 0; start < changes.length; start += 50)
    await commit(database, changes.slice(start, start + 50));
}

const people = (count: number) =>
  Array.from({ length: count }, () => ({ id: newId(new Date()), email: `${randomUUID()}@example.com` }));

async function addPeople(some: ReturnType<typeof people>): Promise<void> {
  await writeAll(some.flatMap((one) => putUser(one, writeConflict)));
}

const votesOf = (itemId: string, some: ReturnType<typeof people>): Change[] =>
  some.map(({ id: userId }) => addVote({ itemId, userId }, new Date(), writeConflict, writeConflict)[0]!);

async function allItems(): Promise<Item[]> {
  const found: Item[] = [];
  let from: Key | undefined;
  do {
    const { items, next } = await scanPage(database, from);
    found.push(...items);
    from = next;
  } while (from);
  return found;
}

/** The addresses that mail was queued for, each as often as it was. */
async function addressees(): Promise<string[]> {
  const mails = (await allItems()).filter((item) => mailKind.includes(item));
  return mails.map((item) => /[\w-]+@example\.com/.exec(JSON.stringify(item))![0]).sort();
}

/** How many mails are stored without what their subject is translated from. */
async function mailsNotTranslated(): Promise<number> {
  const mails = (await allItems()).filter((item) => mailKind.includes(item));
  const contents = mails.map(({ content }) => JSON.parse(content as string));
  return contents.filter(({ subject, messages }) => messages[subject]?.key !== 'idea.news').length;
}

async function changeStatus(id: string) {
  const before = (await getItem(createReader(database), id))!;
  const { updatedAt: expectedUpdatedAt } = toItem(before);
  const path = { portalId: portal.id, itemId: id };
  await as.run(updateFeedbackItem, { path, body: { expectedUpdatedAt, status: 'planned' } });
  const after = (await getItem(createReader(database), id))!;
  return { sequenceNumber: '1', at: new Date(), key: feedbackItemKind.key(id), before, after };
}

const tellJobs = async (): Promise<Job[]> =>
  (await allItems()).filter((item) => jobKind.includes(item)).map(toJob);

/** Runs the job that tells followers until there is none, as workers that are woken one after another do. */
async function runToEnd(over: Database = database): Promise<number> {
  for (let runs = 0; ; runs++) {
    const [job] = (await tellJobs()).filter(({ name }) => name === 'tell_followers');
    if (!job) return runs;
    const { dueAt } = await getJob(createReader(database), job);
    await runJob(jobHandlers, { database: over, now: new Date(Date.parse(dueAt!) + 1_000) }, job);
  }
}

/** A database whose worker dies at the nth call that an expression matches, before or after it took effect. */
function dyingAt(nth: number, matching: RegExp, isDone: boolean): Database {
  const client = Object.create(database.client) as Database['client'];
  let seen = 0;
  client.call = async (name, input, options) => {
    if (!matching.test(`${name} ${JSON.stringify(input)}`) || ++seen !== nth)
      return await database.client.call(name, input, options);
    // It dies as well if the call is refused, as for a mail that the worker before has queued.
    if (isDone) await Promise.allSettled([database.client.call(name, input, options)]);
    throw new Error('The worker died.');
  };
  return { ...database, client };
}

test('1,100 followers are told in steps, each once, although workers die between and within them', async () => {
  const idea = await newIdea('Boats');
  const voters = people(1_000);
  const choosing = people(100);
  await addPeople([...voters, ...choosing]);
  const unfollowing = voters.slice(0, 30);
  await writeAll(votesOf(idea.id, voters));
  await writeAll([
    ...unfollowing.flatMap(({ id }) => putFollow(idea.id, id, false)),
    // Some of them have voted too.
    ...[...choosing, ...voters.slice(40, 60)].flatMap(({ id }) => putFollow(idea.id, id, true)),
  ]);
  const change = await changeStatus(idea.id);
  const context = { database, now: new Date(), inOrder: true };

  await notifyFollowers.handle(context, [change]);
  const told = await addressees();
  // The stream tells a page, and has read no more.
  expect(told.length).toBeGreaterThan(100);
  expect(told.length).toBeLessThan(400);
  const [job] = (await tellJobs()).filter(({ name }) => name === 'tell_followers');
  const { news } = JSON.parse((await getJobData(createReader(database), job!))!);
  // The release before takes texts for strings, as it stores them.
  expect(news).toMatchObject({ title: 'Planned: Boats', body: { footer: expect.any(String) } });
  expect(await mailsNotTranslated()).toBe(0);
  // The record comes again.
  await notifyFollowers.handle(context, [change]);

  const dying = [
    dyingAt(150, /^PutItem.*MAIL#/, false),
    dyingAt(250, /^PutItem.*MAIL#/, true),
    dyingAt(2, /^UpdateItem.*#data/, false),
    dyingAt(1, /^UpdateItem.*#data/, true),
  ];
  const ends: string[] = [];
  for (const one of dying) ends.push(await runToEnd(one).then(String, ({ message }: Error) => message));
  expect(ends).toEqual(dying.map(() => 'The worker died.'));
  expect(await runToEnd()).toBeGreaterThan(0);

  const expected = [...voters.slice(30), ...choosing].map(({ email }) => email).sort();
  // The admin who wrote the idea is told as well.
  const all = await addressees();
  expect(all.filter((address) => expected.includes(address))).toEqual(expected);
  expect(all.length - expected.length).toBeLessThanOrEqual(1);
  expect(await mailsNotTranslated()).toBe(0);
  expect(await tellJobs()).not.toContainEqual(expect.objectContaining({ name: 'tell_followers' }));
}, 180_000);

test('more votes than a page are listed newest first, copied by a merge and deleted with their idea', async () => {
  const [idea, into] = [await newIdea('Boats'), await newIdea('Ships')];
  const voters = people(1_300);
  await addPeople(voters.slice(0, 3));
  await writeAll(votesOf(idea.id, voters));
  await writeAll(votesOf(into.id, voters.slice(0, 200)));
  const read = () => createReader(database);
  // With that of who wrote it.
  expect(await allVotes(read(), idea.id)).toHaveLength(1_301);

  const path = { portalId: portal.id, itemId: idea.id };
  const listed = (await as.list(listFeedbackVotes, { path })).map(({ createdAt }) => createdAt);
  expect(listed.length).toBe(1_301);
  expect(listed).toEqual(listed.toSorted().reverse());

  await as.run(mergeFeedbackItem, { path, body: { intoItemId: into.id } });
  const merged = {
    sequenceNumber: '1',
    at: new Date(),
    key: feedbackItemKind.key(idea.id),
    after: (await getItem(read(), idea.id))!,
  };
  const context = { database, now: new Date() };
  const inStream = { ...context, inOrder: true };
  const { retryFrom, contended } = await project([feedbackMerges], inStream, [merged], { handsOver: true });
  // The stream does a page of it, and a worker the rest.
  expect({ retryFrom, contended: contended.length }).toEqual({ retryFrom: undefined, contended: 1 });
  const halfway = (await allVotes(read(), into.id)).length;
  expect(halfway).toBeGreaterThan(200);
  expect(halfway).toBeLessThan(1_300);
  await feedbackMerges.handle(context, [merged]);
  expect(await allVotes(read(), into.id)).toHaveLength(1_301);

  const gone = [
    {
      sequenceNumber: '2',
      at: new Date(),
      key: feedbackItemKind.key(into.id),
      before: (await getItem(read(), into.id))!,
    },
  ];
  const first = await project([feedbackItemDeletion], inStream, gone, { handsOver: true });
  expect(first.contended).toHaveLength(1);
  await feedbackItemDeletion.handle(context, gone);
  expect(await allVotes(read(), into.id)).toEqual([]);
}, 180_000);

test('450 who asked for the updates of a portal, and 250 who follow an idea that one covers, are told in steps, each once', async () => {
  const idea = await newIdea('Boats');
  const [subscribers, voters] = [people(450), people(250)];
  await addPeople([...subscribers, ...voters]);
  await writeAll(votesOf(idea.id, voters));
  const all = [...subscribers, ...voters.slice(0, 100)];
  await writeAll(all.flatMap(({ id }) => putSubscriber(portal.id, id)));
  const path = { portalId: portal.id };
  const fields = { title: 'Wind', linkedItemIds: [idea.id] };
  const { id: updateId } = await as.run(createFeedbackUpdate, { path, body: fields });
  await as.run(publishFeedbackUpdate, { path: { ...path, updateId }, body: {} });
  const after = (await getUpdate(createReader(database), updateId))!;
  const change = { sequenceNumber: '1', at: new Date(), key: feedbackUpdateKind.key(updateId), after };
  for (let time = 0; time < 2; time++) {
    await notifyFollowers.handle({ database, now: new Date(), inOrder: true }, [change]);
    expect((await addressees()).length).toBeLessThan(600);
  }
  expect(await tellJobs()).toHaveLength(2);
  expect(await runToEnd()).toBe(2);
  expect(await addressees()).toEqual([...subscribers, ...voters].map(({ email }) => email).sort());
}, 60_000);
