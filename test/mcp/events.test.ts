import { describe, expect, test } from 'vitest';
import { statusOf, storyApi } from '../stories/story-api.ts';
import { planningApi } from '../support/planning.ts';
import { connectUser } from '../support/connect.ts';
import { changesApi } from '../log/changes-api.ts';
import { connectedClient, mcpClient } from './mcp-client.ts';
import { newEventsWorkspace } from './mcp-workspace.ts';

const { workspace, team, admin, member, client, stories } = await newEventsWorkspace();

interface Polled {
  events: {
    eventId: string;
    name: string;
    timestamp: string;
    data: { actor: object; resource: { id: string }; changes?: object[] };
  }[];
  cursor: string;
  truncated: boolean;
  hasMore: boolean;
}

const inWorkspace = (filters: object = {}) => ({ workspaceId: workspace.id, ...filters });
const wires = { legacy: () => client.send, modern: () => client.sendModern };
type Wire = keyof typeof wires;

async function poll(name: string, params: object = {}, wire: Wire = 'legacy'): Promise<Polled> {
  const { status, json } = await wires[wire]()('events/poll', {
    name,
    arguments: inWorkspace(),
    cursor: null,
    ...params,
  });
  if (status !== 200 || json.error) throw new Error(`It answered ${status}: ${JSON.stringify(json)}`);
  return json.result as Polled;
}
const refused = async (params: object) =>
  (
    await client.send('events/poll', {
      name: 'story.created',
      arguments: inWorkspace(),
      cursor: null,
      ...params,
    })
  ).json.error as { code: number; data?: object };

/** A subscriber that reads on until an event is about something. */
async function follow(name: string, args = inWorkspace(), wire: Wire = 'legacy') {
  let { cursor } = await poll(name, { arguments: args }, wire);
  const received: Polled['events'] = [];
  const read = async () => {
    for (let more = true; more;) {
      const page = await poll(name, { arguments: args, cursor, maxEvents: 1 + (received.length % 3) }, wire);
      received.push(...page.events);
      ({ cursor, hasMore: more } = page);
    }
  };
  return {
    received,
    read,
    async until(id: string) {
      const hasArrived = async () => (await read(), received.some(({ data }) => data.resource.id === id));
      await expect.poll(hasArrived).toBe(true);
      return received.find(({ data }) => data.resource.id === id)!;
    },
  };
}

describe.each(Object.keys(wires) as Wire[])('on the %s wire,', (wire) => {
  test('events are declared with their filters, and the endpoint says so', async () => {
    const { json } = await wires[wire]()('events/list');
    const names = json.result.events.map(({ name }: { name: string }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['story.completed', 'comment.created', 'key_result.deleted']),
    );
    for (const { delivery, inputSchema, payloadSchema } of json.result.events) {
      expect(delivery).toEqual(['webhook', 'poll']);
      expect(inputSchema).toMatchObject({ type: 'object', required: ['workspaceId'] });
      expect(payloadSchema).toMatchObject({ type: 'object', required: ['actor', 'resource'] });
    }
    const { result } =
      wire === 'modern'
        ? (await client.sendModern('server/discover')).json
        : (
            await client.send('initialize', {
              protocolVersion: '2025-11-25',
              capabilities: {},
              clientInfo: { name: 'a test', version: '1' },
            })
          ).json;
    expect(result.capabilities).toMatchObject({
      events: {},
      extensions: { 'io.modelcontextprotocol/events': { listChanged: false } },
    });
  });

  test('a finished story is one event, with the id that the changes feed has', async () => {
    const started = await statusOf(workspace, admin.client, team, 'started');
    const done = await statusOf(workspace, admin.client, team, 'completed');
    const subscriber = await follow('story.completed', inWorkspace(), wire);
    const since = new Date().toISOString();
    const story = await stories.create({ teamId: team.id });
    const begun = await stories.change(story, { statusId: started });
    const finished = await stories.change(begun, { statusId: done });
    const event = await subscriber.until(story.id);
    await stories.change(finished, { title: 'Finished' });
    await subscriber.read();
    expect(subscriber.received.filter(({ data }) => data.resource.id === story.id)).toEqual([event]);
    const actor = { kind: 'user', id: admin.id, via: 'rest', self: false };
    expect(event).toMatchObject({ name: 'story.completed', timestamp: finished.updatedAt, data: { actor } });
    const feed = await admin.client.get(`${workspace.path}/changes`, { since, type: 'story.updated' });
    const ids = (feed.json.data as { id: string }[]).map(({ id }) => id);
    expect(ids).toContain(event.eventId);
  });
});

test('a subscription begins now without events, and passes only what its filters say', async () => {
  expect(await poll('story.created')).toMatchObject({ events: [], truncated: false, hasMore: false });
  const mine = await follow('story.updated', inWorkspace({ assigneeId: 'me', changedField: 'priority' }));
  const all = await follow('story.updated');
  const [own, other] = [
    await stories.create({ teamId: team.id, assigneeId: member.id }),
    await stories.create({ teamId: team.id }),
  ];
  const renamed = await stories.change(own, { title: 'Renamed' });
  await stories.change(other, { priority: 'high' });
  await stories.change(renamed, { priority: 'high' });
  await all.until(other.id);
  await mine.until(own.id);
  expect(mine.received.map(({ data }) => data.changes)).toEqual([
    [{ field: 'priority', from: 'none', to: 'high' }],
  ]);
});

test('an event says of the connected user’s own changes that they are theirs', async () => {
  const subscriber = await follow('story.created');
  const { id } = await storyApi(workspace, member.client).create({ teamId: team.id });
  expect((await subscriber.until(id)).data.actor).toMatchObject({ id: member.id, self: true });
});

test('an event shows what the user may see at that moment, and a subscription ends with the grant', async () => {
  const other = await workspace.team();
  const person = await workspace.person('member', [team, other]);
  const theirs = await connectedClient(person);
  const asked = { name: 'story.created', arguments: inWorkspace() };
  const { cursor } = (await theirs.send('events/poll', { ...asked, cursor: null })).json.result;
  const lead = await workspace.person('admin', [team, other]);
  const seeing = await changesApi(workspace, lead.client).reader();
  const secret = await storyApi(workspace, lead.client).create({ teamId: other.id });
  const hidden = await planningApi(workspace, lead.client).objective(team, { private: true });
  for (const { id } of [secret, hidden]) await seeing.until(({ data }) => data.id === id);
  await workspace.operator.leaveTeam({ workspaceId: workspace.id, teamId: other.id, principalId: person.id });
  const shown = JSON.stringify((await theirs.send('events/poll', { ...asked, cursor })).json.result);
  expect(shown).not.toContain(secret.id);
  const objectives = await theirs.send('events/poll', { ...asked, name: 'objective.created', cursor });
  expect(JSON.stringify(objectives.json.result)).not.toContain(hidden.id);
  for (const end of ['revoke', 'expire'] as const) {
    const granted = await connectUser(person);
    const briefly = mcpClient(granted.token);
    expect((await briefly.send('events/poll', { ...asked, cursor })).json.result).toBeDefined();
    await granted[end]();
    for (const method of ['events/poll', 'events/list']) {
      expect((await briefly.send(method, { ...asked, cursor })).status).toBe(401);
    }
  }
  const { updatedAt } = (await workspace.operator.getMember(workspace.id, person.id))!;
  await admin.client.delete(`${workspace.path}/members/${person.id}`, { 'if-match': `"${updatedAt}"` });
  expect((await theirs.send('events/poll', { ...asked, cursor })).json.error).toMatchObject({ code: -32012 });
});

test('an unknown event or argument is refused with the extension’s errors', async () => {
  expect(await refused({ name: 'story.imagined' })).toMatchObject({ code: -32011, data: { kind: 'event' } });
  expect(await refused({ arguments: {} })).toMatchObject({ code: -32602 });
  expect(await refused({ arguments: inWorkspace({ colour: 'red' }) })).toMatchObject({ code: -32602 });
  expect(await refused({ cursor: 'v1.AAAA' })).toMatchObject({ code: -32602 });
  expect(await refused({ arguments: { workspaceId: team.id } })).toMatchObject({ code: -32012 });
  const elsewhere = inWorkspace({ teamId: workspace.id });
  expect(await refused({ arguments: elsewhere })).toMatchObject({ code: -32012 });
  const stream = await client.send('events/stream', { name: 'story.created' });
  expect(stream.json.error.code).toBe(-32601);
});
