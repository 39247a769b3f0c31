import { beforeAll, expect, test } from 'vitest';
import { newRuleWorld, type RuleWorld } from './rule-world.ts';

/** What rules cost those who have none, and where they are not for what happens: by calls of the database, not by time. */
let world: RuleWorld;

beforeAll(async () => {
  world = await newRuleWorld();
  // What a sandbox remembers of a workspace and of its statuses is read once.
  await world.story();
  await world.dispatch();
});

/** The calls that following a new story takes, and those of a change of it. */
async function callsOfStory(): Promise<string[][]> {
  await world.story({ title: 'First' });
  await world.dispatch();
  const { id } = await world.story({ title: 'A door creaks', priority: 'low' });
  const ofNew = await world.callsOf(() => world.dispatch());
  await world.change(id, { title: 'A door sticks', priority: 'medium' });
  return [ofNew, await world.callsOf(() => world.dispatch())];
}

const then = [{ operation: 'updateStory', input: { storyId: '{{story.id}}', title: 'Seen' } }];
const on = ['story.created', 'story.updated'];

test('rules that are not for what happens take no call more than none', async () => {
  const without = await callsOfStory();
  expect(without.every((calls) => calls.length > 0)).toBe(true);
  const rules = [
    await world.create({ on, if: 'priority:urgent', then }),
    await world.create({ on, if: 'is:done OR assignee:me', then }),
    await world.create({ on: ['story.updated'], was: { priority: 'high' }, then }),
    await world.create({ on: ['sprint.updated', 'comment.created'], then }),
    await world.create({ on, enabled: false, then }),
  ];
  expect(await callsOfStory()).toEqual(without);
  for (const rule of rules) {
    expect(await world.work(rule)).toBe(false);
    expect(await world.runs(rule)).toEqual([]);
    await world.delete(rule);
  }
});

test('one that is for it takes more', async () => {
  const without = await callsOfStory();
  const rule = await world.create({ on, then });
  expect((await callsOfStory())[0]!.length).toBeGreaterThan(without[0]!.length);
  await world.delete(rule);
});
