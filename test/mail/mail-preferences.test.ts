import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addVote } from '../../shared/feedback/items/vote-store.ts';
import { putFollow } from '../../shared/feedback/items/follow-store.ts';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { putUser } from '../../shared/identity/members/user-store.ts';
import { writeConflict } from '../../shared/kernel/core/errors.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { createBrowser, signedIn } from '../support/browser.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { databaseOf, workerService, type WorkerService } from '../support/service.ts';
import { addressOf, newWorkspace, type TestWorkspace } from '../support/workspace.ts';

/** What the link of a mail lets people do: stop that mail. Everything else is for who has signed in. */
let service: WorkerService;
let workspace: TestWorkspace;
let feedback: Feedback;
let portal: Portal;
let item: FeedbackItem;

beforeAll(async () => {
  ({ service } = await workerService());
  workspace = await newWorkspace(service);
  feedback = feedbackApi(workspace, (await workspace.person('admin')).client);
});
beforeEach(async () => {
  portal = await feedback.portal({ name: 'Harbour' });
  item = await feedback.item(portal, { title: 'Boats & more' });
});

const database = () => databaseOf(service);

/** Somebody who has voted, with nothing but an address. */
async function voter() {
  const [id, email] = [newId(new Date()), `${randomUUID()}@example.com`];
  await commit(database(), putUser({ id, email }, writeConflict));
  const vote = { itemId: item.id, userId: id };
  await commit(database(), addVote(vote, new Date(), writeConflict, writeConflict));
  return { id, email };
}

/** The mails that an address got, once all that was written has been handled. */
async function mailsTo(email: string) {
  // The change of an item queues the mail, which wakes the sender.
  for (let step = 0; step < 3; step++) await service.streamsIdle();
  await service.queuesIdle();
  return service.mailbox.mails.filter(({ to }) => to === email);
}

async function setStatus(status: string): Promise<void> {
  const path = `${feedback.pathOf(portal)}/items/${item.id}`;
  await feedback.change(path, await feedback.readItem(item), { status });
}

const preferencesIn = ({ headers }: { headers: Record<string, string> }): string =>
  /<(.+)>/.exec(headers['List-Unsubscribe']!)![1]!;

const oneClick = new FormData();
oneClick.set('List-Unsubscribe', 'One-Click');

describe('the mail to a follower', () => {
  test.each([
    ['a form', new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })],
    ['a multipart form, which RFC 8058 prefers', oneClick],
  ])(
    'stops with one click of a mail program, sent as %s; opening the link stops nothing',
    async (_, body) => {
      const { email } = await voter();
      await setStatus('planned');
      const [mail] = await mailsTo(email);
      const url = preferencesIn(mail!);
      for (let time = 0; time < 2; time++) expect((await fetch(url)).status).toBe(200);
      await setStatus('in_progress');
      expect(await mailsTo(email)).toHaveLength(2);
      expect((await fetch(url, { method: 'POST', body })).status).toBe(200);
      await setStatus('completed');
      expect(await mailsTo(email)).toHaveLength(2);
    },
  );

  test('is chosen by who has signed in: the link alone shows no address and no choice, and only stops mail', async () => {
    const member = await workspace.person('member');
    const { userId } = member;
    const email = await addressOf(workspace, member.id);
    await commit(database(), putFollow(item.id, userId, true));
    await setStatus('planned');
    const { pathname } = new URL(preferencesIn((await mailsTo(email))[0]!));

    const stranger = createBrowser(service.baseUrl);
    const page = await stranger.open(pathname);
    expect(page.text).toContain('Harbour');
    expect(page.text).not.toContain(email);
    expect(page.text).not.toContain('name="mode"');
    const other = await signedIn(service, workspace, await workspace.person('member'));
    for (const browser of [stranger, other]) {
      expect((await browser.open(pathname)).text).not.toContain('name="mode"');
      const { text } = await browser.request('POST', pathname, { mode: 'off' });
      expect(text).not.toContain('Saved');
    }
    await setStatus('in_progress');
    expect(await mailsTo(email)).toHaveLength(2);

    const own = await signedIn(service, workspace, member);
    const shown = await own.open(pathname);
    expect(shown.text).not.toContain(email);
    expect((await own.request('POST', pathname, { mode: 'off' })).status).toBe(403);
    const off = await own.submit(shown, pathname, { mode: 'off' });
    expect(off.text).toContain('Saved: No email.');
    await own.submit(off, pathname, { mode: 'each' });
    await setStatus('closed');
    expect(await mailsTo(email)).toHaveLength(3);

    const stop = await stranger.submit(await stranger.open(pathname), pathname);
    expect(stop.text).toContain('Saved: No email.');
    expect((await own.open(pathname)).text).toMatch(/value="off"\s+checked/);
  });

  test.each(['x', 'A'.repeat(86)])('cannot be changed with a made-up link: %s', async (token) => {
    const url = `${service.baseUrl}/mail-preferences/${token}`;
    expect((await fetch(url)).status).toBe(404);
    const body = new URLSearchParams({ mode: 'off' });
    expect((await fetch(url, { method: 'POST', body })).status).toBe(404);
  });
});
