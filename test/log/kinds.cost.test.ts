import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../shared/core/id.ts';
import { scanPage } from '../../shared/db/scan.ts';
import { commit } from '../../shared/db/write.ts';
import type { WebhookServices } from '../../shared/deliveries/pipeline.ts';
import { putItem } from '../../shared/feedback/item-store.ts';
import { putLabel } from '../../shared/labels/label-store.ts';
import { putPortal } from '../../shared/portals/portal-store.ts';
import { subjectOf } from '../../shared/projections/events/subjects.ts';
import { putUpdate } from '../../shared/updates/update-store.ts';
import { startProxy, type DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { newPipeline, type TestPipeline } from '../support/pipeline.ts';
import { databaseOf } from '../support/service.ts';

let proxy: DynamoDbProxy;
let path: TestPipeline;
let counted: WebhookServices;

beforeAll(async () => {
  [proxy, path] = [await startProxy(), await newPipeline()];
  proxy.target = path.service.dynamodbEndpoint;
  const database = databaseOf({ ...path.service, dynamodbEndpoint: proxy.endpoint });
  counted = { ...path.pipeline, database };
});
afterAll(() => proxy.stop());

const taken = () => new Error('It is there.');

/** A label, a portal, and what stands on it, beside what the workspace was set up with. */
async function furnish() {
  const at = path.clock.now().toISOString();
  const made = () => ({ id: newId(path.clock.now()), createdAt: at, updatedAt: at });
  const workspaceId = path.workspace.id;
  const label = { ...made(), workspaceId, teamId: null, name: 'A label', color: '#4f46e5', archivedAt: null };
  const board = { id: newId(path.clock.now()), name: 'Ideas', description: null };
  const look = {
    formerSlugs: [],
    embedOrigins: [],
    color: '#4f46e5',
    logoImageId: null,
    visibility: 'private' as const,
  };
  const portal = { ...made(), workspaceId, name: 'A portal', slug: 'a-portal', description: null, ...look };
  const item = {
    ...{ ...made(), portalId: portal.id, boardId: board.id, slug: 'an-idea', title: 'An idea' },
    ...{ description: null, status: 'pending' as const, roadmapSummary: null, storyIds: [], hidden: false },
    ...{ authorId: path.owner.id, authorName: 'A visitor', authorKind: 'visitor' as const },
    ...{ voteCount: 0, commentCount: 0, officialCommentId: null, mergedIntoId: null },
    ...{ tags: [], internalTags: [] },
  };
  const update = {
    ...{ ...made(), portalId: portal.id, slug: 'an-update', formerSlugs: [], title: 'An update' },
    ...{ summary: null, body: null, coverImageId: null, linkedItemIds: [], publishedAt: null },
  };
  await commit(path.pipeline.database, [
    ...putLabel(label, taken),
    ...putPortal({ ...portal, boards: [board] }, taken),
    ...putItem(item, taken),
    ...putUpdate(update, '', taken),
  ]);
}

test('what nobody subscribed to costs one write unit for each event, of every kind, and nothing without one', async () => {
  await furnish();
  const { items } = await scanPage(path.pipeline.database, undefined);
  const subjects = items.filter((item) => subjectOf(item) !== undefined);
  const changeOf = (after: (typeof items)[number], before?: typeof after) => ({
    ...{ sequenceNumber: '1', at: path.clock.now(), key: { pk: after.pk, sk: after.sk }, after },
    ...(before ? { before } : {}),
  });
  // The first event of a log decides where it begins.
  await path.dispatch(subjects.map((item) => changeOf(item)));
  const cost = new Map<string, number>();
  for (const item of subjects) {
    const at = new Date(path.clock.now().getTime() + 1_000).toISOString();
    path.clock.advance(2_000);
    const doc = (item['doc'] as string).replace(/"updatedAt":"[^"]+"/, `"updatedAt":"${at}"`);
    proxy.reset();
    await path.dispatch([changeOf({ ...item, doc, updatedAt: at }, item)], counted);
    await path.dispatch([changeOf({ ...item, memberCount: 9 }, item)], counted);
    const units = proxy.calls.reduce((sum, { writeUnits }) => sum + writeUnits, 0);
    const { name } = subjectOf(item)!;
    cost.set(name, Math.max(cost.get(name) ?? 0, units));
  }
  expect(Object.fromEntries(cost)).toEqual({
    ...{ status: 1, team: 1, member: 1, label: 1, portal: 1, feedback_item: 1, feedback_update: 1 },
  });
});
