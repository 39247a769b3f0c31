import { createComment } from '../../shared/planning/comments/create-comment.ts';
import { seededRandom } from '../support/random.ts';
import { newRuleWorld, type RuleWorld } from './rule-world.ts';

/** Histories of the first property, and of the others: all of them before a release (npm run test:long). */
export const HISTORIES = Number(
  process.env['RULE_HISTORIES'] ?? (process.env['PLOTLINE_TEST_WHOLE'] === '1' ? 10_000 : 60),
);
export const FEWER = Math.ceil(HISTORIES / 10);

/** Histories in one table, which gets slower with all that it has. */
const IN_A_WORLD = 400;

/** Begins a history a day after the last one, now and then in a new table. */
export async function begin(seed: number, last: RuleWorld | undefined): Promise<RuleWorld> {
  if (seed % 500 === 0) process.stdout.write(`${seed} histories so far.\n`);
  const world = last === undefined || seed % IN_A_WORLD === 0 ? await newRuleWorld() : last;
  world.nextDay();
  return world;
}

const priorities = ['none', 'low', 'medium', 'high'];
const titles = ['Alpha', 'Beta gamma', 'Alpha gamma'];

/** Choices that a seed decides. */
export function chance(seed: number) {
  const random = seededRandom(seed);
  const pick = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)]!;
  const fields = ({ member }: RuleWorld): Record<string, unknown> => ({
    title: pick(titles),
    priority: pick(priorities),
    ...(pick([true, false, false]) && { assigneeId: member.id }),
  });
  return { random, pick, fields };
}

type Chance = ReturnType<typeof chance>;

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

export function randomRule({ team, member }: RuleWorld, seed: number) {
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
      { operation: 'updateStory', input: { storyId, sprintId: member.id } },
    ],
    [
      { operation: 'updateStory', input: { storyId, assigneeId: '{{event.actor.id}}' } },
      { operation: 'createStory', input: { teamId: team.id, title: 'After {{story.reference}}' } },
    ],
  ]);
  const isOfUpdates = on.length === 1 && on[0] === 'story.updated';
  const was = isOfUpdates ? pick([null, { priority: pick(priorities) }, { title: pick(titles) }]) : null;
  return { on, if: pick(filters), then, was };
}

/** Something that a member does. */
export async function happen(world: RuleWorld, { pick, fields }: Chance, stories: string[]): Promise<void> {
  const id = stories.length === 0 ? undefined : pick([undefined, ...stories]);
  if (id === undefined) stories.push((await world.story(fields(world))).id);
  else if (pick([true, false])) await world.change(id, fields(world));
  else await world.run(createComment, { path: { storyId: id }, body: { content: 'A comment' } });
}

/** Now and then, kills whoever works next at any call. */
export const dangers =
  (world: RuleWorld, { pick, random }: Chance) =>
  (): void => {
    const isAnswered = pick([true, false]);
    const nth = (most: number) => 1 + Math.floor(random() * most);
    const kind = pick(['', 'TransactWriteItems', undefined]);
    if (kind !== undefined) world.killAt(nth(kind === '' ? 40 : 5), kind, isAnswered);
  };
