import { expect, test } from 'vitest';
import { createStoryAs, newKey } from '../support/workspace.ts';
import { timeApi } from '../time-entries/time-api.ts';
import { newMcpWorkspace } from './mcp-workspace.ts';

const { workspace, team, person, client } = await newMcpWorkspace();

test('save_comment logs time with minutes, and get_story shows the sum of it', async () => {
  const story = await createStoryAs(person.client, workspace, { teamId: team.id });
  const of = { workspaceId: workspace.id, story: story.reference };
  const said = { ...of, minutes: 90, content: 'Measured it', idempotencyKey: newKey() };
  const logged = await client.use('save_comment', said);
  expect((await client.use('save_comment', said)).data.id).toBe(logged.data.id);
  const { data } = (await timeApi(workspace, person.client).listOf(story)).json;
  expect(data).toMatchObject([{ id: logged.data.id, minutes: 90, note: 'Measured it', memberId: person.id }]);
  expect((await client.use('get_story', of)).data.timeSpentMinutes).toBe(90);
  const wrong = await client.refused('save_comment', { ...of, minutes: 0, idempotencyKey: newKey() });
  expect(JSON.stringify(wrong)).toContain('must be at least 1');
});
