import { expect, test } from 'vitest';
import { getChangeSet } from '../../shared/events/change-sets/get-change-set.ts';
import type { ChangeSet } from '../../shared/events/change-sets/change-set.ts';
import type { RuleRun } from '../../shared/events/rules/rule.ts';
import { begin, chance, dangers, FEWER, happen, HISTORIES, randomRule } from './random-rule.ts';
import type { Preview, RuleWorld } from './rule-world.ts';

let world: RuleWorld | undefined;

/** How often each is among some. */
const counted = (all: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(all, (one) => one)].map(([one, { length }]) => [one, length]));

/** What a run made by its change set, of which each update counts once, and what a preview says that it makes. */
async function assertMade(
  { run: ask }: RuleWorld,
  run: RuleRun,
  { would }: Preview,
  context: string,
): Promise<void> {
  const expected = would.filter(({ eventId }) => eventId === run.eventId);
  if (expected.length === 0) expect(run.changeSetId, context).toBeNull();
  // There is none of updates to what a story had already.
  const { changes } =
    run.changeSetId === null
      ? { changes: [] }
      : await ask<ChangeSet>(getChangeSet, { path: { changeSetId: run.changeSetId } });
  const made = changes.flatMap(({ action, resource }) =>
    action === 'created' ? [`create ${resource}`] : [],
  );
  const creating = expected.filter(({ operation }) => operation.startsWith('create'));
  expect(counted(made), context).toEqual(counted(creating.map(({ resource }) => `create ${resource}`)));
  const updates = changes.length - made.length;
  expect(updates, context).toBeLessThanOrEqual(expected.length - creating.length);
}

test(`what a rule did, killed now and then, is what its preview says and done once, in ${HISTORIES} random histories`, async () => {
  let [done, failed] = [0, 0];
  for (let seed = 1; seed <= HISTORIES; seed++) {
    world = await begin(seed, world);
    const rule = await world.create(randomRule(world, seed));
    const chances = chance(seed + 1_000_000);
    const endanger = dangers(world, chance(seed + 3_000_000));
    const stories: string[] = [];
    for (let step = 0; step < 4; step++) {
      await happen(world, chances, stories);
      await world.settle([rule], 30, endanger);
    }
    const runs = (await world.runs(rule)).reverse();
    const preview = await world.preview(rule);
    const { would, wouldFail, matched, truncated } = preview;
    const previewed = [...new Set([...would, ...wouldFail].map(({ eventId }) => eventId))];
    const context = `seed ${seed}: ${JSON.stringify(rule)}`;
    expect(previewed.sort(), context).toEqual(runs.map(({ eventId }) => eventId).sort());
    expect([matched, truncated], context).toEqual([runs.length, false]);
    const codes = runs.flatMap(({ code, eventId }) => (code === null ? [] : [[eventId, code]]));
    expect(wouldFail.map(({ eventId, code }) => [eventId, code]).sort(), context).toEqual(codes.sort());
    const actions = runs.filter(({ outcome }) => outcome === 'done').length * rule.then.length;
    const partly = would.filter(({ eventId }) => codes.some(([id]) => id === eventId)).length;
    expect(would.length - partly, context).toBe(actions);
    for (const run of runs) await assertMade(world, run, preview, context);
    done += runs.length - codes.length;
    failed += codes.length;
    await world.delete(rule);
  }
  expect(done).toBeGreaterThan(HISTORIES / 2);
  expect(failed).toBeGreaterThan(HISTORIES / 20);
});

test(`histories with rules that follow each other end, in ${FEWER} of them`, async () => {
  let tooDeep = 0;
  for (let seed = 1; seed <= FEWER; seed++) {
    world = await begin(seed, world);
    const rules = [
      await world.create({
        ...randomRule(world, seed * 3),
        on: ['story.created', 'story.updated'],
        was: null,
      }),
      await world.create(randomRule(world, seed * 3 + 1)),
      await world.create({
        on: ['story.updated', 'story.created', 'comment.created'],
        then: [
          { operation: 'updateStory', input: { storyId: '{{story.id}}', title: '{{story.title}}' } },
          { operation: 'createComment', input: { storyId: '{{story.id}}', content: 'Again' } },
        ],
      }),
    ];
    const chances = chance(seed + 2_000_000);
    const stories: string[] = [];
    for (let step = 0; step < 2; step++) await happen(world, chances, stories);
    await world.settle(rules, 60, dangers(world, chance(seed + 6_000_000)));
    for (const rule of rules) {
      const runs = await world.runs(rule);
      tooDeep += runs.filter(({ code }) => code === 'too_deep').length;
      await world.delete(rule);
    }
  }
  expect(tooDeep).toBeGreaterThan(0);
});
