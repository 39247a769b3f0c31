import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createStoryAs } from '../support/workspace.ts';
import { planningApi } from '../support/planning.ts';
import { newMcpWorkspace } from './mcp-workspace.ts';

/** What models write in place of a sprint's name, a parent's id and the name of an argument. */

const { workspace, team, person, client } = await newMcpWorkspace();
const plan = planningApi(workspace, person.client);
const newStory = (fields: object = {}) =>
  createStoryAs(person.client, workspace, { teamId: team.id, ...fields });
const overRest = async (id: string) => (await person.client.get(`${workspace.path}/stories/${id}`)).json.data;
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

test('a sprint is named by its place in time: next, previous and last', async () => {
  const far = await workspace.team();
  await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId: far.id, principalId: person.id });
  const call = { teamId: far.code, title: 'By time', idempotencyKey: randomUUID() };
  const none = await client.refused('create_story', { ...call, sprintId: 'next' });
  expect(none.message).toContain('"next" is none, since no sprint of that team starts later');
  const sprints = [];
  for (const [name, from, to] of [
    ['Older', -40, -30],
    ['Recent', -20, -10],
    ['Soon', 10, 20],
    ['Later', 30, 40],
  ] as const)
    sprints.push(await plan.sprint(far, { name, startDate: dayIn(from), endDate: dayIn(to) }));
  const [, recent, soon] = sprints;
  const { data } = await client.use('create_story', { ...call, sprintId: 'Next' });
  expect((await overRest(data.id)).sprintId).toBe(soon!.id);
  for (const sprintId of ['previous', 'last']) {
    await client.use('update_stories', { stories: [data.id], sprintId });
    expect((await overRest(data.id)).sprintId).toBe(recent!.id);
  }
  await expect
    .poll(async () => (await client.use('list_stories', { teamId: far.code, sprintId: 'last' })).data)
    .toMatchObject([{ id: data.id }]);
  const current = await client.refused('analyze_sprint', { teamId: far.code, sprintId: 'current' });
  expect(current.message).toContain('no sprint of that team is running');
});

test('the parent of stories that are listed is named by its reference', async () => {
  const [parent, other] = [await newStory(), await newStory()];
  const child = await newStory({ parentId: parent.id });
  const listed = async (args: object) =>
    (await client.use('list_stories', args)).data.map(({ id }: { id: string }) => id);
  for (const filter of [
    { parentId: parent.reference },
    { parent: parent.reference },
    { parentId: [parent.id, other.reference] },
  ])
    await expect.poll(() => listed(filter)).toEqual([child.id]);
  expect(await listed({ parentId: 'none', teamId: team.id })).not.toContain(child.id);
  const { message } = await client.refused('list_stories', { parentId: 'NONE-999' });
  expect(message).toContain('parentId is NONE-999, which is not a story that you can see');
});

test('what is suggested for an unknown argument is none that was sent', async () => {
  const { reference: story } = await newStory();
  const unknown = async (tool: string, args: object): Promise<string> =>
    (await client.refused(tool, args)).message;
  expect(await unknown('update_stories', { stories: [{ story, relatedStoryId: story }] })).not.toContain(
    'did you mean',
  );
  expect(await unknown('create_story', { name: 'A', teamId: team.code })).toContain('use title');
  expect(await unknown('create_story', { title: 'A', name: 'A', teamId: team.code })).not.toContain(
    'use title',
  );
  expect(await unknown('save_sprint', { title: 'S', teamId: team.code })).toContain('use name');
  expect(await unknown('search', { text: 'x' })).toContain('use q');
});
