import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectRefusal } from '../support/answers.ts';
import { until } from '../support/until.ts';
import type { Person, TestWorkspace } from '../support/workspace.ts';
import { newStoryWorkspace, statusOf, storyApi, type StoryApi } from './story-api.ts';

let workspace: TestWorkspace;
let team: Team;
let member: Person;
let api: StoryApi;

beforeAll(async () => {
  ({ workspace, team, member, api } = await newStoryWorkspace());
});

const path = () => `${workspace.path}/stories`;
const none = { done: 0, total: 0 };

test('include=progress counts the checklist of a story, and its children by their statuses', async () => {
  const description = `- [x] One\n- [ ] Two\n\n${'A long text. '.repeat(200)}\n- [x] Three`;
  const parent = await api.create({ teamId: team.id, description });
  const inStatus = async (category: 'completed' | 'cancelled' | 'started') =>
    await statusOf(workspace, member.client, team, category);
  const child = (fields: object = {}) => api.create({ teamId: team.id, parentId: parent.id, ...fields });
  await child();
  await child({ statusId: await inStatus('started') });
  await child({ statusId: await inStatus('cancelled') });
  await child({ statusId: await inStatus('completed') });
  const read = async () => {
    const { json } = await member.client.get(`${path()}/${parent.id}`, { include: 'progress' });
    expect(json.data).not.toHaveProperty('checklist');
    return json.included.progress;
  };
  const expected = { storyId: parent.id, checklist: { done: 2, total: 3 }, children: { done: 1, total: 3 } };
  await expect.poll(read).toEqual([expected]);
  const alone = await api.create({ teamId: team.id });
  await until(async () => (await api.list({ teamId: team.id })).text.includes(alone.id));
  const { json } = await api.list({ teamId: team.id, include: 'progress', limit: 10 });
  const shown = new Map(json.included.progress.map((one: { storyId: string }) => [one.storyId, one]));
  expect(shown.size).toBe(6);
  expect(shown.get(parent.id)).toEqual(expected);
  expect(shown.get(alone.id)).toEqual({ storyId: alone.id, checklist: none, children: none });
});

test('children in teams that the reader is not in do not count', async () => {
  const other = await workspace.team();
  const both = await workspace.person('member', [team, other]);
  const theirs = storyApi(workspace, both.client);
  const parent = await api.create({ teamId: team.id });
  await theirs.create({ teamId: team.id, parentId: parent.id });
  await theirs.create({ teamId: other.id, parentId: parent.id });
  const seenBy = async ({ client }: Person) =>
    (await client.get(`${path()}/${parent.id}`, { include: 'progress' })).json.included.progress[0].children
      .total;
  await expect.poll(() => seenBy(both)).toBe(2);
  expect(await seenBy(member)).toBe(1);
  const stranger = await workspace.person('member', [other]);
  const answer = await stranger.client.get(`${path()}/${parent.id}`, { include: 'progress' });
  expectRefusal(answer, 404, 'not_found');
});
