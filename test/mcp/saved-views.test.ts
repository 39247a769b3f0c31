import { expect, test } from 'vitest';
import { createStoryAs } from '../support/workspace.ts';
import { viewApi } from '../views/view-api.ts';
import { newMcpWorkspace } from './mcp-workspace.ts';

const { workspace, team, person, client } = await newMcpWorkspace();

const list = (args: object) => client.use('list_stories', { workspaceId: workspace.id, ...args });
const refused = async (args: object) => {
  const { message, fields } = await client.refused('list_stories', { workspaceId: workspace.id, ...args });
  return [{ path: fields[0].path, message }];
};

test('list_stories lists the views that the user can see, and runs one by its name or id', async () => {
  const views = viewApi(workspace, person.client);
  const urgent = await views.create({ name: 'Urgent first', filter: 'priority:urgent', sort: 'createdAt' });
  const ofTeam = await views.create({ name: 'Of the team', visibility: 'team', teamId: team.id });
  const other = await workspace.person('member', [team]);
  await viewApi(workspace, other.client).create({ name: 'Of somebody else' });
  const stories = [];
  for (const priority of ['urgent', 'low', 'urgent']) {
    stories.push(await createStoryAs(person.client, workspace, { teamId: team.id, title: 'x', priority }));
  }

  const { structured, text } = await client.answered('list_stories', {
    workspaceId: workspace.id,
    view: '?',
  });
  expect(structured.data).toEqual([
    expect.objectContaining({ id: ofTeam.id, name: 'Of the team', teamId: team.id, team: team.name }),
    { id: urgent.id, name: 'Urgent first', filter: 'priority:urgent', sort: 'createdAt' },
  ]);
  expect(text).toContain('"Urgent first" – filter "priority:urgent", sort createdAt');
  expect((await list({ view: '?', teamId: team.id })).data.map(({ id }: { id: string }) => id)).toEqual([
    ofTeam.id,
  ]);

  const ids = (found: { data: { id: string }[] }) => found.data.map(({ id }) => id);
  await expect
    .poll(async () => ids(await list({ view: 'urgent FIRST' })))
    .toEqual([stories[0]!.id, stories[2]!.id]);
  const first = await list({ view: urgent.id, limit: 1 });
  expect(ids(first)).toEqual([stories[0]!.id]);
  expect(ids(await list({ view: urgent.id, limit: 1, cursor: first.nextCursor }))).toEqual([stories[2]!.id]);
});

test('an unknown view, an ambiguous one, or one next to other filters is refused with a way out', async () => {
  const views = viewApi(workspace, person.client);
  await views.create({ name: 'Twice' });
  await views.create({ name: 'twice' });
  expect(await refused({ view: 'Twise' })).toMatchObject([
    {
      path: 'view',
      message: expect.stringMatching(
        /not a view that you can see: did you mean .*wice.*\? list_stories with view "\?" lists them/,
      ) as unknown,
    },
  ]);
  expect(await refused({ view: 'TWICE' })).toMatchObject([
    { message: expect.stringContaining('several views') as unknown },
  ]);
  for (const [name, value] of Object.entries({ filter: 'is:open', sort: 'createdAt', teamId: team.id })) {
    expect(await refused({ view: 'Twice', [name]: value })).toMatchObject([
      { path: 'view', message: `view cannot be combined with ${name}.` },
    ]);
  }
  expect(await refused({ view: 7 })).toMatchObject([{ path: 'view', message: 'view must be text.' }]);
});

test('"what is blocked and late" is one call', async () => {
  const late = await createStoryAs(person.client, workspace, {
    teamId: team.id,
    title: 'Late and blocked',
    endDate: '2024-01-31',
  });
  await createStoryAs(person.client, workspace, {
    teamId: team.id,
    title: 'Late only',
    endDate: '2024-01-31',
  });
  const blocker = await createStoryAs(person.client, workspace, { teamId: team.id, title: 'Blocker' });
  const relation = { type: 'blocks', relatedStoryId: late.id };
  const made = await person.client.post(`${workspace.path}/stories/${blocker.id}/relations`, relation);
  expect(made.status).toBe(201);
  await expect
    .poll(async () => (await list({ filter: 'is:blocked is:overdue' })).data)
    .toEqual([expect.objectContaining({ id: late.id, title: 'Late and blocked', status: 'Backlog' })]);
});
