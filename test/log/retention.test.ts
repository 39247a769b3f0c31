import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { operationRoute } from '../../shared/kernel/api/http/operation-route.ts';
import type { Item } from '../../shared/kernel/core/database.ts';
import { DAY_MS } from '../../shared/kernel/core/date-span.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { scanPage } from '../../shared/kernel/db/scan.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { listChanges } from '../../shared/events/changes/list-changes.ts';
import { readFrom } from '../../shared/kernel/log/log-store.ts';
import { RETENTION_VARIABLE } from '../../shared/kernel/log/retention.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectRefusal } from '../support/answers.ts';
import { startClockedService } from '../support/clocked-service.ts';
import { newPipeline } from '../support/pipeline.ts';
import { startService, type OwnService } from '../support/service.ts';
import {
  createStoryAs,
  newKey,
  newWorkspace,
  type Person,
  type TestWorkspace,
} from '../support/workspace.ts';
import { changesApi } from './changes-api.ts';

const SEVEN_DAYS = { [RETENTION_VARIABLE]: '7' };
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

describe('a service that retains events for seven days', () => {
  let service: OwnService;
  let workspace: TestWorkspace;
  let team: Team;
  let admin: Person;

  beforeAll(async () => {
    service = await startService({ inMemory: true, variables: SEVEN_DAYS });
    workspace = await newWorkspace(service);
    team = await workspace.team();
    admin = await workspace.person('admin', [team]);
  });
  afterAll(() => service.stop());

  const send = async (path: string, body?: object) => {
    const headers = { 'idempotency-key': newKey() };
    const { status, json, text } = await admin.client.post(`${workspace.path}${path}`, body, headers);
    expect(status, text).toBeLessThan(300);
    return json.data as { id: string; createdAt: string };
  };
  const newEndpoint = () =>
    send('/webhook-endpoints', {
      name: 'Inbox',
      url: 'https://inbox.plotline.test/',
      subscriptions: ['story.created'],
    });

  test('sets the expiry of all items that the log and the webhooks store', async () => {
    await newEndpoint();
    const since = new Date().toISOString();
    await createStoryAs(admin.client, workspace, { teamId: team.id });
    await service.streamsIdle();
    const missed = await newEndpoint();
    await send(`/webhook-endpoints/${missed.id}/redeliver`, { since });
    await send(`/webhook-endpoints/${missed.id}/test`);
    await service.streamsIdle();
    await service.queuesIdle();
    const items: Item[] = [];
    let page: Awaited<ReturnType<typeof scanPage>> | undefined;
    do items.push(...(page = await scanPage(workspace.database, page?.next)).items);
    while (page.next);
    const stored = (prefix: string) =>
      items.filter(({ pk, ttl }) => pk.startsWith(prefix) && ttl !== undefined);
    const entries = stored('LOG#').map(({ at, ttl }) => [Math.ceil(Number(at) / 1000), ttl]);
    const deliveries = stored('D#').map(({ doc, ttl }) => [
      Math.ceil(Date.parse((JSON.parse(doc as string) as { createdAt: string }).createdAt) / 1000),
      ttl,
    ]);
    expect(deliveries).toHaveLength(3);
    // The table may delete them a day after they have expired.
    for (const [second, ttl] of [...entries, ...deliveries])
      expect(ttl).toBe(Number(second) + (8 * DAY_MS) / 1000);
    const [tested, ...more] = stored('EV#');
    expect(more).toEqual([]);
    expect(Number(tested!['ttl']) * 1000 - Date.parse(since)).toBeLessThan(9 * DAY_MS);
  });

  test('refuses to begin earlier, and says how far back it goes', async () => {
    const api = changesApi(workspace, admin.client);
    expect((await api.get({ since: daysAgo(6) })).status).toBe(200);
    const refused = await api.get({ since: daysAgo(8) });
    expectRefusal(refused, 410, 'cursor_expired');
    expect(refused.json.error.message).toContain('retained for 7 days');
  });
});

const getFrom =
  (baseUrl: string, { path }: TestWorkspace, token: string) =>
  async (query: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${baseUrl}${path}/changes${query}`, { headers });
    return { status: answer.status, json: (await answer.json()) as any };
  };

test.each([
  [{}, 30],
  [SEVEN_DAYS, 7],
])(
  'a cursor is valid for the days that the settings %o give: %i',
  async (settings: Record<string, string>, days) => {
    const clocked = await startClockedService([operationRoute(listChanges)], {
      setting: (variable) => settings[variable],
    });
    onTestFinished(() => clocked.stop());
    const workspace = await newWorkspace();
    const { token } = await workspace.person('member', [await workspace.team()]);
    const get = getFrom(clocked.baseUrl, workspace, token);
    const { resumeCursor } = (await get('')).json.meta;
    const read = () => get(`?cursor=${encodeURIComponent(resumeCursor)}`);
    // A feed that begins now begins some seconds earlier.
    clocked.pass(days * DAY_MS - 60_000);
    expect((await read()).status).toBe(200);
    clocked.pass(120_000);
    expect(await read()).toMatchObject({ status: 410, json: { error: { code: 'cursor_expired' } } });
  },
);

test('a cursor whose next changes are gone is refused, as after a longer retention was set', async () => {
  const clocked = await startClockedService([operationRoute(listChanges)]);
  onTestFinished(() => clocked.stop());
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const [admin, { token }] = [
    await workspace.person('admin', [team]),
    await workspace.person('member', [team]),
  ];
  const get = getFrom(clocked.baseUrl, workspace, token);
  const { resumeCursor } = (await get('')).json.meta;
  const seeing = await changesApi(workspace, admin.client).reader();
  for (const title of ['Gone', 'WorkspaceOperations']) {
    const { id } = await createStoryAs(admin.client, workspace, { teamId: team.id, title });
    await seeing.until(({ data }) => data.id === id);
  }
  const read = () => get(`?cursor=${encodeURIComponent(resumeCursor)}`);
  clocked.pass(9 * DAY_MS);
  expect((await read()).json.data).toContainEqual(expect.objectContaining({ type: 'story.created' }));
  // What the table deletes of entries that were written under a retention of seven days.
  const entries = await readFrom(createReader(workspace.database), team.id, 0, { limit: 100 });
  for (const { number } of entries.slice(0, -1)) {
    const key = { pk: `LOG#${team.id}`, sk: String(number).padStart(16, '0') };
    await commit(workspace.database, [{ delete: key }]);
  }
  expect(await read()).toMatchObject({ status: 410, json: { error: { code: 'cursor_expired' } } });
});

test('an endpoint that has been disabled for longer than events are retained holds none', async () => {
  const path = await newPipeline();
  const disabledAt = new Date(path.clock.now().getTime() - 8 * DAY_MS).toISOString();
  const { id } = await path.endpoint({ status: 'disabled', disabledAt, disabledReason: 'manual' });
  await path.dispatch([path.storyCreated()]);
  expect(await path.deliveries(id)).toMatchObject([{ status: 'held' }]);
  await path.dispatch([path.storyCreated()], { ...path.pipeline, retention: 7 * DAY_MS });
  expect(await path.deliveries(id)).toHaveLength(1);
});
