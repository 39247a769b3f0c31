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
  expect(told.triageHint).toContain('save_comment with triage accept');
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
  const refused = await client.refused('save_comment', { ...of, triage: 'accept', minutes: 5 });
  expect(JSON.stringify(refused)).toContain('cannot be sent with triage');
});
