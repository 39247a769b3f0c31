import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectRefusal, readAll } from '../support/answers.ts';
import type { Person, TestWorkspace } from '../support/workspace.ts';
import { newStoryWorkspace, seed, statusOf, storyApi, type StoryApi } from './story-api.ts';

/** The grammar of list parameters, on stories of two teams that differ in what a filter names; the caller is in both. */
let workspace: TestWorkspace;
let team: Team;
let member: Person;
let api: StoryApi;
let started: string;
let sprintId: string;
/** Newest first, the archived ones too. */
let stories: Story[];

beforeAll(async () => {
  ({ workspace, team } = await newStoryWorkspace());
  const second = await workspace.team();
  member = await workspace.person('member', [team, second]);
  api = storyApi(workspace, member.client);
  started = await statusOf(workspace, member.client, team, 'started');
  sprintId = await seed(workspace).sprint(team);
  stories = [];
  for (let index = 0; index < 16; index++) {
    const has = (bit: number) => (index & bit) > 0;
    const story = await api.create({
      teamId: team.id,
      ...(has(1) ? { statusId: started } : {}),
      ...(has(2) ? { assigneeId: member.id } : {}),
      ...(has(4) ? { sprintId } : {}),
    });
    stories.push(has(8) ? (await api.archive(story.id)).json.data : story);
    stories.push(await api.create({ teamId: second.id, assigneeId: member.id }));
  }
  stories.reverse();
});

const ids = (list: Story[]) => list.map(({ id }) => id);

test.each<[string, () => [Record<string, string>, (story: Story) => boolean]]>([
  ['nothing else', () => [{}, () => true]],
  ['a status', () => [{ statusId: started }, ({ statusId }) => statusId === started]],
  ['a sprint', () => [{ sprintId }, (story) => story.sprintId === sprintId]],
  [
    'an instant',
    () => [{ updatedSince: stories[20]!.updatedAt }, (one) => one.updatedAt >= stories[20]!.updatedAt],
  ],
])('archived=include shows both with %s', async (_, make) => {
  const [query, matches] = make();
  for (const limit of [3, 100]) {
    const found = await readAll(member.client, `${workspace.path}/stories`, {
      ...query,
      archived: 'include',
      limit,
    });
    expect(found).toEqual(stories.filter(matches));
  }
});

test('several values of one filter are or-ed, several filters and-ed', async () => {
  const all = async (query: Record<string, string>) =>
    ids(await readAll(member.client, `${workspace.path}/stories`, { ...query, limit: 100 }));
  const shown = stories.filter(({ archivedAt }) => archivedAt === null);
  const those = (matches: (story: Story) => boolean) => ids(shown.filter(matches));
  const statusIds = [...new Set(shown.map(({ statusId }) => statusId))];
  expect(statusIds.length).toBeGreaterThan(1);
  const [one, other] = statusIds as [string, string];
  const either = `${one},${other}`;
  expect(await all({ statusId: either })).toEqual(
    those(({ statusId }) => statusId === one || statusId === other),
  );
  expect(await all({ statusId: either, sprintId })).toEqual(
    those((story) => [one, other].includes(story.statusId) && story.sprintId === sprintId),
  );
  expect(await all({ assigneeId: 'me,none' })).toEqual(
    those(({ assigneeId }) => assigneeId === null || assigneeId === member.id),
  );
  expect(await all({ assigneeId: `${member.id},${randomUUID()}` })).toEqual(
    those(({ assigneeId }) => assigneeId === member.id),
  );
  expectRefusal(await api.list({ statusId: `${one},${randomUUID()}` }), 404, 'not_found');
});

test('updatedBefore ends before its instant, and with updatedSince makes a range', async () => {
  const times = stories
    .filter(({ archivedAt }) => archivedAt === null)
    .map((one) => one.updatedAt)
    .sort();
  const [since, before] = [times[4]!, times[12]!];
  const all = async (query: Record<string, string>) =>
    ids(await readAll(member.client, `${workspace.path}/stories`, { ...query, limit: 100 }));
  const those = (matches: (at: string) => boolean) =>
    ids(stories.filter((one) => one.archivedAt === null && matches(one.updatedAt)));
  expect(await all({ updatedBefore: before })).toEqual(those((at) => at < before));
  expect(await all({ updatedSince: since, updatedBefore: before })).toEqual(
    those((at) => at >= since && at < before),
  );
  expect(await all({ updatedSince: before, updatedBefore: since })).toEqual([]);
  expect(await all({ updatedBefore: '1999-01-01' })).toEqual([]);
});
