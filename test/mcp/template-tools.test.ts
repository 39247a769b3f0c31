import { expect, test } from 'vitest';
import { templateApi } from '../story-templates/template-api.ts';
import { storyApi } from '../stories/story-api.ts';
import { until } from '../support/until.ts';
import { newKey } from '../support/workspace.ts';
import { newMcpWorkspace } from './mcp-workspace.ts';

const { workspace, team, person, client } = await newMcpWorkspace();
const templates = templateApi(workspace, person.client);
const stories = storyApi(workspace, person.client);
const args = (more: object) => ({ workspaceId: workspace.id, teamId: team.code, ...more });
const create = (more: object) => ({ ...args(more), idempotencyKey: newKey() });

test('create_story takes a template by its name, and get_story says how much of it is done', async () => {
  await templates.create({
    teamId: team.id,
    name: 'Release',
    description: '- [x] Planned',
    checklist: ['Tell support'],
    subStories: [{ title: 'Test it' }],
  });
  const made = (await client.use('create_story', create({ title: 'Ship', templateId: 'release' }))).data;
  await until(async () => (await stories.list({ parentId: made.id })).json.data.length === 1);
  const { structured, text } = await client.answered('get_story', {
    workspaceId: workspace.id,
    story: made.reference,
  });
  const progress = '1 of 2 items of its checklist and 0 of 1 sub-stories done';
  expect(structured.data.progress).toBe(progress);
  expect(text).toContain(`progress: ${progress}`);
  const unknown = await client.refused('create_story', create({ title: 'No', templateId: 'Relaese' }));
  expect(unknown).toMatchObject({
    message: expect.stringContaining('Release'),
    fields: [{ path: 'templateId' }],
  });
});

test('manage_setup creates, lists, changes and deletes a template by its name', async () => {
  const setUp = async (more: object) =>
    (await client.use('manage_setup', args({ kind: 'story_template', ...more }))).data;
  const settings = { checklist: ['Ask'], subStories: [{ title: 'Read' }] };
  const made = await setUp({ action: 'create', name: 'Interview', settings, idempotencyKey: newKey() });
  expect((await templates.get(made.id)).json.data).toMatchObject({ name: 'Interview', ...settings });
  const { entries } = await setUp({ action: 'get' });
  expect(entries.map(({ id }: { id: string }) => id)).toContain(made.id);
  const change = { action: 'update', id: 'interview', expectedUpdatedAt: made.updatedAt };
  const changed = await setUp({ ...change, settings: { title: 'Interview someone' } });
  expect((await templates.get(made.id)).json.data.title).toBe('Interview someone');
  await setUp({ action: 'delete', id: 'Interview', expectedUpdatedAt: changed.updatedAt });
  expect((await templates.get(made.id)).status).toBe(404);
});
