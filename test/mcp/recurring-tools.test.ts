import { expect, test } from 'vitest';
import type { RecurringStory } from '../../shared/planning/recurring-stories/recurring-story.ts';
import { dayFromNow, recurringApi } from '../recurring-stories/recurring-api.ts';
import { templateApi } from '../story-templates/template-api.ts';
import { newKey } from '../support/workspace.ts';
import { newMcpWorkspace } from './mcp-workspace.ts';

const { workspace, team, person, client } = await newMcpWorkspace();
const recurring = recurringApi(workspace, person.client);
const of = (more: object) => ({ kind: 'recurring_story', teamId: team.code, ...more });
const setUp = async (more: object) => (await client.use('manage_setup', of(more))).data;
const read = async (id: string): Promise<RecurringStory> => (await recurring.get(id)).json.data;

test('manage_setup creates, lists, pauses and deletes a recurring story by the names of it and of what it has', async () => {
  const template = await templateApi(workspace, person.client).create({ teamId: team.id, name: 'Release' });
  const settings = {
    rule: 'FREQ=WEEKLY;BYDAY=MO',
    templateId: 'release',
    story: { title: 'Ship it', assigneeId: 'me' },
  };
  const create = { action: 'create', name: 'Weekly release', startDate: dayFromNow(9), settings };
  const made = await setUp({ ...create, idempotencyKey: newKey() });
  expect(await read(made.id)).toMatchObject({
    name: 'Weekly release',
    teamId: team.id,
    templateId: template.id,
    rule: 'FREQ=WEEKLY;BYDAY=MO',
    startDate: create.startDate,
    story: { title: 'Ship it', assigneeId: person.id },
  });
  const { entries } = await setUp({ action: 'get' });
  expect(entries).toMatchObject([{ id: made.id, nextDueDates: expect.any(Array) }]);
  const change = { action: 'update', id: 'weekly release', expectedUpdatedAt: made.updatedAt };
  const paused = await setUp({ ...change, settings: { paused: true } });
  expect(await read(made.id)).toMatchObject({ paused: true, nextDueDate: null, templateId: template.id });
  await setUp({ action: 'delete', id: 'Weekly release', expectedUpdatedAt: paused.updatedAt });
  expect((await recurring.get(made.id)).status).toBe(404);
});

test('a name that is none, and a rule that is none, are refused with what to do', async () => {
  const { id } = await recurring.create({ teamId: team.id, name: 'Backup' });
  const refused = (more: object) => client.refused('manage_setup', of(more));
  const misspelt = await refused({ action: 'delete', id: 'Bakcup', expectedUpdatedAt: '2026-01-01' });
  expect(misspelt).toMatchObject({ message: expect.stringContaining('Backup'), fields: [{ path: 'id' }] });
  const create = { action: 'create', name: 'Wrong', idempotencyKey: newKey() };
  const hourly = await refused({ ...create, settings: { rule: 'FREQ=HOURLY' } });
  expect(hourly.fields).toMatchObject([{ path: 'rule' }]);
  const story = { labels: ['No such label'] };
  const labelled = await refused({ ...create, settings: { rule: 'FREQ=DAILY', story } });
  expect(labelled.message).toContain('No such label');
  const { updatedAt } = await read(id);
  await setUp({ action: 'delete', id, expectedUpdatedAt: updatedAt });
});
