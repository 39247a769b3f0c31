import { beforeAll, expect, test } from 'vitest';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newKey } from '../support/workspace.ts';
import { until } from '../support/until.ts';
import { newAgentWorkspace, sessionApi } from './session-api.ts';

let made: Awaited<ReturnType<typeof newAgentWorkspace>>;

beforeAll(async () => {
  made = await newAgentWorkspace();
});

const open = async () => {
  const story = await made.newStory({ assigneeId: made.agent.id });
  return { story, session: await made.sessions.on(story) };
};

test('the state follows from what the agent does', async () => {
  const { own, sessions, agent } = made;
  const { id } = (await open()).session;
  for (const [kind, state] of [
    ['thought', 'active'],
    ['question', 'awaiting_input'],
    ['action', 'active'],
    ['question', 'awaiting_input'],
    ['answer', 'active'],
    ['result', 'completed'],
  ] as const) {
    const activity = await own.add(id, { kind, body: `A ${kind}` });
    const author = { kind: 'service_account', id: agent.id, via: 'rest' };
    expect(activity).toEqual({ id: activity.id, kind, body: `A ${kind}`, at: expect.any(String), author });
    const session = await sessions.read(id);
    expect(session).toMatchObject({ state, lastActivity: activity, lastActivityAt: activity.at });
    expect(session.endedAt).toBe(state === 'completed' ? activity.at : null);
  }
  expect((await sessions.read(id)).activityCount).toBe(6);
  expect((await sessions.activities(id)).map(({ kind }) => kind)).toEqual(
    ['thought', 'question', 'action', 'question', 'answer', 'result'].reverse(),
  );
});

test('a session that failed or was completed takes nothing more', async () => {
  const { own, sessions } = made;
  const { id } = (await open()).session;
  await own.add(id, { kind: 'thought', body: 'The disk is full', state: 'failed' });
  expect((await sessions.read(id)).state).toBe('failed');
  const refused = expectRefusal(await own.send(id, { kind: 'thought', body: 'More' }), 409, 'conflict');
  expect(refused.message).toContain('failed');
});

test("a person's comment answers what the agent waits for, and is added to its session", async () => {
  const { own, sessions, comment, member } = made;
  const { story, session } = await open();
  await comment(story, 'Before it asked');
  await own.add(session.id, { kind: 'question', body: 'Red or blue?' });
  await comment(story, 'Of a program', made.agent.client);
  await comment(story, 'Blue');
  const active = await sessions.when(session.id, 'active');
  expect(active.lastActivity).toMatchObject({
    kind: 'answer',
    body: 'Blue',
    author: { kind: 'user', id: member.id, via: 'rest' },
  });
  await comment(story, 'Not asked for');
  await comment(story, '@a program: hurry');
  await until(async () => (await sessions.activities(session.id)).length > 2);
  expect((await sessions.activities(session.id)).map(({ body }) => body)).toEqual([
    '@a program: hurry',
    'Blue',
    'Red or blue?',
  ]);
});

test('only the agent itself adds activities', async () => {
  const { workspace, team, sessions } = made;
  const { id } = (await open()).session;
  const body = { kind: 'thought', body: 'Not mine' };
  expectRefusal(await sessions.send(id, body), 403, 'principal_not_supported');
  const other = sessionApi(workspace, (await workspace.serviceAccount([team])).client);
  expectRefusal(await other.send(id, body), 403, 'principal_not_supported');
  const outside = sessionApi(workspace, (await workspace.serviceAccount([])).client);
  expectRefusal(await outside.send(id, body), 404, 'not_found');
  expect((await sessions.read(id)).activityCount).toBe(0);
});

test('a repeated request adds one, and answers the same', async () => {
  const { own } = made;
  const { id } = (await open()).session;
  const headers = { 'idempotency-key': newKey() };
  const first = await own.send(id, { kind: 'action', body: 'Built it' }, headers);
  const again = await own.send(id, { kind: 'action', body: 'Built it' }, headers);
  expect(again.json.data).toEqual(first.json.data);
  expect(await own.activities(id)).toHaveLength(1);
});

test('activities at the same time are all kept', async () => {
  const { own, sessions } = made;
  const { id } = (await open()).session;
  await Promise.all(Array.from({ length: 8 }, (_, n) => own.add(id, { kind: 'action', body: `${n}` })));
  expect((await sessions.read(id)).activityCount).toBe(8);
  expect(await own.activities(id)).toHaveLength(8);
});

test('a refusal names each invalid field', async () => {
  const { own } = made;
  const { id } = (await open()).session;
  expectBadFields(await own.send(id, { kind: 'song', body: 'La' }), ['kind']);
  expectBadFields(await own.send(id, { kind: 'thought' }), ['body']);
  expectBadFields(await own.send(id, { kind: 'thought', body: 'x'.repeat(2_001) }), ['body']);
  expectBadFields(await own.send(id, { kind: 'thought', body: 'x', state: 'active' }), ['state']);
});
