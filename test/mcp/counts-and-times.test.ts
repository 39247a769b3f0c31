import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createStoryAs } from '../support/workspace.ts';
import { connectedClient } from './mcp-client.ts';
import { newMcpWorkspace } from './mcp-workspace.ts';

const { workspace, team, person, client } = await newMcpWorkspace();
const jane = await workspace.person('member', [team]);
const janes = await connectedClient(jane);
const newStory = (fields: object = {}) =>
  createStoryAs(person.client, workspace, { teamId: team.id, ...fields });
const textOf = async (tool: string, args: object) => (await client.answered(tool, args)).text;
const comment = (story: string, content: string, as = client) =>
  as.use('save_comment', { story, content, idempotencyKey: randomUUID() });

describe('comments in lists', () => {
  test('are counted, with the time of the last, and found by who wrote them', async () => {
    const [busy, quiet] = [await newStory({ title: 'Busy' }), await newStory({ title: 'Quiet' })];
    await comment(busy.id, 'First');
    const last = (await comment(busy.id, 'Second', janes)).data;
    await expect
      .poll(() => textOf('list_stories', { fields: ['commentCount', 'lastCommentAt'] }))
      .toContain('commentCount 2');
    const { data } = await client.use('list_stories', { fields: ['commentCount', 'lastCommentAt'] });
    const rowOf = (id: string) => data.find((row: { id: string }) => row.id === id);
    expect(rowOf(busy.id).lastCommentAt.slice(0, 19)).toBe(last.createdAt.slice(0, 19));
    expect(rowOf(quiet.id).commentCount).toBe(0);
    for (const filter of ['has:comment', `commentedBy:${jane.id}`]) {
      const found = await client.use('list_stories', { filter });
      expect(
        found.data.map(({ id }: { id: string }) => id),
        filter,
      ).toEqual([busy.id]);
    }
    expect(await textOf('list_comments', { authorId: jane.id })).toContain(`${busy.reference} Busy`);
    const ofMe = await client.use('list_comments', { authorId: 'me', story: busy.reference });
    expect(ofMe.data.map(({ content }: { content: string }) => content)).toEqual(['First']);
    const since = async (updatedSince: string) =>
      (await client.use('list_comments', { authorId: jane.id, updatedSince })).data;
    expect(await since(last.createdAt)).toHaveLength(1);
    expect(await since('2999-01-01T00:00:00Z')).toEqual([]);
    const objective = { objectiveId: randomUUID(), authorId: jane.id };
    expect((await client.refused('list_comments', objective)).message).toBe(
      'authorId cannot be sent with objectiveId; send it in a call of its own.',
    );
    const error = await client.refused('list_comments', { authorId: 'Nobody at all' });
    expect(error.message).toContain('is no member');
  });

  test('of teams that one is not in are not found', async () => {
    const outsider = await connectedClient(await workspace.person('member', []));
    expect((await outsider.use('list_comments', { authorId: jane.id })).data).toEqual([]);
  });
});

describe('stories in lists', () => {
  test.each([
    ['due', 'endDate'],
    ['-due', '-endDate'],
    ['Created', 'createdAt'],
    ['-ENDDATE', '-endDate'],
  ])('are sorted by a word of filters: %s', async (word, sort) => {
    const idsBy = async (by: string) =>
      (await client.use('list_stories', { sort: by })).data.map(({ id }: { id: string }) => id);
    const stories = [await newStory({ endDate: '2030-01-02' }), await newStory({ endDate: '2030-01-01' })];
    for (const by of [sort, word])
      await expect.poll(() => idsBy(by)).toEqual(expect.arrayContaining(stories.map(({ id }) => id)));
    expect(await idsBy(word)).toEqual(await idsBy(sort));
    expect((await client.refused('list_stories', { sort: 'size' })).message).toContain('endDate');
  });

  test('have the time spent on them, if it is asked for', async () => {
    const story = await newStory({ title: 'Timed' });
    await client.use('save_comment', { story: story.id, minutes: 25, idempotencyKey: randomUUID() });
    const { data } = await client.use('list_stories', { fields: ['timeSpentMinutes'] });
    const minutes = new Map(data.map((row: any) => [row.id, row.timeSpentMinutes]));
    expect(minutes.get(story.id)).toBe(25);
    expect([...minutes.values()].filter((one) => one !== 25).every((one) => one === 0)).toBe(true);
  });
});

describe('counts of stories', () => {
  test('say their total, the teams of statuses of one name, and categories', async () => {
    const there = await workspace.team({ name: `Elsewhere ${randomUUID().slice(0, 8)}` });
    await workspace.operator.joinTeam({
      workspaceId: workspace.id,
      teamId: there.id,
      principalId: person.id,
    });
    await newStory({ teamId: there.id });
    await expect.poll(() => textOf('list_stories', { groupBy: 'status' })).toContain(there.name);
    const text = await textOf('list_stories', { groupBy: 'status' });
    expect(text).toContain(team.name);
    expect(text).toMatch(/^Total: \d+ stories, each counted once\.$/m);
    expect(await textOf('list_stories', { groupBy: 'category' })).toMatch(/backlog/);
    const [{ inputSchema }] = (await client.listTools()).filter(({ name }) => name === 'list_stories');
    for (const group of ['status', 'category', 'assignee', 'label', 'sprint', 'priority', 'team'])
      expect(inputSchema.properties.groupBy.description).toContain(group);
  });
});

test('stories are grouped by what is meant, however it is called', async () => {
  await newStory({ assigneeId: jane.id });
  const words = {
    status: ['statusId', 'statuses', 'state', 'Status'],
    category: ['statusCategory', 'categories'],
    assignee: ['assigneeId', 'assignees', 'owner', ['assignee']],
    label: ['labels', 'labelNames', 'tag'],
    sprint: ['sprintId', 'cycle'],
    priority: ['priorities'],
    team: ['teamId', 'project'],
  };
  for (const [group, others] of Object.entries(words)) {
    for (const groupBy of others) {
      const { data, common } = await client.use('list_stories', { teamId: team.code, groupBy });
      expect({ ...data[0], ...common }.by, String(groupBy)).toBe(group);
    }
  }
  for (const groupBy of [
    'objective',
    'estimate',
    ['status', 'team'],
    'assignee, status',
    'team and label',
    5,
  ]) {
    const { message } = await client.refused('list_stories', { groupBy });
    expect(message).toContain('must be one of status, category, assignee');
  }
});

describe('search', () => {
  test.each(['filter', 'statusId', 'assigneeId', 'sort', 'groupBy', 'labels'])(
    'says which tool takes %s',
    async (name) => {
      const { message } = await client.refused('search', { q: 'stripes', [name]: 'x' });
      expect(message).toContain(`${name} is not a known argument; list_stories takes it`);
    },
  );

  test('shows who has a story and how far it is, and stops where nothing is relevant', async () => {
    const word = `zebra${randomUUID().slice(0, 6)}`;
    const found = await newStory({ title: `Paint the ${word} stripes`, assigneeId: jane.id });
    await newStory({ title: 'The other thing of the house and the garden' });
    await expect.poll(() => textOf('search', { q: `the ${word}` })).toContain(found.reference);
    const { text, structured } = await client.answered('search', { q: `the ${word} of the stripes` });
    expect(text).toContain('status Backlog');
    expect(text).not.toContain('Left out');
    expect(text).toMatch(/assignee "A member"/);
    expect(structured.data.map(({ id }: { id: string }) => id)).toEqual([found.id]);
  });

  test.each(['stripes assignee:me', 'stripes -status:Done', 'is:open', 'cf.severity:High stripes'])(
    'says that words of a filter are only words in %s',
    async (q) => {
      expect(await textOf('search', { q })).toContain(
        'only words here: list_stories takes them in its filter',
      );
    },
  );

  test.each([
    'stripes',
    'see https://example.com/x',
    'Note: stripes',
    'std::vector',
    '12:30',
    'status: done',
  ])('says nothing of filters for %s', async (q) => {
    expect(await textOf('search', { q })).not.toContain('filter');
  });
});

test('what someone changed is undone without a key as a dry run, and then for good', async () => {
  const story = await newStory({ priority: 'low' });
  const since = new Date(Date.now() - 1_000).toISOString();
  await janes.use('update_stories', { stories: [{ story: story.id }], priority: 'urgent' });
  const undo = { actorId: jane.id, since, teamId: team.id };
  expect(await client.toolNames()).toContain('revert_change_set');
  await expect
    .poll(() => textOf('revert_change_set', { ...undo, dryRun: true }))
    .toMatch(/Would revert [1-9]/);
  expect(await textOf('revert_change_set', { ...undo, dryRun: true })).toContain(story.reference);
  const refused = await client.refused('revert_change_set', undo);
  expect(refused.fields).toMatchObject([{ path: 'idempotencyKey' }]);
  const done = { ...undo, idempotencyKey: randomUUID() };
  expect(await textOf('revert_change_set', done)).toMatch(/Reverted [1-9]/);
  const now = (await person.client.get(`${workspace.path}/stories/${story.id}`)).json.data;
  expect(now.priority).toBe('low');
});

test('key results are listed with their objectives', async () => {
  const objective = await client.use('save_objective', {
    teamId: team.code,
    name: `Grow ${randomUUID()}`,
    idempotencyKey: randomUUID(),
  });
  await client.use('save_key_result', {
    objectiveId: objective.data.id,
    name: 'Net score',
    measurementType: 'percentage',
    idempotencyKey: randomUUID(),
  });
  for (const args of [{ objectiveId: objective.data.id }, { keyResults: true }])
    expect(await textOf('list_objectives', args)).toContain('"Net score"');
  expect(await textOf('list_key_results', { objectiveId: objective.data.id })).toContain('"Net score"');
});
