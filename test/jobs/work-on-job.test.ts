import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../shared/kernel/core/database.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import type { ItemChange } from '../../shared/kernel/db/stream-record.ts';
import { getJob, jobKind, type Job } from '../../shared/kernel/jobs/job-store.ts';
import { requestJob, runJob } from '../../shared/kernel/jobs/run-job.ts';
import { wakeChangedJobs, type JobMessage } from '../../shared/kernel/jobs/wake-jobs.ts';
import { wakeDueJobs } from '../../shared/kernel/jobs/wake-due-jobs.ts';
import { workOnJob, type JobServices } from '../../shared/kernel/jobs/work-on-job.ts';
import { startProxy, type DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { ownTable } from '../support/own-table.ts';
import { databaseOf, databaseThrough } from '../support/service.ts';

/** Jobs on their way from the table to a worker, with a queue that the test holds in its hands. */
let proxy: DynamoDbProxy;
let database: Database;
let counted: Database;
let queue: { message: JobMessage; delaySeconds: number }[];
const now = new Date('2026-11-20T12:00:00.000Z');
const later = (ms: number) => new Date(now.getTime() + ms);

beforeAll(async () => {
  proxy = await startProxy();
  return () => proxy.stop();
});
beforeEach(async () => {
  const address = await ownTable();
  database = databaseOf(address);
  counted = databaseThrough(proxy, address);
  queue = [];
  proxy.reset();
});

const send: JobServices['send'] = async (messages, delaySeconds = 0) =>
  void queue.push(...messages.map((message) => ({ message, delaySeconds })));

/** A worker whose plans are made by a function; without one, each is made at once. */
function worker(plan: (ownerId: string) => Promise<unknown> = async () => {}, at = now) {
  const planned: string[] = [];
  const schedule = async (_: unknown, ownerId: string) => {
    planned.push(ownerId);
    await plan(ownerId);
    return undefined;
  };
  const none = async () => undefined;
  const services: JobServices = {
    database,
    now: () => at,
    randomBytes,
    send,
    handlers: {
      schedule,
      forecast: none,
      cadence: none,
      update_reminders: none,
      tell_followers: none,
      publish_update: none,
      export: none,
      revert: none,
      rule: none,
      busy_feed: none,
      recurring_story: none,
    },
    slots: 2,
    jobsMax: async () => undefined,
  };
  return { planned, services };
}

const jobOf = (workspaceId: string): Job => ({
  name: 'schedule',
  ownerId: `${workspaceId}#${randomUUID()}`,
  workspaceId,
});

async function requested(job: Job, at = now): Promise<ItemChange> {
  await requestJob(database, job, at);
  return await changeOf(job);
}

async function changeOf({ name, ownerId }: Job): Promise<ItemChange> {
  const key = jobKind.key(`${name}#${ownerId}`);
  const after = await createReader(database).get(key);
  return { key, sequenceNumber: '1', at: now, ...(after && { after }) };
}

test('the stream only sends a message for a job: it reads and writes nothing, however often the record comes', async () => {
  const job = jobOf(randomUUID());
  const change = await requested(job);
  await wakeChangedJobs([change, change], now, send);
  expect(queue).toEqual([{ message: job, delaySeconds: 0 }]);
});

test('a job that a worker holds, that is done, or that is due later wakes no worker', async () => {
  const [held, done, tomorrow] = [1, 2, 3].map(() => jobOf(randomUUID())) as [Job, Job, Job];
  await requested(held);
  await requested(done);
  const { services } = worker(async () => wakeChangedJobs([await changeOf(held)], now, send));
  await workOnJob(services, held);
  await workOnJob(services, done);
  await wakeChangedJobs([await changeOf(done), await requested(tomorrow, later(86_400_000))], now, send);
  expect(queue).toEqual([]);
});

test('a job that is due before the next run of the schedule wakes a worker then', async () => {
  const job = jobOf(randomUUID());
  await wakeChangedJobs([await requested(job, later(4_200))], now, send);
  expect(queue).toEqual([{ message: job, delaySeconds: 5 }]);
});

test('a worker whose clock is behind gets the message again at the time of the job', async () => {
  const job = jobOf(randomUUID());
  await requested(job, later(300));
  const { planned, services } = worker();
  expect(await workOnJob(services, job)).toBe(false);
  expect(queue).toEqual([{ message: job, delaySeconds: 1 }]);
  expect(await workOnJob({ ...services, now: () => later(1_000) }, job)).toBe(true);
  expect(planned).toEqual([job.ownerId]);
});

test('a queue that accepts nothing fails no record, and the schedule wakes the job', async () => {
  const job = jobOf(randomUUID());
  const change = await requested(job);
  await wakeChangedJobs([change], now, () => Promise.reject(new Error('The queue is away.')));
  expect(await wakeDueJobs(database, now, send)).toBe(1);
  const { planned, services } = worker();
  expect(await workOnJob(services, queue[0]!.message)).toBe(true);
  expect(planned).toEqual([job.ownerId]);
  expect(await wakeDueJobs(database, later(1e10), send)).toBe(0);
});

test('the schedule wakes jobs that come after many of one time', async () => {
  const workspaceId = randomUUID();
  const due = Array.from({ length: 30 }, () => ({ ...jobOf(workspaceId), ownerId: randomUUID() }));
  for (const job of due) await requested(job);
  const last = jobOf(randomUUID());
  await requested(last, later(1));
  // Of a shard, fewer at once than are due at the same time.
  expect(await wakeDueJobs(database, later(1), send, 2)).toBe(31);
  const woken = queue.map(({ message }) => message.ownerId);
  expect(woken.toSorted()).toEqual([...due, last].map(({ ownerId }) => ownerId).toSorted());
});

test('a job with many messages is done once, and each further one costs a read', async () => {
  const job = jobOf(randomUUID());
  await requested(job);
  const { planned, services } = worker();
  const results = await Promise.all([1, 2, 3].map(() => workOnJob(services, job)));
  expect(results.filter(Boolean)).toHaveLength(1);
  expect(await workOnJob({ ...services, database: counted }, job)).toBe(false);
  expect(proxy.calls.map(({ operation }) => operation)).toEqual(['GetItem']);
  expect(planned).toEqual([job.ownerId]);
});

test('a worker that dies before it answers has done its job; one that dies within is followed after its lease', async () => {
  const [answered, interrupted] = [jobOf(randomUUID()), jobOf(randomUUID())];
  await requested(answered);
  await requested(interrupted);
  const first = worker();
  await workOnJob(first.services, answered);
  // SQS delivers the message again.
  expect(await workOnJob(first.services, answered)).toBe(false);

  const dying = worker(() => Promise.reject(new Error('The worker dies.')));
  await expect(workOnJob(dying.services, interrupted)).rejects.toThrow('dies');
  expect(await wakeDueJobs(database, later(59_000), send)).toBe(0);
  expect(await wakeDueJobs(database, later(61_000), send)).toBe(1);
  const second = worker(undefined, later(61_000));
  expect(await workOnJob(second.services, queue[0]!.message)).toBe(true);
  expect([first.planned, second.planned]).toEqual([[answered.ownerId], [interrupted.ownerId]]);
});

test('a workspace has no more jobs at work than slots: the others wait, and those of a neighbour do not', async () => {
  const [hostile, neighbour] = [randomUUID(), randomUUID()];
  const jobs = [1, 2, 3].map(() => jobOf(hostile));
  const near = jobOf(neighbour);
  for (const job of [...jobs, near]) await requested(job);
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { planned, services } = worker(async (ownerId) => {
    if (planned.length === services.slots) begun.resolve();
    if (ownerId.startsWith(hostile)) await ended.promise;
  });
  const working = jobs.slice(0, 2).map((job) => workOnJob(services, job));
  await begun.promise;
  expect(await workOnJob(services, jobs[2]!)).toBe(false);
  expect(queue).toEqual([{ message: { ...jobs[2]!, deferred: 1 }, delaySeconds: 1 }]);
  expect(await workOnJob(services, near)).toBe(true);
  ended.resolve();
  expect(await Promise.all(working)).toEqual([true, true]);
  expect(await workOnJob(services, queue[0]!.message)).toBe(true);
  expect(planned).toHaveLength(4);
});

test('a message that found no slot for long is left to the schedule', async () => {
  const [taken, waiting] = [jobOf(randomUUID()), jobOf(randomUUID())];
  taken.workspaceId = waiting.workspaceId;
  for (const job of [taken, waiting]) await requested(job);
  const { services } = worker(async () => {
    const message = { ...waiting, deferred: 5 };
    await workOnJob({ ...services, slots: 1 }, message);
  });
  await workOnJob({ ...services, slots: 1 }, taken);
  expect(queue).toEqual([]);
  expect(await wakeDueJobs(database, now, send)).toBe(1);
});

test('a workspace that cannot have more jobs than slots writes none', async () => {
  const job = jobOf(randomUUID());
  await requested(job);
  const { services } = worker();
  await workOnJob({ ...services, database: counted, jobsMax: async () => 2 }, job);
  expect(JSON.stringify(proxy.calls)).not.toContain('"JS#');
  expect(proxy.calls.map(({ operation }) => operation)).toEqual(['GetItem', 'UpdateItem', 'DeleteItem']);
});

test('a job stays in the slots of its workspace when the schedule, which does not know it, wakes it', async () => {
  const workspaceId = randomUUID();
  const job: Job = { name: 'schedule', ownerId: randomUUID(), workspaceId };
  await requested(job);
  await wakeDueJobs(database, now, send);
  const { services } = worker();
  const asked: string[] = [];
  const jobsMax = async (id: string) => {
    asked.push(id);
    return 0;
  };
  await workOnJob({ ...services, jobsMax }, queue[0]!.message);
  expect(asked).toEqual([workspaceId]);
  expect((await getJob(createReader(database), job)).isNew).toBe(true);
  expect(await runJob(services.handlers, { database, now }, job)).toBe(false);
});
