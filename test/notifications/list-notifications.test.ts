import { beforeAll, expect, test } from 'vitest';
import { sessionApi } from '../agent-sessions/session-api.ts';
import { statusOf, storyApi } from '../stories/story-api.ts';
import { expectRefusal } from '../support/answers.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { deleteNotificationsOf } from '../../shared/planning/news/notification-store.ts';
import { newWorkspace } from '../support/workspace.ts';
import { newTellingTeam, notificationApi } from './notification-api.ts';

let made: Awaited<ReturnType<typeof newTellingTeam>>;

beforeAll(async () => {
  made = await newTellingTeam();
});

test('a member is notified of assignments, mentions, comments and the status of what they watch', async () => {
  const { stories, workspace, team, ada, grace, own, comment, told } = made;
  const done = await statusOf(workspace, ada.client, team, 'completed');
  const story = await stories.create({ teamId: team.id, title: 'Boats', assigneeId: grace.id });
  await told();
  await comment(story, 'Look here, @Grace');
  await told();
  const commented = (await comment(story, 'Soon')).json.data;
  await told();
  await stories.change(await stories.read(story.id), { statusId: done });
  await told();
  const shown = await own.shown();
  expect(shown.map(({ kind }) => kind)).toEqual(['status_changed', 'commented', 'mentioned', 'assigned']);
  expect(shown[1]).toEqual({
    id: expect.any(String),
    workspaceId: workspace.id,
    kind: 'commented',
    source: { type: 'comment', id: commented.id },
    actor: { kind: 'user', id: ada.id, via: 'rest' },
    createdAt: expect.any(String),
    teamId: team.id,
    resource: {
      type: 'story',
      id: story.id,
      reference: story.reference,
      title: 'Boats',
      origin: 'member',
    },
    excerpt: { text: 'Soon', origin: 'member' },
    actorName: 'Ada Lovelace',
    readAt: null,
  });
  expect(await notificationApi(workspace, ada.client).shown()).toEqual([]);
});

test('a notification shows its story as it is now, and is gone for who no longer sees it', async () => {
  const { stories, workspace, team, grace, own, comment, told } = made;
  const story = await stories.create({ teamId: team.id, title: 'Old title', assigneeId: grace.id });
  const { id: commentId } = (await comment(story, 'A secret, @Grace')).json.data;
  await told();
  await stories.change(await stories.read(story.id), { title: 'New title' });
  await made.ada.client.delete(`${workspace.path}/stories/${story.id}/comments/${commentId}`);
  const ofStory = async (api = own) => (await api.shown()).filter(({ resource }) => resource.id === story.id);
  expect((await ofStory()).map(({ kind, resource, excerpt }) => [kind, resource.title, excerpt])).toEqual([
    ['mentioned', 'New title', null],
    ['assigned', 'New title', null],
  ]);

  const restricted = await workspace.clientFor(grace.id, { teamIds: [(await workspace.team()).id] });
  expect(await ofStory(notificationApi(workspace, restricted))).toEqual([]);
  const place = { workspaceId: workspace.id, teamId: team.id, principalId: grace.id };
  const [{ id }] = (await ofStory()) as unknown as [{ id: string }];
  const before = await own.unread();
  await workspace.operator.leaveTeam(place);
  expect(await own.shown()).toEqual([]);
  expect([before > 0, await own.unread()]).toEqual([true, 0]);
  expectRefusal(await own.get(id), 404, 'not_found');
  expectRefusal(await own.mark(id, 'read'), 404, 'not_found');
  await workspace.operator.joinTeam(place);
  expect(await ofStory()).toHaveLength(2);
  await stories.delete(story.id);
  expect(await ofStory()).toEqual([]);
});

test('a removed member reads nothing more, and what they were notified of is deleted', async () => {
  const { stories, workspace, team, told } = made;
  const leaver = await workspace.person('member', [team]);
  await stories.create({ teamId: team.id, assigneeId: leaver.id });
  await told();
  const whose = { workspaceId: workspace.id, memberId: leaver.id };
  const left = () => deleteNotificationsOf(createReader(workspace.database), whose);
  expect([
    (await notificationApi(workspace, leaver.client).shown()).length,
    (await left()).length > 0,
  ]).toEqual([1, true]);
  await workspace.operator.removeMember((await workspace.operator.getMember(workspace.id, leaver.id))!);
  await told();
  expectRefusal(await notificationApi(workspace, leaver.client).list(), 401, 'invalid_credential');
  expect(await left()).toEqual([]);
});

test('notifications of others do not exist, and service accounts have none', async () => {
  const { stories, workspace, team, ada, grace, own, told } = made;
  await stories.create({ teamId: team.id, assigneeId: grace.id });
  await told();
  const [{ id }] = (await own.shown()) as unknown as [{ id: string }];
  const other = await newWorkspace(made.service);
  const stranger = await other.person('admin');
  for (const client of [ada.client, (await workspace.person('admin', [team])).client]) {
    expectRefusal(await notificationApi(workspace, client).get(id), 404, 'not_found');
  }
  expectRefusal(await notificationApi(other, stranger.client).get(id), 404, 'not_found');
  expectRefusal(await notificationApi(workspace, stranger.client).list(), 403, 'workspace_mismatch');
  const program = await workspace.serviceAccount([team]);
  expectRefusal(await notificationApi(workspace, program.client).list(), 403, 'principal_not_supported');
});

test('a member is notified of updates of their objectives, unless they are private to others', async () => {
  const { plan, workspace, team, grace, own, told } = made;
  const objective = await plan.objective(team, { name: 'Win', leadUserId: grace.id });
  const hidden = await plan.objective(team, { name: 'Hidden', private: true });
  await plan.keyResult(hidden, { contributorIds: [grace.id] });
  await plan.updatesOf(objective).write({ body: 'One decision is missing', health: 'at_risk' });
  await plan.updatesOf(hidden).write();
  await told();
  const [newest] = await own.shown();
  expect(newest).toMatchObject({
    kind: 'update_posted',
    resource: { type: 'objective', id: objective.id, reference: null, title: 'Win' },
    source: { type: 'objective_update' },
    excerpt: { text: 'One decision is missing', origin: 'member' },
  });
  const narrow = await workspace.clientFor(grace.id, { scopes: ['stories:read'] });
  const seen = await notificationApi(workspace, narrow).shown();
  expect(seen.some(({ resource }) => resource.type === 'objective')).toBe(false);
  expect(seen.some(({ kind }) => kind === 'mentioned')).toBe(true);
  expect(seen.every(({ actorName, excerpt }) => actorName === null && excerpt === null)).toBe(true);
});

test('the person who called an agent is notified of its question', async () => {
  const { workspace, team, grace, own, told } = made;
  const agent = await workspace.serviceAccount([team]);
  const byGrace = storyApi(workspace, grace.client);
  const story = await byGrace.create({ teamId: team.id, title: 'Ask', assigneeId: agent.id });
  await told();
  const { id } = await sessionApi(workspace, agent.client).on(story);
  await sessionApi(workspace, agent.client).add(id, { kind: 'question', body: 'Red or blue?' });
  await told();
  const [newest] = await own.shown();
  expect(newest).toMatchObject({
    kind: 'input_awaited',
    source: { type: 'agent_session', id },
    actor: { kind: 'service_account', id: agent.id },
    excerpt: { text: 'Red or blue?', origin: 'agent' },
  });
});

test('pages of all and of unread notifications follow each other', async () => {
  const { own } = made;
  for (const state of ['all', 'unread']) {
    const whole = (await own.shown({ state })).map(({ id }) => id);
    expect(whole.length).toBeGreaterThan(3);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { json } = await own.list({ state, limit: 2, cursor });
      seen.push(...(json.data as { id: string }[]).map(({ id }) => id));
      cursor = json.meta.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(whole);
  }
});
