import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import { addVote } from '../../shared/feedback/items/vote-store.ts';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { putSubscriber } from '../../shared/feedback/portal/subscriber-store.ts';
import { putMailMode } from '../../shared/identity/mail/preference-store.ts';
import { putUser, setUserLanguage } from '../../shared/identity/members/user-store.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { follow, subscribe, unsubscribe } from '../../shared/feedback/visitors/follow.ts';
import { writeConflict } from '../../shared/kernel/core/errors.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { statusOf, storyApi } from '../stories/story-api.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { databaseOf, workerService, type WorkerService } from '../support/service.ts';
import { addressOf, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

/** What mails about ideas say. */
let service: WorkerService;
let workspace: TestWorkspace;
let team: Team;
let admin: Person;
let feedback: Feedback;
let portal: Portal;
let item: FeedbackItem;

beforeAll(async () => {
  ({ service } = await workerService());
  workspace = await newWorkspace(service);
  team = await workspace.team();
  admin = await workspace.person('admin', [team]);
  feedback = feedbackApi(workspace, admin.client);
});
beforeEach(async () => {
  portal = await feedback.portal({ name: 'Harbour' });
  item = await feedback.item(portal, { title: 'Boats & more' });
});

const change = async (fields: object) =>
  feedback.change(`${feedback.pathOf(portal)}/items/${item.id}`, await feedback.readItem(item), fields);

async function person() {
  const [id, email] = [newId(new Date()), `${randomUUID()}@example.com`];
  await commit(databaseOf(service), putUser({ id, email }, writeConflict));
  return { id, email };
}

/** The address of somebody who has voted for the idea. */
async function voter(): Promise<string> {
  const { id, email } = await person();
  const vote = addVote({ itemId: item.id, userId: id }, new Date(), writeConflict, writeConflict);
  await commit(databaseOf(service), vote);
  return email;
}

async function mailsTo(email: string) {
  for (let step = 0; step < 3; step++) await service.streamsIdle();
  await service.queuesIdle();
  return service.mailbox.mails.filter(({ to }) => to === email);
}

test('the note on the roadmap of an idea that is done is not in its mail, unless it is of the same change', async () => {
  const email = await voter();
  await change({ roadmapSummary: 'Sails come next' });
  // Changes that are read together are one.
  expect(await mailsTo(email)).toEqual([]);
  await change({ status: 'completed' });
  const [done] = await mailsTo(email);
  expect([done!.subject, done!.text.includes('Sails come next')]).toEqual(['Done: Boats & more', false]);
  const last = { status: 'closed', roadmapSummary: 'We sold them' };
  await change(last);
  const closed = (await mailsTo(email)).find(({ subject }) => subject.startsWith('Closed'));
  expect(closed!.text).toContain('\nWe sold them\n');
});

test('a member who gives an idea its status gets no mail of it, also where it follows from a story', async () => {
  const other = await voter();
  const email = await addressOf(workspace, admin.id);
  const vote = { itemId: item.id, userId: admin.userId };
  await commit(databaseOf(service), addVote(vote, new Date(), writeConflict, writeConflict));
  await change({ status: 'planned' });
  await mailsTo(email);
  const stories = storyApi(workspace, admin.client);
  const story = await stories.create({ teamId: team.id });
  await change({ storyIds: [story.id] });
  await stories.change(story, { statusId: await statusOf(workspace, admin.client, team, 'completed') });
  expect((await mailsTo(other)).map(({ subject }) => subject).sort()).toEqual([
    'Done: Boats & more',
    'Planned: Boats & more',
  ]);
  expect(await mailsTo(email)).toEqual([]);
});

test('a person who wanted no more mail of ideas and then asked for updates gets those alone, in words of their language', async () => {
  const { id, email } = await person();
  const database = databaseOf(service);
  const ofPortal = { portalId: portal.id, userId: id, now: new Date() };
  await commit(database, [
    setUserLanguage(id, 'de', writeConflict),
    ...(await follow(createReader(database), item.id, ofPortal)),
  ]);
  await commit(database, [putMailMode(ofPortal, 'off', new Date())]);
  await commit(database, await subscribe(createReader(database), ofPortal));
  await change({ status: 'planned' });
  // It covers an idea that they follow, too.
  await feedback.published(portal, {
    title: 'Wind',
    body: 'Ask jane@corp.dev.',
    linkedItemIds: [item.id],
  });
  const [mail, ...more] = await mailsTo(email);
  expect([mail!.subject, more]).toEqual(['Wind', []]);
  expect(mail!.text).toContain('Ask [Adresse entfernt].');
  await commit(database, await unsubscribe(createReader(database), ofPortal));
  await feedback.published(portal, { title: 'Calm', body: 'None.', linkedItemIds: [item.id] });
  expect(await mailsTo(email)).toHaveLength(1);
});

test('one click on the mail of an update ends updates, also of what is followed, and not the other mail', async () => {
  const { id: userId, email } = await person();
  const database = databaseOf(service);
  const voted = addVote({ itemId: item.id, userId }, new Date(), writeConflict, writeConflict);
  await commit(database, [...voted, ...putSubscriber(portal.id, userId)]);
  await feedback.published(portal, { title: 'Wind' });
  const [mail] = await mailsTo(email);
  const url = /<(.+)>/.exec(mail!.headers['List-Unsubscribe']!)![1]!;
  const post = async (to: string, body: Record<string, string>) =>
    await (await fetch(to, { method: 'POST', body: new URLSearchParams(body) })).text();
  const page = await post(url, { 'List-Unsubscribe': 'One-Click' });
  expect(page).toContain('You get no more email about updates of this portal. Other email still comes.');
  expect(page).not.toMatch(/name="updates" value="yes"\s+checked/);
  const linkedItemIds = [item.id];
  await feedback.published(portal, { title: 'Calm', linkedItemIds });
  await change({ status: 'planned' });
  const subjects = async () => (await mailsTo(email)).map(({ subject }) => subject).sort();
  expect(await subjects()).toEqual(['Planned: Boats & more', 'Wind']);
  // Whoever has the link of a mail can end it, and ask for nothing.
  await post(url, { mode: 'each', updates: 'yes' });
  await feedback.published(portal, { title: 'Gale', linkedItemIds });
  expect(await subjects()).toEqual(['Planned: Boats & more', 'Wind']);
});

test('a mail about several ideas says which one a reply is for', async () => {
  const email = await voter();
  const other = await feedback.item(portal, { title: 'Kites' });
  const linkedItemIds = [other.id, item.id];
  const draft = await feedback.update(portal, { title: 'Wind', linkedItemIds });
  await admin.client.post(`${feedback.pathOf(portal)}/updates/${draft.id}/publish`);
  const [mail] = await mailsTo(email);
  expect(mail!.text).toContain('covers “Kites” and “Boats & more”, which');
  expect(mail!.text).toContain('Reply to this email to comment on “Boats & more”.');
  expect(mail!.html).toContain('comment on “Boats &#38; more”.');
});

test('each update comes by mail to who asked for them, with the ideas that they follow if it covers any', async () => {
  const subscribers = [await person(), await person()] as const;
  const database = databaseOf(service);
  for (const { id } of subscribers) await commit(database, putSubscriber(portal.id, id));
  const [{ id: userId, email }, other] = subscribers;
  await commit(database, addVote({ itemId: item.id, userId }, new Date(), writeConflict, writeConflict));
  await feedback.published(portal, { title: 'Wind', body: 'It blows.', linkedItemIds: [item.id] });
  const [ofIdea, ...more] = await mailsTo(email);
  expect([ofIdea!.subject, more]).toEqual(['Wind', []]);
  expect(ofIdea!.text).toContain('which you follow on Harbour');
  const [ofUpdate] = await mailsTo(other.email);
  expect(ofUpdate!.text).toContain('It blows.');
  expect(ofUpdate!.text).toContain('You get this because you asked for the updates of Harbour by email.');
  expect(ofUpdate!.text).not.toMatch(/Boats|Reply to this email/);
});
