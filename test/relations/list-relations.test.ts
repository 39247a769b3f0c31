import { expect, test } from 'vitest';
import { newStoryWorkspace } from '../stories/story-api.ts';
import { relationApi } from './relation-api.ts';

test('pages go from the newest relation to the oldest, each once', async () => {
  const { workspace, team, member, api } = await newStoryWorkspace();
  const relations = relationApi(workspace, member.client);
  const story = () => api.create({ teamId: team.id });
  const hub = await story();
  const made: string[] = [];
  for (const type of ['blocks', 'blocked_by', 'relates_to', 'duplicates', 'duplicated_by']) {
    made.unshift((await relations.relate(hub, type, await story())).id);
  }
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { json } = await relations.page(hub, { limit: 2, ...(cursor ? { cursor } : {}) });
    seen.push(...json.data.map(({ id }: { id: string }) => id));
    cursor = json.meta.nextCursor ?? undefined;
  } while (cursor);
  expect(seen).toEqual(made);
});
