import { beforeAll, describe, expect, test } from 'vitest';
import { publicationOf } from '../../shared/feedback/updates/update-schedule.ts';
import type { FeedbackUpdate } from '../../shared/feedback/updates/update.ts';
import type { JobName } from '../../shared/kernel/jobs/job-store.ts';
import { runJob, type JobHandlers } from '../../shared/kernel/jobs/run-job.ts';
import { jobHandlers } from '../../shared/surface/workers/jobs.ts';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { expectRefusal } from '../support/answers.ts';
import { feedbackApi } from '../support/feedback.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

const HOUR_MS = 60 * 60 * 1_000;
const inHours = (hours: number): Date => new Date(Date.now() + hours * HOUR_MS);
const scheduledFor = inHours(1).toISOString();

let workspace: TestWorkspace;
let admin: Person;
let feedback: ReturnType<typeof feedbackApi>;
let portal: Portal;
beforeAll(async () => {
  workspace = await newWorkspace();
  admin = await workspace.person('admin');
  feedback = feedbackApi(workspace, admin.client);
  portal = await feedback.portal();
});

const pathOf = ({ id }: FeedbackUpdate): string => `${feedback.pathOf(portal)}/updates/${id}`;
const stored = async (update: FeedbackUpdate): Promise<FeedbackUpdate> =>
  (await admin.client.get(pathOf(update))).json.data;
const patch = (update: FeedbackUpdate, fields: object) =>
  admin.client.patch(pathOf(update), { expectedUpdatedAt: update.updatedAt, ...fields });
/** Runs the update's job as of a time, as the schedule does. */
const runAt = (update: FeedbackUpdate, now: Date): Promise<boolean> =>
  runJob(jobHandlers, { database: workspace.database, now }, publicationOf(update.id));

describe('a scheduled update', () => {
  test('is published once when its time has come, even by two workers after an outage', async () => {
    const update = await feedback.update(portal, { scheduledFor });
    expect(update).toMatchObject({ scheduledFor, publishedAt: null });
    expect(await runAt(update, inHours(0.5))).toBe(false);
    const late = inHours(30);
    await Promise.all([runAt(update, late), runAt(update, late)]);
    const published = await stored(update);
    expect(published).toMatchObject({ scheduledFor: null, publishedAt: late.toISOString() });
    await runAt(update, inHours(40));
    expect(await stored(update)).toEqual(published);
  });

  test('that is moved or cancelled is not published at its former time', async () => {
    const moved = await feedback.update(portal, { scheduledFor });
    const later = inHours(5).toISOString();
    expect((await patch(moved, { scheduledFor: later })).json.data.scheduledFor).toBe(later);
    await runAt(moved, inHours(2));
    expect((await stored(moved)).publishedAt).toBeNull();
    await runAt(moved, inHours(6));
    expect((await stored(moved)).publishedAt).not.toBeNull();

    const cancelled = await feedback.update(portal, { scheduledFor });
    await patch(cancelled, { clearFields: ['scheduledFor'] });
    await runAt(cancelled, inHours(2));
    expect(await stored(cancelled)).toMatchObject({ scheduledFor: null, publishedAt: null });

    const early = await feedback.update(portal, { scheduledFor: later });
    await patch(early, { scheduledFor });
    await runAt(early, inHours(2));
    expect((await stored(early)).publishedAt).not.toBeNull();
  });

  test('that is scheduled again while its worker ends is published at its new time', async () => {
    const update = await feedback.update(portal, { scheduledFor });
    const cancelled = (await patch(update, { clearFields: ['scheduledFor'] })).json.data;
    let scheduled: FeedbackUpdate | undefined;
    const publish: JobHandlers[JobName] = async (context, id) => {
      const due = await jobHandlers.publish_update(context, id);
      scheduled ??= (await patch(cancelled, { scheduledFor: inHours(5).toISOString() })).json.data;
      return due;
    };
    const handlers = { ...jobHandlers, publish_update: publish };
    const job = publicationOf(update.id);
    await runJob(handlers, { database: workspace.database, now: inHours(2) }, job);
    expect(scheduled?.scheduledFor).not.toBeNull();
    await runAt(update, inHours(3));
    expect((await stored(update)).publishedAt).toBeNull();
    await runAt(update, inHours(6));
    expect((await stored(update)).publishedAt).not.toBeNull();
  });

  test('that is published by hand is no longer scheduled', async () => {
    const update = await feedback.update(portal, { scheduledFor });
    const { json } = await admin.client.post(`${pathOf(update)}/publish`);
    expect(json.data).toMatchObject({ scheduledFor: null, publishedAt: expect.any(String) });
    await runAt(update, inHours(2));
    expect(await stored(update)).toEqual(json.data);
    expectRefusal(await patch(json.data, { scheduledFor }), 409, 'conflict');
  });
});

test('a time that has passed is refused', async () => {
  const past = inHours(-1).toISOString();
  const body = { title: 'Too late', scheduledFor: past };
  const { status, json } = await admin.client.post(`${feedback.pathOf(portal)}/updates`, body);
  expect([status, json.error.fields[0].path]).toEqual([400, 'scheduledFor']);
  expectRefusal(await patch(await feedback.update(portal), { scheduledFor: past }), 400, 'invalid_request');
});
