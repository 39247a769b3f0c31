import { expect, test } from 'vitest';
import { newStoryWorkspace } from '../stories/story-api.ts';
import { relationApi } from './relation-api.ts';

test('each item of a bulk request becomes a relation, an existing one, or an error of its own', async () => {
  const { workspace, team, member, api } = await newStoryWorkspace();
  const [a, b, c] = [
    await api.create({ teamId: team.id }),
    await api.create({ teamId: team.id }),
    await api.create({ teamId: team.id }),
  ];
  const item = (storyId: string, type: string, relatedStoryId: string) => ({
    storyId,
    body: { type, relatedStoryId },
  });
  const items = [item(a.id, 'blocks', b.id), item(a.id, 'blocks', c.id), item(a.id, 'blocks', b.id)];
  const bad = item(a.id, 'blocked_by', c.id);
  const { status, json } = await member.client.post(`${workspace.path}/bulk/relations`, {
    items: [...items, bad],
  });
  expect(status).toBe(200);
  const outcomes = json.data.items as { httpStatus: number; id: string; error?: { code: string } }[];
  expect(outcomes.map(({ httpStatus }) => httpStatus)).toEqual([201, 201, 200, 400]);
  expect(outcomes[2]!.id).toBe(outcomes[0]!.id);
  expect(outcomes[3]!.error?.code).toBe('invalid_reference');
  expect(await relationApi(workspace, member.client).list(a)).toHaveLength(2);
});
