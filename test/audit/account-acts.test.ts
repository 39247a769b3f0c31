import { beforeAll, expect, test } from 'vitest';
import type { ShownAuditEvent } from '../../shared/identity/audit/audit-event.ts';
import { setPassword } from '../../shared/pages/accounts/set-password.ts';
import { createOperator } from '../../cli/operator.ts';
import { createBrowser, newAccount, PASSWORD, signedIn, type Browser } from '../support/browser.ts';
import { connect, oauthApi, type Connection } from '../support/oauth.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { auditTrail } from './audit-api.ts';

let service: WorkerService;
let workspace: TestWorkspace;
let admin: Person;

beforeAll(async () => {
  // The event of a sign-in comes from the stream, which in the shared service is behind what all files write.
  ({ service } = await workerService());
  workspace = await newWorkspace(service);
  admin = await workspace.person('admin');
});

const trailOf = ({ id }: Pick<Person, 'id'>, type: string) =>
  auditTrail(admin.client, workspace, { type, targetId: id });

/** The events of a type on a person, once there are as many. */
async function auditEvents(person: Pick<Person, 'id'>, type: string, count = 1): Promise<ShownAuditEvent[]> {
  await until(async () => (await trailOf(person, type)).length >= count);
  return await trailOf(person, type);
}

const byThemselves = ({ id }: Pick<Person, 'id'>) => ({ kind: 'user', id, via: 'portal' });
const origin = { network: '127.0.0.0/24', userAgent: 'node' };

async function trySignIn(email: string, password: string): Promise<Browser> {
  const browser = createBrowser(service.baseUrl);
  await browser.submit(await browser.open('/sign-in?next=/account'), '/sign-in', { email, password });
  return browser;
}

test('sign-ins of an hour from one network are one event with a count, and so are failed ones', async () => {
  const person = await workspace.person('member');
  const { email } = await newAccount(workspace, person);
  for (const password of [PASSWORD, 'wrong', PASSWORD, 'wrong', 'wrong']) await trySignIn(email, password);
  await until(async () => (await trailOf(person, 'member.sign_in_failed'))[0]?.count === 3);
  expect(await trailOf(person, 'member.sign_in_failed')).toEqual([
    expect.objectContaining({
      actor: { kind: 'visitor', id: null, via: 'portal' },
      target: { kind: 'member', id: person.id, name: 'A member' },
      origin,
    }),
  ]);
  expect(await trailOf(person, 'member.signed_in')).toEqual([
    expect.objectContaining({ actor: byThemselves(person), count: 2, origin, credentialId: null }),
  ]);
});

test('a sign-in is an entry of each workspace that the person had accepted by then, and of no other', async () => {
  const person = await workspace.person('member');
  const { email } = await newAccount(workspace, person);
  const [joined, inviting] = [await newWorkspace(service), await newWorkspace(service)];
  const admins = await Promise.all([joined, inviting].map((one) => one.person('admin')));
  await joined.operator.addMember({ workspaceId: joined.id, name: 'The same', email, role: 'guest' });
  const invited = await admins[1]!.client.post(`${inviting.path}/members`, { name: 'Invited', email });
  expect(invited.status).toBe(201);
  await trySignIn(email, PASSWORD);
  const [here] = await auditEvents(person, 'member.signed_in');
  const query = { type: 'member.signed_in' };
  await until(async () => (await auditTrail(admins[0]!.client, joined, query)).length > 0);
  const [there, ...more] = await auditTrail(admins[0]!.client, joined, query);
  expect(more).toEqual([]);
  expect(there!.target.name).toBe('The same');
  // Nothing that both see says that it is one person.
  expect([there!.id, there!.target.id]).not.toContain(here!.id);
  expect(there!.target.id).not.toBe(person.id);
  expect(await auditTrail(admins[1]!.client, inviting, query)).toEqual([]);
});

test('the trail records signing out, and a session that was ended from another browser', async () => {
  const person = await workspace.person('member');
  const { email } = await newAccount(workspace, person);
  const [here, there] = [await trySignIn(email, PASSWORD), await trySignIn(email, PASSWORD)];
  const once = { actor: byThemselves(person), target: { id: person.id }, origin, changes: [], count: 1 };
  await here.submit(await here.open('/account'), '/account/sessions/end');
  expect(await auditEvents(person, 'member.session_ended')).toMatchObject([once]);
  expect(new URL((await there.open('/account')).url).pathname).toBe('/sign-in');
  await here.submit(await here.open('/account'), '/sign-out');
  expect(await auditEvents(person, 'member.signed_out')).toMatchObject([once]);
  await here.submit(await here.open('/sign-in?next=/account'), '/sign-in', { email, password: PASSWORD });
  const page = await here.open('/account');
  const ending = page.text.replace('/sign-out', '/account/sessions/end');
  await here.submit({ ...page, text: ending }, '/account/sessions/end', { session: 'A'.repeat(43) });
  await here.submit(page, '/sign-out');
  await until(async () => (await trailOf(person, 'member.signed_out'))[0]?.count === 2);
  expect(await trailOf(person, 'member.session_ended')).toMatchObject([once]);
});

test('the trail records a new password, set by its owner or by the operator', async () => {
  const person = await workspace.person('member');
  const browser = await signedIn(service, workspace, person);
  const page = await browser.open('/account/password');
  const password = 'another password of many words';
  const shown = await browser.submit(page, '/account/password', {
    current: PASSWORD,
    password,
    again: password,
  });
  expect(shown.url).toContain('done=password');
  const [byOwner] = await auditEvents(person, 'member.password_changed');
  expect(byOwner).toMatchObject({ actor: byThemselves(person), origin, changes: [] });
  expect(JSON.stringify(byOwner)).not.toContain(password);
  await createOperator(workspace.database)
    .within(workspace.id)
    .run(setPassword, { body: { memberId: person.id, password: 'the third password of this person' } });
  const [byOperator] = await auditEvents(person, 'member.password_changed', 2);
  expect(byOperator).toMatchObject({
    actor: { kind: 'system', id: null, via: 'cli' },
    origin: null,
    requestId: null,
  });
});

test('the trail records applications that were allowed, and how each connection ended', async () => {
  const person = await workspace.person('member');
  const browser = await signedIn(service, workspace, person);
  const api = oauthApi(service.baseUrl);
  const connected: Connection[] = [];
  for (const name of ['Ended by its user', 'Ended by itself', 'Copied']) {
    const client = await api.client(
      `https://${name.replaceAll(' ', '-').toLowerCase()}.example/callback`,
      name,
    );
    connected.push(await connect(service.baseUrl, browser, { client }));
  }
  const [, second, third] = connected;
  const page = await browser.open('/connections');
  const own = page.text.slice(page.text.indexOf('Ended by its user'));
  await browser.submit({ ...page, text: own }, '/connections');
  await api.revoke({ token: second!.refreshToken, client_id: second!.client.id });
  const refresh = {
    grant_type: 'refresh_token',
    refresh_token: third!.refreshToken,
    client_id: third!.client.id,
  };
  await api.token(refresh);
  const first = await api.token(refresh);
  await api.token({ ...refresh, refresh_token: first.json.refresh_token });
  await api.token(refresh);
  await until(
    async () => (await auditTrail(admin.client, workspace, { type: 'oauth_grant.revoked' })).length === 3,
  );
  const grants = await auditTrail(admin.client, workspace, { type: 'oauth_grant.*', sort: 'timestamp' });
  expect(grants.filter(({ type }) => type === 'oauth_grant.created')).toHaveLength(3);
  expect(grants[0]).toMatchObject({
    type: 'oauth_grant.created',
    actor: byThemselves(person),
    target: { kind: 'oauth_grant', name: 'Ended by its user' },
    changes: [
      { field: 'audience', from: null, to: 'mcp' },
      { field: 'redirectHost', from: null, to: 'ended-by-its-user.example' },
    ],
  });
  const ended = grants.filter(({ type }) => type === 'oauth_grant.revoked');
  expect(ended.map(({ actor, target }) => [target.name, actor.kind, actor.via])).toEqual([
    ['Ended by its user', 'user', 'portal'],
    ['Ended by itself', 'user', 'mcp'],
    ['Copied', 'system', 'automation'],
  ]);
  const text = JSON.stringify(grants);
  for (const { accessToken, refreshToken } of connected) {
    expect(text).not.toContain(accessToken);
    expect(text).not.toContain(refreshToken);
  }
});

test('the trail records memberships that people accept and end on their account page', async () => {
  const person = await workspace.person('guest');
  const browser = await signedIn(service, workspace, person);
  const { email } = (await workspace.operator.getMember(workspace.id, person.id))!;
  const other = await newWorkspace(service);
  const { client } = await other.person('admin');
  const { json } = await client.post(`${other.path}/members`, { name: 'Asked', email, role: 'admin' });
  const { id } = json.data;
  for (const act of ['accept', 'leave']) {
    await browser.submit(await browser.open('/account'), `/account/workspaces/${other.id}/${act}`);
  }
  const actor = { kind: 'user', id, via: 'portal' };
  const acts = await auditTrail(client, other, { targetId: id, sort: 'timestamp' });
  // A sign-in immediately before the acceptance counts as part of it.
  expect(acts.filter(({ type }) => type !== 'member.signed_in')).toMatchObject([
    { type: 'member.added', actor: { via: 'rest' } },
    { type: 'member.accepted', actor, origin, changes: [{ field: 'role', from: null, to: 'admin' }] },
    { type: 'member.left', actor, origin },
  ]);
});
