import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newAgentWorkspace } from './session-api.ts';

test('the list has the newest first, page by page, for those who can read the story', async () => {
  const { workspace, member, agent, own, sessions, newStory } = await newAgentWorkspace();
  const { id } = await sessions.on(await newStory({ assigneeId: agent.id }));
  for (const body of ['One', 'Two', 'Three']) await own.add(id, { kind: 'action', body });
  const path = `${workspace.path}/agent-sessions/${id}/activities`;
  const first = await member.client.get(path, { limit: 2 });
  expect(first.json.data.map(({ body }: { body: string }) => body)).toEqual(['Three', 'Two']);
  const cursor = first.json.meta.nextCursor;
  const second = await member.client.get(path, { limit: 2, cursor });
  expect(second.json.data.map(({ body }: { body: string }) => body)).toEqual(['One']);
  expect(second.json.meta.nextCursor).toBeNull();
  const outsider = await workspace.person('admin', [await workspace.team()]);
  expectRefusal(await outsider.client.get(path), 404, 'not_found');
});
