import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../shared/kernel/core/id.ts';
import { scanPage } from '../../shared/kernel/db/scan.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import type { WebhookServices } from '../../shared/events/deliveries/pipeline.ts';
import { newSession } from '../../shared/planning/agent-sessions/agent-session.ts';
import { putAgentSession } from '../../shared/planning/agent-sessions/agent-session-store.ts';
import { putAttachment } from '../../shared/planning/attachments/attachment-store.ts';
import { createComment } from '../../shared/planning/comments/create-comment.ts';
import { putFeedbackComment } from '../../shared/feedback/items/comment-store.ts';
import { putItem } from '../../shared/feedback/items/item-store.ts';
import { createKeyResult } from '../../shared/planning/key-results/create-key-result.ts';
import { putCustomField } from '../../shared/planning/custom-fields/custom-field-store.ts';
import { putLabel } from '../../shared/planning/labels/label-store.ts';
import { createTimeEntry } from '../../shared/planning/time-entries/create-time-entry.ts';
import { createObjectiveUpdate } from '../../shared/planning/objective-updates/create-objective-update.ts';
import { createObjective } from '../../shared/planning/objectives/create-objective.ts';
import { nounOf } from '../../shared/nouns/nouns.ts';
import { putPortal } from '../../shared/feedback/portal/portal-store.ts';
import { history } from '../../shared/projections/history/history.ts';
import { createRelation } from '../../shared/planning/relations/create-relation.ts';
import { createRecurringStory } from '../../shared/planning/recurring-stories/create-recurring-story.ts';
import { createStoryTemplate } from '../../shared/planning/story-templates/create-story-template.ts';
import { createSprint } from '../../shared/planning/sprints/create-sprint.ts';
import { createStory } from '../../shared/planning/stories/create-story.ts';
import { putUpdate } from '../../shared/feedback/updates/update-store.ts';
import { eventPatterns } from '../../shared/events/webhooks/webhook.ts';
import { startProxy, type DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { span } from '../support/planning.ts';
import type { TestPipeline } from '../support/pipeline.ts';
import { newCountedPipeline } from '../deliveries/counted-pipeline.ts';

let proxy: DynamoDbProxy;
let path: TestPipeline;
let counted: WebhookServices;

beforeAll(async () => {
  proxy = await startProxy();
  ({ path, counted } = await newCountedPipeline(proxy));
});
afterAll(() => proxy.stop());

const taken = () => new Error('It is there.');

/** A label, a portal, and what stands on it, beside what the workspace was set up with. */
async function fillLog() {
  const at = path.clock.now().toISOString();
  const made = () => ({ id: newId(path.clock.now()), createdAt: at, updatedAt: at });
  const workspaceId = path.workspace.id;
  const label = { ...made(), workspaceId, teamId: null, name: 'A label', color: '#4f46e5', archivedAt: null };
  const field = {
    ...made(),
    workspaceId,
    teamId: null,
    key: 'severity',
    name: 'Severity',
    type: 'text' as const,
    options: [],
    required: false,
    default: null,
    description: null,
    archivedAt: null,
  };
  const board = { id: newId(path.clock.now()), name: 'Ideas', description: null };
  const look = {
    formerSlugs: [],
    embedOrigins: [],
    websiteUrl: null,
    privacyUrl: null,
    imprintUrl: null,
    language: 'en' as const,
    host: null,
    color: '#4f46e5',
    logoImageId: null,
    visibility: 'private' as const,
  };
  const portal = { ...made(), workspaceId, name: 'A portal', slug: 'a-portal', description: null, ...look };
  const item = {
    ...made(),
    portalId: portal.id,
    boardId: board.id,
    slug: 'an-idea',
    title: 'An idea',
    description: null,
    status: 'pending' as const,
    roadmapSummary: null,
    storyIds: [],
    hidden: false,
    authorId: path.owner.id,
    authorName: 'A visitor',
    authorKind: 'visitor' as const,
    addedBy: null,
    origin: 'visitor' as const,
    voteCount: 0,
    commentCount: 0,
    officialCommentId: null,
    mergedIntoId: null,
    tags: [],
    internalTags: [],
  };
  const update = {
    ...made(),
    portalId: portal.id,
    slug: 'an-update',
    formerSlugs: [],
    title: 'An update',
    summary: null,
    body: null,
    coverImageId: null,
    linkedItemIds: [],
    publishedAt: null,
    scheduledFor: null,
  };
  const comment = {
    ...made(),
    portalId: portal.id,
    itemId: item.id,
    content: 'Yes',
    hidden: false,
    internal: false,
    parentId: null,
    editedAt: null,
    authorId: path.owner.id,
    authorName: 'A visitor',
    authorKind: 'visitor' as const,
    origin: 'visitor' as const,
  };
  await commit(path.pipeline.database, [
    ...putLabel(label, taken),
    ...putCustomField(field, taken),
    ...putPortal({ ...portal, boards: [board] }, taken),
    ...putItem(item, taken),
    ...putUpdate(update, '', taken),
  ]);
  await commit(path.pipeline.database, putFeedbackComment(comment, taken));
}

/** What a team plans with, one of each kind. */
async function plan() {
  const owner = path.workspace.operator.within(path.workspace.id, path.owner.id);
  const teamId = path.team.id;
  const objective = await owner.run(createObjective, { body: { teamId, name: 'An objective' } });
  const measured = { objectiveId: objective.id, name: 'A key result', measurementType: 'percentage' };
  await owner.run(createKeyResult, { body: measured });
  await owner.run(createObjectiveUpdate, {
    path: { objectiveId: objective.id },
    body: { health: 'on_track', body: 'Going' },
  });
  await owner.run(createStoryTemplate, { body: { teamId, name: 'A template' } });
  await owner.run(createRecurringStory, { body: { teamId, name: 'Again', rule: 'FREQ=DAILY' } });
  await owner.run(createSprint, { body: { teamId, name: 'A sprint', ...span } });
  const [story, other] = [
    await owner.run(createStory, { body: { teamId, title: 'One' } }),
    await owner.run(createStory, { body: { teamId, title: 'Another' } }),
  ];
  const agent = { kind: 'service_account', id: newId(path.clock.now()), name: 'An agent' } as const;
  const place = { workspaceId: path.workspace.id, storyId: story.id, agent };
  const openedBy = { kind: 'user', id: path.owner.id, via: 'rest' } as const;
  const cause = { reason: 'assigned', openedBy, commentId: null, at: story.updatedAt } as const;
  const session = newSession({ id: newId(path.clock.now()), ...place }, cause);
  await commit(path.pipeline.database, [putAgentSession(session, teamId, taken)]);
  const at = { storyId: story.id };
  await owner.run(createComment, { path: at, body: { content: 'A comment' } });
  await owner.run(createTimeEntry, { path: at, body: { minutes: 30 } });
  const now = path.clock.now();
  const since = now.toISOString();
  const file = {
    id: newId(now),
    storyId: story.id,
    commentId: null,
    name: 'a.txt',
    contentType: 'text/plain',
    size: 5,
    state: 'ready' as const,
    createdBy: path.owner.id,
    createdAt: since,
    updatedAt: since,
  };
  await commit(path.pipeline.database, [putAttachment(file, path.workspace.id, now)]);
  await owner.run(createRelation, { path: at, body: { type: 'blocks', relatedStoryId: other.id } });
}

test('an event without subscribers costs one write unit, of every kind, and one for a history', async () => {
  await fillLog();
  await plan();
  const { items } = await scanPage(path.pipeline.database, undefined);
  const subjects = items.filter((item) => nounOf(item) !== undefined);
  const changeOf = (after: (typeof items)[number], before?: typeof after) => ({
    sequenceNumber: '1',
    at: path.clock.now(),
    key: { pk: after.pk, sk: after.sk },
    after,
    ...(before ? { before } : {}),
  });
  const keep = (costs: Map<string, number>, name: string) => {
    const units = proxy.calls.reduce((sum, { writeUnits }) => sum + writeUnits, 0);
    costs.set(name, Math.max(costs.get(name) ?? 0, units));
  };
  // The first event of a log decides where it begins.
  await path.dispatch(subjects.map((item) => changeOf(item)));
  const [logged, entered] = [new Map<string, number>(), new Map<string, number>()];
  for (const item of subjects) {
    const at = new Date(path.clock.now().getTime() + 1_000).toISOString();
    path.clock.advance(2_000);
    const doc = (item['doc'] as string).replace(/"updatedAt":"[^"]+"/, `"updatedAt":"${at}"`);
    const { name } = nounOf(item)!;
    // An update of its own, whatever it was created with.
    const changed = changeOf({ ...item, doc, updatedAt: at, changeSet: undefined }, item);
    // A relation never changes.
    const { after: _, ...deletion } = changeOf(item, item);
    proxy.reset();
    await path.dispatch([name === 'relation' ? deletion : changed], counted);
    await path.dispatch([changeOf({ ...item, memberCount: 9 }, item)], counted);
    keep(logged, name);
    if (!history.follows.some((kind) => kind.includes(item))) continue;
    proxy.reset();
    await history.handle({ database: counted.database, now: path.clock.now() }, [changed]);
    keep(entered, name);
  }
  const kinds = new Set(eventPatterns.map((pattern) => pattern.split('.')[0]!));
  // Events of no noun.
  for (const pattern of ['*', 'schedule', 'proposal']) kinds.delete(pattern);
  expect(Object.fromEntries(logged)).toEqual(Object.fromEntries([...kinds].map((kind) => [kind, 1])));
  // With the entry in the log, the two write units that a change may cost.
  expect(Object.fromEntries(entered)).toEqual({
    story: 1,
    objective: 1,
    sprint: 1,
    story_template: 1,
    recurring_story: 1,
    time_entry: 1,
  });
});
