import { beforeAll, expect, test } from 'vitest';
import { allScopes, type Scope } from '../../shared/kernel/core/scopes.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import type { Client } from '../support/client.ts';
import { planningApi } from '../support/planning.ts';
import { addressOf, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { dataOf, storyApi } from './story-api.ts';

/** A filter finds, and suggests, only what its caller may list; the team of "others" is private. */
let workspace: TestWorkspace;
let team: Team;
let others: Team;
let member: Person;
let other: Person;
let guest: Person;

const filtered = (client: Client, filter: string, query: Record<string, string> = {}) =>
  client.get(`${workspace.path}/stories`, { filter, ...query });

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team({ name: 'Rowers' });
  others = await workspace.team({ name: 'Divers', private: true });
  member = await workspace.person('member', [team]);
  other = await workspace.person('member', [others]);
  guest = await workspace.person('guest', [team]);
  const plan = planningApi(workspace, member.client);
  const theirs = planningApi(workspace, other.client);
  const label = async (client: Client, teamId: string, name: string) =>
    dataOf(await client.post(`${workspace.path}/labels`, { teamId, name, color: '#123456' }), 201);
  await Promise.all([
    plan.sprint(team, { name: 'Shore sprint' }),
    plan.objective(team, { name: 'Shore objective' }),
    plan.objective(team, { name: 'Hidden objective', private: true }),
    label(member.client, team.id, 'Shore label'),
    theirs.sprint(others, { name: 'Deep sprint' }),
    theirs.objective(others, { name: 'Deep objective' }),
    label(other.client, others.id, 'Deep label'),
  ]);
});

test.each(['assignee', 'reporter'])(
  'the filter %s of a guest knows only the members of their teams',
  async (key) => {
    const address = await addressOf(workspace, other.id);
    for (const value of [address, other.id, address.slice(1)]) {
      const answer = await filtered(guest.client, `${key}:${value}`);
      expectBadFields(answer, ['query.filter']);
      expect(answer.text.replaceAll(value, '')).not.toContain(address.slice(0, -1));
    }
    const unknown = await filtered(guest.client, `${key}:zzz`);
    expect(unknown.text).not.toContain(address);
    expect(unknown.text).toContain(await addressOf(workspace, member.id));
    for (const value of ['me', guest.id, await addressOf(workspace, member.id)]) {
      expect((await filtered(guest.client, `${key}:${value}`)).status, value).toBe(200);
    }
    expect((await filtered(member.client, `${key}:${address}`)).status).toBe(200);
  },
);

const scopeOf: Record<string, [Scope, string]> = {
  assignee: ['members:read', '"A member"'],
  reporter: ['members:read', '"A member"'],
  label: ['labels:read', '"Shore label"'],
  sprint: ['sprints:read', '"Shore sprint"'],
  objective: ['objectives:read', '"Shore objective"'],
  status: ['teams:read', '"In Progress"'],
  team: ['teams:read', 'Rowers'],
};

test.each(Object.entries(scopeOf))(
  'the filter %s accepts names only with the scope to list them',
  async (key, known) => {
    const [scope, name] = known;
    const without = await workspace.clientFor(member.id, {
      scopes: allScopes.filter((one) => one !== scope),
    });
    const only = await workspace.clientFor(member.id, { scopes: ['stories:read', scope] });
    for (const value of [name, 'zzz']) {
      for (const filter of [`${key}:${value}`, `is:open ${key}:${value}`]) {
        const error = expectRefusal(await filtered(without, filter), 403, 'insufficient_scope');
        expect(error.missingScopes).toEqual([scope]);
        expect(error.message).toContain(`${key}:`);
      }
    }
    expect((await filtered(only, `${key}:${name}`)).status).toBe(200);
  },
);

test('words that name nothing of others need no other scope', async () => {
  const bare = await workspace.clientFor(member.id, { scopes: ['stories:read'] });
  await storyApi(workspace, member.client).create({ teamId: team.id });
  for (const filter of [
    'assignee:me',
    'assignee:none',
    'reporter:me',
    'sprint:none',
    `parent:${team.code}-1`,
  ])
    expect((await filtered(bare, filter)).status, filter).toBe(200);
});

test.each(['sprint', 'objective'])('service accounts name a %s with the scope to list it', async (key) => {
  const account = await workspace.serviceAccount([team]);
  expect((await filtered(account.client, `${key}:"Shore ${key}"`)).status).toBe(200);
  const narrow = await workspace.serviceAccount([team], ['stories:read', 'labels:read']);
  expectRefusal(await filtered(narrow.client, `${key}:"Shore ${key}"`), 403, 'insufficient_scope');
  expect((await filtered(narrow.client, 'label:"Shore label"')).status).toBe(200);
});

test.each([
  'label:"Deep label"',
  'sprint:"Deep sprint"',
  'objective:"Deep objective"',
  'objective:"Hidden objective"',
  'team:Divers',
  'label:Deep',
  'sprint:Deep',
  'objective:Deep',
  'objective:Hidden',
  'team:Diver',
  'team:zzz',
  'label:zzz',
  'sprint:zzz',
  'objective:zzz',
])('%s is neither found nor suggested except to its readers', async (filter) => {
  const inBoth = await workspace.person('member', [team, others]);
  const restricted = await workspace.clientFor(inBoth.id, { teamIds: [team.id] });
  const callers = [guest.client, (await workspace.person('member', [team])).client, restricted];
  for (const client of callers) {
    const answer = await filtered(client, filter);
    expectBadFields(answer, ['query.filter']);
    const told = answer.text.replaceAll(filter.replaceAll(/\w+:|"/g, ''), '');
    expect(told).not.toMatch(/deep|hidden|divers/i);
  }
});

test('summaries and views refuse the same filters', async () => {
  const address = await addressOf(workspace, other.id);
  const filter = `assignee:${address.slice(0, -1)}`;
  const summary = await guest.client.get(`${workspace.path}/story-summary`, { filter, groupBy: 'status' });
  expectBadFields(summary, ['query.filter']);
  expect(summary.text).not.toContain(address);
  const view = await member.client.post(`${workspace.path}/views`, {
    name: 'Theirs',
    visibility: 'team',
    teamId: team.id,
    filter,
    columns: ['title'],
  });
  const ran = await guest.client.get(
    `${workspace.path}/views/${dataOf<{ id: string }>(view, 201).id}/stories`,
  );
  expectBadFields(ran, ['query.filter']);
  expect(ran.text).not.toContain(address);
});

test('a filter finds and suggests the service accounts of shared teams only; who lists them names all', async () => {
  const name = async (client: Client, value: string) => await filtered(client, `assignee:${value}`);
  const near = await workspace.serviceAccount([team]);
  const hidden = await workspace.operator.createServiceAccount(workspace.id, {
    name: 'Secretbot',
    teamIds: [others.id],
    scopes: allScopes,
  });
  expect(near.id).not.toBe(hidden.id);
  expect((await name(member.client, '"A program"')).status).toBe(200);
  for (const value of ['zzzz', 'Secretbo', 'Secretbot']) {
    const answer = await name(member.client, value);
    expectBadFields(answer, ['query.filter']);
    expect(answer.text.replaceAll(`\\"${value}\\"`, '')).not.toContain('Secretbot');
  }
  expect((await name(other.client, 'Secretbot')).status).toBe(200);
  const admin = await workspace.person('admin', [team]);
  expect((await name(admin.client, 'Secretbot')).status).toBe(200);
});
