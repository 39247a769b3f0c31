import { beforeEach, expect, test } from 'vitest';
import { changesApi, type ChangeEvent } from '../log/changes-api.ts';
import { expectRefusal } from '../support/answers.ts';
import { planningApi } from '../support/planning.ts';
import { until } from '../support/until.ts';
import { newKey, type Person } from '../support/workspace.ts';
import { dataOf } from './story-api.ts';
import { newTwoTeams } from './two-teams.ts';

const { workspace, from, to, mover, staying, receiving, api, newStory, move } = await newTwoTeams();

const about = (id: string, type: string) => (event: ChangeEvent) =>
  event.data.id === id && event.type === type;
let readers: Record<
  'both' | 'staying' | 'receiving',
  Awaited<ReturnType<ReturnType<typeof changesApi>['reader']>>
>;

beforeEach(async () => {
  const readerOf = ({ client }: Person) => changesApi(workspace, client).reader();
  readers = {
    both: await readerOf(mover),
    staying: await readerOf(staying),
    receiving: await readerOf(receiving),
  };
});

test('the feed has the update for a reader of both teams, and a loss or a gain for a reader of one', async () => {
  const story = await newStory();
  const moved = await move(story);
  const update = await readers.both.until(about(story.id, 'story.updated'));
  expect(update).toMatchObject({ teamId: to.id, data: moved });
  expect(update.changes).toEqual(
    expect.arrayContaining([
      { field: 'teamId', from: from.id, to: to.id },
      { field: 'reference', from: story.reference, to: moved.reference },
      { field: 'statusId', from: story.statusId, to: moved.statusId },
    ]),
  );
  const lost = await readers.staying.until(about(story.id, 'access.revoked'));
  expect(lost).toMatchObject({ teamId: from.id, data: { resource: 'story', id: story.id } });
  expect(lost.data).not.toHaveProperty('toTeamId');
  const gained = await readers.receiving.until(about(story.id, 'access.granted'));
  expect(gained).toMatchObject({ teamId: to.id, data: { resource: 'story', id: story.id } });

  await api.change(moved, { title: 'Later' });
  await readers.receiving.until((event) => event.data['title'] === 'Later');
  const { id: last } = await newStory();
  for (const reader of [readers.both, readers.staying]) await reader.until(about(last, 'story.created'));
  const typesOf = ({ events }: { events: ChangeEvent[] }) =>
    events.filter(({ data }) => data.id === story.id).map(({ type }) => type);
  expect(typesOf(readers.staying)).toEqual(['story.created', 'access.revoked']);
  expect(typesOf(readers.receiving)).toEqual(['access.granted', 'story.updated']);
  expect(typesOf(readers.both)).not.toContain('access.revoked');
});

test('comments of the story are events of the new team from then on', async () => {
  const story = await newStory();
  const path = `${workspace.path}/stories/${story.id}/comments`;
  const comment = dataOf<{ id: string; updatedAt: string }>(
    await mover.client.post(path, { content: 'Before' }),
    201,
  );
  await readers.staying.until(about(comment.id, 'comment.created'));
  await move(story);
  await mover.client.patch(`${path}/${comment.id}`, {
    expectedUpdatedAt: comment.updatedAt,
    content: 'After',
  });
  expect(await readers.receiving.until(about(comment.id, 'comment.updated'))).toMatchObject({
    teamId: to.id,
  });
  const { id: last } = await newStory();
  await readers.staying.until(about(last, 'story.created'));
  expect(readers.staying.events.filter(about(comment.id, 'comment.updated'))).toEqual([]);
});

test('a feed of one team tells also a reader of both that a story left it', async () => {
  const ofFormer = await changesApi(workspace, mover.client, { teamId: from.id }).reader();
  const ofNew = await changesApi(workspace, mover.client, { teamId: to.id }).reader();
  const story = await newStory();
  await move(story);
  expect(await ofFormer.until(about(story.id, 'access.revoked'))).toMatchObject({ teamId: from.id });
  expect(await ofNew.until(about(story.id, 'story.updated'))).toMatchObject({ teamId: to.id });
});

test('a comment that follows its story is an event of the new team, without changed fields', async () => {
  const story = await newStory();
  const path = `${workspace.path}/stories/${story.id}/comments`;
  const { id } = dataOf<{ id: string }>(await mover.client.post(path, { content: 'It follows' }), 201);
  await readers.staying.until(about(id, 'comment.created'));
  await move(story);
  const followed = await readers.receiving.until(about(id, 'comment.updated'));
  expect(followed).toMatchObject({ teamId: to.id, data: { content: 'It follows' }, changes: [] });
  const { id: last } = await newStory();
  await readers.staying.until(about(last, 'story.created'));
  expect(readers.staying.events.filter(about(id, 'comment.updated'))).toEqual([]);
});

test('search finds the story and its comments in the new team only', async () => {
  const word = `Quartzite${newKey().slice(0, 8)}`;
  const story = await newStory({ title: `Polish the ${word}` });
  const path = `${workspace.path}/stories/${story.id}/comments`;
  await mover.client.post(path, { content: `About ${word}` });
  const hitsOf = async ({ client }: Person, teamId?: string) =>
    (await client.get(`${workspace.path}/search`, { q: word, ...(teamId ? { teamId } : {}) })).json.data
      .map(({ type }: { type: string }) => type)
      .sort();
  await until(async () => (await hitsOf(staying)).length === 2);
  expect(await hitsOf(receiving)).toEqual([]);
  await move(story);
  await until(async () => (await hitsOf(receiving)).length === 2);
  await until(async () => (await hitsOf(staying)).length === 0);
  await until(async () => (await hitsOf(mover)).length === 2);
  expect(await hitsOf(mover, from.id)).toEqual([]);
  expect(await hitsOf(mover, to.id)).toEqual(['comment', 'story']);
});

test('the history of a moved story has the names of both teams', async () => {
  const story = await newStory();
  const moved = await move(story);
  const path = `${workspace.path}/stories/${story.id}/history`;
  await until(async () => (await receiving.client.get(path)).json.data.length === 2);
  const [entry] = (await mover.client.get(path)).json.data;
  expect(entry).toMatchObject({ action: 'updated' });
  expect(entry.changes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ field: 'teamId', from: from.id, to: to.id }),
      expect.objectContaining({ field: 'reference', from: story.reference, to: moved.reference }),
    ]),
  );
  expectRefusal(await staying.client.get(path), 404, 'not_found');
});

test('counts of a sprint follow a move', async () => {
  const plan = planningApi(workspace, mover.client);
  const [here, there] = [await plan.sprint(from), await plan.sprint(to)];
  const story = await newStory({ sprintId: here.id });
  const countOf = async (id: string) => (await plan.sprints.get(id)).json.data.storyCounts.total as number;
  await until(async () => (await countOf(here.id)) === 1);
  await move(story, { sprintId: there.id });
  await until(async () => (await countOf(here.id)) === 0 && (await countOf(there.id)) === 1);
});
