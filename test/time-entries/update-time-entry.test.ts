import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newStoryWorkspace } from '../stories/story-api.ts';
import { timeApi } from './time-api.ts';

const { workspace, team, member, api } = await newStoryWorkspace();
const time = timeApi(workspace, member.client);

test('a change of time moves its date and the sum, and is refused of another version', async () => {
  const story = await api.create({ teamId: team.id });
  const entry = await time.log(story, 30, { note: 'Draft' });
  const startedAt = '2026-01-05T09:00:00.000Z';
  const changed = await time.change(story, entry, { minutes: 45, startedAt, clearFields: ['note'] });
  expect(changed).toMatchObject({ minutes: 45, startedAt, date: '2026-01-05', note: null });
  expect(changed.updatedAt > entry.updatedAt).toBe(true);
  expect(await time.sum({ storyId: story.id })).toEqual({ minutes: 45, stories: 1, truncated: false });
  const stale = { expectedUpdatedAt: entry.updatedAt, minutes: 60 };
  expectRefusal(await time.update(story, entry, stale), 409, 'version_conflict');
  const later = { expectedUpdatedAt: changed.updatedAt, startedAt: '2036-01-05T09:00:00.000Z' };
  expectRefusal(await time.update(story, entry, later), 400, 'invalid_request');
  expect(await time.sum({ storyId: story.id })).toEqual({ minutes: 45, stories: 1, truncated: false });
});

test('time is changed and deleted by who spent it and by admins, not by colleagues', async () => {
  const story = await api.create({ teamId: team.id });
  const entry = await time.log(story);
  const colleague = timeApi(workspace, (await workspace.person('member', [team])).client);
  const body = { expectedUpdatedAt: entry.updatedAt, minutes: 60 };
  expectRefusal(await colleague.update(story, entry, body), 403, 'insufficient_role');
  expectRefusal(await colleague.delete(story, entry), 403, 'insufficient_role');
  const admin = timeApi(workspace, (await workspace.person('admin', [team])).client);
  expect((await admin.change(story, entry, { minutes: 60 })).memberId).toBe(member.id);
});
