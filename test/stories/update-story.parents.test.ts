import { beforeAll, expect, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields } from '../support/answers.ts';
import type { TestWorkspace } from '../support/workspace.ts';
import { newStoryWorkspace, storyApi, type StoryApi } from './story-api.ts';

let workspace: TestWorkspace;
let team: Team;
let api: StoryApi;

beforeAll(async () => {
  ({ workspace, team, api } = await newStoryWorkspace());
});

const newStory = (fields: object = {}) => api.create({ teamId: team.id, ...fields });
const send = ({ id, updatedAt }: Story, patch: object) =>
  api.update(id, { expectedUpdatedAt: updatedAt, ...patch });

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

test('a story moves with its descendants, and can go back to the top', async () => {
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

test.each([2, 3, 5])(
  '%i concurrent moves that together would make a circle never all succeed',
  async (size) => {
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
  },
);
