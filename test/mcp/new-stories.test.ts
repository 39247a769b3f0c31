import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createStoryAs } from '../support/workspace.ts';
import { connectedClient } from './mcp-client.ts';
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
    const { structured, text } = await client.answered('create_story', args);
    const { stories } = structured.data;
    const [grandchild, child, top, other] = stories;
    expect(child.parentId).toBe(top.id);
    expect(text).toContain(`parent ${top.reference}`);
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

  test('what the call says of one story stops no other', async () => {
    const existing = await newStory();
    const blocks = (relatedStory: string, type = 'blocks') => ({ relations: [{ type, relatedStory }] });
    const { structured, text } = await client.answered('create_story', {
      teamId: team.code,
      stories: [
        { title: 'Fine', key: 'fine', ...blocks(existing.reference) },
        { title: 'Lost', ...blocks('ZZ-1') },
        { title: 'Liked', ...blocks(existing.reference, 'likes') },
        { title: 'Orphan', parentKey: 'nope' },
        { title: 'Both', parentKey: 'fine', parentId: existing.id },
        { title: 'One', key: 'same' },
        { title: 'Two', key: 'same' },
        { title: 'Of which', parentKey: 'same' },
        { title: 'Round', key: 'a', parentKey: 'b' },
        { title: 'And round', key: 'b', parentKey: 'a' },
        { title: 'Below', key: 'c', parentKey: 'a' },
        { title: 'Further below', parentKey: 'c' },
        { title: 'Short', idempotencyKey: 'k' },
        { title: 'Voted', feedbackItem: 'FB-1' },
        { title: 'Child', parentKey: 'fine', ...blocks('c') },
      ],
      ...key(),
    });
    expect(text).toContain('2 of 15 done.');
    const { stories } = structured.data;
    expect(stories.map((one: { id?: string }) => one.id !== undefined)).toEqual(
      stories.map((_: unknown, at: number) => at === 0 || at === 14),
    );
    const paths = stories.map(
      (one: { error?: { fields?: { path: string }[] } }) => one.error?.fields?.[0]?.path,
    );
    expect(paths.slice(1, 7)).toEqual([
      'relations.0.relatedStory',
      'relations.0.type',
      'parentKey',
      'parentKey',
      'key',
      'key',
    ]);
    expect((await storyNow(stories[14].id)).parentId).toBe(stories[0].id);
    expect(await relationsOf(stories[0].id)).toHaveLength(1);
  });

  test('what all of several lack is told as of one', async () => {
    const outsider = await workspace.person('member', []);
    const stories = [{ title: 'A' }, { title: 'B' }];
    const error = await client.refused('create_story', {
      teamId: team.code,
      stories,
      assigneeId: outsider.id,
      ...key(),
    });
    expect(error.message).toContain('None of the 2 stories was done.');
    expect(error.hint).toContain('team_member');
    expect(error.hint.match(/team_member/g)).toHaveLength(1);
    const mixed = await client.refused('create_story', {
      teamId: team.code,
      stories: [
        { title: 'A', statusId: 'Nowhere' },
        { title: 'B', assigneeId: outsider.id },
      ],
      ...key(),
    });
    expect(mixed.hint).toContain('list_statuses');
    expect(mixed.hint).toContain('team_member');
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

test('save_sprint says which story it cannot take, and takes the others', async () => {
  const [mine, own] = [await newStory(), await newStory()];
  const others = await workspace.team();
  const both = await workspace.person('member', [team, others]);
  const client = await connectedClient(both);
  const theirs = await createStoryAs(both.client, workspace, { teamId: others.id });
  const [code] = theirs.reference.split('-');
  const days = { startDate: '2031-04-07', endDate: '2031-04-20' };
  const named = () => ({ teamId: team.code, name: `S ${randomUUID()}`, ...days, ...key() });
  const countOf = async () =>
    (await client.use('list_sprints', { teamId: team.code, limit: 50 })).data.length;
  const before = await countOf();
  for (const [story, message] of [
    [theirs.reference, `is ${theirs.reference}, of team ${code}; the sprint is of another team`],
    [theirs.id, `is ${theirs.reference}, of team ${code}; the sprint is of another team`],
    ['ZZ-1', 'is ZZ-1, which is not a story that you can see'],
    ['no story', 'must be an id or a reference such as ENG-184'],
  ] as const) {
    const refused = await client.refused('save_sprint', { ...named(), stories: [story] });
    expect(refused.message).toContain(`stories.0 ${message}`);
    expect(refused.fields).toMatchObject([{ path: 'stories.0' }]);
  }
  expect(await countOf()).toBe(before);
  const made = await client.answered('save_sprint', {
    ...named(),
    stories: [mine.reference, theirs.reference, 'ZZ-1', own.id],
  });
  expect(made.text).toContain('2 of 4 done.');
  expect(made.text).toContain(`of team ${code}`);
  const { id } = made.structured.data;
  for (const story of [mine, own]) expect((await storyNow(story.id)).sprintId).toBe(id);
  const later = await client.refused('save_sprint', { sprintId: id, stories: [theirs.reference, 'ZZ-1'] });
  expect(later.message).toContain('None of the 2 stories was done.');
  expect(JSON.stringify(later.fields)).not.toContain('sprintId');
});

test.each(['tok', 'a token that analyze_sprint never made', 7])(
  'a token that is none of a proposal is called that: %s',
  async (confirmationToken) => {
    const days = { startDate: '2031-05-05', endDate: '2031-05-18' };
    const name = `S ${randomUUID()}`;
    const made = await client.use('save_sprint', { teamId: team.code, name, ...days, ...key() });
    const refused = await client.refused('save_sprint', { sprintId: made.data.id, confirmationToken });
    expect(refused.fields).toMatchObject([{ path: 'confirmationToken' }]);
    expect(refused.message).toContain('call analyze_sprint with plan');
  },
);
