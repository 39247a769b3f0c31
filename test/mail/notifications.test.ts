import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { writeConflict } from '../../shared/kernel/core/errors.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { putFollow } from '../../shared/feedback/items/follow-store.ts';
import { addVote } from '../../shared/feedback/items/vote-store.ts';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import { putUser, setUserLanguage } from '../../shared/identity/members/user-store.ts';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { putVisitorLink } from '../../shared/kernel/auth/visitor-store.ts';
import { putMailMode, type MailMode } from '../../shared/identity/mail/preference-store.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import type { FeedbackUpdate } from '../../shared/feedback/updates/update.ts';
import { feedbackItemKind } from '../../shared/feedback/items/item-store.ts';
import { notifyFollowers } from '../../shared/projections/notifications/notify-followers.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { databaseOf, workerService, type WorkerService } from '../support/service.ts';
import { statusOf, storyApi } from '../stories/story-api.ts';
import { addressOf, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { newMailWorld } from './mail-world.ts';

/** Those who follow an idea are notified, once for each piece of news, as they have chosen. */
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

const itemPath = () => `${feedback.pathOf(portal)}/items/${item.id}`;
const database = () => databaseOf(service);

/** Somebody who has voted, with nothing but an address. */
async function voter(on = item) {
  const [id, email] = [newId(new Date()), `${randomUUID()}@example.com`];
  await commit(database(), putUser({ id, email }, writeConflict));
  await commit(database(), addVote({ itemId: on.id, userId: id }, new Date(), writeConflict, writeConflict));
  return { id, email };
}

/** Somebody who follows an idea without a vote. */
async function follower(on = item) {
  const [id, email] = [newId(new Date()), `${randomUUID()}@example.com`];
  await commit(database(), [...putUser({ id, email }, writeConflict), ...putFollow(on.id, id, true)]);
  return { id, email };
}

/** The mails that an address got, once all that was written has been handled. */
async function mailsTo(email: string) {
  // A story's change completes the item, whose change queues the mail, which wakes the sender.
  for (let step = 0; step < 3; step++) await service.streamsIdle();
  await service.queuesIdle();
  return service.mailbox.mails.filter(({ to }) => to === email);
}

const subjectsTo = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject).reverse();
async function setStatus(status: string): Promise<void> {
  await feedback.change(itemPath(), await feedback.readItem(item), { status });
}

test('a voter is notified once when the linked story is completed, with the link to the idea', async () => {
  const stories = storyApi(workspace, admin.client);
  const story = await stories.create({ teamId: team.id });
  item = await feedback.item(portal, { title: 'Boats & more', storyIds: [story.id] });
  const { email } = await voter();
  await stories.change(story, { statusId: await statusOf(workspace, admin.client, team, 'completed') });
  const [mail, ...others] = await mailsTo(email);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    subject: 'Done: Boats & more',
    text: expect.stringContaining(`${service.baseUrl}/portals/${portal.slug}/feedback/items/${item.slug}`),
    html: expect.stringContaining('Boats &#38; more'),
    headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  });
});

test('each change of the status sends one mail, however often its record comes, and other changes of the item send none', async () => {
  const { email } = await voter();
  await setStatus('planned');
  await mailsTo(email);
  await feedback.change(itemPath(), await feedback.readItem(item), {
    roadmapSummary: '**Soon**, in *spring*',
  });
  await setStatus('in_progress');
  const started = (await mailsTo(email)).find(({ subject }) => subject.startsWith('In progress'));
  expect(started!.text).toContain('\nSoon, in spring\n');
  expect(await subjectsTo(email)).toEqual(['Planned: Boats & more', 'In progress: Boats & more']);
  const key = feedbackItemKind.key(item.id);
  const again = { sequenceNumber: '1', at: new Date(), key };
  const context = { database: database(), now: new Date() };
  await Promise.all([1, 2, 3].map(() => notifyFollowers.handle(context, [again, again])));
  expect(await subjectsTo(email)).toHaveLength(2);
});

test('an update notifies the followers of the items that it links, once when it is published; a draft sends nothing', async () => {
  const [{ email }, other] = [await voter(), await voter(await feedback.item(portal))];
  const draft = await feedback.update(portal, { title: 'Boats are here', linkedItemIds: [item.id] });
  expect(await mailsTo(email)).toEqual([]);
  const path = `${feedback.pathOf(portal)}/updates/${draft.id}`;
  await admin.client.post(`${path}/publish`);
  const published = (await admin.client.get(path)).json.data as FeedbackUpdate;
  await feedback.change(path, published, { summary: 'With sails' });
  expect(await subjectsTo(email)).toEqual(['Boats are here']);
  expect(await mailsTo(other.email)).toEqual([]);
});

test('an update comes whole, with its links, from the portal in its colors', async () => {
  portal = await feedback.portal({ name: 'Tidepool', color: '#0f766e' });
  item = await feedback.item(portal, { title: 'Boats & more' });
  const { email } = await voter();
  const body = '## Sails\n\nRead [how](https://example.com/sails), or ask eve@example.com.';
  const summary = 'With **sails**';
  const fields = { title: 'Boats are here', summary, body, linkedItemIds: [item.id] };
  const draft = await feedback.update(portal, fields);
  await admin.client.post(`${feedback.pathOf(portal)}/updates/${draft.id}/publish`);
  const [mail] = await mailsTo(email);
  expect(mail!.from).toBe('"Tidepool (via Plotline)" <no-reply@plotline.test>');
  expect(mail!.html).toContain('href="https://example.com/sails"');
  expect(mail!.html).toContain('Sails</h2>');
  expect(mail!.html).toContain('#0f766e');
  expect(mail!.html).toContain(`href="${service.baseUrl}/portals/${portal.slug}/feedback"`);
  expect(mail!.text).toContain('\nWith sails\n');
  expect(mail!.text).toContain('\nSails\n\nRead how (https://example.com/sails), or');
  expect(mail!.html + mail!.text).not.toContain('eve@example.com');
});

test('the person who publishes an update gets no mail of it, although they follow an idea that it links', async () => {
  const own = await feedback.item(portal, { title: 'Mine' });
  const other = await voter(own);
  const draft = await feedback.update(portal, {
    title: 'Mine is here',
    body: 'Yes.',
    linkedItemIds: [own.id],
  });
  await admin.client.post(`${feedback.pathOf(portal)}/updates/${draft.id}/publish`);
  expect(await subjectsTo(other.email)).toEqual(['Mine is here']);
  expect(await subjectsTo(await addressOf(workspace, admin.id))).not.toContain('Mine is here');
});

test('news is in the language that its reader last read in, or else in that of the portal', async () => {
  portal = await feedback.portal({ name: 'Harbour', language: 'fr' });
  item = await feedback.item(portal, { title: 'Boats' });
  const [german, stranger] = [await voter(), await voter()];
  await commit(database(), [setUserLanguage(german.id, 'de', writeConflict)]);
  await setStatus('planned');
  const [mail] = await mailsTo(german.email);
  expect(mail!.subject).toBe('Geplant: Boats');
  for (const part of [
    'Der Status dieser Idee auf Harbour war „Offen“ und ist jetzt „Geplant“.',
    'Zur Idee: ',
    'weil Sie einer Idee auf Harbour folgen.',
    'E-Mail-Einstellungen und Abmelden: ',
  ])
    expect(mail!.text).toContain(part);
  expect(mail!.html).toContain('<html lang="de" dir="ltr">');
  const [french] = await mailsTo(stranger.email);
  expect(french!.subject).toBe('Planifiée : Boats');
  expect(french!.text).toMatch(/\nVoir l’idée : http[^]*désabonnement : http/);
});

test('the person who changes the status of an idea gets no mail of it; others who follow it do', async () => {
  const { email } = await voter();
  const own = await feedback.item(portal, { title: 'Mine' });
  const other = await voter(own);
  await feedback.change(`${feedback.pathOf(portal)}/items/${own.id}`, own, { status: 'closed' });
  await setStatus('closed');
  expect(await subjectsTo(other.email)).toEqual(['Closed: Mine']);
  expect(await subjectsTo(email)).toHaveLength(1);
  expect(await subjectsTo(await addressOf(workspace, admin.id))).not.toContain('Closed: Mine');
});

test('an answer notifies the people who wrote, and not its author', async () => {
  const [one, other] = await Promise.all([workspace.person('guest'), workspace.person('guest')]);
  const [oneMail, otherMail] = await Promise.all([one, other].map(({ id }) => addressOf(workspace, id)));
  for (const { id, userId } of [one, other]) {
    await commit(database(), [putVisitorLink(id, { workspaceId: workspace.id, userId })]);
  }
  const silent = await voter();
  await feedback.comment(portal, item, one, 'When?');
  await feedback.comment(
    portal,
    item,
    other,
    `**Me too**, ask ${oneMail}\n\n- [soon](https://example.com/soon)`,
  );
  const [mail, ...more] = await mailsTo(oneMail!);
  expect(more).toEqual([]);
  expect(mail!.subject).toMatch(/commented on “Boats & more”$/);
  expect(mail!.text).toMatch(/\nMe too, ask \S+ ?\S*\n\n- soon \(https:\/\/example.com\/soon\)\n/);
  expect(mail!.html).toContain('<strong>Me too</strong>, ask');
  expect(mail!.html).toContain('href="https://example.com/soon"');
  expect(mail!.html + mail!.text).not.toContain('**');
  expect(mail!.text).not.toContain(oneMail);
  expect(await mailsTo(otherMail!)).toEqual([]);
  expect(await mailsTo(silent.email)).toEqual([]);
});

test('news of an idea comes not to who has chosen so, of answers neither, nor once it is merged; it comes to who follows one merged into it', async () => {
  const [writer, answering] = await Promise.all([workspace.person('guest'), workspace.person('guest')]);
  for (const { id, userId } of [writer, answering]) {
    await commit(database(), [putVisitorLink(id, { workspaceId: workspace.id, userId })]);
  }
  const writerMail = await addressOf(workspace, writer.id);
  await feedback.comment(portal, item, writer, 'When?');
  const [leaving, staying] = [await voter(), await follower()];
  const other = await feedback.item(portal);
  await commit(database(), [
    ...putFollow(item.id, writer.userId, false),
    ...putFollow(item.id, leaving.id, false),
  ]);
  await feedback.comment(portal, item, answering, 'Soon?');
  expect(await mailsTo(writerMail)).toEqual([]);
  await admin.client.post(`${itemPath()}/merge`, { intoItemId: other.id });
  await mailsTo(staying.email);
  item = other;
  await setStatus('planned');
  const [mail, ...more] = await mailsTo(staying.email);
  expect([mail!.text, more]).toEqual([expect.stringContaining('because you follow an idea on Harbour'), []]);
  expect([await mailsTo(leaving.email), await mailsTo(writerMail)]).toEqual([[], []]);
});

test('no one is notified of what the public cannot see', async () => {
  const { email } = await voter();
  await feedback.change(itemPath(), await feedback.readItem(item), { hidden: true });
  await setStatus('planned');
  await feedback.change(feedback.pathOf(portal), portal, { visibility: 'private' });
  await feedback.change(itemPath(), await feedback.readItem(item), { hidden: false });
  await setStatus('completed');
  expect(await mailsTo(email)).toEqual([]);
});

test('a follower who wants one mail a day gets the news together the next morning', async () => {
  const world = await digestWorld();
  await world.choose('daily');
  const subjects = ['Planned: Boats', 'Done: Boats'];
  for (const title of subjects) await world.news(title);
  await world.live(5);
  expect(world.sent).toEqual([]);
  world.pass(24 * 60 * 60_000);
  await world.live(1);
  expect(world.sent).toMatchObject([{ subject: 'News of what you follow' }]);
  for (const title of subjects) expect(world.sent[0]!.text).toContain(title);
  expect(world.sent[0]!.unsubscribeUrl).toContain('/mail-preferences/');
  world.pass(24 * 60 * 60_000);
  await world.live(2);
  expect(world.sent).toHaveLength(1);
  await world.choose('off');
  await world.news('Closed: Boats');
  await world.live(2);
  expect(world.sent).toHaveLength(1);
});

/** A mail queue of its own, with somebody who follows a portal. */
async function digestWorld() {
  const world = await newMailWorld();
  const { database: own } = world.services;
  const subscription = { userId: newId(world.now()), portalId: newId(world.now()) };
  return Object.assign(world, {
    choose: (mode: MailMode) => commit(own, [putMailMode(subscription, mode, world.now())]),
    news: (title: string) =>
      world.queue({
        to: 'follower@example.com',
        subscription,
        body: { title, paragraphs: [], action: { label: 'See it', path: '/portals/x' }, footer: 'Bye' },
      }),
  });
}
