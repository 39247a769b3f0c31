import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { listEntries } from '../../shared/identity/mail/digest-store.ts';
import { mailText } from '../../shared/identity/mail/mail-text.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { readAll } from '../support/answers.ts';
import { signedIn, type Browser } from '../support/browser.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { databaseOf, workerService, type WorkerService } from '../support/service.ts';
import { addressOf, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let service: WorkerService;
let workspace: TestWorkspace;
let feedback: Feedback;
let portal: Portal;
let visitor: Browser;
let admin: Person;

beforeAll(async () => {
  ({ service } = await workerService());
  workspace = await newWorkspace(service);
  admin = await workspace.person('admin');
  feedback = feedbackApi(workspace, admin.client);
  portal = await feedback.portal({ name: 'Harbour' });
  const elsewhere = await newWorkspace(service);
  visitor = await signedIn(service, elsewhere, await elsewhere.person('guest'));
});

const manage = () => `/portals/${portal.slug}/manage`;

async function memberWhoChose(mail: string): Promise<Person> {
  const member = await workspace.person('member');
  const browser = await signedIn(service, workspace, member);
  const saved = await browser.submit(await browser.open(manage()), `${manage()}/mail`, { mail });
  expect([saved.status, saved.text.includes(`<option value="${mail}" selected`)]).toEqual([200, true]);
  return member;
}

const named = (name: string, role: 'member' | 'guest' = 'member') =>
  workspace.operator.addMember({
    workspaceId: workspace.id,
    name,
    email: `${randomUUID()}@example.com`,
    role,
  });

async function mailsTo({ id }: Pick<Person, 'id'>) {
  for (let step = 0; step < 2; step++) await service.streamsIdle();
  await service.queuesIdle();
  const email = await addressOf(workspace, id);
  return service.mailbox.mails.filter(({ to }) => to === email);
}

test('a member who chose so gets email about what visitors write, and none about what the team writes', async () => {
  const [each, daily, unasked] = [
    await memberWhoChose('each'),
    await memberWhoChose('daily'),
    await workspace.person('admin'),
  ];
  await feedback.item(portal, { title: 'Ours' });
  const form = `/portals/${portal.slug}/feedback/new`;
  const fields = {
    title: 'More berths',
    boardId: portal.boards[0]!.id,
    description: 'mia@example.com asked.',
  };
  const posted = await visitor.submit(await visitor.open(form), form, fields);
  const path = new URL(posted.url).pathname;
  await visitor.submit(posted, `${path}/comments`, { content: 'In summer.' });

  const mails = await mailsTo(each);
  expect(mails.map(({ subject }) => subject).sort()).toEqual([
    expect.stringMatching(/ commented on: More berths$/),
    'New idea on Harbour: More berths',
  ]);
  for (const { text, from, html } of mails) {
    expect(from).toBe('"Harbour (via Plotline)" <no-reply@plotline.test>');
    expect(html).toContain('<bdi>Harbour</bdi></a');
    expect(text).toContain(`${service.baseUrl}${manage()}/items/more-berths`);
    expect(text).not.toContain('mia@example.com');
  }
  expect(await mailsTo(unasked)).toEqual([]);
  // They are held back for the mail of the day.
  expect(await mailsTo(daily)).toEqual([]);

  const [, link] = /<(.+)>/.exec(mails[0]!.headers['List-Unsubscribe']!)!;
  await fetch(link!, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });
  const { json } = await each.client.get(`${workspace.path}/notification-preferences`);
  expect(json.data.feedback).toBe('off');
});

test('an admin gets it once a day until they choose, and no longer once they want no mail', async () => {
  const path = `${workspace.path}/notification-preferences`;
  const [asked, boss] = [await workspace.person('member'), await workspace.person('admin')];
  const feedbackOf = async ({ client }: Person) => (await client.get(path)).json.data.feedback;
  expect([await feedbackOf(asked), await feedbackOf(boss)]).toEqual(['off', 'daily']);
  await asked.client.patch(path, { mail: 'each' });
  await boss.client.patch(path, { mail: 'each' });
  expect([await feedbackOf(asked), await feedbackOf(boss)]).toEqual(['off', 'daily']);

  const form = `/portals/${portal.slug}/feedback/new`;
  const fields = { title: 'A crane', boardId: portal.boards[0]!.id, description: '' };
  await visitor.submit(await visitor.open(form), form, fields);
  expect([await mailsTo(asked), await mailsTo(boss)]).toEqual([[], []]);
  // What is held back for the mail of the day.
  const held = ({ userId }: Person) =>
    listEntries(createReader(databaseOf(service)), { userId, portalId: workspace.id });
  expect(await held(boss)).toMatchObject([
    {
      text: 'New idea on Harbour: A crane',
      message: mailText('team.idea', { portal: 'Harbour', idea: 'A crane' }),
    },
  ]);
  expect(await held(asked)).toEqual([]);
  await boss.client.patch(path, { mail: 'off' });
  expect(await feedbackOf(boss)).toBe('off');
});

test('a member who chooses so later gets no email about an idea from before, when it changes', async () => {
  const form = `/portals/${portal.slug}/feedback/new`;
  const fields = { title: 'A longer quay', boardId: portal.boards[0]!.id };
  const posted = await visitor.submit(await visitor.open(form), form, fields);
  await service.streamsIdle();
  const late = await memberWhoChose('each');
  const items = await readAll(admin.client, `${feedback.pathOf(portal)}/items`);
  const item = items.find(({ slug }) => new URL(posted.url).pathname.endsWith(slug));
  await feedback.change(`${feedback.pathOf(portal)}/items/${item.id}`, item, { status: 'planned' });
  expect((await mailsTo(late)).map(({ subject }) => subject)).toEqual([]);
});

test('an internal note mails those whom it mentions, and no one else', async () => {
  const [asked, unasked, silent, guest] = [
    await named('Mina Marsh'),
    await named('Otto Ober'),
    await named('Sia Still'),
    await named('Gus Guest', 'guest'),
  ];
  const client = await workspace.clientFor(silent.id);
  await client.patch(`${workspace.path}/notification-preferences`, { mail: 'off' });
  const item = await feedback.item(portal, { title: 'A lighthouse' });
  const browser = await signedIn(service, workspace, admin);
  const path = `${manage()}/items/${item.slug}`;
  const page = await browser.open(path);
  expect(page.text).toMatch(/name="note"[^>]*data-names="[^"]*Mina Marsh/);
  expect(page.text).not.toContain('Gus Guest');
  const note = '@Mina Marsh, @Sia Still and @Gus Guest: is this ours?';
  const saved = await browser.submit(page, `${path}/note`, { note });
  expect(saved.text).toMatch(/<strong class="mention"\s*>@Mina Marsh</);
  expect(await mailsTo(asked)).toMatchObject([
    {
      subject: expect.stringMatching(/ mentioned you in A lighthouse$/),
      text: expect.stringContaining(`${service.baseUrl}${path}#team`),
    },
  ]);
  for (const person of [unasked, silent, guest, admin]) {
    const subjects = (await mailsTo(person)).map(({ subject }) => subject);
    expect(subjects).not.toContainEqual(expect.stringContaining('A lighthouse'));
  }
});
