import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { planningApi } from '../support/planning.ts';
import { createStoryAs } from '../support/workspace.ts';
import { connectedClient } from './mcp-client.ts';
import { newMcpWorkspace } from './mcp-workspace.ts';

const { workspace, team, person, client } = await newMcpWorkspace();
const plan = planningApi(workspace, person.client);
const newStory = (fields: object = {}) =>
  createStoryAs(person.client, workspace, { teamId: team.id, ...fields });
const [story, other, third] = [await newStory(), await newStory(), await newStory()];
const key = () => ({ idempotencyKey: randomUUID() });
const url = 'https://example.com/page';
const related = { type: 'blocks', relatedStory: other.reference };
const relations = [{ type: 'relates_to', relatedStory: third.reference }];

describe('arguments that would have no effect are refused by their names, and nothing is done:', () => {
  test.each([
    [{ relations, url }, ['url']],
    [{ relations, ...related }, ['type', 'relatedStory']],
    [{ ...related, url }, ['type', 'relatedStory']],
    [{ url, file: 'a.txt', size: 3 }, ['url']],
    [{ url, title: 'Page', action: 'remove' }, ['title']],
    [{ file: 'a.txt', content: 'YQ==', size: 1 }, ['size']],
    [{ file: 'a.txt', content: 'YQ==', action: 'remove' }, ['content']],
    [{ ...related, title: 'Page' }, ['title']],
  ])('manage_relations with %j', async (args, paths) => {
    const refused = await client.refused('manage_relations', { story: story.reference, ...args });
    expect(refused.fields.map(({ path }: { path: string }) => path)).toEqual(paths);
    expect(refused.message).toMatch(/cannot be sent (with|in a call to)/);
    const { data } = await client.use('get_story', { story: story.id });
    expect([data.relations, data.links ?? []]).toEqual([undefined, []]);
  });

  test.each([
    ['save_comment', { comments: [{ content: 'One' }], content: 'Two', ...key() }, 'content'],
    ['save_comment', { activity: 'thought', content: 'Hm', parentId: randomUUID(), ...key() }, 'parentId'],
    ['save_comment', { content: 'Two', until: '2031-01-01', ...key() }, 'until'],
    ['list_comments', { times: true, session: randomUUID() }, 'session'],
    ['list_comments', { sessions: true, authorId: 'me' }, 'authorId'],
    ['list_comments', { authorId: 'me', cursor: 'x' }, 'cursor'],
    ['get_story', { file: 'a.txt', history: true }, 'history'],
  ])('%s with %j', async (tool, args, path) => {
    const refused = await client.refused(tool, { story: story.reference, ...args });
    expect(refused.fields).toMatchObject([{ path }]);
  });

  test.each([
    ['list_stories', { view: '?', filter: 'is:open' }, 'filter'],
    ['list_stories', { triage: true, teamId: team.code, filter: 'is:open' }, 'filter'],
    ['list_members', { name: 'A', cursor: 'x' }, 'cursor'],
    ['analyze_work', { preview: { stories: [] }, teamId: team.code }, 'teamId'],
  ])('%s with %j', async (tool, args, path) => {
    expect((await client.refused(tool, args)).fields).toMatchObject([{ path }]);
  });

  test('a false option asks for nothing', async () => {
    const listed = await client.answered('list_comments', { story: story.id, times: false, sessions: false });
    expect(listed.structured.data).toEqual([]);
    const said = { story: story.id, content: 'Hello', public: false, delete: false, ...key() };
    expect((await client.use('save_comment', said)).data).toMatchObject({ content: 'Hello' });
  });
});

describe('save_sprint', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

  test('takes the team whose current sprint is meant, and puts stories in', async () => {
    const elsewhere = await workspace.team();
    const joins = { workspaceId: workspace.id, teamId: elsewhere.id, principalId: person.id };
    await workspace.operator.joinTeam(joins);
    const days = { startDate: inDays(-2), endDate: inDays(5) };
    const sprint = await plan.sprint(team, days);
    await plan.sprint(elsewhere, days);
    const current = { sprintId: 'current', stories: [story.reference], ...key() };
    const unclear = await client.refused('save_sprint', current);
    expect(unclear.message).toContain('send teamId too');
    const { structured } = await client.answered('save_sprint', { ...current, teamId: team.code });
    expect(structured.data).toMatchObject({ id: sprint.id, stories: [{ reference: story.reference }] });
    expect(structured.data).not.toHaveProperty('storyCounts');
    const wrong = await client.refused('save_sprint', {
      sprintId: sprint.id,
      teamId: elsewhere.code,
      stories: [other.reference],
      ...key(),
    });
    expect(wrong.fields).toMatchObject([{ path: 'teamId' }]);
    const gone = { sprintId: sprint.id, stories: [], delete: true, expectedUpdatedAt: sprint.updatedAt };
    expect((await client.refused('save_sprint', { ...gone, ...key() })).message).toContain('delete');
  });

  test('says of a sprint that it was made, though none of its stories could be put in', async () => {
    const colleague = await workspace.person('member', [team]);
    const claimed = await createStoryAs(person.client, workspace, { teamId: team.id });
    await colleague.client.post(`${workspace.path}/stories/${claimed.id}/claim`, { leaseSeconds: 600 });
    const days = { startDate: inDays(30), endDate: inDays(35) };
    const args = { teamId: team.code, name: 'New', ...days, stories: [claimed.reference], ...key() };
    const refused = await client.refused('save_sprint', args);
    expect(refused.message).toMatch(/^Only partly done: the sprint "New" was saved \([-0-9a-f]{36}\)\./);
  });
});

test('an argument of the tool is never called unknown', async () => {
  const args = { name: 'New', teamId: team.code, startDate: '2031-02-03', endDate: '2031-02-07', ...key() };
  const refused = await client.refused('save_objective', {
    ...args,
    objectiveId: randomUUID(),
    delete: true,
  });
  expect(refused.message).not.toContain('not a known argument');
  const misnamed = await client.refused('save_sprint', { ...args, id: 'current' });
  expect(misnamed.message).toContain('use sprintId');
});

test('manage_setup refuses what settings say once more', async () => {
  const field = {
    kind: 'custom_field',
    action: 'create',
    name: 'Size',
    settings: { type: 'text', name: 'Area' },
  };
  expect((await client.refused('manage_setup', { ...field, ...key() })).message).toContain('in settings too');
});

test('manage_setup refuses a team that is not that of an id, which it cannot move', async () => {
  const elsewhere = await workspace.team();
  const joins = { workspaceId: workspace.id, teamId: elsewhere.id, principalId: person.id };
  await workspace.operator.joinTeam(joins);
  const label = { kind: 'label', action: 'create', name: 'Odd', teamId: team.code };
  const { id, updatedAt } = (await client.use('manage_setup', { ...label, ...key() })).data;
  const update = { kind: 'label', action: 'update', id, expectedUpdatedAt: updatedAt, name: 'Even' };
  const moved = await client.refused('manage_setup', { ...update, teamId: elsewhere.code });
  expect(moved.fields).toMatchObject([{ path: 'teamId' }]);
  expect((await client.use('manage_setup', { ...update, teamId: team.code })).data.name).toBe('Even');
  const other = { kind: 'team', action: 'update', id: team.code, teamId: elsewhere.code, name: 'Other' };
  const admin = await connectedClient(await workspace.person('admin', [team, elsewhere]));
  expect((await admin.refused('manage_setup', other)).fields).toMatchObject([{ path: 'id' }]);
});
