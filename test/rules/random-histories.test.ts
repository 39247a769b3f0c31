import { beforeAll, expect, test } from 'vitest';
import { createComment } from '../../shared/planning/comments/create-comment.ts';
import { seededRandom } from '../support/random.ts';
import { newRuleWorld, type RuleWorld } from './rule-world.ts';

/** Histories of each property; more with RULE_HISTORIES. */
const HISTORIES = Number(process.env['RULE_HISTORIES'] ?? 60);
const CIRCLES = Math.ceil(HISTORIES / 10);

let world: RuleWorld;

beforeAll(async () => {
  world = await newRuleWorld();
});

const priorities = ['none', 'low', 'medium', 'high'];
const titles = ['Alpha', 'Beta gamma', 'Alpha gamma'];

function chance(seed: number) {
  const random = seededRandom(seed);
  const pick = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)]!;
  const fields = (): Record<string, unknown> => ({
    title: pick(titles),
    priority: pick(priorities),
    ...(pick([true, false, false]) && { assigneeId: world.member.id }),
  });
  return { random, pick, fields };
}

const filters = [
  null,
  'priority:high',
  '-priority:none',
  'priority:low OR alpha',
  'is:open gamma',
  'is:unassigned',
  'assignee:me NOT priority:medium',
  'is:done',
];

function randomRule(seed: number) {
  const { pick } = chance(seed);
  const on = pick([
    ['story.created'],
    ['story.updated'],
    ['story.created', 'story.updated'],
    ['comment.created'],
    ['comment.created', 'story.updated'],
  ]);
  const storyId = '{{story.id}}';
  const then = pick([
    [{ operation: 'updateStory', input: { storyId, title: 'Seen: {{story.title}}' } }],
    [{ operation: 'updateStory', input: { storyId, priority: pick(priorities) } }],
    [{ operation: 'createComment', input: { storyId, content: 'By {{actor.name}}: {{event.type}}' } }],
    [
      { operation: 'createComment', input: { storyId, content: 'First' } },
      { operation: 'updateStory', input: { storyId, sprintId: world.member.id } },
    ],
    [
      { operation: 'updateStory', input: { storyId, assigneeId: '{{event.actor.id}}' } },
      { operation: 'createStory', input: { teamId: world.team.id, title: 'After {{story.reference}}' } },
    ],
  ]);
  const isOfUpdates = on.length === 1 && on[0] === 'story.updated';
  const was = isOfUpdates ? pick([null, { priority: pick(priorities) }, { title: pick(titles) }]) : null;
  return { on, if: pick(filters), then, was };
}

/** Something that a member does. */
async function happen({ pick, fields }: ReturnType<typeof chance>, stories: string[]): Promise<void> {
  const id = stories.length === 0 ? undefined : pick([undefined, ...stories]);
  if (id === undefined) stories.push((await world.story(fields())).id);
  else if (pick([true, false])) await world.change(id, fields());
  else await world.run(createComment, { path: { storyId: id }, body: { content: 'A comment' } });
}

test(`what a rule did is what its preview says, in ${HISTORIES} random histories`, async () => {
  let [done, failed] = [0, 0];
  for (let seed = 1; seed <= HISTORIES; seed++) {
    world.nextDay();
    const rule = await world.create(randomRule(seed));
    const chances = chance(seed + 1_000_000);
    const stories: string[] = [];
    for (let step = 0; step < 4; step++) {
      await happen(chances, stories);
      await world.settle([rule]);
    }
    const runs = (await world.runs(rule)).reverse();
    const { would, wouldFail, matched, truncated } = await world.preview(rule);
    const previewed = [...new Set([...would, ...wouldFail].map(({ eventId }) => eventId))];
    const context = `seed ${seed}: ${JSON.stringify(rule)}`;
    expect(previewed.sort(), context).toEqual(runs.map(({ eventId }) => eventId).sort());
    expect([matched, truncated], context).toEqual([runs.length, false]);
    const codes = runs.flatMap(({ code, eventId }) => (code === null ? [] : [[eventId, code]]));
    expect(wouldFail.map(({ eventId, code }) => [eventId, code]).sort(), context).toEqual(codes.sort());
    const actions = runs.filter(({ outcome }) => outcome === 'done').length * rule.then.length;
    const partly = would.filter(({ eventId }) => codes.some(([id]) => id === eventId)).length;
    expect(would.length - partly, context).toBe(actions);
    done += runs.length - codes.length;
    failed += codes.length;
    await world.delete(rule);
  }
  expect(done).toBeGreaterThan(HISTORIES / 2);
  expect(failed).toBeGreaterThan(HISTORIES / 20);
});

test(`histories with rules that follow each other end, in ${CIRCLES} of them`, async () => {
  let tooDeep = 0;
  for (let seed = 1; seed <= CIRCLES; seed++) {
    world.nextDay();
    const rules = [
      await world.create({ ...randomRule(seed * 3), on: ['story.created', 'story.updated'], was: null }),
      await world.create(randomRule(seed * 3 + 1)),
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
    for (let step = 0; step < 2; step++) await happen(chances, stories);
    await world.settle(rules, 60);
    for (const rule of rules) {
      const runs = await world.runs(rule);
      tooDeep += runs.filter(({ code }) => code === 'too_deep').length;
      await world.delete(rule);
    }
  }
  expect(tooDeep).toBeGreaterThan(0);
});
