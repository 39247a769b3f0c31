import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { LocalMail } from '../../infra/local/mail/mailbox.ts';
import type { FeedbackComment } from '../../shared/feedback/items/feedback-comment.ts';
import { putFollow } from '../../shared/feedback/items/follow-store.ts';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { ANSWERS_PER_HOUR } from '../../shared/identity/inbound-mail/answer-sender.ts';
import { findUserId, putUser, setUserName } from '../../shared/identity/members/user-store.ts';
import { writeConflict } from '../../shared/kernel/core/errors.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { visitorLimits } from '../../shared/feedback/visitors/visitor-limits.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { databaseOf, workerService, type WorkerService } from '../support/service.ts';
import { addressOf, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { mailOf, newMessageId, sendMail } from '../triage-mail/mail-api.ts';

let service: WorkerService;
let workspace: TestWorkspace;
let admin: Person;
let feedback: Feedback;
let portal: Portal;
let item: FeedbackItem;

beforeAll(async () => {
  ({ service } = await workerService());
  workspace = await newWorkspace(service);
  admin = await workspace.person('admin', [await workspace.team()]);
  feedback = feedbackApi(workspace, admin.client);
});
beforeEach(async () => {
  portal = await feedback.portal({ name: 'Harbour' });
  item = await feedback.item(portal, { title: 'Boats' });
});

const database = () => databaseOf(service);
const itemPath = () => `${feedback.pathOf(portal)}/items/${item.id}`;

interface Visitor {
  id: string;
  email: string;
}

/** Somebody who follows the idea. */
async function follower(name: string | null = 'Mia'): Promise<Visitor> {
  const [id, email] = [newId(new Date()), `${randomUUID()}@customer.example`];
  await commit(database(), [...putUser({ id, email }, writeConflict), ...putFollow(item.id, id, true)]);
  if (name !== null) await commit(database(), [setUserName(id, name)]);
  return { id, email };
}

async function settled(): Promise<void> {
  for (let step = 0; step < 3; step++) {
    await service.queuesIdle();
    await service.streamsIdle();
  }
  await service.queuesIdle();
}

async function mailsTo(email: string): Promise<LocalMail[]> {
  await settled();
  return service.mailbox.mails.filter(({ to }) => to === email);
}

/** The mail that tells a follower of a new status. */
async function news(email: string): Promise<LocalMail> {
  await feedback.change(itemPath(), await feedback.readItem(item), { status: 'planned' });
  const [mail] = await mailsTo(email);
  return mail!;
}

/** Sends a mail, and waits until it was received: a third one at once would be postponed. */
async function deliver(raw: string, query: Record<string, string> = { dmarc: 'pass' }) {
  const response = await sendMail(raw, query, service);
  await service.queuesIdle();
  return response;
}

async function comments(): Promise<FeedbackComment[]> {
  await settled();
  return (await admin.client.get(`${itemPath()}/comments`)).json.data as FeedbackComment[];
}

/** The texts of the mails that say why a reply was refused. */
const refusals = async (email: string) =>
  (await mailsTo(email))
    .filter(({ text }) => text.startsWith('Your reply was not posted'))
    .map(({ text }) => text);

test('a reply to news of an idea becomes a comment of the person, once, without what it quotes', async () => {
  const { email } = await follower();
  const mail = await news(email);
  expect(mail.text).toContain('Reply to this email to comment on the idea');
  const body = `Great, write to me at mia@secret.example!\r\n\r\nOn 24 Nov 2026, at 10:12, Harbour wrote:\r\n> ${mail.subject}`;
  const raw = mailOf(mail.replyTo!, { from: `Mia <${email}>`, messageId: newMessageId(), body });
  expect((await deliver(raw)).status).toBe(202);
  await Promise.all([deliver(raw), deliver(raw)]);
  expect(await comments()).toMatchObject([
    {
      content: 'Great, write to me at [address removed]!',
      authorName: 'Mia',
      authorKind: 'visitor',
      parentId: null,
      internal: false,
    },
  ]);
  expect(await refusals(email)).toEqual([]);
});

test('a reply that quotes its mail without marks publishes no link of the mail that is for one person', async () => {
  const { email } = await follower();
  const mail = await news(email);
  const link = /\/mail-preferences\/[\w-]{86}/.exec(mail.text)![0];
  const body = `Great!\r\n\r\nHarbour: ${service.baseUrl}${link}?kind=updates\r\nTo: ${mail.replyTo!}`;
  await deliver(mailOf(mail.replyTo!, { from: `Mia <${email}>`, messageId: newMessageId(), body }));
  const [{ content } = { content: '' }] = await comments();
  expect(content).toContain('Great!');
  expect(content).toContain('/mail-preferences/removed');
  expect(content).not.toContain(link.slice('/mail-preferences/'.length));
  expect(content).not.toContain(mail.replyTo!.split('@')[0]);
});

test('a reply to an update is on the idea of it that its writer follows', async () => {
  const other = await feedback.item(portal, { title: 'Ships' });
  const { email } = await follower();
  await feedback.published(portal, { linkedItemIds: [other.id, item.id] });
  const [mail] = await mailsTo(email);
  await deliver(mailOf(mail!.replyTo!, { from: email, body: 'At last' }));
  expect(await comments()).toMatchObject([{ content: 'At last', itemId: item.id }]);
});

test('a member who is mailed about feedback answers as a member of the team', async () => {
  const member = await workspace.person('member', []);
  const email = await addressOf(workspace, member.id);
  const preferences = `${workspace.path}/notification-preferences`;
  await member.client.patch(preferences, { feedback: 'each' });
  const visitor = await follower('Vera');
  const told = await news(visitor.email);
  await deliver(mailOf(told.replyTo!, { from: visitor.email, body: 'When?' }));
  const [mail] = await mailsTo(email);
  expect(mail!.subject).toContain('Vera commented on: Boats');
  const userId = await findUserId(createReader(database()), email);
  await commit(database(), [setUserName(userId!, 'Max')]);
  await deliver(mailOf(mail!.replyTo!, { from: `Max <${email}>`, body: 'In spring.' }));
  expect((await comments()).map(({ content, authorKind }) => [content, authorKind])).toEqual(
    expect.arrayContaining([
      ['When?', 'visitor'],
      ['In spring.', 'user'],
    ]),
  );
});

test('no one speaks as the person: not by a forged sender, and not by a mail that was passed on', async () => {
  const { email } = await follower();
  const stranger = await follower('Eve');
  const { replyTo } = await news(email);
  for (const dmarc of ['fail', 'gray']) await deliver(mailOf(replyTo!, { from: email }), { dmarc });
  await deliver(mailOf(replyTo!, { from: `Mia <${stranger.email}>` }));
  // The domain has confirmed another sender than the one that is shown.
  await deliver(mailOf(replyTo!, { from: email }), { dmarc: 'pass', from: 'eve@elsewhere.example' });
  await deliver(mailOf(replyTo!, { from: email, headers: ['From: Eve <eve@customer.example>'] }));
  expect(await comments()).toEqual([]);
  expect(new Set(await refusals(email)).size).toBe(1);
  expect((await refusals(email))[0]).toContain('does not confirm that you sent it');
  expect(await refusals(stranger.email)).toEqual([expect.stringContaining('from another address')]);
});

test('mail to an address with a changed digit, and answers of programs, are not answered', async () => {
  const { email } = await follower();
  const replyTo = (await news(email)).replyTo!;
  const guessed = `${replyTo[0] === '0' ? '1' : '0'}${replyTo.slice(1)}`;
  await deliver(mailOf(guessed, { from: email }));
  const automatic = [
    'Auto-Submitted: auto-replied',
    'Precedence: bulk',
    'X-Autoreply: yes',
    'Content-Type: multipart/report; boundary=b',
  ];
  for (const header of automatic)
    await deliver(mailOf(replyTo, { from: email, headers: [header], body: '' }));
  await deliver(mailOf(replyTo, { from: email }), { dmarc: 'pass', from: '' });
  await deliver(mailOf(replyTo, { from: 'no-reply@plotline.test' }));
  const before = (await mailsTo(email)).length;
  expect([await comments(), await refusals(email), before]).toEqual([[], [], 1]);
});

test('a person without a name is told to choose one', async () => {
  const { email } = await follower(null);
  const { replyTo } = await news(email);
  await deliver(mailOf(replyTo!, { from: email }));
  expect(await comments()).toEqual([]);
  expect(await refusals(email)).toEqual([expect.stringMatching(/Choose a name: .*\/account\n/)]);
});

test.each([
  ['empty', 'has no text', { body: '> Boats' }],
  ['too long', 'longer than 4,000 characters', { body: 'x'.repeat(4_001) }],
])('a reply that is %s is refused with the reason, once', async (_, said, fields) => {
  const { email } = await follower();
  const { replyTo } = await news(email);
  const raw = mailOf(replyTo!, { from: email, ...fields });
  for (let time = 0; time < 2; time++) await deliver(raw);
  expect(await comments()).toEqual([]);
  expect(await refusals(email)).toEqual([expect.stringContaining(said)]);
});

test('a banned visitor is refused', async () => {
  const { email } = await follower();
  const { replyTo } = await news(email);
  await deliver(mailOf(replyTo!, { from: email, body: 'First' }));
  const [first] = await comments();
  const banned = await admin.client.post(`${workspace.path}/banned-visitors`, { visitorId: first!.authorId });
  expect(banned.status).toBe(201);
  await deliver(mailOf(replyTo!, { from: email, body: 'Second' }));
  expect(await comments()).toHaveLength(1);
  expect(await refusals(email)).toEqual([expect.stringContaining('blocked your account')]);
});

test('a reply about an idea that the public no longer sees is refused, without a link to it', async () => {
  const { email } = await follower();
  const { replyTo } = await news(email);
  const reply = async () => {
    await deliver(mailOf(replyTo!, { from: email }));
    await settled();
  };
  await feedback.change(itemPath(), await feedback.readItem(item), { hidden: true });
  await reply();
  await feedback.change(itemPath(), await feedback.readItem(item), { hidden: false });
  const at = feedback.pathOf(portal);
  const { json } = await admin.client.get(at);
  await feedback.change(at, json.data as Portal, { visibility: 'private' });
  await reply();
  await admin.client.delete(itemPath());
  await reply();
  const answers = await refusals(email);
  expect(answers).toHaveLength(3);
  for (const answer of answers) {
    expect(answer).toContain('no longer public');
    expect(answer).not.toContain(item.slug);
  }
});

test('a reply about an idea that was merged is on the one that remains', async () => {
  const { email } = await follower();
  const { replyTo } = await news(email);
  const remaining = await feedback.item(portal, { title: 'Ships' });
  const merged = await admin.client.post(`${itemPath()}/merge`, { intoItemId: remaining.id });
  expect(merged.status).toBe(200);
  await deliver(mailOf(replyTo!, { from: email }));
  item = remaining;
  expect(await comments()).toHaveLength(1);
});

test('a person who goes on after refusals is answered five times in an hour', async () => {
  const { email } = await follower();
  const { replyTo } = await news(email);
  for (let time = 0; time < ANSWERS_PER_HOUR + 2; time++)
    await deliver(mailOf(replyTo!, { from: email, body: `> ${time}` }));
  expect(await refusals(email)).toHaveLength(ANSWERS_PER_HOUR);
});

test('a person can write as many comments in an hour by mail as on pages', async () => {
  const { email } = await follower();
  const { replyTo } = await news(email);
  const texts = Array.from({ length: visitorLimits.comments.most + 1 }, (_, number) => `Comment ${number}`);
  for (const body of texts) await deliver(mailOf(replyTo!, { from: email, body }));
  await settled();
  expect((await feedback.readItem(item)).commentCount).toBe(visitorLimits.comments.most);
  expect(await refusals(email)).toEqual([expect.stringContaining('30 comments in an hour')]);
});
