import { beforeAll, describe, expect, test } from 'vitest';
import type { Story } from '../../shared/stories/story.ts';
import type { Team } from '../../shared/teams/team.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import type { Answer } from '../support/client.ts';
import { newKey, type TestWorkspace } from '../support/workspace.ts';
import { newStoryWorkspace, storyApi, type StoryApi } from './story-api.ts';

let workspace: TestWorkspace;
let team: Team;
let api: StoryApi;

beforeAll(async () => {
  ({ workspace, team, api } = await newStoryWorkspace());
});

const newStory = (fields: object = {}) => api.create({ teamId: team.id, ...fields });
const send = ({ id, updatedAt }: Story, patch: object, key?: string) =>
  api.update(id, { expectedUpdatedAt: updatedAt, ...patch }, key);

describe('versions', () => {
  test('of 64 updates of one version at once exactly one is taken', async () => {
    const story = await newStory();
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, index) => send(story, { title: `Take ${index}` })),
    );

    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    const winner = winners[0]!.json.data;
    expect(await api.read(story.id)).toEqual(winner);
    for (const answer of answers.filter((answer) => answer !== winners[0])) {
      const error = expectRefusal(answer, 409, 'version_conflict');
      expect(error.currentUpdatedAt).toBe(winner.updatedAt);
      expect(error.changedFields).toEqual(['title']);
    }
  });

  test("a conflict names those of the patch's fields that stand otherwise now", async () => {
    const story = await newStory({ description: 'Old', priority: 'Low', labels: [] });
    const current = await api.change(story, { title: 'Theirs', priority: 'High' });
    const patch = {
      title: 'Theirs',
      priority: 'Urgent',
      labels: [],
      clearFields: ['description', 'sprintId'],
    };
    const error = expectRefusal(await send(story, patch), 409, 'version_conflict');

    expect(error.currentUpdatedAt).toBe(current.updatedAt);
    expect(error.changedFields.toSorted()).toEqual(['description', 'priority']);
    expect(await api.read(story.id)).toEqual(current);
  });

  test('a version from the future is as stale as one from the past', async () => {
    const story = await newStory();
    const ahead = new Date(Date.parse(story.updatedAt) + 1).toISOString();

    expectRefusal(await send({ ...story, updatedAt: ahead }, { title: 'x' }), 409, 'version_conflict');
    expect(await api.read(story.id)).toEqual(story);
  });

  test('updates that read again after a conflict all get through', async () => {
    const { id } = await newStory({ estimatedDurationMinutes: 1 });
    const addMinute = async (): Promise<void> => {
      const story = await api.read(id);
      const minutes = story.estimatedDurationMinutes! + 1;
      const { status } = await send(story, { estimatedDurationMinutes: minutes });
      if (status === 409) await addMinute();
    };
    await Promise.all(Array.from({ length: 8 }, addMinute));

    expect((await api.read(id)).estimatedDurationMinutes).toBe(9);
  });

  test('archiving moves the version too', async () => {
    const story = await newStory();
    await api.archive(story.id);

    expectRefusal(await send(story, { title: 'Stale' }), 409, 'version_conflict');
  });
});

describe('an Idempotency-Key', () => {
  test('makes the same bytes a replay that shows the story as it is now', async () => {
    const story = await newStory();
    const key = newKey();
    const first = await send(story, { title: 'First' }, key);
    expect([first.status, first.headers.has('idempotent-replayed')]).toEqual([200, false]);
    const later = await api.change(first.json.data, { title: 'Later' });
    const replay = await send(story, { title: 'First' }, key);

    expect(replay.headers.get('idempotent-replayed')).toBe('true');
    expect([replay.status, replay.json.data]).toEqual([200, later]);
  });

  test('makes 20 at once one change and 19 replays', async () => {
    const story = await newStory();
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(story, { title: 'Once' }, key)));

    const current = await api.read(story.id);
    for (const { status, json } of answers) expect([status, json.data]).toEqual([200, current]);
    const isReplay = ({ headers }: Answer) => headers.get('idempotent-replayed') === 'true';
    expect(answers.filter(isReplay)).toHaveLength(19);
  });

  test('is refused for other bytes, and for the same bytes on another story', async () => {
    const [one, other] = [await newStory(), await newStory()];
    const key = newKey();
    const patch = { expectedUpdatedAt: one.updatedAt, title: 'First' };
    await api.update(one.id, patch, key);

    expectRefusal(
      await api.update(one.id, { ...patch, title: 'Second' }, key),
      409,
      'idempotency_key_reused',
    );
    expectRefusal(await api.update(other.id, patch, key), 409, 'idempotency_key_reused');
    expect(await api.read(other.id)).toEqual(other);
  });

  test('is free again after a refusal', async () => {
    const story = await newStory();
    const key = newKey();
    const stale = { ...story, updatedAt: '2026-01-01T00:00:00.000Z' };
    expectRefusal(await send(stale, { title: 'Stale' }, key), 409, 'version_conflict');

    expect((await send(story, { title: 'Fresh' }, key)).status).toBe(200);
  });

  test('of a create is another one than that of an update', async () => {
    const key = newKey();
    const { json } = await api.send({ title: 'Made', teamId: team.id }, key);

    const answer = await send(json.data, { title: 'Changed' }, key);
    expect([answer.status, answer.headers.has('idempotent-replayed')]).toEqual([200, false]);
  });

  test('remembers a change that was none', async () => {
    const story = await newStory();
    const key = newKey();
    await send(story, { title: story.title }, key);

    expectRefusal(await send(story, { title: 'Another' }, key), 409, 'idempotency_key_reused');
  });

  test('replays nothing to one who has lost the team, nor a story that is gone', async () => {
    const leaver = await workspace.person('member', [team]);
    const own = storyApi(workspace, leaver.client);
    const story = await newStory();
    const [patch, key] = [{ expectedUpdatedAt: story.updatedAt, title: 'Mine' }, newKey()];
    await own.update(story.id, patch, key);
    const place = { workspaceId: workspace.id, teamId: team.id, principalId: leaver.id };
    await workspace.operator.leaveTeam(place);
    expectRefusal(await own.update(story.id, patch, key), 404, 'not_found');

    await workspace.operator.joinTeam(place);
    expect((await own.update(story.id, patch, key)).status).toBe(200);
    await api.delete(story.id);
    expectRefusal(await own.update(story.id, patch, key), 404, 'not_found');
  });

  test('shorter than 16 characters is refused', async () => {
    const story = await newStory();

    expectRefusal(await send(story, { title: 'x' }, 'k'.repeat(15)), 400, 'invalid_idempotency_key');
    expect(await api.read(story.id)).toEqual(story);
  });
});

describe('parents', () => {
  const chain = async (length: number) => {
    const stories: Story[] = [];
    for (let depth = 0; depth < length; depth++) {
      const parent = stories.at(-1);
      stories.push(await newStory(parent ? { parentId: parent.id } : {}));
    }
    return stories;
  };

  test.each([1, 2, 3, 10])('a circle of %i is refused', async (length) => {
    const stories = await chain(length);
    const [top, bottom] = [stories[0]!, stories.at(-1)!];

    expectBadFields(await send(top, { parentId: bottom.id }), ['parentId'], 'invalid_reference');
    expect(await api.read(top.id)).toEqual(top);
  });

  test('a story moves with what is below it, and can go back to the top', async () => {
    const [top, middle, bottom] = (await chain(3)) as [Story, Story, Story];
    const other = await newStory();
    const moved = await api.change(middle, { parentId: other.id });
    expect(moved.parentId).toBe(other.id);

    const freed = await api.change(moved, { clearFields: ['parentId'] });
    expect((await api.change(top, { parentId: bottom.id })).parentId).toBe(bottom.id);
    expect(freed.parentId).toBeNull();
  });

  test('a circle through a story in a team that the caller does not read is refused too', async () => {
    const second = await workspace.team({ private: true });
    const both = await workspace.person('member', [team, second]);
    const top = await newStory();
    const hidden = await storyApi(workspace, both.client).create({ teamId: second.id, parentId: top.id });
    const bottom = await storyApi(workspace, both.client).create({ teamId: team.id, parentId: hidden.id });

    expectBadFields(await send(top, { parentId: bottom.id }), ['parentId'], 'invalid_reference');
  });

  test.each([2, 3, 5])('%i moves at once that together would make a circle never do', async (size) => {
    for (let round = 0; round < 10; round++) {
      const stories = await Promise.all(Array.from({ length: size }, () => newStory()));
      const moves = stories.map((story, index) => send(story, { parentId: stories[(index + 1) % size]!.id }));
      const answers = await Promise.all(moves);

      const refused = answers.filter(({ status }) => status !== 200);
      expect(refused.length).toBeGreaterThan(0);
      for (const answer of refused) expectBadFields(answer, ['parentId'], 'invalid_reference');
      const left = await Promise.all(stories.map(({ id }) => api.read(id)));
      expect(left.filter(({ parentId }) => parentId === null)).toHaveLength(refused.length);
    }
  });
});
