import { expect, test } from 'vitest';
import { createStoryAs, newKey } from '../support/workspace.ts';
import { timeApi } from '../time-entries/time-api.ts';
import { newMcpWorkspace } from './mcp-workspace.ts';

const { workspace, team, person, client } = await newMcpWorkspace();

test('save_comment logs time with minutes, and get_story shows the sum of it', async () => {
  const story = await createStoryAs(person.client, workspace, { teamId: team.id });
  const of = { workspaceId: workspace.id, story: story.reference };
  const said = { ...of, minutes: 90, content: 'Measured it', idempotencyKey: newKey() };
  const logged = await client.use('save_comment', said);
  expect((await client.use('save_comment', said)).data.id).toBe(logged.data.id);
  const { data } = (await timeApi(workspace, person.client).listOf(story)).json;
  expect(data).toMatchObject([{ id: logged.data.id, minutes: 90, note: 'Measured it', memberId: person.id }]);
  expect((await client.use('get_story', of)).data.timeSpentMinutes).toBe(90);
  const wrong = await client.refused('save_comment', { ...of, minutes: 0, idempotencyKey: newKey() });
  expect(JSON.stringify(wrong)).toContain('must be at least 1');
});

test('list_comments lists the time spent on a story, which save_comment corrects and deletes', async () => {
  const story = await createStoryAs(person.client, workspace, { teamId: team.id });
  const times = timeApi(workspace, person.client);
  const { id } = await times.log(story, 30, { note: 'Thought' });
  const listed = () => client.answered('list_comments', { story: story.reference, times: true });
  const { structured, text } = await listed();
  const [entry] = structured.data;
  const { date } = (await times.get(story, { id })).json.data;
  expect(entry).toMatchObject({ date });
  expect(text).toContain(`date ${date}`);
  expect(entry).toMatchObject({ id, minutes: 30, content: 'Thought', author: expect.any(String) });
  expect(text).toContain('minutes 30');
  const of = { story: story.reference, timeEntryId: id };
  const change = { ...of, minutes: 45, content: 'Measured', expectedUpdatedAt: entry.updatedAt };
  const { data } = await client.use('save_comment', change);
  expect((await times.get(story, { id })).json.data).toMatchObject({ minutes: 45, note: 'Measured' });
  expect((await client.refused('save_comment', change)).code).toBe('version_conflict');
  await client.use('save_comment', { ...of, delete: true, expectedUpdatedAt: data.updatedAt });
  expect((await listed()).structured.data).toEqual([]);
});

test('list_comments lists the time of one person, on a story or on all', async () => {
  const [one, other] = [
    await createStoryAs(person.client, workspace, { teamId: team.id }),
    await createStoryAs(person.client, workspace, { teamId: team.id }),
  ];
  const jane = await workspace.person('member', [team]);
  const [mine, hers] = [timeApi(workspace, person.client), timeApi(workspace, jane.client)];
  await mine.log(one, 11);
  await hers.log(one, 22);
  await hers.log(other, 33);
  const minutesOf = async (args: object) =>
    (await client.use('list_comments', { times: true, ...args })).data.map(
      ({ minutes }: { minutes: number }) => minutes,
    );
  expect(await minutesOf({ story: one.reference, authorId: 'me' })).toEqual([11]);
  expect(await minutesOf({ story: one.reference, authorId: jane.id })).toEqual([22]);
  expect(await minutesOf({ story: one.reference })).toEqual([22, 11]);
  expect(await minutesOf({ authorId: jane.id })).toEqual([33, 22]);
  const { text } = await client.answered('list_comments', { times: true, authorId: jane.id });
  expect(text).toContain(`story ${other.reference}`);
  const days = await client.answered('list_comments', { times: true, authorId: jane.id, fields: ['date'] });
  expect(days.structured.common.date).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(days.text).toContain(`date ${days.structured.common.date}`);
  const since = { story: one.reference, times: true, updatedSince: '2026-01-01T00:00:00Z' };
  expect((await client.refused('list_comments', since)).message).toBe(
    'updatedSince cannot be sent with times; send it in a call of its own.',
  );
});
