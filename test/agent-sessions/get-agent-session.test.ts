import { beforeAll, expect, test } from 'vitest';
import { commit } from '../../shared/kernel/db/write.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { writeConflict } from '../../shared/kernel/core/errors.ts';
import type { AgentSession } from '../../shared/planning/agent-sessions/agent-session.ts';
import {
  agentSessionKind,
  getAgentSessionItem,
  toAgentSession,
  agentSessionDocument,
} from '../../shared/planning/agent-sessions/agent-session-store.ts';
import { expectRefusal } from '../support/answers.ts';
import { newKey } from '../support/workspace.ts';
import { newAgentWorkspace } from './session-api.ts';

let made: Awaited<ReturnType<typeof newAgentWorkspace>>;

beforeAll(async () => {
  made = await newAgentWorkspace();
});

const MINUTE_MS = 60_000;

/** Moves the last activity of a session into the past. */
async function silence(id: string, minutes: number): Promise<void> {
  const { database } = made.workspace;
  const stored = toAgentSession((await getAgentSessionItem(createReader(database), id))!);
  const lastActivityAt = new Date(Date.now() - minutes * MINUTE_MS).toISOString();
  const session: AgentSession = { ...stored, lastActivityAt };
  const set = { ...agentSessionDocument.write(session) };
  await commit(database, [
    {
      update: agentSessionKind.key(id),
      with: { set },
      if: 'present',
      onConditionFailed: writeConflict,
    },
  ]);
}

const open = async () => made.sessions.on(await made.newStory({ assigneeId: made.agent.id }));

test('a session is stale after 30 minutes in which the agent was silent, until it does something', async () => {
  const { own, sessions } = made;
  const { id } = await open();
  await silence(id, 29);
  expect((await sessions.read(id)).state).toBe('pending');
  await silence(id, 30);
  expect((await sessions.read(id)).state).toBe('stale');
  expect((await sessions.list({ state: 'stale' })).map((one) => one.id)).toEqual([id]);
  await own.add(id, { kind: 'thought', body: 'Awake again' });
  expect((await sessions.read(id)).state).toBe('active');
  await silence(id, 31);
  expect((await sessions.read(id)).state).toBe('stale');
});

test('a session is not stale while the agent waits for an answer, nor once it has ended', async () => {
  const { own, sessions } = made;
  const { id } = await open();
  await own.add(id, { kind: 'question', body: 'Which one?' });
  await silence(id, 600);
  expect((await sessions.read(id)).state).toBe('awaiting_input');
  await own.add(id, { kind: 'result', body: 'Both' });
  await silence(id, 600);
  expect((await sessions.read(id)).state).toBe('completed');
});

test('a session is deleted with its story, and an unknown one is not found', async () => {
  const { api, own, sessions, newStory, agent } = made;
  const story = await newStory({ assigneeId: agent.id });
  const { id } = await sessions.on(story);
  await own.add(id, { kind: 'thought', body: 'Hm' });
  expect((await api.delete(story.id)).status).toBe(200);
  expectRefusal(await sessions.get(id), 404, 'not_found');
  expectRefusal(await sessions.get(newKey()), 404, 'not_found');
});
