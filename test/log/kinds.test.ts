import { beforeAll, describe, expect, test } from 'vitest';
import { allScopes } from '../../shared/kernel/core/scopes.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectRefusal } from '../support/answers.ts';
import { signedIn } from '../support/browser.ts';
import type { Answer } from '../support/client.ts';
import { feedbackApi } from '../support/feedback.ts';
import { sharedService } from '../support/service.ts';
import {
  createStoryAs,
  newKey,
  newWorkspace,
  type Person,
  type TestWorkspace,
} from '../support/workspace.ts';
import { changesApi, type ChangeEvent } from './changes-api.ts';

interface Made {
  id: string;
  updatedAt: string;
}

let workspace: TestWorkspace;
let team: Team;
let other: Team;
let admin: Person;

beforeAll(async () => {
  workspace = await newWorkspace();
  [team, other] = [await workspace.team(), await workspace.team({ private: true })];
  admin = await workspace.person('admin', [team, other]);
});

const read = (person: Person, filters = {}) => changesApi(workspace, person.client, filters).reader();
type Reader = Awaited<ReturnType<typeof read>>;

async function sent(answer: Promise<Answer>): Promise<Made> {
  const { status, json, text } = await answer;
  if (status >= 300) throw new Error(`It answered ${status}: ${text}`);
  return json.data as Made;
}
const at = (noun: string, { id }: { id: string }) => `${workspace.path}/${noun}/${id}`;
const make = (noun: string, body: object) =>
  sent(admin.client.post(`${workspace.path}/${noun}`, body, { 'idempotency-key': newKey() }));
const change = (noun: string, made: Made, fields: object) =>
  sent(admin.client.patch(at(noun, made), { expectedUpdatedAt: made.updatedAt, ...fields }));
const remove = (noun: string, made: { id: string }) => sent(admin.client.delete(at(noun, made)));

const byAdmin = () => ({ kind: 'user', id: admin.id, via: 'rest' });
const eventsOf = (events: readonly ChangeEvent[], id: string) => events.filter(({ data }) => data.id === id);
const mentions = (events: readonly ChangeEvent[], text: RegExp) => text.test(JSON.stringify(events));
const typesOf = (events: readonly ChangeEvent[], id: string) => eventsOf(events, id).map(({ type }) => type);
/** Reads what has happened: a later change of the team, and one of the workspace, come after it. */
async function catchUp(reader: Reader, ...logs: (string | null)[]) {
  for (const teamId of logs) {
    const { id } = await make('labels', { name: newKey(), ...(teamId === null ? {} : { teamId }) });
    await reader.until(({ data }) => data.id === id);
  }
}

describe('the events of a team', () => {
  test('about labels, statuses and the team itself are for its members only, with their actor', async () => {
    const member = await workspace.person('member', [team]);
    const [seeing, blind] = [await read(admin), await read(member)];
    const label = await make('labels', { teamId: other.id, name: 'Secret label' });
    await change('labels', label, { name: 'Secret name' });
    await sent(admin.client.post(`${at('labels', label)}/archive`));
    const status = await make('statuses', { teamId: other.id, name: 'Secret state', category: 'started' });
    await change('statuses', status, { name: 'Secretly done' });
    const changed = await change('teams', other, { name: 'Secret team' });
    await catchUp(seeing, other.id);
    await catchUp(blind, team.id, null);
    expect(typesOf(seeing.events, label.id)).toEqual(['label.created', 'label.updated', 'label.updated']);
    expect(typesOf(seeing.events, status.id)).toEqual(['status.created', 'status.updated']);
    const updates = eventsOf(seeing.events, changed.id).filter(({ type }) => type === 'team.updated');
    expect(updates).toMatchObject([
      {
        teamId: other.id,
        actor: byAdmin(),
        changes: [{ field: 'name', from: other.name, to: 'Secret team' }],
      },
    ]);
    for (const id of [label.id, status.id])
      for (const event of eventsOf(seeing.events, id))
        expect(event).toMatchObject({ teamId: other.id, actor: byAdmin() });
    expect(mentions(blind.events, /secret/i)).toBe(false);
  });

  test('show a new team to a member with what it was created with, and take all of it when it goes', async () => {
    const reader = await read(admin);
    const made = await make('teams', { name: 'Brief', code: `B${newKey().slice(0, 6).toUpperCase()}` });
    await reader.until(({ type, data }) => type === 'access.granted' && data.id === made.id);
    await reader.until(({ type, data }) => type === 'team.created' && data.id === made.id);
    const kinds = reader.events.filter(({ teamId }) => teamId === made.id).map(({ type }) => type);
    expect(kinds.filter((kind) => kind === 'status.created')).toHaveLength(5);
    await remove('teams', made);
    await reader.until(({ type, data }) => type === 'access.revoked' && data.id === made.id);
  });

  test('do not say that joining or leaving changes the team or the member', async () => {
    const reader = await read(admin);
    const person = await workspace.person('member', [team]);
    const place = { workspaceId: workspace.id, teamId: other.id, principalId: person.id };
    await workspace.operator.joinTeam(place);
    await workspace.operator.leaveTeam(place);
    await catchUp(reader, team.id, other.id, null);
    expect(typesOf(reader.events, person.id)).toEqual(['member.created']);
    expect(typesOf(reader.events, team.id)).not.toContain('team.updated');
  });
});

describe('the events of the workspace', () => {
  test('about labels and statuses are for everyone, about members for all but guests', async () => {
    const guest = await workspace.person('guest', [team]);
    const [seeing, blind] = [await read(admin), await read(guest)];
    const label = await make('labels', { name: 'For all' });
    const status = await make('statuses', { appliesTo: 'objective', name: 'Odd', category: 'started' });
    const added = await make('members', {
      name: 'Somebody',
      email: `${newKey()}@example.com`,
      role: 'member',
    });
    const renamed = await change('members', added, { role: 'admin' });
    await remove('members', renamed);
    await catchUp(seeing, null);
    await catchUp(blind, null);
    expect(typesOf(seeing.events, added.id)).toEqual(['member.created', 'member.updated', 'member.deleted']);
    for (const event of eventsOf(seeing.events, added.id))
      expect(event).toMatchObject({ teamId: null, actor: byAdmin() });
    for (const { events } of [seeing, blind]) {
      expect(typesOf(events, label.id)).toEqual(['label.created']);
      expect(typesOf(events, status.id)).toEqual(['status.created']);
    }
    expect(typesOf(blind.events, added.id)).toEqual([]);
    const refused = await changesApi(workspace, guest.client).get({ type: 'member.*' });
    expectRefusal(refused, 403, 'insufficient_role');
  });

  test('do not count a service account as a member', async () => {
    const reader = await read(admin);
    const { id } = await workspace.serviceAccount([team]);
    await catchUp(reader, null);
    expect(typesOf(reader.events, id)).toEqual([]);
  });
});

describe('the events of feedback portals', () => {
  const feedback = () => feedbackApi(workspace, admin.client);

  test('include every change, deletions too, although the portal is gone by then', async () => {
    const reader = await read(admin, {
      type: 'portal.*,feedback_item.*,feedback_comment.*,feedback_update.*',
    });
    const portal = await feedback().portal({ visibility: 'private', boards: [{ name: 'Ideas' }] });
    const [item, update] = [await feedback().item(portal), await feedback().update(portal)];
    const comment = await feedback().comment(portal, item, admin);
    const inPortal = (noun: string) => `portals/${portal.id}/${noun}`;
    const hidden = `${at(inPortal('items'), item)}/comments/${comment.id}`;
    await sent(admin.client.patch(hidden, { hidden: true }));
    await change(inPortal('items'), item, { status: 'planned' });
    await change(inPortal('updates'), update, { title: 'Changed' });
    const renamed = await change('portals', portal, { name: 'Changed' });
    await remove(inPortal('items'), item);
    await remove(inPortal('updates'), update);
    await remove('portals', renamed);
    await reader.until(({ type, data }) => type === 'feedback_comment.deleted' && data.id === comment.id);
    await reader.until(({ type, data }) => type === 'portal.deleted' && data.id === portal.id);
    const made = [portal, item, update, comment].map(({ id }) => typesOf(reader.events, id));
    expect(made).toEqual(
      ['portal', 'feedback_item', 'feedback_update', 'feedback_comment'].map((kind) =>
        ['created', 'updated', 'deleted'].map((action) => `${kind}.${action}`),
      ),
    );
    for (const { id } of [portal, item, update])
      for (const event of eventsOf(reader.events, id))
        expect(event).toMatchObject({ teamId: null, actor: byAdmin() });
  });

  test('are not for guests, also if they became guests before reading', async () => {
    const guest = await workspace.person('guest', [team]);
    const demoted = await workspace.person('member', [team]);
    const scopes = allScopes.filter((scope) => scope !== 'feedback:read');
    const limited = { client: await workspace.clientFor(admin.id, { scopes }) } as Person;
    const [blind, late, without] = [await read(guest), await read(demoted), await read(limited)];
    const portal = await feedback().portal({ name: 'Hidden portal', visibility: 'private' });
    await feedback().item(portal, { title: 'A hidden wish' });
    const { updatedAt } = (await workspace.operator.getMember(workspace.id, demoted.id))!;
    await change('members', { id: demoted.id, updatedAt }, { role: 'guest' });
    for (const reader of [blind, late, without]) await catchUp(reader, team.id, null);
    for (const { events } of [blind, late, without])
      expect(mentions(events, /hidden (portal|wish)/i)).toBe(false);
    expect(late.events.some(({ type, data }) => type === 'access.revoked' && data.id === workspace.id)).toBe(
      true,
    );
  });

  test('name a visitor as the portal does, without their address', async () => {
    const reader = await read(admin);
    const portal = await feedback().portal();
    const elsewhere = await newWorkspace();
    const email = `${newKey()}@example.com`;
    const fields = { workspaceId: elsewhere.id, name: 'Visitor', email, role: 'member' } as const;
    const visitor = await elsewhere.operator.addMember(fields);
    const browser = await signedIn(sharedService(), elsewhere, visitor);
    const path = `/portals/${portal.slug}/feedback/new`;
    const form = await browser.open(path);
    await browser.submit(form, path, { title: 'A wish', boardId: portal.boards[0]!.id });
    const created = await reader.until(({ data }) => data['title'] === 'A wish');
    expect(created.data).toMatchObject({ title: 'A wish', authorName: 'Visitor', voteCount: 1 });
    expect(created.actor).toMatchObject({ kind: 'visitor', via: 'portal' });
    await catchUp(reader, null);
    expect(mentions(reader.events, new RegExp(email))).toBe(false);
  });
});

test('events that no reader may see do not stop a reader', async () => {
  const reader = await read(admin, { type: 'story.*' });
  await make('labels', { name: newKey() });
  const { id } = await createStoryAs(admin.client, workspace, { teamId: team.id });
  await reader.until(({ data }) => data.id === id);
  expect(reader.events.every(({ type }) => type.startsWith('story.'))).toBe(true);
});
