import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../../shared/kernel/core/database.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { findDueJobs, getJob, type Job } from '../../shared/kernel/jobs/job-store.ts';
import { requestJob, runJob, type JobHandlers } from '../../shared/kernel/jobs/run-job.ts';
import { runDueJobs } from '../support/jobs.ts';
import { ownTable } from '../support/own-table.ts';
import { databaseOf } from '../support/service.ts';

let database: Database;
const now = new Date('2026-11-20T12:00:00.000Z');
const later = (ms: number) => new Date(now.getTime() + ms);
let owners = 0;
const newJob = (): Job => ({ name: 'forecast', ownerId: `owner-${++owners}` });

beforeAll(async () => {
  database = databaseOf(await ownTable());
});

/** Handlers that record who was handled, and do something meanwhile. */
function recording(meanwhile: () => Promise<Date | undefined | void> = async () => {}) {
  const handled: string[] = [];
  const handlers: JobHandlers = {
    cadence: async () => undefined,
    update_reminders: async () => undefined,
    tell_followers: async () => undefined,
    publish_update: async () => undefined,
    recurring_story: async () => undefined,
    export: async () => undefined,
    revert: async () => undefined,
    rule: async () => undefined,
    busy_feed: async () => undefined,
    schedule: async () => undefined,
    forecast: async (_, ownerId) => {
      handled.push(ownerId);
      return (await meanwhile()) ?? undefined;
    },
  };
  return { handled, handlers };
}

const dueNow = async (at = now) =>
  (await findDueJobs(createReader(database), at, 100)).map(({ ownerId }) => ownerId);
const at = (moment: Date) => ({ database, now: moment });

test('a job that is requested is done once, and costs nothing after that', async () => {
  const job = newJob();
  const { handled, handlers } = recording();
  await requestJob(database, job, now);
  await requestJob(database, job, later(5_000));
  expect(await dueNow()).toEqual([job.ownerId]);
  expect(await runJob(handlers, at(now), job)).toBe(true);
  expect(await runJob(handlers, at(now), job)).toBe(false);
  expect(handled).toEqual([job.ownerId]);
  expect(await dueNow(later(1e10))).toEqual([]);
});

test('a job is not done before its time, and again when its handler says so', async () => {
  const job = newJob();
  const { handled, handlers } = recording(async () => (handled.length === 1 ? later(3_600_000) : undefined));
  await requestJob(database, job, later(60_000));
  expect(await runDueJobs(handlers, at(now))).toBe(0);
  expect(await runJob(handlers, at(now), job)).toBe(false);
  expect(await runDueJobs(handlers, at(later(60_000)))).toBe(1);
  expect(await runDueJobs(handlers, at(later(120_000)))).toBe(0);
  expect(await runDueJobs(handlers, at(later(3_600_000)))).toBe(1);
  expect(await dueNow(later(1e10))).toEqual([]);
});

test('one of many concurrent workers does the job, and requests made meanwhile are done after it', async () => {
  const job = newJob();
  let inside = 0;
  const { handled, handlers } = recording(async () => {
    expect(++inside).toBe(1);
    if (handled.length === 1) {
      await requestJob(database, job, now);
      await Promise.all([1, 2, 3].map(() => runJob(handlers, at(now), job)));
    }
    inside--;
  });
  await requestJob(database, job, now);
  const done = await Promise.all(Array.from({ length: 10 }, () => runJob(handlers, at(now), job)));
  expect(done.filter(Boolean)).toHaveLength(1);
  expect(handled).toHaveLength(2);
  expect((await getJob(createReader(database), job)).dueAt).toBeUndefined();
});

test('a request for a time after that of the worker leaves the job free for the next one', async () => {
  const job = newJob();
  const { handled, handlers } = recording(async () => {
    if (handled.length === 1) await requestJob(database, job, later(1_000));
  });
  await requestJob(database, job, now);
  await runJob(handlers, at(now), job);
  expect(await runJob(handlers, at(later(1_000)), job)).toBe(true);
  expect(handled).toHaveLength(2);
});

test('a job that is requested again and again is left to other workers in the end', async () => {
  const job = newJob();
  const { handled, handlers } = recording(() => requestJob(database, job, now));
  await requestJob(database, job, now);
  expect(await runJob(handlers, at(now), job)).toBe(true);
  const rounds = handled.length;
  expect(rounds).toBeLessThan(10);
  expect(await getJob(createReader(database), job)).toMatchObject({
    dueAt: now.toISOString(),
    leasedUntil: undefined,
  });
  expect(await runJob(recording().handlers, at(now), job)).toBe(true);
  expect(await dueNow(later(1e10))).toEqual([]);
});

test('a worker that outlived its lease leaves the job to the one that took it up', async () => {
  const job = newJob();
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const second = recording(async () => {
    begun.resolve();
    await ended.promise;
  });
  let other: Promise<boolean> | undefined;
  const first = recording(async () => {
    other = runJob(second.handlers, at(later(61_000)), job);
    await begun.promise;
  });
  await requestJob(database, job, now);
  expect(await runJob(first.handlers, at(now), job)).toBe(true);
  expect(first.handled).toHaveLength(1);
  expect((await getJob(createReader(database), job)).leasedUntil).toBeGreaterThan(later(61_000).getTime());
  ended.resolve();
  expect(await other).toBe(true);
  expect(await dueNow(later(1e10))).toEqual([]);
});

test('a job whose worker was interrupted is done by another one after the lease', async () => {
  const job = newJob();
  const { handled, handlers } = recording(async () => {
    if (handled.length === 1) throw new Error('interrupted');
  });
  await requestJob(database, job, now);
  await expect(runJob(handlers, at(now), job)).rejects.toThrow('interrupted');
  expect(await runDueJobs(handlers, at(later(59_000)))).toBe(0);
  expect(await runDueJobs(handlers, at(later(61_000)))).toBe(1);
});

test('a job of a newer release fails no worker, and waits until there is one that knows it', async () => {
  const job = { ...newJob(), name: 'later' as Job['name'] };
  const { handled, handlers } = recording();
  await requestJob(database, job, now);
  expect(await runJob(handlers, at(now), job)).toBe(false);
  expect(await dueNow()).toEqual([job.ownerId]);
  const newer = { ...handlers, later: handlers.forecast };
  expect(await runJob(newer, at(now), job)).toBe(true);
  expect(handled).toEqual([job.ownerId]);
});

test('a failing job does not hold up others, and is reported', async () => {
  const [bad, good] = [newJob(), newJob()];
  const handled: string[] = [];
  const handlers: JobHandlers = {
    cadence: async () => undefined,
    update_reminders: async () => undefined,
    tell_followers: async () => undefined,
    publish_update: async () => undefined,
    recurring_story: async () => undefined,
    export: async () => undefined,
    revert: async () => undefined,
    rule: async () => undefined,
    busy_feed: async () => undefined,
    schedule: async () => undefined,
    forecast: async (_, ownerId) => {
      if (ownerId === bad.ownerId) throw new Error('no');
      handled.push(ownerId);
      return undefined;
    },
  };
  for (const job of [bad, good]) await requestJob(database, job, now);
  await expect(runDueJobs(handlers, at(now))).rejects.toThrow('1 jobs failed');
  expect(handled).toEqual([good.ownerId]);
  await runJob(recording().handlers, at(later(120_000)), bad);
});

test('many requests at once all succeed, the earliest time wins, and none meets a conflict', async () => {
  const job = newJob();
  const times = Array.from({ length: 40 }, (_, number) => later((number % 8) * 1_000));
  const interrupted: string[] = [];
  const { handlers } = recording(async () => {
    await Promise.all(times.map((time) => requestJob(database, job, time)));
    interrupted.push('meanwhile');
  });
  await Promise.all(times.map((time) => requestJob(database, job, time)));
  expect((await getJob(createReader(database), job)).dueAt).toBe(now.toISOString());
  await runJob(handlers, at(now), job);
  expect(interrupted.length).toBeGreaterThan(1);
});

test('a request succeeds although the job changes between its read and its write every time', async () => {
  const job = newJob();
  await requestJob(database, job, later(90_000));
  const client = Object.create(database.client) as typeof database.client;
  let changes = 0;
  client.call = async (name, input, options) => {
    const isRequest = name === 'UpdateItem' && JSON.stringify(input).includes(job.ownerId);
    if (isRequest) await requestJob(database, job, later(80_000 - ++changes));
    return await database.client.call(name, input, options);
  };
  await requestJob({ ...database, client }, job, now);
  expect((await getJob(createReader(database), job)).dueAt).toBe(now.toISOString());
  expect(changes).toBe(1);
});
