import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { listWatches } from '../../shared/planning/story/watcher-store.ts';
import { createStoryAs } from '../support/workspace.ts';
import { grantOf } from './matrix/grants.ts';
import { mcpClient } from './mcp-client.ts';
import { newMcpWorkspace } from './mcp-workspace.ts';

const { workspace, team, person, client } = await newMcpWorkspace();
const setUp = (args: object) => client.answered('manage_setup', args);
const me = { memberId: 'me' };

test('working hours are read and set, and a client of text alone sees them', async () => {
  const hours = { ...me, kind: 'working_hours' };
  expect((await setUp({ ...hours, action: 'get' })).text).toContain('"monday":[{"start":"09:00"');
  const settings = { timeZone: 'Europe/Berlin', weekly: { friday: [{ start: '08:00', end: '12:00' }] } };
  const set = (await setUp({ ...hours, action: 'update', settings })).structured.data;
  const stored = await person.client.get(`${workspace.path}/members/${person.id}/working-hours`);
  expect(stored.json.data).toMatchObject({
    timeZone: 'Europe/Berlin',
    weekly: { friday: settings.weekly.friday },
  });
  const again = { ...hours, action: 'update', settings: { ...settings, timeZone: 'Europe/Paris' } };
  expect((await client.refused('manage_setup', again)).fields).toMatchObject([{ path: 'expectedUpdatedAt' }]);
  await setUp({ ...again, expectedUpdatedAt: set.updatedAt });
  expect((await setUp({ ...hours, action: 'get' })).text).toContain('Europe/Paris');
});

test.each([
  ['busy_time', { startDate: '2030-01-07T09:00:00.000Z', endDate: '2030-01-07T10:00:00.000Z' }],
  ['time_off', { startDate: '2030-02-04', endDate: '2030-02-08' }],
])('%s is added, listed and removed', async (kind, span) => {
  const own = { ...me, kind };
  const added = { ...own, action: 'create', name: 'A day at the sea', ...span };
  const { id } = (await setUp({ ...added, idempotencyKey: randomUUID() })).structured.data;
  const listed = await setUp({ ...own, action: 'get' });
  expect(listed.structured.data.entries).toMatchObject([{ id, name: 'A day at the sea', ...span }]);
  expect(listed.text).toContain(span.startDate);
  await setUp({ ...own, action: 'delete', id });
  expect((await setUp({ ...own, action: 'get' })).structured.data.entries).toEqual([]);
});

test('a story is watched and left alone, by its reference; one that is hidden does not exist', async () => {
  const story = await createStoryAs(person.client, workspace, { teamId: team.id });
  const watches = async () => (await listWatches(createReader(workspace.database), story.id)).get(person.id);
  const watching = { kind: 'watching', id: story.reference };
  await setUp({ ...watching, action: 'remove' });
  expect(await watches()).toBe(false);
  expect((await setUp({ ...watching, action: 'add' })).structured.data).toMatchObject({ watching: true });
  expect(await watches()).toBe(true);
  const hidden = await workspace.team({ private: true });
  const insider = await workspace.person('member', [hidden]);
  const { id, reference } = await createStoryAs(insider.client, workspace, { teamId: hidden.id });
  for (const one of [id, reference]) {
    const { code } = await client.refused('manage_setup', { ...watching, action: 'add', id: one });
    expect(['not_found', 'invalid_reference']).toContain(code);
  }
});

test('a client that may only read sees when people work and are away, without names that its user may not see', async () => {
  const other = await workspace.person('member', [team]);
  const times = `${workspace.path}/members/${other.id}`;
  await other.client.post(`${times}/time-off`, {
    name: 'Surgery',
    startDate: '2031-03-03',
    endDate: '2031-03-04',
  });
  const busy = { startDate: '2031-03-06T09:00:00.000Z', endDate: '2031-03-06T10:00:00.000Z' };
  await other.client.post(`${times}/busy`, { name: 'Dentist', ...busy });
  const reader = mcpClient(await grantOf(person, ['mcp:read']));
  const email = (await workspace.operator.getMember(workspace.id, other.id))!.email;
  const { structured, text } = await reader.answered('list_members', { name: email, workingTime: true });
  expect(structured.data).toMatchObject([
    {
      id: other.id,
      timeZone: 'UTC',
      weekly: { monday: [{ start: '09:00', end: '17:00' }] },
      timeOff: [{ startDate: '2031-03-03', endDate: '2031-03-04' }],
      busy: [busy],
    },
  ]);
  expect(text).toContain('2031-03-03');
  expect(text).toContain('"monday":[{"start":"09:00","end":"17:00"}]');
  expect(JSON.stringify(structured) + text).not.toMatch(/Surgery|Dentist/);
  const own = mcpClient(await grantOf(other, ['mcp:read']));
  expect((await own.answered('list_members', { name: email, workingTime: true })).text).toContain('Surgery');
  const many = await reader.refused('list_members', { workingTime: true, limit: 50 });
  expect(many.fields).toMatchObject([{ path: 'limit' }]);
});
