import { beforeAll, expect, test } from 'vitest';
import { newAgentWorkspace } from '../agent-sessions/session-api.ts';
import { connectAgent } from '../oauth/agent.ts';
import { newKey } from '../support/workspace.ts';
import { connectedClient, type McpClient } from './mcp-client.ts';

let made: Awaited<ReturnType<typeof newAgentWorkspace>>;
let mcp: McpClient;

beforeAll(async () => {
  made = await newAgentWorkspace();
  const admin = await made.workspace.person('admin', [made.team]);
  mcp = await connectAgent(made.workspace, admin, made.agent);
});

const say = (story: string, activity: string, content: string, idempotencyKey = newKey()) => ({
  story,
  activity,
  content,
  idempotencyKey,
});

test('an agent reads its sessions, says what it does, asks, and completes one', async () => {
  const { agent, member, sessions, newStory } = made;
  const story = await newStory({ assigneeId: agent.id });
  const { id } = await sessions.on(story);
  const { data: own } = await mcp.use('list_comments', { sessions: true });
  expect(own).toContainEqual(expect.objectContaining({ id, reference: story.reference, status: 'pending' }));

  const thought = say(story.reference, 'thought', 'Read the log');
  const first = await mcp.use('save_comment', thought);
  expect((await mcp.use('save_comment', thought)).data.id).toBe(first.data.id);
  await mcp.use('save_comment', say(story.reference, 'question', 'Which one?'));
  const person = await connectedClient(member);
  const { data } = await person.use('list_comments', { story: story.reference, sessions: true });
  expect(data).toEqual([expect.objectContaining({ id, status: 'awaiting_input', content: 'Which one?' })]);

  await mcp.use('save_comment', say(story.reference, 'result', 'Fixed'));
  expect(await sessions.read(id)).toMatchObject({ state: 'completed', activityCount: 3 });
  const { structured, text } = await person.answered('list_comments', { session: id });
  const said = structured.data.map(({ type, content }: Record<string, string>) => `${type} ${content}`);
  expect(said).toEqual(['result Fixed', 'question Which one?', 'thought Read the log']);
  expect(text).toContain('A program');
  const refused = await mcp.refused('save_comment', say(story.reference, 'thought', 'More'));
  expect(refused).toMatchObject({ code: 'conflict', hint: expect.stringContaining('assigned') });
});

test('an agent gives up by saying so, and sees no sessions of others as its own', async () => {
  const { workspace, team, agent, sessions, newStory } = made;
  const other = await workspace.serviceAccount([team]);
  const [story, theirs] = [
    await newStory({ assigneeId: agent.id }),
    await newStory({ assigneeId: other.id }),
  ];
  const [{ id }, foreign] = [await sessions.on(story), await sessions.on(theirs)];
  await mcp.use('save_comment', say(story.reference, 'failed', 'No access'));
  expect((await sessions.read(id)).state).toBe('failed');
  const { data } = await mcp.use('list_comments', { sessions: true });
  expect(data.map((one: { id: string }) => one.id)).not.toContain(foreign.id);
  expect((await mcp.refused('save_comment', say(theirs.reference, 'thought', 'Mine'))).code).toBe('conflict');
});

test('a person has no session to say something in, and an unknown activity is explained', async () => {
  const { member, agent, sessions, newStory } = made;
  const story = await newStory({ assigneeId: agent.id });
  await sessions.on(story);
  const person = await connectedClient(member);
  expect((await person.refused('save_comment', say(story.reference, 'thought', 'x'))).code).toBe('conflict');
  expect(await mcp.refused('save_comment', say(story.reference, 'steal', 'x'))).toMatchObject({
    code: 'invalid_request',
    fields: [{ path: 'activity' }],
  });
});
