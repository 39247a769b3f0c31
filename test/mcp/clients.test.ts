import {
  createMCPClient,
  experimental_createMCPEventWebhook as createEventWebhook,
  type Experimental_MCPEventStore as EventStore,
  type Experimental_MCPEventSubscription as EventSubscription,
} from '@ai-sdk/mcp';
import {
  Client as NewClient,
  StreamableHTTPClientTransport as NewTransport,
} from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { Team } from '../../shared/identity/team/team.ts';
import { createBrowser, signedIn, type Browser } from '../support/browser.ts';
import { connectUser } from '../support/connect.ts';
import { nextSprintName } from '../support/planning.ts';
import { sharedService } from '../support/service.ts';
import { statusOf } from '../stories/story-api.ts';
import { until } from '../support/until.ts';
import { createStoryAs, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { oauthProvider } from './oauth-provider.ts';

const service = sharedService();
const address = new URL(`${service.baseUrl}/mcp`);
const info = { name: 'a test', version: '1.0.0' };

const offered = z.looseObject({ events: z.array(z.looseObject({ name: z.string() })) });
const resource = z.looseObject({ id: z.string() });
const polled = z.looseObject({
  events: z.array(z.looseObject({ data: z.looseObject({ resource }) })),
  cursor: z.string(),
});

let workspace: TestWorkspace;
let team: Team;
let person: Person;
let browser: Browser;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  person = await workspace.person('member', [team]);
  browser = await signedIn(service, workspace, person);
});

/** A client of the second generation whose user has allowed it, with what it stores. */
async function letIn(options: ConstructorParameters<typeof NewClient>[1]) {
  const { provider, kept } = oauthProvider(browser);
  const first = new NewTransport(address, { authProvider: provider });
  await expect(new NewClient(info, options).connect(first)).rejects.toThrow('Unauthorized');
  await first.finishAuth(kept.callback!);
  const client = new NewClient(info, options);
  await client.connect(new NewTransport(address, { authProvider: provider }));
  return { client, kept };
}

/** The part of either generation's client that a program uses. */
interface Connected {
  revision: string | undefined;
  instructions: string | undefined;
  listTools: () => Promise<{ tools: { name: string }[] }>;
  callTool: (call: { name: string; arguments: Record<string, unknown> }) => Promise<any>;
  close: () => Promise<void>;
}

/** Connects as a program that knows the address and nothing else: it is refused, asks its user, and comes back. */
async function connectOld(): Promise<Connected> {
  const { provider, kept } = oauthProvider(browser);
  const first = new OldTransport(address, { authProvider: provider });
  await expect(new OldClient(info).connect(first as never)).rejects.toThrow('Unauthorized');
  await first.finishAuth(kept.callback!.get('code')!);
  const client = new OldClient(info);
  const transport = new OldTransport(address, { authProvider: provider });
  await client.connect(transport);
  return {
    revision: transport.protocolVersion,
    instructions: client.getInstructions(),
    listTools: () => client.listTools(),
    callTool: (call) => client.callTool(call),
    close: () => client.close(),
  };
}

async function connectNew(mode: 'legacy' | 'auto' | { pin: string }): Promise<Connected> {
  const { client } = await letIn({ versionNegotiation: { mode } });
  return {
    revision: client.getNegotiatedProtocolVersion(),
    instructions: client.getInstructions(),
    listTools: () => client.listTools(),
    callTool: (call) => client.callTool(call),
    close: () => client.close(),
  };
}

describe.each([
  ['the first generation of the client', connectOld, '2025-11-25'],
  ['the second, on the wire of the first', () => connectNew('legacy'), '2025-11-25'],
  ['the second, as it chooses', () => connectNew('auto'), '2026-07-28'],
  ['the second, on the wire of 2026-07-28', () => connectNew({ pin: '2026-07-28' }), '2026-07-28'],
])('a client library, %s,', (_, connect, revision) => {
  test('connects by the address alone, and plans', async () => {
    const client = await connect();
    expect(client.revision).toBe(revision);
    expect(client.instructions).toContain('list_workspaces');
    // From here on the library holds each answer against the tool's output schema.
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('create_story');
    const use = async (name: string, args: Record<string, unknown>) => {
      const result = await client.callTool({ name, arguments: args });
      expect(result.isError, JSON.stringify(result.content)).toBeFalsy();
      return result.structuredContent;
    };

    const { data: workspaces } = await use('list_workspaces', {});
    const workspaceId = workspaces[0].id;
    expect(workspaceId).toBe(workspace.id);
    const { data: teams } = await use('list_teams', { workspaceId });
    expect(teams[0].id).toBe(team.id);
    const { data: sprint } = await use('create_sprint', {
      workspaceId,
      teamId: team.id,
      name: nextSprintName(team.id),
      startDate: '2026-11-16T00:00:00Z',
      endDate: '2026-11-29T00:00:00Z',
      idempotencyKey: randomUUID(),
    });
    const { data: story } = await use('create_story', {
      workspaceId,
      teamId: team.id,
      title: 'Planned by a client',
      idempotencyKey: randomUUID(),
    });
    const { data: updated } = await use('update_story', {
      workspaceId,
      story: story.reference,
      expectedUpdatedAt: story.updatedAt,
      sprintId: sprint.id,
    });
    const listed = await use('list_stories', { workspaceId, sprintId: sprint.id });
    expect(listed.data).toEqual([{ ...updated, status: 'Backlog', team: team.name, sprint: sprint.name }]);
    const analysis = await use('analyze_sprint', { workspaceId, sprintId: sprint.id });
    expect(analysis.data).toMatchObject({ id: sprint.id, inProgress: { stories: 0, estimate: 0 } });
    expect(analysis.data.definitions.completed).toMatch(/\S/);
    const shown = await person.client.get(`${workspace.path}/stories/${story.id}`);
    expect(shown.json.data).toMatchObject({ title: 'Planned by a client', reporterId: person.id });

    const refused = await client.callTool({ name: 'get_story', arguments: { workspaceId, story: '?' } });
    expect(refused.isError).toBe(true);
    await client.close();
  });
});

test('a client whose token expired gets another without its user, and goes on', async () => {
  const { client, kept } = await letIn({ versionNegotiation: { mode: 'auto' } });
  const before = kept.tokens.refresh_token;
  const { token } = await connectUser(person, { age: 16 * 60_000 });
  kept.tokens = { ...kept.tokens, access_token: token };
  const result = await client.callTool({ name: 'list_workspaces', arguments: {} });
  expect(result.isError).toBeFalsy();
  expect(kept.tokens.refresh_token).not.toBe(before);
  await client.close();
});

test.each(['legacy', 'auto'] as const)(
  'a client that asks for events receives that of a finished story (%s)',
  async (mode) => {
    const { client } = await letIn({ versionNegotiation: { mode } });
    expect(client.getServerCapabilities()).toMatchObject({
      extensions: { 'io.modelcontextprotocol/events': { listChanged: false } },
    });
    const listed = await client.request({ method: 'events/list', params: {} }, offered);
    expect(listed.events.map(({ name }) => name)).toContain('story.completed');
    const args = { workspaceId: workspace.id, teamId: team.id };
    const poll = (cursor: string | null) =>
      client.request(
        { method: 'events/poll', params: { name: 'story.completed', arguments: args, cursor } },
        polled,
      );
    let { cursor } = await poll(null);
    const statusId = await statusOf(workspace, person.client, team, 'completed');
    const { id } = await createStoryAs(person.client, workspace, { teamId: team.id });
    const { updatedAt: expectedUpdatedAt } = (await person.client.get(`${workspace.path}/stories/${id}`)).json
      .data;
    await person.client.patch(`${workspace.path}/stories/${id}`, { expectedUpdatedAt, statusId });
    const seen: unknown[] = [];
    // A page may be empty and move on all the same: other events lie between.
    const readOn = async () => {
      const page = await poll(cursor);
      ({ cursor } = page);
      seen.push(...page.events.map(({ data }) => data.resource.id));
      return seen;
    };
    await expect.poll(readOn).toContain(id);
    await client.close();
  },
);

interface Delivered {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** Where the SDK of another maker stores its subscriptions. */
function eventStore(): { stored: Map<string, EventSubscription>; store: EventStore } {
  const stored = new Map<string, EventSubscription>();
  const store: EventStore = {
    get: (key) => Promise.resolve(stored.get(key)),
    getById: (id) => Promise.resolve([...stored.values()].find((one) => one.id === id)),
    set: (one) => Promise.resolve(void stored.set(one.key, one)),
    update: (key, patch) => Promise.resolve(void stored.set(key, { ...stored.get(key)!, ...patch })),
    delete: (key) => Promise.resolve(void stored.delete(key)),
  };
  return { stored, store };
}

test('the AI SDK subscribes to finished stories, and its receiver accepts the deliveries', async () => {
  const { stored, store } = eventStore();
  const { token } = await connectUser(person);
  const client = await createMCPClient({
    transport: { type: 'http', url: address.href, headers: { authorization: `Bearer ${token}` } },
    experimental_events: { store },
  });
  const { experimental_events: events } = client;
  const seen: [string, unknown][] = [];
  const receive = createEventWebhook({
    store,
    validatePayload: ({ definition, data }) => {
      const fits = new Ajv2020({ strict: false }).compile(definition.payloadSchema as object);
      if (!fits(data)) throw new Error(JSON.stringify(fits.errors));
    },
    onEvent: ({ event: { name, data } }) =>
      Promise.resolve(void seen.push([name, resource.parse(data['resource']).id])),
  });
  /** The inbox returns challenges; what else it was sent, the receiver of the SDK validates. */
  const sent = async () => {
    const answer = await fetch(`${service.baseUrl}/_local/inbox.json`);
    const { deliveries } = (await answer.json()) as { deliveries: Delivered[] };
    const { url } = [...stored.values()][0]!.delivery;
    return deliveries.filter(({ path }) => url.endsWith(path)).reverse();
  };
  const received = ({ headers, body }: Delivered) =>
    receive(new Request([...stored.values()][0]!.delivery.url, { method: 'POST', headers, body }));

  const { id } = await events.subscribe({
    name: 'story.completed',
    arguments: { workspaceId: workspace.id, teamId: team.id },
    delivery: { mode: 'webhook', url: `https://inbox.plotline.test/${workspace.id}/ai-sdk` },
  });
  const [challenge] = await sent();
  expect(await (await received(challenge!)).json()).toEqual({
    challenge: JSON.parse(challenge!.body).challenge,
  });

  const statusId = await statusOf(workspace, person.client, team, 'completed');
  const story = await createStoryAs(person.client, workspace, { teamId: team.id });
  const { updatedAt: expectedUpdatedAt } = story;
  await person.client.patch(`${workspace.path}/stories/${story.id}`, { expectedUpdatedAt, statusId });
  expect((await events.refresh({ id })).id).toBe(id);
  await until(async () => (await sent()).length > 1);
  const [, event] = await sent();
  expect((await received({ ...event!, body: `${event!.body} ` })).status).toBe(401);
  expect((await received(event!)).status).toBe(204);
  expect(seen).toEqual([['story.completed', story.id]]);

  await events.unsubscribe({ id });
  expect(stored.size).toBe(0);
  await client.close();
});

test('a client that no user has allowed is refused before it sees a tool', async () => {
  const { provider } = oauthProvider(createBrowser(service.baseUrl));
  const transport = new OldTransport(address, {
    authProvider: { ...provider, redirectToAuthorization: () => undefined },
  });
  await expect(new OldClient(info).connect(transport as never)).rejects.toThrow('Unauthorized');
});
