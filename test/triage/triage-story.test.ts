import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newKey } from '../support/workspace.ts';
import { dataOf, storyApi } from '../stories/story-api.ts';
import { newTriageWorkspace, triageApi } from './triage-api.ts';

const { workspace, team, admin, stories, triaged, triage } = await newTriageWorkspace();
const later = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();

test('an accepted story is one like the others, and no longer in triage', async () => {
  const story = await triaged();
  expect(story.triage).toEqual({ state: 'pending', until: null, duplicateOf: null });
  expect(await triage.ids(team)).toContain(story.id);
  const accepted = await triage.decide(story, 'accept');
  expect(accepted).toEqual({ ...story, triage: null, updatedAt: accepted.updatedAt });
  expect(await stories.read(story.id)).toEqual(accepted);
  expect(await triage.ids(team, 'any')).not.toContain(story.id);
  expect((await stories.list({ limit: 1 })).json.data).toEqual([accepted]);
  expectRefusal(await triage.send(story, { decision: 'decline' }), 409, 'conflict');
});

test('a declined story leaves the queue, and can still be accepted', async () => {
  const story = await triaged();
  expect((await triage.decide(story, 'decline')).triage).toMatchObject({ state: 'declined' });
  expect(await triage.ids(team)).not.toContain(story.id);
  expect(await triage.ids(team, 'declined')).toContain(story.id);
  expect((await triage.decide(story, 'accept')).triage).toBeNull();
});

test('a snoozed story is pending again once its time has come, without a change of it', async () => {
  const story = await triaged();
  const until = later(1_500);
  const snoozed = await triage.decide(story, 'snooze', { until });
  expect(snoozed.triage).toEqual({ state: 'snoozed', until, duplicateOf: null });
  expect(await triage.ids(team)).not.toContain(story.id);
  expect(await triage.ids(team, 'snoozed')).toContain(story.id);
  await expect.poll(async () => await triage.ids(team)).toContain(story.id);
  const again = { ...snoozed, triage: { state: 'pending' as const, until, duplicateOf: null } };
  expect(await stories.read(story.id)).toEqual(again);
  const changed = await stories.change(again, { title: 'Later' });
  expect(changed.triage).toEqual(again.triage);
  expect(await stories.read(story.id)).toEqual(changed);
});

test('a duplicate gets a relation to the story that it repeats, once', async () => {
  const [story, original] = [await triaged(), await stories.create({ teamId: team.id })];
  const [body, headers] = [
    { decision: 'duplicate', duplicateOf: original.id },
    { 'idempotency-key': newKey() },
  ];
  const first = await triage.send(story, body, headers);
  expect((await triage.send(story, body, headers)).json.data).toEqual(first.json.data);
  expect(first.json.data.triage).toEqual({
    state: 'duplicate',
    until: null,
    duplicateOf: original.id,
  });
  await triage.decide(story, 'duplicate', { duplicateOf: original.id });
  const relations = async ({ id }: { id: string }) =>
    (await admin.client.get(`${workspace.path}/stories/${id}/relations`)).json.data;
  expect(await relations(story)).toMatchObject([{ type: 'duplicates', relatedStoryId: original.id }]);
  expect(await relations(original)).toMatchObject([{ type: 'duplicated_by', relatedStoryId: story.id }]);
  const hidden = await workspace.team();
  const foreign = await workspace.person('member', [hidden]);
  const secret = await storyApi(workspace, foreign.client).create({ teamId: hidden.id });
  for (const duplicateOf of [secret.id, story.id])
    expectRefusal(await triage.send(story, { decision: 'duplicate', duplicateOf }), 400, 'invalid_reference');
});

test('a decision needs what it is about, and nothing else', async () => {
  const story = await triaged();
  for (const [body, path] of [
    [{ decision: 'later' }, 'decision'],
    [{ decision: 'snooze' }, 'until'],
    [{ decision: 'snooze', until: '2020-01-01' }, 'until'],
    [{ decision: 'duplicate' }, 'duplicateOf'],
    [{ decision: 'accept', until: later(60_000) }, 'until'],
  ] as const) {
    const { fields } = expectRefusal(await triage.send(story, body), 400, 'invalid_request');
    expect(fields.map((field: { path: string }) => field.path)).toEqual([path]);
  }
  const stranger = triageApi(workspace, (await workspace.person('member')).client);
  expectRefusal(await stranger.send(story, { decision: 'accept' }), 404, 'not_found');
});

test('stories wait in triage only where their team has intakeEnabled', async () => {
  const plain = await workspace.team();
  await workspace.operator.joinTeam({
    workspaceId: workspace.id,
    teamId: plain.id,
    principalId: admin.id,
  });
  expect((await stories.create({ teamId: plain.id, triage: true })).triage).toBeNull();
  expect((await stories.create({ teamId: team.id })).triage).toBeNull();
});

test('an accepted story has no sprint that has ended, and nothing that was deleted while it waited', async () => {
  const post = async (noun: string, body: object): Promise<{ id: string; updatedAt: string }> =>
    dataOf(await admin.client.post(`${workspace.path}/${noun}`, body, { 'idempotency-key': newKey() }), 201);
  const [past, dates] = [{ startDate: '2026-01-05', endDate: '2026-01-09' }, { endDate: '2099-01-09' }];
  const over = await post('sprints', { teamId: team.id, name: 'Over', ...past });
  const open = await post('sprints', { teamId: team.id, name: 'Open', ...past, ...dates });
  const objective = await post('objectives', { teamId: team.id, name: 'Gone' });
  const late = await triaged({ sprintId: over.id, objectiveId: objective.id });
  const timely = await triaged({ sprintId: open.id });
  await admin.client.delete(`${workspace.path}/objectives/${objective.id}`);
  expect(await triage.decide(late, 'accept')).toMatchObject({ sprintId: null, objectiveId: null });
  expect((await triage.decide(timely, 'accept')).sprintId).toBe(open.id);
});

test('a duplicate of a duplicate is refused, and one whose original is deleted is pending again', async () => {
  const [story, other] = [await triaged(), await triaged()];
  const original = await stories.create({ teamId: team.id });
  await triage.decide(story, 'duplicate', { duplicateOf: original.id });
  expectRefusal(
    await triage.send(other, { decision: 'duplicate', duplicateOf: story.id }),
    400,
    'invalid_reference',
  );
  await stories.delete(original.id);
  await expect.poll(() => triage.ids(team)).toContain(story.id);
  expect((await stories.read(story.id)).triage).toEqual({ state: 'pending', until: null, duplicateOf: null });
  await triage.decide(other, 'duplicate', { duplicateOf: story.id });
});
