import { beforeAll, expect, test } from 'vitest';
import { expectBadFields } from '../support/answers.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { newAgentWorkspace, sessionApi } from './session-api.ts';

let service: WorkerService;
let made: Awaited<ReturnType<typeof newAgentWorkspace>>;

beforeAll(async () => {
  ({ service } = await workerService());
  made = await newAgentWorkspace(service);
});

test('assigning an agent opens a session, once, and assigning a person none', async () => {
  const { member, agent, api, sessions, newStory } = made;
  const story = await newStory({ assigneeId: agent.id });
  const session = await sessions.on(story);
  expect(session).toEqual({
    id: expect.any(String),
    workspaceId: made.workspace.id,
    storyId: story.id,
    agent: { kind: 'service_account', id: agent.id, name: 'A program' },
    state: 'pending',
    reason: 'assigned',
    openedBy: { kind: 'user', id: member.id, via: 'rest' },
    commentId: null,
    lastActivity: null,
    activityCount: 0,
    startedAt: story.updatedAt,
    lastActivityAt: story.updatedAt,
    endedAt: null,
    updatedAt: story.updatedAt,
  });
  const other = await api.change(await newStory(), { assigneeId: member.id });
  await api.change(story, { title: 'Renamed' });
  await service.streamsIdle();
  expect(await sessions.list({ storyId: other.id })).toEqual([]);
  expect(await sessions.list({ storyId: story.id })).toEqual([session]);
});

test('mentioning an agent in a comment opens a session; only an ended one is followed by another', async () => {
  const { agent, own, sessions, comment, newStory } = made;
  const story = await newStory();
  await comment(story, 'Nothing for a program');
  const said = await comment(story, 'Look at this, @a program, please');
  const session = await sessions.on(story);
  expect(session).toMatchObject({
    reason: 'mentioned',
    commentId: said.json.data.id,
    agent: { id: agent.id },
  });
  await comment(story, 'Hello again, @A program!');
  await until(async () => (await own.activities(session.id)).length === 1);
  expect(await sessions.list({ storyId: story.id })).toHaveLength(1);

  await own.add(session.id, { kind: 'result', body: 'Done' });
  await comment(story, 'Once more, @A program');
  await until(async () => (await sessions.list({ storyId: story.id })).length === 2);
  await service.streamsIdle();
  const [later, first] = await sessions.list({ storyId: story.id });
  expect([later!.state, first!.state]).toEqual(['pending', 'completed']);
  expect(first!.id).toBe(session.id);
});

test('an agent that does not see the story, and one that mentions itself, get none', async () => {
  const { workspace, agent, sessions, comment, newStory } = made;
  const outside = await workspace.serviceAccount([await workspace.team()]);
  const story = await newStory();
  await comment(story, 'I am @A program', agent.client);
  await service.streamsIdle();
  expect(await sessions.list({ storyId: story.id })).toEqual([]);
  expect(await sessions.list({ agentId: outside.id })).toEqual([]);
});

test('the list filters by agent, state and story, page by page', async () => {
  const { workspace, team, sessions, newStory } = made;
  const other = await workspace.serviceAccount([team]);
  const own = sessionApi(workspace, other.client);
  const stories = [];
  for (let n = 0; n < 3; n++) stories.push(await newStory({ assigneeId: other.id }));
  await until(async () => (await own.list({ agentId: other.id })).length === 3);
  const [last, middle, first] = await own.list({ agentId: other.id });
  expect([first, middle, last].map((one) => one!.storyId)).toEqual(stories.map(({ id }) => id));
  await own.add(middle!.id, { kind: 'question', body: 'Which one?' });
  const ids = async (query: object) =>
    (await sessions.list({ agentId: other.id, ...query })).map(({ id }) => id);
  expect(await ids({ state: 'awaiting_input' })).toEqual([middle!.id]);
  expect(await ids({ state: 'pending' })).toEqual([last!.id, first!.id]);
  expect(await ids({ state: 'pending', storyId: stories[0]!.id })).toEqual([first!.id]);
  const { client } = made.member;
  const page = await client.get(`${workspace.path}/agent-sessions`, { agentId: other.id, limit: 2 });
  expect(page.json.data).toHaveLength(2);
  expect(await ids({ limit: 2, cursor: page.json.meta.nextCursor })).toEqual([first!.id]);
  expectBadFields(await client.get(`${workspace.path}/agent-sessions`, { state: 'asleep' }), ['query.state']);
});

test('the list shows no sessions of teams that the caller is not in', async () => {
  const { workspace, sessions, agent, newStory } = made;
  const session = await sessions.on(await newStory({ assigneeId: agent.id }));
  const outsider = sessionApi(workspace, (await workspace.person('admin', [await workspace.team()])).client);
  expect(await outsider.list()).toEqual([]);
  expect(await outsider.list({ storyId: session.storyId })).toEqual([]);
  expect((await outsider.get(session.id)).status).toBe(404);
});
