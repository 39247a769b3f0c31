import { expect, test } from 'vitest';
import { createStoryAs, newKey } from '../support/workspace.ts';
import { switchIntakeOn } from '../triage/triage-api.ts';
import { newMcpWorkspace } from './mcp-workspace.ts';

const { workspace, team, person, client } = await newMcpWorkspace();

test('list_stories lists what waits in triage, and save_comment decides about it and says why', async () => {
  const admin = await workspace.person('admin', [team]);
  await switchIntakeOn(workspace, admin.client, team);
  const at = { workspaceId: workspace.id };
  const original = await createStoryAs(person.client, workspace, { teamId: team.id });
  const story = await createStoryAs(person.client, workspace, { teamId: team.id, triage: true });
  const waiting = async () =>
    (await client.use('list_stories', { ...at, teamId: team.code, triage: true })).data.map(
      ({ reference }: { reference: string }) => reference,
    );
  expect(await waiting()).toEqual([story.reference]);
  const told = (await client.use('get_story', { ...at, story: story.reference })).data;
  expect(told.triageHint).toContain('save_comment with triage: accept');
  for (const full of [true, false]) {
    const { text } = await client.answered('get_story', { ...at, story: story.reference, full });
    expect(text).toContain(`triageHint: ${told.triageHint}`);
  }
  const of = { ...at, story: story.reference, idempotencyKey: newKey() };
  const decided = { ...of, triage: 'duplicate', mergeInto: original.reference, content: 'Said before' };
  await client.use('save_comment', decided);
  expect(await waiting()).toEqual([]);
  const shown = (await client.use('get_story', { ...at, story: story.reference })).data;
  expect(shown).toMatchObject({
    triage: { state: 'duplicate', duplicateOf: original.id },
    commentCount: 1,
    relations: [{ type: 'duplicates', reference: original.reference }],
  });
  expect(shown.triageHint).toMatch(/^Decided: it is a duplicate\. .*accept/);
  const refused = await client.refused('save_comment', { ...of, triage: 'accept', minutes: 5 });
  expect(JSON.stringify(refused)).toContain('cannot be sent with triage');
});

test('what triage takes is in the schemas, so that clients which check them can send it', async () => {
  const all = await client.listTools();
  const argumentsOf = (tool: string) => all.find(({ name }) => name === tool).inputSchema.properties;
  expect(argumentsOf('save_comment')).toMatchObject({
    triage: { enum: ['accept', 'decline', 'duplicate', 'snooze'] },
    until: {},
    mergeInto: {},
  });
  expect(argumentsOf('list_stories')).toHaveProperty('triage');
});

test('a decision whose reason cannot be written is not made', async () => {
  const admin = await workspace.person('admin', [team]);
  await switchIntakeOn(workspace, admin.client, team);
  const story = await createStoryAs(person.client, workspace, { teamId: team.id, triage: true });
  const of = { story: story.id, triage: 'decline', idempotencyKey: newKey() };
  const refused = await client.refused('save_comment', { ...of, content: '' });
  expect(refused.fields).toMatchObject([{ path: 'content' }]);
  expect((await client.use('get_story', { story: story.id })).data.triage).toMatchObject({
    state: 'pending',
  });
  const lost = await client.refused('save_comment', { ...of, triage: 'duplicate', mergeInto: 'No such' });
  expect(lost.fields).toMatchObject([{ path: 'mergeInto' }]);
});
