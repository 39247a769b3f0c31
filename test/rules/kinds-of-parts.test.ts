import { beforeAll, expect, test } from 'vitest';
import { listStatuses } from '../../shared/identity/statuses/list-statuses.ts';
import type { Status } from '../../shared/identity/status/status.ts';
import { createStoryLink } from '../../shared/planning/links/create-story-link.ts';
import { updateStoryLink } from '../../shared/planning/links/update-story-link.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { deleteStory } from '../../shared/planning/stories/delete-story.ts';
import type { Rule } from '../../shared/events/rules/rule.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { closeStory, getStoryItem } from '../../shared/planning/story/story-store.ts';
import type { StoryLink } from '../../shared/planning/story-parts/link.ts';
import { newRuleWorld, type RuleWorld } from './rule-world.ts';

let world: RuleWorld;
let rule: Rule;
const statuses: Record<string, string> = {};

beforeAll(async () => {
  world = await newRuleWorld();
  const query = { teamId: world.team.id };
  for (const { category, id } of await world.run<Status[]>(listStatuses, { query }))
    statuses[category] ??= id;
});

const isDone = async ({ id }: Story) => (await world.read(id)).statusId === statuses.completed;
const settle = () => world.settle([rule]);
const end = ({ id }: Story, category = 'completed') => world.change(id, { statusId: statuses[category] });

async function ruleOn(kind: string): Promise<void> {
  rule = await world.create({
    on: [kind],
    if: 'is:open',
    then: [{ operation: 'updateStory', input: { storyId: '{{story.id}}', statusId: statuses.completed } }],
  });
}

interface Family {
  parent: Story;
  children: Story[];
}

/** A story with so many open sub-stories. */
async function family(count: number): Promise<Family> {
  const parent = await world.story();
  const children: Story[] = [];
  for (let made = 0; made < count; made++) children.push(await world.story({ parentId: parent.id }));
  return { parent, children };
}

const remove = ({ id }: Story) => world.run(deleteStory, { path: { storyId: id } });

test('a parent is completed when its last sub-story is, and not before', async () => {
  await ruleOn('story.sub_stories_completed');
  const { parent, children } = await family(3);
  await end(children[0]!);
  await end(children[1]!, 'cancelled');
  await settle();
  expect(await isDone(parent)).toBe(false);
  await end(children[2]!);
  await world.dispatch();
  expect((await world.preview(rule)).would).toMatchObject([{ operation: 'updateStory', id: parent.id }]);
  await settle();
  expect(await isDone(parent)).toBe(true);
  const [run] = await world.runs(rule);
  expect(run).toMatchObject({ outcome: 'done' });
});

test('a parent whose open sub-story is deleted or moved is completed, if the others are', async () => {
  await ruleOn('story.sub_stories_completed');
  const [first, second] = [await family(2), await family(2)];
  await end(first.children[0]!);
  await end(second.children[0]!);
  await settle();
  await remove(first.children[1]!);
  await world.change(second.children[1]!.id, { clearFields: ['parentId'] });
  await settle();
  expect([await isDone(first.parent), await isDone(second.parent)]).toEqual([true, true]);
});

test.each([
  [
    'only cancelled sub-stories',
    async ({ children }: Family) => {
      for (const child of children) await end(child, 'cancelled');
    },
  ],
  [
    'no sub-stories any more',
    async ({ children }: Family) => {
      for (const child of children) await remove(child);
    },
  ],
  [
    'one that is only renamed',
    async ({ children }: Family) => {
      await world.change(children[0]!.id, { title: 'Another title' });
    },
  ],
])('a parent with %s stays open', async (_, act) => {
  await ruleOn('story.sub_stories_completed');
  const all = await family(2);
  await act(all);
  await settle();
  expect(await isDone(all.parent)).toBe(false);
});

test('a finished sub-story that is deleted or moved completes nothing', async () => {
  await ruleOn('story.sub_stories_completed');
  const { parent, children } = await family(3);
  for (const child of children) await end(child);
  await settle();
  await world.change(parent.id, { statusId: statuses.unstarted });
  await remove(children[0]!);
  await world.change(children[1]!.id, { clearFields: ['parentId'] });
  await settle();
  expect(await isDone(parent)).toBe(false);
});

test('a parent that is being deleted, which lets its sub-stories go, has no rule run', async () => {
  rule = await world.create({
    on: ['story.sub_stories_completed'],
    then: [{ operation: 'createComment', input: { storyId: '{{story.id}}', content: 'Done.' } }],
  });
  const { parent, children } = await family(2);
  await end(children[0]!);
  const item = await getStoryItem(createReader(world.database), parent.id);
  await commit(world.database, [closeStory(item!, () => new Error('It is as it was read.'))]);
  await world.change(children[1]!.id, { clearFields: ['parentId'] });
  await settle();
  expect(await world.runs(rule)).toEqual([]);
  await remove(parent);
});

test('a story is completed when its pull request is merged, and by nothing else that happens to its links', async () => {
  await ruleOn('story.pull_request_merged');
  const [linked, late, merged] = [await world.story(), await world.story(), await world.story()];
  const link = (story: Story, url: string, state: string) =>
    world.run<StoryLink>(createStoryLink, { path: { storyId: story.id }, body: { url, state } });
  const request = await link(linked, 'https://github.com/acme/shop/pull/1', 'open');
  await link(linked, 'https://github.com/acme/shop/tree/fix', 'merged');
  await link(late, 'https://github.com/acme/shop/pull/2', 'closed');
  await link(merged, 'https://github.com/acme/shop/pull/3', 'merged');
  await settle();
  expect([await isDone(linked), await isDone(late), await isDone(merged)]).toEqual([false, false, true]);
  await world.run(updateStoryLink, {
    path: { storyId: linked.id, linkId: request.id },
    body: { expectedUpdatedAt: request.updatedAt, state: 'merged' },
  });
  await settle();
  expect(await isDone(linked)).toBe(true);
  await world.change(linked.id, { statusId: statuses.unstarted });
  await link(linked, 'https://github.com/acme/shop/pull/4', 'open');
  await settle();
  expect(await isDone(linked)).toBe(false);
});
