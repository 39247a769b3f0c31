import { beforeAll, describe, expect, test } from 'vitest';
import { createReader } from '../../../shared/kernel/db/reader.ts';
import type { ItemChange } from '../../../shared/kernel/db/stream-record.ts';
import { entityKey } from '../../../shared/kernel/db/table.ts';
import { eventTime, type WebhookEvent } from '../../../shared/kernel/log/event.ts';
import { eventOfChange } from '../../../shared/projections/events/event-of-change.ts';
import type { Team } from '../../../shared/identity/team/team.ts';
import { dataOf, statusOf, storyApi } from '../../stories/story-api.ts';
import { commentApi } from '../../comments/comment-api.ts';
import { planningApi, span, type PlanningApi } from '../../support/planning.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../../support/workspace.ts';
import type { Item } from '../../../shared/kernel/core/database.ts';

let workspace: TestWorkspace;
let team: Team;
let admin: Person;
let plan: PlanningApi;
let comments: ReturnType<typeof commentApi>;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  admin = await workspace.person('admin', [team]);
  plan = planningApi(workspace, admin.client);
  const story = await storyApi(workspace, admin.client).create({ teamId: team.id });
  comments = commentApi(workspace, story.id, admin.client);
});

const itemOf = (pk: string) => createReader(workspace.database).get(entityKey(pk));

/** A change as the table's stream would deliver it: the item before and after, and the whole second it happened in. */
function changeOf(
  pk: string,
  { before, after }: { before?: Item | undefined; after?: Item | undefined },
  at = new Date(Math.floor(Date.now() / 1000) * 1000),
): ItemChange {
  return {
    sequenceNumber: '1',
    at,
    key: entityKey(pk),
    ...(before ? { before } : {}),
    ...(after ? { after } : {}),
  };
}

/** What requests did to an item. */
async function changeBy(pk: string, act: () => Promise<unknown>): Promise<ItemChange> {
  const before = await itemOf(pk);
  await act();
  return changeOf(pk, { before, after: await itemOf(pk) });
}

const eventOf = (change: ItemChange) =>
  eventOfChange(change, { read: createReader(workspace.database), now: new Date() });

const byAdmin = () => ({ kind: 'user', id: admin.id, via: 'rest' });

const byField = (a: { field: string }, b: { field: string }) => (a.field < b.field ? -1 : 1);

const parse = ({ body }: WebhookEvent) => JSON.parse(body) as Record<string, any>;

interface Resource {
  id: string;
  createdAt: string;
  updatedAt: string;
}

/** How a noun is called over the API. */
interface Noun {
  prefix: string;
  create: () => Promise<Resource>;
  read: (id: string) => Promise<Resource>;
  change: (resource: Resource, fields: object) => Promise<unknown>;
  delete: (id: string) => Promise<unknown>;
  /** Fields to set, one that the resource has and one that it has not, in the order in which it shows them. */
  fields: Record<string, unknown>;
}

const stories = () => storyApi(workspace, admin.client);
const nouns: Record<string, Noun> = {
  story: {
    prefix: 'S#',
    create: () => stories().create({ teamId: team.id, description: 'd'.repeat(5_000) }),
    read: (id) => stories().read(id),
    change: (story, fields) => stories().change(story as never, fields),
    delete: (id) => stories().delete(id),
    fields: { title: 'Changed', assigneeId: 'admin' },
  },
  comment: {
    prefix: 'K#',
    create: () => comments.create(),
    read: (id) => comments.read(id),
    change: (comment, { content }: { content?: string }) => comments.change(comment as never, content!),
    delete: (id) => comments.delete(id),
    fields: { content: 'Changed' },
  },
  sprint: {
    prefix: 'P#',
    create: () => plan.sprint(team),
    read: async (id) => dataOf(await plan.sprints.get(id), 200),
    change: ({ id, updatedAt }, fields) =>
      plan.sprints.update(id, { expectedUpdatedAt: updatedAt, ...fields }),
    delete: (id) => plan.sprints.delete(id),
    fields: { goal: 'Win', endDate: '2026-12-31T00:00:00.000Z' },
  },
  objective: {
    prefix: 'O#',
    create: () => plan.objective(team, { description: 'd'.repeat(5_000), endDate: span.endDate }),
    read: async (id) => dataOf(await plan.objectives.get(id), 200),
    change: ({ id, updatedAt }, fields) =>
      plan.objectives.update(id, { expectedUpdatedAt: updatedAt, ...fields }),
    delete: (id) => plan.objectives.delete(id),
    fields: { name: 'Changed', health: 'on_track' },
  },
  key_result: {
    prefix: 'R#',
    create: async () => plan.keyResult(await plan.objective(team, { name: 'Its objective' })),
    read: async (id) => dataOf(await plan.keyResults.get(id), 200),
    change: ({ id, updatedAt }, fields) =>
      plan.keyResults.update(id, { expectedUpdatedAt: updatedAt, ...fields }),
    delete: (id) => plan.keyResults.delete(id),
    fields: { name: 'Changed', leadUserId: 'admin' },
  },
};

/** What the API shows of a resource, and an event too: replies have events of their own. */
async function shown({ read }: Noun, id: string): Promise<object> {
  const { replies: _, ...rest } = (await read(id)) as Resource & { replies?: unknown };
  return rest;
}

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe.each(Object.entries(nouns))('%s', (name, noun) => {
  async function created() {
    const resource = await noun.create();
    const pk = noun.prefix + resource.id;
    return { resource, pk, change: changeOf(pk, { after: await itemOf(pk) }) };
  }
  const values = () =>
    Object.fromEntries(
      Object.entries(noun.fields).map(([field, value]) => [field, value === 'admin' ? admin.id : value]),
    );

  test('is created with an event that contains the resource as the API shows it', async () => {
    const { resource, change } = await created();
    const event = (await eventOf(change))!;
    expect(event).toMatchObject({
      type: `${name}.created`,
      workspaceId: workspace.id,
      teamId: team.id,
      subjectId: resource.id,
    });
    expect(parse(event)).toEqual({
      id: event.id,
      type: `${name}.created`,
      apiVersion: '1',
      timestamp: resource.createdAt,
      workspaceId: workspace.id,
      teamId: team.id,
      actor: byAdmin(),
      origin: 'member',
      changeSetId: expect.any(String),
      data: await shown(noun, resource.id),
    });
  });

  test('is updated with an event that contains the changed fields next to the resource, from what and to what', async () => {
    const { resource, pk } = await created();
    const fields = values();
    const change = await changeBy(pk, () => noun.change(resource, fields));
    const now = await shown(noun, resource.id);
    const before = resource as unknown as Record<string, unknown>;
    const event = (await eventOf(change))!;
    expect(now).toMatchObject(fields);
    expect(parse(event)).toEqual({
      id: event.id,
      type: `${name}.updated`,
      apiVersion: '1',
      timestamp: (now as Resource).updatedAt,
      workspaceId: workspace.id,
      teamId: team.id,
      actor: byAdmin(),
      origin: 'member',
      changeSetId: expect.any(String),
      data: now,
      changes: expect.any(Array),
    });
    const expected = Object.entries(fields).map(([field, to]) => ({ field, from: before[field], to }));
    expect(parse(event)['changes'].toSorted(byField)).toEqual(expected.toSorted(byField));
  });

  test('is deleted with an event that contains the resource as it was last', async () => {
    const { resource, pk } = await created();
    const last = await shown(noun, resource.id);
    const { before } = await changeBy(pk, () => noun.delete(resource.id));
    const later = new Date(Date.parse(resource.updatedAt) + 60_000);
    const event = (await eventOf(changeOf(pk, { before }, later)))!;
    expect(event).toMatchObject({ type: `${name}.deleted`, workspaceId: workspace.id, teamId: team.id });
    expect(parse(event)).toEqual({
      id: event.id,
      type: `${name}.deleted`,
      apiVersion: '1',
      timestamp: later.toISOString(),
      workspaceId: workspace.id,
      teamId: team.id,
      // The image from before the request does not say who deleted it; that of the stream does (actors.test.ts).
      actor: { kind: 'system', id: null, via: 'automation' },
      origin: name === 'comment' ? 'member' : 'system',
      changeSetId: expect.any(String),
      data: last,
    });
  });

  test('has an id for each change, the same whenever it is processed, that sorts by time', async () => {
    const { resource, pk, change: creation } = await created();
    const update = await changeBy(pk, () => noun.change(resource, values()));
    const deletion = await changeBy(pk, () => noun.delete(resource.id));
    const changes = [creation, update, deletion];
    const events = [];
    for (const change of changes) events.push((await eventOf(change))!);
    const ids = events.map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    expect(ids.slice(0, 2)).toEqual(ids.slice(0, 2).toSorted());
    for (const id of ids) expect(id).toMatch(uuidV7);
    for (const event of events) expect(eventTime(event.id)).toBe(Date.parse(parse(event)['timestamp']));
    for (const [n, change] of changes.entries()) {
      expect((await eventOf({ ...change, sequenceNumber: '2' }))!.id).toBe(ids[n]);
    }
  });
});

test('a deletion is not dated before the last change, though the stream counts whole seconds', async () => {
  const story = await stories().create({ teamId: team.id });
  const before = await itemOf(`S#${story.id}`);
  const second = new Date(Math.floor(Date.parse(story.updatedAt) / 1000) * 1000);
  const event = (await eventOf(changeOf(`S#${story.id}`, { before }, second)))!;
  expect(parse(event)['timestamp']).toBe(story.updatedAt);
});

test('a field that follows from another is among the changed ones', async () => {
  const story = await stories().create({ teamId: team.id });
  const statusId = await statusOf(workspace, admin.client, team, 'completed');
  const change = await changeBy(`S#${story.id}`, () => stories().change(story, { statusId }));
  const { data, changes } = parse((await eventOf(change))!);
  expect(data.completedAt).not.toBeNull();
  expect(changes.toSorted(byField)).toEqual([
    { field: 'completedAt', from: null, to: data.completedAt },
    { field: 'statusId', from: story.statusId, to: statusId },
  ]);
});

test('archiving is an update', async () => {
  const story = await stories().create({ teamId: team.id });
  const change = await changeBy(`S#${story.id}`, () => stories().archive(story.id));
  const event = (await eventOf(change))!;
  expect(event.type).toBe('story.updated');
  const { data, changes } = parse(event);
  expect(changes).toEqual([{ field: 'archivedAt', from: null, to: data.archivedAt }]);
});

describe('no event is made', () => {
  test('of a reply, at the comment that counts it', async () => {
    const root = await comments.create();
    const change = await changeBy(`K#${root.id}`, () => comments.reply(root));
    expect(change.after).not.toEqual(change.before);
    expect(await eventOf(change)).toBeUndefined();
  });

  test('of an update that changes nothing', async () => {
    const sprint = await plan.sprint(team);
    const change = await changeBy(`P#${sprint.id}`, () =>
      plan.sprints.update(sprint.id, { expectedUpdatedAt: sprint.updatedAt, name: sprint.name }),
    );
    expect(await eventOf(change)).toBeUndefined();
  });

  test.each([{ closing: true }, { kept: 'for us' }])(
    'of a change that moves no updatedAt, as %j',
    async (marks) => {
      const { id } = await stories().create({ teamId: team.id });
      const before = (await itemOf(`S#${id}`))!;
      const change = changeOf(`S#${id}`, { before, after: { ...before, ...marks } });
      expect(await eventOf(change)).toBeUndefined();
    },
  );

  test('of counts, which are stored next to the resource', async () => {
    const sprint = await plan.sprint(team);
    const key = { pk: `P#${sprint.id}`, sk: '#COUNTS' };
    const before = { ...key, total: 1 };
    const change = { ...changeOf(key.pk, { before, after: { ...key, total: 2 } }), key };
    expect(await eventOf(change)).toBeUndefined();
  });

  test('of anything else', async () => {
    for (const pk of [`E#${team.id}`, `W#${workspace.id}`, `U#${admin.id}`, `C#${admin.id}`]) {
      const after = { ...entityKey(pk), updatedAt: '2026-11-01T10:00:00.000Z' };
      expect(await eventOf(changeOf(pk, { after })), pk).toBeUndefined();
    }
  });
});
