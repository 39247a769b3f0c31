import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createStoryAs } from '../support/workspace.ts';
import { newMcpWorkspace } from './mcp-workspace.ts';

const { workspace, team, person, client } = await newMcpWorkspace();
const newStory = (fields: object = {}) =>
  createStoryAs(person.client, workspace, { teamId: team.id, ...fields });
const overRest = async (id: string) => (await person.client.get(`${workspace.path}/stories/${id}`)).json.data;
const seen = ({ reference, updatedAt }: { reference: string; updatedAt: string }) => {
  return { story: reference, expectedUpdatedAt: updatedAt };
};

describe('the tool update_stories', () => {
  test('gives each story the common values and its own, and reports the fields', async () => {
    const [one, two] = [await newStory(), await newStory({ description: 'Stays' })];
    const { structured, text } = await client.answered('update_stories', {
      stories: [seen(one), { ...seen(two), title: 'Own' }],
      priority: 'High',
      assigneeId: 'me',
    });
    const { stories } = structured.data;
    expect(stories).toEqual([
      {
        id: one.id,
        reference: one.reference,
        title: one.title,
        priority: 'high',
        assigneeId: person.id,
        assignee: expect.any(String),
        updatedAt: (await overRest(one.id)).updatedAt,
      },
      expect.objectContaining({ id: two.id, title: 'Own', priority: 'high' }),
    ]);
    expect(text).toContain(`assignee ${JSON.stringify(stories[0].assignee)}`);
    expect(await overRest(two.id)).toMatchObject({ title: 'Own', description: 'Stays', priority: 'high' });
  });

  test('takes over no claim, since only people do', async () => {
    const story = await newStory();
    const colleague = await workspace.person('member', [team]);
    const path = `${workspace.path}/stories/${story.id}/claim`;
    expect((await colleague.client.post(path, { leaseSeconds: 600 })).status).toBe(201);
    const assigneeId = 'me';
    for (const change of [
      { stories: [seen(story)], assigneeId },
      { story: story.id, assigneeId },
      { stories: [story.reference], archived: true },
    ]) {
      const { code, hint } = await client.refused('update_stories', change);
      expect(code).toBe('claimed');
      expect(hint).not.toContain('takeOver');
      expect(hint).toContain('expiresAt');
    }
    for (const change of [
      { stories: [seen(story)], assigneeId, takeOver: true },
      { stories: [{ ...seen(story), takeOver: true }], assigneeId },
      { story: story.id, assigneeId, takeOver: true },
    ]) {
      const { code, fields } = await client.refused('update_stories', change);
      expect(code).toBe('invalid_request');
      expect(fields).toMatchObject([{ path: 'takeOver', code: 'unknown_field' }]);
    }
    expect((await overRest(story.id)).claim.holder.id).toBe(colleague.id);
  });

  test('says what was done where no field does, and what is missing where nothing was to be', async () => {
    const [one, two] = [await newStory(), await newStory()];
    const stories = [one.reference, two.reference];
    expect((await client.answered('update_stories', { stories, archived: true })).text).toContain(
      'Archived.',
    );
    const back = await client.answered('update_stories', { stories: [one.reference], archived: false });
    expect(back.text).toContain('Not archived any more.');
    const { text } = await client.answered('update_stories', {
      story: two.id,
      archived: false,
      priority: 'low',
    });
    expect(text).toContain('message: Not archived any more.');
    for (const nothing of [{ stories: [one.reference] }, { stories }, { story: one.id }]) {
      const error = await client.refused('update_stories', nothing);
      expect(JSON.stringify(error)).toContain('arguments must set or clear at least one field.');
      expect(JSON.stringify(error)).not.toContain('The body');
    }
  });

  test('changes those that it may, and says for each other why not', async () => {
    const [one, two] = [await newStory(), await newStory()];
    const late = { ...seen(two), expectedUpdatedAt: new Date(0).toISOString() };
    const { structured, text } = await client.answered('update_stories', {
      stories: [seen(one), late],
      priority: 'urgent',
    });
    const [done, refused] = structured.data.stories;
    expect(done).toMatchObject({ id: one.id, priority: 'urgent' });
    expect(refused).toMatchObject({
      storyId: two.id,
      story: two.reference,
      error: { code: 'version_conflict' },
    });
    expect(refused.error.hint).toContain('expectedUpdatedAt');
    expect(text).toContain('not done, version_conflict');
    expect((await overRest(two.id)).priority).toBe('none');
  });

  test('calls what it refuses by what was sent, and by its reference where that was an id', async () => {
    const [one, two, three] = [await newStory(), await newStory(), await newStory()];
    const [titled, untitled] = [{ title: 'Not read' }, { story: 'ZZ-9' }];
    const { structured, text } = await client.answered('update_stories', {
      stories: [
        { story: one.reference, ...titled },
        { story: two.id, ...titled },
        untitled,
        { story: three.id },
      ],
      priority: 'low',
    });
    expect(structured.data.stories.slice(0, 3)).toMatchObject([
      { storyId: one.id, story: one.reference },
      { storyId: two.id, story: two.reference },
      { story: 'ZZ-9' },
    ]);
    for (const { reference } of [one, two]) expect(text).toContain(`- story ${reference} – not done`);
    expect(text).toContain('- story ZZ-9 – not done');
    expect(text).not.toContain('Not read');
    const all = [one, two].map(({ reference: story }) => ({ story, ...titled }));
    const { message, fields } = await client.refused('update_stories', { stories: all });
    expect(message).toBe('None of the 2 stories was done.');
    expect(fields[0].message).toMatch(`"${one.reference}": expectedUpdatedAt is required`);
    expect(fields[1].message).toBe(`"${two.reference}": as above`);
  });

  test('refuses a single story with the refusal of the call, in words of arguments', async () => {
    const { code, fields } = await client.refused('update_stories', { stories: [{ title: 'x' }] });
    expect(code).toBe('invalid_request');
    expect(fields.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      'expectedUpdatedAt',
      'story',
    ]);
    const none = await client.refused('update_stories', { stories: [] });
    expect(none.message).toBe('stories must contain 1 to 100 stories.');
  });

  test('moves stories to another team by its name', async () => {
    const other = await workspace.team();
    await workspace.operator.joinTeam({
      workspaceId: workspace.id,
      teamId: other.id,
      principalId: person.id,
    });
    const story = await newStory();
    const { data } = await client.use('update_stories', { stories: [seen(story)], teamId: other.name });
    expect(data.stories[0]).toMatchObject({ id: story.id, team: other.name, status: 'Backlog' });
    expect(data.stories[0].reference).toContain(other.code);
    expect((await overRest(story.id)).teamId).toBe(other.id);
  });

  test('archives stories and takes them out again, also with other changes', async () => {
    const [one, two] = [await newStory(), await newStory()];
    const { data } = await client.use('update_stories', {
      stories: [{ ...seen(one), title: 'Gone' }, seen(two)],
      archived: true,
    });
    for (const { archivedAt } of data.stories) expect(archivedAt).toEqual(expect.any(String));
    const archived = await overRest(one.id);
    expect(archived).toMatchObject({ title: 'Gone', archivedAt: expect.any(String) });
    await client.use('update_stories', { stories: [seen(archived)], archived: false });
    expect((await overRest(one.id)).archivedAt).toBeNull();
    const late = await client.refused('update_stories', { stories: [seen(archived)], archived: true });
    expect(late.code).toBe('version_conflict');
    expect(JSON.stringify(late)).not.toContain('If-Match');
  });
});

test('create_story makes several in their order, once under retries', async () => {
  const call = {
    teamId: team.code,
    priority: 'low',
    stories: [{ title: 'First' }, { title: 'Second', priority: 'high' }],
    idempotencyKey: randomUUID(),
  };
  const { stories } = (await client.use('create_story', call)).data;
  expect(stories).toMatchObject([
    { title: 'First', priority: 'low' },
    { title: 'Second', priority: 'high' },
  ]);
  expect((await client.use('create_story', call)).data.stories.map(({ id }: { id: string }) => id)).toEqual(
    stories.map(({ id }: { id: string }) => id),
  );
  const numbers = stories.map(({ reference }: { reference: string }) => Number(reference.split('-')[1]));
  expect(numbers[1]).toBe(numbers[0] + 1);
});

test('list_stories counts by group, with names', async () => {
  const other = await workspace.team();
  await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId: other.id, principalId: person.id });
  await newStory({ teamId: other.id, assigneeId: person.id });
  await newStory({ teamId: other.id });
  const count = (groupBy: string) =>
    expect.poll(async () => (await client.use('list_stories', { teamId: other.id, groupBy })).data);
  await count('status').toMatchObject([{ name: 'Backlog', count: 2 }]);
  const { name } = (await workspace.operator.getMember(workspace.id, person.id))!;
  await count('assignee').toEqual(
    expect.arrayContaining([expect.objectContaining({ name }), expect.objectContaining({ name: 'none' })]),
  );
  const error = await client.refused('list_stories', { groupBy: 'status', limit: 5 });
  expect(error.message).toBe('limit cannot be combined with groupBy.');
});

test('list_members finds people by name, and shows how much each has to do', async () => {
  const busy = await workspace.person('member', [team]);
  await newStory({ assigneeId: busy.id });
  await newStory({ assigneeId: busy.id });
  const { email: name } = (await workspace.operator.getMember(workspace.id, busy.id))!;
  await expect
    .poll(async () => (await client.use('list_members', { name, openWork: true })).data)
    .toMatchObject([{ id: busy.id, openStories: 2 }]);
  expect((await client.use('list_members', { name: randomUUID() })).data).toEqual([]);
});

test('get_story says how many comments there are', async () => {
  const story = await newStory();
  const comment = (fields: object) =>
    client.use('save_comment', { story: story.id, content: 'x', idempotencyKey: randomUUID(), ...fields });
  const root = (await comment({})).data;
  await comment({ parentId: root.id });
  const { structured, text } = await client.answered('get_story', { story: story.id });
  expect(structured.data.commentCount).toBe(2);
  expect(text).toContain('commentCount 2');
});
