import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import { relationApi } from '../relations/relation-api.ts';
import { planningApi } from '../support/planning.ts';
import { createStoryAs } from '../support/workspace.ts';
import { newMcpWorkspace } from './mcp-workspace.ts';

const { workspace, team, person, client } = await newMcpWorkspace();

const story = (fields: object = {}): Promise<Story> =>
  createStoryAs(person.client, workspace, { teamId: team.id, ...fields });
const manage = (args: object) => client.use('manage_relations', { workspaceId: workspace.id, ...args });
const refused = (args: object) => client.refused('manage_relations', { workspaceId: workspace.id, ...args });

test('stories are related by reference or id, and get_story shows the relation from both sides, and no more', async () => {
  const [blocker, blocked] = [await story({ title: 'Sign-in' }), await story({ title: 'Passkeys' })];
  const relation = { type: 'blocks', story: blocker.reference, relatedStory: blocked.id };
  const { data } = await manage(relation);
  expect((await manage({ ...relation, action: 'add' })).data.id).toBe(data.id);
  const shown = async ({ id }: Story) =>
    await client.answered('get_story', { workspaceId: workspace.id, story: id });
  const relationTo = ({ id, reference, title }: Story, type: string) => [
    { type, id, reference, title, statusCategory: 'backlog' },
  ];
  const ofBlocked = await shown(blocked);
  expect(ofBlocked.structured.data.relations).toEqual(relationTo(blocker, 'blocked_by'));
  expect(ofBlocked.text).toContain(`blocked_by ${blocker.reference} "Sign-in" (backlog)`);
  expect((await shown(blocker)).structured.data.relations).toEqual(relationTo(blocked, 'blocks'));

  const opposite = { type: 'blocked_by', story: blocked.reference, relatedStory: blocker.reference };
  expect((await manage({ ...opposite, action: 'remove' })).data).toEqual({
    id: data.id,
    deleted: true,
    message: `Removed: blocked by ${blocker.reference}.`,
  });
  expect((await shown(blocked)).structured.data).not.toHaveProperty('relations');
  expect((await refused({ ...opposite, action: 'remove' })).code).toBe('not_found');
});

test('get_story shows only the id of a related story that the user cannot see', async () => {
  const elsewhere = await workspace.team({ private: true });
  const both = await workspace.person('member', [team, elsewhere]);
  const hidden = await createStoryAs(both.client, workspace, { teamId: elsewhere.id, title: 'Secret' });
  const open = await story();
  await relationApi(workspace, both.client).relate(hidden, 'blocks', open);
  const { structured, text } = await client.answered('get_story', {
    workspaceId: workspace.id,
    story: open.reference,
  });
  expect(structured.data.relations).toEqual([{ type: 'blocked_by', id: hidden.id }]);
  expect(text).not.toContain('Secret');
});

test('an impossible relation is refused in words that help', async () => {
  const [one, other] = [await story(), await story()];
  const named = { story: one.id, relatedStory: other.reference };
  expect((await refused({ ...named, type: 'hinders' })).fields[0].path).toBe('type');
  expect((await refused({ ...named, type: 'blocks', action: 'toggle' })).fields[0].path).toBe('action');
  expect((await refused({ story: one.id, type: 'blocks' })).fields[0].path).toBe('relatedStory');
  const missing = await refused({ ...named, type: 'blocks', relatedStory: `${team.code}-9999` });
  expect([missing.code, missing.fields[0].path]).toEqual(['invalid_reference', 'relatedStory']);
  await manage({ ...named, type: 'blocks' });
  const circle = await refused({ story: other.id, type: 'blocks', relatedStory: one.id });
  expect(circle.code).toBe('invalid_reference');
  expect(circle.message).toContain('circle');
});

test('one bad story among several relations, comments or stories of a sprint is named where it was sent', async () => {
  const [one, other] = [await story(), await story()];
  const missing = `${team.code}-9999`;
  const relation = { type: 'blocks', relatedStory: other.reference };
  const lost = { type: 'blocks', relatedStory: missing };
  const workspaceId = workspace.id;
  const related = await client.answered('manage_relations', {
    workspaceId,
    story: one.reference,
    relations: [relation, lost],
  });
  expect(related.text).toContain('1 of 2 added.');
  expect(related.text).toContain(
    `blocks ${missing} – not done, invalid_reference: relatedStory is ${missing}`,
  );
  const only = await refused({ story: one.reference, relations: [lost] });
  expect(only.message).toMatch(`relations.0.relatedStory is ${missing}`);
  expect(await refused({ story: one.reference, relations: [other.reference] })).toMatchObject({
    message: expect.stringContaining('relations.0 must be an object'),
  });
  const comments = [
    { story: one.reference, content: 'Done' },
    { story: missing, content: 'Lost' },
  ];
  const said = await client.answered('save_comment', { workspaceId, comments, idempotencyKey: randomUUID() });
  expect(said.text).toContain('1 of 2 added.');
  expect(said.text).toContain(`Lost – story ${missing}; not done`);
  const sprint = await planningApi(workspace, person.client).sprint(team);
  for (const wrong of [missing, 'no story']) {
    const stories = [one.reference, wrong];
    const filled = await client.answered('save_sprint', { workspaceId, sprintId: sprint.id, stories });
    expect(filled.text).toContain('1 of 2 done.');
    expect(filled.structured.data.stories[1]).toMatchObject({
      story: wrong,
      error: { fields: [{ path: 'story' }] },
    });
  }
});
