import { expect, test } from 'vitest';
import { ruleApi } from '../rules/rule-api.ts';
import { createStoryAs, newKey, newWorkspace } from '../support/workspace.ts';
import { connectedClient } from './mcp-client.ts';

test('a member makes a rule by names, previews it before it is switched on, and takes back what it did', async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const member = await workspace.person('member', [team]);
  const rules = ruleApi(workspace, member.client);
  const client = await connectedClient(member);
  const setUp = (more: object) => client.answered('manage_setup', { kind: 'rule', ...more });
  const past = await createStoryAs(member.client, workspace, { teamId: team.id, title: 'An outage' });
  const settings = {
    on: ['story.created'],
    if: 'outage',
    enabled: false,
    then: [
      {
        operation: 'updateStory',
        input: { storyId: '{{story.id}}', statusId: 'In Progress', assigneeId: '{{event.actor.id}}' },
      },
    ],
  };
  const create = { action: 'create', name: 'Outages first', teamId: team.code, settings };
  const made = await setUp({ ...create, idempotencyKey: newKey() });
  const { id, updatedAt } = made.structured.data;
  expect(made.structured.data).toMatchObject({ name: 'Outages first', teamId: team.id, enabled: false });

  const preview = () => setUp({ action: 'preview', id: 'outages first', settings: { days: 1 } });
  await expect.poll(async () => (await preview()).structured.data.matched).toBe(1);
  const previewed = await preview();
  expect(previewed.structured.data.would).toMatchObject([{ operation: 'updateStory', id: past.id }]);
  expect(previewed.text).toContain('nothing was changed');

  await setUp({ action: 'update', id, expectedUpdatedAt: updatedAt, settings: { enabled: true } });
  const since = new Date(Date.now() - 1_000).toISOString();
  const story = await createStoryAs(member.client, workspace, { teamId: team.id, title: 'Another outage' });
  await rules.ran(id);
  const read = async () => (await member.client.get(`${workspace.path}/stories/${story.id}`)).json.data;
  expect(await read()).toMatchObject({ assigneeId: member.id });
  await setUp({ action: 'revert', id: 'Outages first', settings: { since } });
  expect((await read()).statusId).toBe(story.statusId);

  const { entries } = (await setUp({ action: 'get' })).structured.data;
  expect(entries).toMatchObject([{ name: 'Outages first', runs: 1 }]);
  const misspelt = await client.refused('manage_setup', { kind: 'rule', action: 'preview', id: 'Outage' });
  expect(misspelt).toMatchObject({
    message: expect.stringContaining('Outages first'),
    fields: [{ path: 'id' }],
  });
  await setUp({ action: 'delete', id, expectedUpdatedAt: (await rules.read(id)).updatedAt });
  expect((await rules.get(id)).status).toBe(404);
});
