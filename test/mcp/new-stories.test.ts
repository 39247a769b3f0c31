import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createStoryAs } from '../support/workspace.ts';
import { newMcpWorkspace } from './mcp-workspace.ts';

const { workspace, team, person, client } = await newMcpWorkspace();
const newStory = (fields: object = {}) =>
  createStoryAs(person.client, workspace, { teamId: team.id, ...fields });
const storyNow = async (id: string) => (await person.client.get(`${workspace.path}/stories/${id}`)).json.data;
const key = () => ({ idempotencyKey: randomUUID() });
const relationsOf = async (id: string) =>
  (await person.client.get(`${workspace.path}/stories/${id}/relations`)).json.data as {
    type: string;
    relatedStoryId: string;
  }[];

describe('create_story', () => {
  test('makes parents before their children, and relates stories of one call, once however often it is sent', async () => {
    const existing = await newStory();
    const args = {
      teamId: team.code,
      stories: [
        { title: 'Grandchild', parentKey: 'child' },
        {
          title: 'Child',
          key: 'child',
          parentKey: 'top',
          relations: [{ type: 'blocked by', relatedStory: 'other' }],
        },
        { title: 'Top', key: 'top', relations: [{ type: 'relates_to', relatedStory: existing.reference }] },
        { title: 'Other', key: 'other' },
      ],
      ...key(),
    };
    const { stories } = (await client.use('create_story', args)).data;
    const [grandchild, child, top, other] = stories;
    expect((await storyNow(grandchild.id)).parentId).toBe(child.id);
    expect((await storyNow(child.id)).parentId).toBe(top.id);
    expect(await relationsOf(child.id)).toMatchObject([{ type: 'blocked_by', relatedStoryId: other.id }]);
    expect(await relationsOf(top.id)).toMatchObject([{ type: 'relates_to', relatedStoryId: existing.id }]);
    const again = (await client.use('create_story', args)).data;
    expect(again.stories.map(({ id }: { id: string }) => id)).toEqual(
      stories.map(({ id }: { id: string }) => id),
    );
    expect(await relationsOf(child.id)).toHaveLength(1);
  });

  test('takes relations for one story', async () => {
    const existing = await newStory();
    const { text, structured } = await client.answered('create_story', {
      teamId: team.code,
      title: 'Blocker',
      relations: [{ type: 'blocks', relatedStory: existing.reference }],
      ...key(),
    });
    expect(text).toContain(`blocks ${existing.reference}`);
    expect(await relationsOf(structured.data.id)).toHaveLength(1);
  });

  test.each([
    [{ stories: [{ title: 'A', parentKey: 'nope' }] }, 'stories.0.parentKey'],
    [
      {
        stories: [
          { title: 'A', key: 'a', parentKey: 'b' },
          { title: 'B', key: 'b', parentKey: 'a' },
        ],
      },
      'stories.0.parentKey',
    ],
    [
      {
        stories: [
          { title: 'A', key: 'a' },
          { title: 'B', key: 'a' },
        ],
      },
      'stories.1.key',
    ],
    [
      { stories: [{ title: 'A', relations: [{ type: 'likes', relatedStory: 'x' }] }] },
      'stories.0.relations.0.type',
    ],
    [{ title: 'A', relations: [{ type: 'blocks' }] }, 'relations.0.relatedStory'],
    [{ title: 'A', relations: [{ type: 'blocks', relatedStory: 'ZZ-1' }] }, 'relations.0.relatedStory'],
  ])('refuses %j before anything is created', async (fields, path) => {
    const before = (await client.use('list_stories', { limit: 50 })).data.length;
    const error = await client.refused('create_story', { teamId: team.code, ...fields, ...key() });
    expect(error.fields[0].path).toBe(path);
    expect((await client.use('list_stories', { limit: 50 })).data).toHaveLength(before);
  });

  test('a child of a refused parent is refused with it, and the others are made', async () => {
    const { text } = await client.answered('create_story', {
      teamId: team.code,
      stories: [
        { title: 'Bad', key: 'bad', assigneeId: 'nobody at all' },
        { title: 'Below', parentKey: 'bad' },
        { title: 'Fine' },
      ],
      ...key(),
    });
    expect(text).toContain('1 of 3 done.');
    expect(text).toContain('which was refused');
  });
});

test('relations and comments come several in one call', async () => {
  const [a, b, c] = [await newStory(), await newStory(), await newStory()];
  const related = await client.answered('manage_relations', {
    story: a.reference,
    relations: [
      { type: 'blocks', relatedStory: b.reference },
      { type: 'duplicated by', relatedStory: c.id },
    ],
  });
  expect(related.text).toContain('2 added.');
  expect(await relationsOf(a.id)).toHaveLength(2);
  const comments = {
    comments: [
      { story: a.reference, content: 'First' },
      { story: b.reference, content: 'Second' },
    ],
    ...key(),
  };
  for (let time = 0; time < 2; time++) {
    expect((await client.answered('save_comment', comments)).text).toContain('2 added.');
  }
  expect((await client.use('list_comments', { story: a.id })).data).toHaveLength(1);
  expect((await client.use('list_comments', { story: b.id })).data).toMatchObject([{ content: 'Second' }]);
});

test('save_sprint puts stories in, and names no argument that was not sent', async () => {
  const [a, b] = [await newStory(), await newStory()];
  const days = { startDate: '2031-03-03', endDate: '2031-03-16' };
  const made = await client.use('save_sprint', {
    teamId: team.code,
    name: `S ${randomUUID()}`,
    ...days,
    stories: [a.reference],
    ...key(),
  });
  expect((await storyNow(a.id)).sprintId).toBe(made.data.id);
  const { text } = await client.answered('save_sprint', { sprintId: made.data.id, stories: [b.reference] });
  expect(text).toContain(b.reference);
  expect((await storyNow(b.id)).sprintId).toBe(made.data.id);
  const refused = await client.refused('save_sprint', { sprintId: made.data.id, goal: 'A goal' });
  expect(refused.fields[0].path).toBe('expectedUpdatedAt');
  expect(JSON.stringify(refused)).not.toContain('confirmationToken');
});

test('two statuses of one name are listed with their teams', async () => {
  const there = await workspace.team({ name: `Elsewhere ${randomUUID().slice(0, 8)}` });
  await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId: there.id, principalId: person.id });
  const setup = { kind: 'status', action: 'archive', id: 'Done' };
  const { message } = await client.refused('manage_setup', setup);
  expect(message).toContain(team.name);
  expect(message).toContain(there.name);
});
