import { beforeAll, expect, test } from 'vitest';
import { relationApi } from '../relations/relation-api.ts';
import { ruleApi } from '../rules/rule-api.ts';
import { statusOf, storyApi } from '../stories/story-api.ts';
import { newKey } from '../support/workspace.ts';
import { newMcpWorkspace } from './mcp-workspace.ts';

type Made = Awaited<ReturnType<typeof newMcpWorkspace>>;
let made: Made;

beforeAll(async () => {
  made = await newMcpWorkspace();
});

const manage = (args: object) => made.client.answered('manage_setup', { kind: 'rule', ...args });

/** A story of the team that another one blocks. */
async function blockedStory() {
  const { workspace, team, person } = made;
  const stories = storyApi(workspace, person.client);
  const [blocker, blocked] = [
    await stories.create({ teamId: team.id }),
    await stories.create({ teamId: team.id }),
  ];
  const relations = relationApi(workspace, person.client);
  await relations.relate(blocker, 'blocks', blocked);
  const completed = await statusOf(workspace, person.client, team, 'completed');
  return { stories, blocked, unblock: () => stories.change(blocker, { statusId: completed }) };
}

const toDo = [{ operation: 'updateStory', input: { storyId: '{{story.id}}', statusId: 'To Do' } }];

test('a model shows what a rule would have done in two weeks, and then switches it on', async () => {
  const { stories, blocked, unblock } = await blockedStory();
  const rule = { teamId: made.team.code, settings: { on: ['story.unblocked'], then: toDo } };
  await unblock();
  const days = { ...rule, settings: { ...rule.settings, days: 14 } };
  const shown = () => manage({ action: 'preview', ...days });
  await expect.poll(async () => (await shown()).text, { timeout: 10_000 }).toContain(blocked.reference);
  const { structured, text } = await shown();
  expect(structured.data.would).toMatchObject([
    {
      operation: 'updateStory',
      story: `${blocked.reference} ${blocked.title}`,
      changes: ['statusId: Backlog → To Do'],
    },
  ]);
  expect(text).toMatch(/Nothing was changed.* would have run for 1/);
  expect((await stories.read(blocked.id)).updatedAt).toBe(blocked.updatedAt);

  const off = { ...rule, settings: { ...rule.settings, enabled: false } };
  const created = await manage({ action: 'create', name: 'Unblocked', ...off, idempotencyKey: newKey() });
  const { id, updatedAt } = created.structured.data;
  const stored = await manage({ action: 'preview', id: 'unblocked', settings: { days: 14 } });
  expect(stored.structured.data.would).toEqual(structured.data.would);
  const on = { action: 'update', id: 'Unblocked', expectedUpdatedAt: updatedAt, settings: { enabled: true } };
  expect((await manage(on)).structured.data).toMatchObject({ enabled: true });

  const next = await blockedStory();
  await next.unblock();
  await ruleApi(made.workspace, made.person.client).ran(id);
  const unstarted = await statusOf(made.workspace, made.person.client, made.team, 'unstarted');
  expect((await stories.read(next.blocked.id)).statusId).toBe(unstarted);
  const { entries } = (await manage({ action: 'runs', id: 'Unblocked' })).structured.data;
  expect(entries).toMatchObject([{ outcome: 'done' }]);
});

test('a model lists, corrects and deletes rules by name', async () => {
  const rule = { teamId: made.team.code, settings: { on: ['story.created'], then: toDo } };
  const create = { action: 'create', name: 'New ones', ...rule, idempotencyKey: newKey() };
  const { id, then } = (await manage(create)).structured.data;
  const statusId = await statusOf(made.workspace, made.person.client, made.team, 'unstarted');
  expect(then[0].input).toMatchObject({ storyId: '{{story.id}}', statusId });
  const listed = async () =>
    (await manage({ action: 'get' })).structured.data.entries as { id: string; updatedAt: string }[];
  const [found] = (await listed()).filter((one) => one.id === id);
  const change = { action: 'update', id: 'New ones', expectedUpdatedAt: found!.updatedAt };
  const label = [{ operation: 'updateStory', input: { storyId: '{{story.id}}', priority: 'high' } }];
  expect((await manage({ ...change, settings: { then: label } })).structured.data.then).toEqual(label);
  await manage({
    action: 'delete',
    id: 'new ones',
    expectedUpdatedAt: (await ruleApi(made.workspace, made.person.client).read(id)).updatedAt,
  });
  expect((await listed()).map((one) => one.id)).not.toContain(id);
});

test('what is wrong with a rule is said where it is', async () => {
  const rule = { teamId: made.team.code, settings: { on: ['story.unblockd'], then: toDo } };
  const refused = await made.client.refused('manage_setup', { kind: 'rule', action: 'preview', ...rule });
  expect(JSON.stringify(refused)).toContain('story.unblocked');
  const misnamed = [{ operation: 'updateStory', input: { storyId: '{{story.id}}', statusId: 'Todone' } }];
  const unknown = { ...rule, settings: { on: ['story.unblocked'], then: misnamed } };
  const error = await made.client.refused('manage_setup', { kind: 'rule', action: 'preview', ...unknown });
  expect(error.message).toContain('To Do');
});

test('a model starts from a recipe, and takes back what the rule did, with what stays', async () => {
  const { workspace, team, person } = made;
  const { recipes } = (await manage({ action: 'get', settings: { recipes: true } })).structured.data;
  expect(recipes).toHaveLength(10);
  expect((await manage({ action: 'get' })).structured.data).not.toHaveProperty('recipes');
  const recipe = recipes.find(({ about }: { about: string }) => about.includes('overdue'));
  const { name, teamId: _, ...settings } = recipe.rule;
  const created = await manage({
    action: 'create',
    name,
    teamId: team.code,
    settings: { ...settings, on: ['story.created'], if: 'leaking' },
    idempotencyKey: newKey(),
  });
  const stories = storyApi(workspace, person.client);
  const since = new Date(Date.now() - 1_000).toISOString();
  const [taken, kept] = [
    await stories.create({ teamId: team.id, title: 'Leaking' }),
    await stories.create({ teamId: team.id, title: 'Leaking too' }),
  ];
  await ruleApi(workspace, person.client).ran(created.structured.data.id, 2);
  await stories.change(await stories.read(kept.id), { priority: 'low' });
  const revert = { action: 'revert', id: name };
  const dry = await manage({ ...revert, settings: { since, dryRun: true } });
  expect(dry.text).toContain('Nothing was changed. Would revert 1; 1 kept because of later changes');
  expect((await stories.read(taken.id)).priority).toBe('urgent');
  const done = await manage({ ...revert, settings: { since } });
  expect(done.text).toContain('Reverted 1; 1 kept');
  expect(done.structured.data.conflicts).toMatchObject([{ field: 'priority', now: 'low' }]);
  expect([await stories.read(taken.id), await stories.read(kept.id)]).toMatchObject([
    { priority: 'none' },
    { priority: 'low' },
  ]);
});
