import { ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownIds } from '../../cli/deletion/belonging.ts';
import { deleteWorkspace } from '../../cli/deletion/delete-workspace.ts';
import { loadItemKinds } from '../../cli/deletion/item-kinds.ts';
import type { Item } from '../../shared/kernel/core/database.ts';
import { SNAPSHOT_PREFIX } from '../../shared/kernel/read-model/snapshots.ts';
import { memberKind } from '../../shared/kernel/auth/membership-store.ts';
import { credentialKind } from '../../shared/kernel/auth/credential-store.ts';
import { userKind } from '../../shared/kernel/auth/user-kind.ts';
import { scanPage } from '../../shared/kernel/db/scan.ts';
import { storyKind } from '../../shared/planning/story/story-store.ts';
import { routeKind } from '../../shared/events/webhooks/webhook-route-store.ts';
import { runCli, runJson } from '../infra/cli/cli.ts';
import { feedbackApi } from '../support/feedback.ts';
import { planningApi } from '../support/planning.ts';
import { newPipeline } from '../support/pipeline.ts';
import { databaseOf, startService, type OwnService } from '../support/service.ts';
import { addressOf, createStoryAs, newWorkspace, type TestWorkspace } from '../support/workspace.ts';

const home = mkdtempSync(join(tmpdir(), 'plotline-deletion-'));
const env = { PLOTLINE_HOME: home };
let service: OwnService;

beforeAll(async () => {
  service = await startService({ home });
});
afterAll(async () => {
  await service.stop();
  rmSync(home, { recursive: true, force: true });
});

async function allItems(): Promise<Item[]> {
  const items: Item[] = [];
  for (let from: Item | undefined | Awaited<ReturnType<typeof scanPage>>['next']; ;) {
    const page = await scanPage(databaseOf(service), from);
    items.push(...page.items);
    if (!page.next) return items;
    from = page.next;
  }
}

const textOf = (items: readonly Item[]) =>
  JSON.stringify(items, (_, value: unknown) => (value instanceof Set ? [...(value as Set<unknown>)] : value));

/** What people write: words of this kind stand in no id and no name of ours. */
const WRITTEN = 'marmalade';

/** Every line that the functions of the service have logged. */
const logged = () =>
  readdirSync(join(home, 'logs'))
    .map((file) => readFileSync(join(home, 'logs', file), 'utf8'))
    .join('\n');

/** A workspace with something of everything, and the ids of it all. */
async function filled() {
  const workspace = await newWorkspace(service);
  const team = await workspace.team();
  const admin = await workspace.person('admin', [team]);
  const plan = planningApi(workspace, admin.client);
  const feedback = feedbackApi(workspace, admin.client);
  const sprint = await plan.sprint(team);
  const objective = await plan.objective(team);
  const keyResult = await plan.keyResult(objective);
  const story = await createStoryAs(admin.client, workspace, {
    teamId: team.id,
    title: `Stock up on ${WRITTEN}`,
    sprintId: sprint.id,
    keyResultId: keyResult.id,
  });
  const portal = await feedback.portal();
  const image = await feedback.image(portal);
  const item = await feedback.item(portal, { storyIds: [story.id] });
  const comment = await feedback.comment(portal, item, admin);
  await admin.client.post(`${workspace.path}/stories/${story.id}/comments`, {
    content: `Is the ${WRITTEN} done?`,
  });
  // It is in the bin.
  const deleted = await createStoryAs(admin.client, workspace, { teamId: team.id, title: `Old ${WRITTEN}` });
  await admin.client.delete(`${workspace.path}/stories/${deleted.id}`);
  await admin.client.post(`${workspace.path}/webhook-endpoints`, {
    name: 'Receiver',
    url: `https://inbox.plotline.test/${WRITTEN}`,
    subscriptions: ['story.created', 'story.deleted'],
  });
  const made = [team, admin, sprint, objective, keyResult, story, portal, image, item, comment];
  const ids = [workspace.id, ...made.map(({ id }) => id)];
  // A failure logs more than a success does.
  await admin.client.post(`${workspace.path}/stories`, { title: [WRITTEN], teamId: team.id });
  await admin.client.get(`${workspace.path}/search?q=${WRITTEN}`);
  const { id: adminId, userId, token } = admin;
  return { workspace, ids, team: team.id, image: image.id, admin: adminId, userId, token };
}

/** Snapshots of the read models of teams, by team, as sandboxes write them. */
function snapshotsOf({ buckets, credentials }: OwnService) {
  const Bucket = buckets!.names['Snapshots']!;
  const s3 = new S3Client({
    endpoint: buckets!.endpoint,
    region: 'local',
    credentials,
    forcePathStyle: true,
  });
  return {
    put: (ownerId: string) =>
      s3.send(new PutObjectCommand({ Bucket, Key: `${SNAPSHOT_PREFIX}stories/1/${ownerId}`, Body: 'text' })),
    owners: async () => {
      const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: SNAPSHOT_PREFIX }));
      return Contents.map(({ Key }) => Key!.split('/').at(-1));
    },
  };
}

const byKey = (items: readonly Item[]) => new Map(items.map((item) => [`${item.pk} ${item.sk}`, item]));

/** Items that say something of one of the ids; the tombstones of counted stories say nothing but an id. */
const naming = (items: readonly Item[], ids: readonly string[]) =>
  items.filter((item) => item['counted'] !== 'null' && ids.some((id) => textOf([item]).includes(id)));

const keysOf = (items: readonly Item[]) => items.map(({ pk, sk }) => `${pk} ${sk}`);

test('a deleted workspace leaves nothing in the table, and no other loses anything', async () => {
  const gone = await filled();
  const other = await filled();
  // Somebody is in both.
  const email = await addressOf(gone.workspace, gone.admin);
  await other.workspace.operator.addMember({
    workspaceId: other.workspace.id,
    name: 'Both',
    email,
    role: 'member',
  });
  // The story may reach the endpoint that was made after it, which changes its lane and delivery.
  await service.streamsIdle();
  await service.queuesIdle();
  await service.streamsIdle();
  const before = naming(await allItems(), other.ids);
  expect(before.some((item) => memberKind.includes(item) && item['userId'] === gone.userId)).toBe(true);
  expect((await fetch(`${service.baseUrl}/portal-images/${gone.image}`)).status).toBe(200);

  const { slug } = gone.workspace;
  const snapshots = snapshotsOf(service);
  for (const id of [gone.team, other.team]) await snapshots.put(id);
  for (const unsure of [[], ['--confirm', 'another']]) {
    const { code, stderr } = await runCli(['workspaces', 'delete', slug, ...unsure], env);
    const offer = /^Nothing was deleted\. The service has no export of it\..* plotline export FOLDER\./;
    expect([code, stderr]).toEqual([1, expect.stringMatching(offer)]);
  }
  const { workspace, token } = gone;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  await fetch(`${service.baseUrl}${workspace.path}/exports`, { method: 'POST', headers, body: '{}' });
  await service.queuesIdle();
  const { stderr } = await runCli(['workspaces', 'delete', slug], env);
  expect(stderr).toContain(
    `Its newest export is of ${new Date().toISOString().slice(0, 10)}, and is deleted`,
  );
  const done = (await runJson(['workspaces', 'delete', slug, '--confirm', slug], env)) as { deleted: number };
  expect(done.deleted).toBeGreaterThan(gone.ids.length);
  await service.streamsIdle();
  await service.queuesIdle();

  // Other teams' snapshots are alone, or in the bundle of their workspace.
  expect((await snapshots.owners()).sort()).toEqual([other.team, other.workspace.id].sort());

  const after = await allItems();
  expect(keysOf(naming(after, gone.ids))).toEqual([]);
  expect(byKey(naming(after, other.ids))).toEqual(byKey(before));
  expect((await fetch(`${service.baseUrl}/portal-images/${gone.image}`)).status).toBe(404);
  const stories = (token: string, { path }: TestWorkspace) =>
    fetch(`${service.baseUrl}${path}/stories`, { headers: { authorization: `Bearer ${token}` } });
  expect((await stories(gone.token, gone.workspace)).status).toBe(401);
  expect((await stories(other.token, other.workspace)).status).toBe(200);
  expect(await runJson(['workspaces', 'list'], env)).not.toContainEqual(expect.objectContaining({ slug }));
});

test('every item is of a known kind, and the ids that deletion follows are never those of people', async () => {
  const { userId } = await filled();
  await service.streamsIdle();
  const items = await allItems();
  const kinds = await loadItemKinds();
  const strange = items.filter(({ pk }) => !kinds.some(({ prefix }) => pk.startsWith(prefix)));
  expect(keysOf(strange)).toEqual([]);
  const people = new Set(items.filter((item) => userKind.includes(item)).map(userKind.idOf));
  expect(people).toContain(userId);
  expect(keysOf(items.filter((item) => ownIds(item, kinds).some((id) => people.has(id))))).toEqual([]);
});

test('log lines, which deletion cannot reach, hold only ids: no text, address or token of any person', async () => {
  const { workspace, token } = await filled();
  await service.streamsIdle();
  await service.queuesIdle();
  const { email } = (await runJson(['members', 'list', '-w', workspace.id], env))[0] as { email: string };
  const lines = logged();
  expect(lines).toContain(workspace.id);
  for (const secret of [WRITTEN, email, token, workspace.slug]) expect(lines).not.toContain(secret);
});

test('messages in the queues that outlive their workspace send nothing and leave nothing', async () => {
  const pipeline = await newPipeline(service);
  const { id } = await pipeline.endpoint();
  await pipeline.happen();
  expect(pipeline.queue.length).toBeGreaterThan(0);
  const done = await deleteWorkspace(databaseOf(service), pipeline.workspace.id, { now: new Date() });
  done.ids.close();
  const messages = pipeline.queue.map(({ message }) => message);
  await pipeline.drain();
  // Each comes at least once.
  await pipeline.pipeline.send(messages);
  await pipeline.pass(3_600_000);
  expect(pipeline.received).toEqual([]);
  expect(pipeline.queue).toEqual([]);
  expect(keysOf(naming(await allItems(), [pipeline.workspace.id, id]))).toEqual([]);
});

test('a workspace that is deleted while its receiver is asked leaves nothing', async () => {
  const pipeline = await newPipeline(service);
  const { id } = await pipeline.endpoint();
  pipeline.answer(async () => {
    const done = await deleteWorkspace(databaseOf(service), pipeline.workspace.id, { now: new Date() });
    done.ids.close();
    return { status: 500 };
  });
  await pipeline.happen();
  await pipeline.drain();
  await pipeline.pass(3_600_000);
  expect(pipeline.received).toHaveLength(1);
  expect(keysOf(naming(await allItems(), [pipeline.workspace.id, id]))).toEqual([]);
});

test('access and deliveries are deleted before anything else', async () => {
  const { workspace, ids } = await filled();
  const first = [memberKind, credentialKind, routeKind];
  const isFirst = ({ pk }: Item) => first.some(({ prefix }) => pk.startsWith(prefix));
  const before = naming(await allItems(), ids);
  expect(first.filter(({ prefix }) => !before.some(({ pk }) => pk.startsWith(prefix)))).toEqual([]);
  const killed = deleteWorkspace(databaseOf(service), workspace.id, {
    now: new Date(),
    onPage: ({ phase }) => {
      if (phase === 'found') throw new Error('Killed.');
    },
  });
  await expect(killed).rejects.toThrow('Killed.');
  const after = naming(await allItems(), ids);
  expect(keysOf(after.filter(isFirst))).toEqual([]);
  expect(after.some((item) => storyKind.includes(item))).toBe(true);
});

test('an interrupted deletion is finished by the next, while a person keeps writing', async () => {
  const { workspace, ids, token } = await filled();
  let writing = true;
  let refused = 0;
  const writer = (async () => {
    while (writing) {
      const answer = await fetch(`${service.baseUrl}${workspace.path}/labels`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: `Label ${Math.random()}` }),
      });
      if (answer.status === 401) refused++;
    }
  })();
  const database = databaseOf(service);
  const killed = deleteWorkspace(database, workspace.id, {
    now: new Date(),
    onPage: ({ deleted }) => {
      if (deleted > 5) throw new Error('Killed.');
    },
  });
  await expect(killed).rejects.toThrow('Killed.');
  expect(naming(await allItems(), ids).length).toBeGreaterThan(0);
  const { ids: known } = await deleteWorkspace(database, workspace.id, { now: new Date() });
  known.close();
  writing = false;
  await writer;
  expect(refused).toBeGreaterThan(0);
  await service.streamsIdle();
  expect(naming(await allItems(), ids)).toEqual([]);
});
