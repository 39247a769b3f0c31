import { beforeAll, expect, test } from 'vitest';
import type { FeedbackItem, ItemStatus } from '../../shared/feedback/items/item.ts';
import { storySortKey } from '../../shared/planning/story/story-store.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import { createStoryAs, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { deliver } from '../support/projector.ts';
import type { StatusCategory } from '../../shared/kernel/core/status-category.ts';

let service: WorkerService;
let workspace: TestWorkspace;
let team: Team;
let admin: Person;
let feedback: Feedback;
let statusIds: Record<StatusCategory, string>;

beforeAll(async () => {
  ({ service } = await workerService());
  workspace = await newWorkspace(service);
  team = await workspace.team();
  admin = await workspace.person('admin', [team]);
  feedback = feedbackApi(workspace, admin.client);
  const { data } = (await admin.client.get(`${workspace.path}/statuses`, { teamId: team.id })).json;
  statusIds = Object.fromEntries(data.map(({ category, id }: never) => [category, id])) as never;
});

const newStory = () => createStoryAs(admin.client, workspace, { teamId: team.id });
const linkedItem = async (stories: Story[], status: ItemStatus = 'planned') =>
  feedback.item(await feedback.portal(), { status, storyIds: stories.map(({ id }) => id) });

async function move(story: Story, category: StatusCategory): Promise<Story> {
  const { json, text } = await admin.client.patch(`${workspace.path}/stories/${story.id}`, {
    expectedUpdatedAt: story.updatedAt,
    statusId: statusIds[category],
  });
  if (!json.data) throw new Error(text);
  return json.data;
}

async function statusOf(item: FeedbackItem): Promise<ItemStatus> {
  await service.streamsIdle();
  return (await feedback.readItem(item)).status;
}

const setStatus = async (item: FeedbackItem, status: ItemStatus) =>
  feedback.change(
    `${workspace.path}/portals/${item.portalId}/items/${item.id}`,
    await feedback.readItem(item),
    { status },
  );

/** Hands the change of a story to the dispatcher again, as the stream may at any time. */
const replay = ({ id }: Story) =>
  deliver(workspace.database, [{ key: { pk: storySortKey(id), sk: '-' }, sequenceNumber: '1' }], new Date());

test('an item is completed when its story is, and stays when the story goes on', async () => {
  const story = await newStory();
  const item = await linkedItem([story]);
  const started = await move(story, 'started');
  expect(await statusOf(item)).toBe('planned');
  const done = await move(started, 'completed');
  expect(await statusOf(item)).toBe('completed');
  await move(done, 'started');
  expect(await statusOf(item)).toBe('completed');
});

test('an item waits for all of its stories; one that is cancelled or deleted does not delay it', async () => {
  const stories = await Promise.all(Array.from({ length: 3 }, newStory));
  const item = await linkedItem(stories);
  await move(stories[0]!, 'completed');
  expect(await statusOf(item)).toBe('planned');
  await move(stories[1]!, 'cancelled');
  expect(await statusOf(item)).toBe('planned');
  await admin.client.delete(`${workspace.path}/stories/${stories[2]!.id}`);
  await replay(stories[1]!);
  expect(await statusOf(item)).toBe('completed');
});

test('cancelled stories alone complete no item, and a closed item stays closed', async () => {
  const [first, second] = [await newStory(), await newStory()];
  const [item, closed] = [await linkedItem([first]), await linkedItem([second], 'closed')];
  await move(first, 'cancelled');
  await move(second, 'completed');
  expect(await statusOf(item)).toBe('planned');
  expect(await statusOf(closed)).toBe('closed');
});

test('a status that a person sets afterwards stays, however often the change comes again', async () => {
  const story = await newStory();
  const item = await linkedItem([story]);
  const done = await move(story, 'completed');
  expect(await statusOf(item)).toBe('completed');
  await setStatus(item, 'in_progress');
  for (let time = 0; time < 3; time++) await replay(done);
  expect(await statusOf(item)).toBe('in_progress');

  const again = await move(await move(done, 'started'), 'completed');
  expect(again.completedAt).not.toBe(done.completedAt);
  expect(await statusOf(item)).toBe('completed');
});

test('a link that is made after its story was completed counts too', async () => {
  const done = await move(await newStory(), 'completed');
  const item = await linkedItem([done]);
  expect(await statusOf(item)).toBe('completed');
});

test('a link that is removed no longer completes an item', async () => {
  const story = await newStory();
  const item = await linkedItem([story]);
  const path = `${workspace.path}/portals/${item.portalId}/items/${item.id}`;
  await feedback.change(path, item, { clearFields: ['storyIds'] });
  await move(story, 'completed');
  expect(await statusOf(item)).toBe('planned');
});

test('an item is completed by the story of what was merged into it, unless that was done before the item was there', async () => {
  const [story, early] = [await newStory(), await newStory()];
  const portal = await feedback.portal();
  const former = await feedback.item(portal, { status: 'planned', storyIds: [early.id] });
  await move(early, 'completed');
  expect(await statusOf(former)).toBe('completed');
  const [remaining, duplicate] = [
    await feedback.item(portal, { title: 'Night mode' }),
    await feedback.item(portal, { title: 'Dark mode', storyIds: [story.id] }),
  ];
  for (const one of [former, duplicate]) {
    const at = `${workspace.path}/portals/${one.portalId}/items/${one.id}`;
    const merged = await admin.client.post(`${at}/merge`, { intoItemId: remaining.id });
    expect(merged.status, merged.text).toBe(200);
  }
  expect(await statusOf(remaining)).not.toBe('completed');
  await move(story, 'completed');
  expect(await statusOf(remaining)).toBe('completed');
});

test('concurrent dispatchers change an item once', async () => {
  const story = await newStory();
  const item = await linkedItem([story]);
  const done = await move(story, 'completed');
  await Promise.all(Array.from({ length: 6 }, () => replay(done)));
  await service.streamsIdle();
  const once = await feedback.readItem(item);
  await replay(done);
  expect(await feedback.readItem(item)).toEqual(once);
  expect(once.status).toBe('completed');
});
