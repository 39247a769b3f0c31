import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test, vi } from 'vitest';
import { writeConflict } from '../../shared/kernel/core/errors.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { membershipKey } from '../../shared/kernel/auth/membership-store.ts';
import { putMember } from '../../shared/identity/members/member-store.ts';
import { INVITATIONS_LIMIT, INVITED_LIMIT, REPEATED_LIMIT } from '../../shared/identity/mail/news-limits.ts';
import { sendMail } from '../../shared/identity/mail/send-mail.ts';
import { sweepMail } from '../../shared/identity/mail/sweep-mail.ts';
import { stopAddress } from '../../shared/identity/mail/stopped-address-store.ts';
import { nameForStrangers } from '../../shared/projections/notifications/name-for-strangers.ts';
import { notifyMembers } from '../../shared/projections/notifications/notify-members.ts';
import { signedIn } from '../support/browser.ts';
import { databaseOf, workerService, type WorkerService } from '../support/service.ts';
import { addressOf, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { newMailWorld } from './mail-world.ts';

/** Anyone who is invited to a workspace learns of it by mail, once, and not more than a stranger has to put up with. */
let service: WorkerService;
let workspace: TestWorkspace;
let admin: Person;

beforeAll(async () => {
  ({ service } = await workerService());
  workspace = await newWorkspace(service);
  admin = await workspace.person('admin');
  await rename(workspace, admin, 'Ada Admin');
});

const rename = async ({ operator, id }: TestWorkspace, person: Person, name: string) =>
  await operator.updateMember((await operator.getMember(id, person.id))!, { name });
const newAddress = () => `${randomUUID()}@example.com`;

async function invite(email: string | undefined, more: object = {}) {
  const body = { name: 'New', ...(email && { email }), ...more };
  const { status, json } = await admin.client.post(`${workspace.path}/members`, body);
  expect(status).toBe(201);
  return json.data;
}

async function mailsTo(email: string) {
  for (let step = 0; step < 3; step++) await service.streamsIdle();
  await service.queuesIdle();
  return service.mailbox.mails.filter(({ to }) => to === email);
}

const read = (person: Person, language: string) =>
  signedIn(service, workspace, person).then((browser) =>
    browser.request('POST', '/account/name', {}, { 'accept-language': language }),
  );

test('a person whom an admin adds gets one mail, which leads to where they accept, however often the record comes', async () => {
  const email = newAddress();
  const { id, updatedAt, name } = await invite(email);
  const mails = await mailsTo(email);
  expect(mails.map(({ subject }) => subject)).toEqual(['Ada Admin invited you to Test']);
  expect(mails[0]!.text).toContain(`${service.baseUrl}/account?invited#invitations\n`);
  expect(mails[0]!.text).toContain(email);
  const [, settings] = /Email settings and unsubscribe: (\S+)/.exec(mails[0]!.text)!;
  const page = await (await fetch(settings!)).text();
  // The page behind a link that may be passed on says nothing of whom it was for.
  expect(page).not.toContain(email);
  // What the workspace calls them is its own.
  expect(mails[0]!.text).not.toContain(name);

  const change = { sequenceNumber: '1', at: new Date(), key: membershipKey(workspace.id, id) };
  const after = (await createReader(databaseOf(service)).get(change.key))!;
  const context = { database: databaseOf(service), now: new Date() };
  await Promise.all([1, 2].map(() => notifyMembers.handle(context, [{ ...change, after }])));
  await admin.client.patch(`${workspace.path}/members/${id}`, {
    expectedUpdatedAt: updatedAt,
    role: 'admin',
  });
  expect(await mailsTo(email)).toHaveLength(1);
});

test('one press in an invitation ends mail of the workspace to its address, but not the invitation', async () => {
  const email = newAddress();
  const { id, updatedAt } = await invite(email);
  const [mail] = await mailsTo(email);
  const [, url] = /Email settings and unsubscribe: (\S+)/.exec(mail!.text)!;
  expect((await fetch(url!)).status).toBe(200);
  const pressed = await fetch(url!, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  });
  expect(pressed.status).toBe(200);
  expect((await admin.client.get(`${workspace.path}/members/${id}`)).json.data).toMatchObject({ updatedAt });
  await admin.client.delete(`${workspace.path}/members/${id}`);
  await invite(email);
  expect(await mailsTo(email)).toHaveLength(1);
  const elsewhere = await newWorkspace(service);
  const another = await elsewhere.person('admin');
  const body = { name: 'New', email };
  expect((await another.client.post(`${elsewhere.path}/members`, body)).status).toBe(201);
  expect(await mailsTo(email)).toHaveLength(2);
});

test('a person who is added by name alone is mailed when they get an address', async () => {
  const email = newAddress();
  const { id, updatedAt } = await invite(undefined);
  await admin.client.patch(`${workspace.path}/members/${id}`, { expectedUpdatedAt: updatedAt, email });
  expect(await mailsTo(email)).toHaveLength(1);
});

test('no mail goes to people whom an import or the operator adds, nor to an address that mail has bounced from', async () => {
  const [imported, added, bounced, last] = [newAddress(), newAddress(), newAddress(), newAddress()];
  await commit(databaseOf(service), [stopAddress(bounced, 'bounce', new Date())]);
  await invite(imported, { sendInvitation: false });
  await workspace.operator.addMember({
    workspaceId: workspace.id,
    name: 'New',
    email: added,
    role: 'member',
  });
  await invite(bounced);
  await invite(last);
  expect(await mailsTo(last)).toHaveLength(1);
  expect([await mailsTo(imported), await mailsTo(added), await mailsTo(bounced)]).toEqual([[], [], []]);
});

test('an invitation is in the language of its reader, or of who invites them', async () => {
  const elsewhere = await newWorkspace(service);
  const german = await elsewhere.person('member');
  const own = await addressOf(elsewhere, german.id);
  await signedIn(service, elsewhere, german).then((browser) =>
    browser.request('POST', '/account/name', {}, { 'accept-language': 'de-DE,de;q=0.9' }),
  );
  await invite(own);
  const [mail] = await mailsTo(own);
  expect(mail!.subject).toBe('Ada Admin hat Sie zu Test eingeladen');
  expect(mail!.html).toContain('<html lang="de" dir="ltr">');

  await read(admin, 'fr');
  const stranger = newAddress();
  await invite(stranger);
  expect((await mailsTo(stranger))[0]!.subject).toBe('Ada Admin vous a invité à rejoindre Test');
});

/** The mail queue alone, with invitations to memberships that wait. */
async function newInvitations() {
  for (const level of ['warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation(() => undefined);
  const world = await newMailWorld();
  const own = newId(world.now());
  const accepted = async (to: string, acceptedAt: string | null, workspaceId = own) => {
    const [memberId, userId] = [newId(world.now()), newId(world.now())];
    const since = world.now().toISOString();
    const dates = { createdAt: since, updatedAt: since, removedAt: null, acceptedAt };
    const member = { id: memberId, workspaceId, name: 'New', email: to, role: 'member' as const, ...dates };
    await commit(world.services.database, putMember(member, userId, writeConflict));
    const { id } = await world.queue({
      to,
      workspaceId,
      invitation: { workspaceId, memberId, userId, since },
    });
    return await sendMail(world.services, id);
  };
  const send = (to: string, workspaceId?: string) => accepted(to, null, workspaceId);
  return { world, send, accepted };
}

test('an invitation that was accepted meanwhile is not sent', async () => {
  const { world, accepted } = await newInvitations();
  expect(await accepted(newAddress(), world.now().toISOString())).toBe('dropped');
  expect(world.sent).toEqual([]);
});

test('one address gets a few invitations of a workspace in a day, and a workspace sends a hundred; further ones wait', async () => {
  const { world, send } = await newInvitations();
  const to = newAddress();
  for (let count = 0; count < REPEATED_LIMIT.most; count++) expect(await send(to)).toBe('sent');
  expect(await send(to.toUpperCase())).toBe('postponed');
  for (let count = REPEATED_LIMIT.most; count < INVITATIONS_LIMIT.most; count++) await send(newAddress());
  expect(world.sent).toHaveLength(INVITATIONS_LIMIT.most);
  expect(await send(newAddress())).toBe('postponed');
  world.pass(24 * 60 * 60 * 1000);
  await sweepMail(world.services);
  await world.work();
  expect(world.sent).toHaveLength(INVITATIONS_LIMIT.most + 2);
});

test('a workspace cannot use up what others may send to an address, which is more, but not without end', async () => {
  const { world, send } = await newInvitations();
  const to = newAddress();
  for (let count = 0; count < INVITED_LIMIT.most; count++) await send(to);
  expect(world.sent).toHaveLength(REPEATED_LIMIT.most);
  for (let count = REPEATED_LIMIT.most; count < INVITED_LIMIT.most; count++)
    expect(await send(to, newId(world.now()))).toBe('sent');
  expect(await send(to, newId(world.now()))).toBe('postponed');
});

test.each([
  ['Ada Admin', 'Ada Admin'],
  ['Payroll: sign in at https://acme-login.example/x', 'Payroll: sign in at https:// acme-login. example/…'],
  ['acme。example and www.acme.example', 'acme。 example and www. acme. example'],
  ['x'.repeat(120), `${'x'.repeat(49)}…`],
])('strangers read the name %s as %s, which is no link', (name, shown) => {
  expect(nameForStrangers(name)).toBe(shown);
});
