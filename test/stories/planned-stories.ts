import type { Story } from '../../shared/planning/story/story.ts';
import { priorities } from '../../shared/kernel/core/priority.ts';
import type { StatusCategory } from '../../shared/kernel/core/status-category.ts';
import { seededRandom } from '../support/random.ts';
import { planningApi } from '../support/planning.ts';
import { newWorkspace } from '../support/workspace.ts';
import { seed, statusOf, storyApi } from './story-api.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const words = ['cache', 'login', 'passkeys', 'crashes', 'export', 'daemon', 'slow', 'invoice'];

/** Stories of two teams whose fields are drawn at random, with all that they can be filtered by. */
export async function newPlannedStories(count: number, number: number) {
  const random = seededRandom(number);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const maybe = <T>(value: T): T | undefined => (random() < 0.5 ? value : undefined);
  const workspace = await newWorkspace();
  const teams = [await workspace.team(), await workspace.team()];
  const me = await workspace.person('admin', teams);
  const other = await workspace.person('member', teams);
  const api = storyApi(workspace, me.client);
  const plan = planningApi(workspace, me.client);
  const own = await Promise.all(
    teams.map(async (team) => {
      const objectiveId = await seed(workspace).objective(team);
      const labels = await Promise.all(
        ['a', 'b'].map(async (name) => {
          const body = { name, teamId: team.id, color: '#123456' };
          return (await me.client.post(`${workspace.path}/labels`, body)).json.data.id as string;
        }),
      );
      const statuses = await Promise.all(
        (['backlog', 'started', 'completed'] as const).map(async (category) => ({
          category: category as StatusCategory,
          id: await statusOf(workspace, me.client, team, category),
        })),
      );
      const keyResultId = await seed(workspace).keyResult(team, objectiveId);
      return { team, objectiveId, keyResultId, labels, statuses, sprintId: (await plan.sprint(team)).id };
    }),
  );
  const categories = new Map(own.flatMap(({ statuses }) => statuses.map((one) => [one.id, one.category])));
  const stories: Story[] = [];
  for (let index = 0; index < count; index++) {
    const { team, objectiveId, keyResultId, labels, statuses, sprintId } = pick(own);
    const due = new Date(Date.now() + Math.floor(random() * 10 - 5) * DAY_MS).toISOString();
    const story = await api.create({
      teamId: team.id,
      title: `${pick(words)} and ${pick(words)}`,
      description: maybe(`What ${pick(words)} is about`),
      statusId: pick(statuses).id,
      assigneeId: maybe(pick([me.id, other.id])),
      sprintId: maybe(sprintId),
      ...pick([{}, { objectiveId }, { keyResultId }]),
      parentId: maybe(stories.findLast(({ teamId }) => teamId === team.id)?.id),
      priority: pick(priorities),
      estimateValue: maybe(pick([1, 2, 3])),
      labels: labels.filter(() => random() < 0.4),
      endDate: maybe(due),
    });
    stories.push(random() < 0.2 ? ((await api.archive(story.id)).json.data as Story) : story);
  }
  return { workspace, teams, me, other, api, own, categories, stories, random, pick };
}

export type PlannedStories = Awaited<ReturnType<typeof newPlannedStories>>;

/** A filter as a client sends it, and which stories it means. */
interface StoryCase {
  query: Record<string, string>;
  fits: (story: Story) => boolean;
}

/** A way to draw each filter. */
export function filterCases({ own, me, other, categories, stories, pick }: PlannedStories) {
  const today = new Date().toISOString().slice(0, 10);
  const among = <T extends string | null>(name: string, of: (story: Story) => T, values: readonly T[]) => {
    const query = { [name]: values.map((value) => value ?? 'none').join(',') };
    return { query, fits: (story: Story) => values.includes(of(story)) };
  };
  const range = (name: string, of: (story: Story) => string | null) => {
    const bound = of(pick(stories)) ?? `${today}T00:00:00.000Z`;
    return pick([
      { query: { [`${name}Since`]: bound }, fits: (story: Story) => (of(story) ?? '') >= bound },
      {
        query: { [`${name}Before`]: bound },
        fits: (story: Story) => of(story) !== null && of(story)! < bound,
      },
    ]);
  };
  const finished = (story: Story) => ['completed', 'cancelled'].includes(categories.get(story.statusId)!);
  const late = (story: Story) =>
    story.endDate !== null && story.endDate.slice(0, 10) < today && !finished(story);
  const place = pick(own);
  const cases: Record<string, () => StoryCase> = {
    statusId: () =>
      among('statusId', (one) => one.statusId, [pick(place.statuses).id, pick(place.statuses).id]),
    statusCategory: () =>
      among('statusCategory', (one) => categories.get(one.statusId)!, [
        pick(['backlog', 'started', 'completed']),
      ]),
    assigneeId: () => among('assigneeId', (one) => one.assigneeId, [pick([me.id, other.id, null])]),
    reporterId: () => among('reporterId', (one) => one.reporterId, [pick([me.id, other.id])]),
    labelId: () => {
      const wanted = [pick(place.labels), pick(place.labels)];
      return {
        query: { labelId: wanted.join(',') },
        fits: ({ labels }) => labels.some((label) => wanted.includes(label)),
      };
    },
    priority: () => among('priority', (one) => one.priority, [pick(['none', 'low', 'urgent']), 'high']),
    sprintId: () =>
      among('sprintId', (one) => one.sprintId, pick([[place.sprintId], [null], [place.sprintId, null]])),
    objectiveId: () => among('objectiveId', (one) => one.objectiveId, [place.objectiveId]),
    keyResultId: () => among('keyResultId', (one) => one.keyResultId, [place.keyResultId]),
    parentId: () => among('parentId', (one) => one.parentId, pick([[null], [pick(stories).id, null]])),
    overdue: () =>
      pick([
        { query: { overdue: 'true' }, fits: late },
        { query: { overdue: 'false' }, fits: (story: Story) => !late(story) },
      ]),
    due: () => range('due', (one) => one.endDate),
    created: () => range('created', (one) => one.createdAt),
    updated: () => range('updated', (one) => one.updatedAt),
    completed: () => range('completed', (one) => one.completedAt),
    q: () => {
      const word = pick(['cache', 'passkey', 'crash', 'daemon']);
      const texts = ({ title, description }: Story) => `${title} ${description ?? ''}`;
      return { query: { q: word }, fits: (story) => texts(story).includes(word) };
    },
    archived: () =>
      pick([
        { query: { archived: 'only' }, fits: () => true },
        { query: { archived: 'include' }, fits: () => true },
      ]),
  };
  return cases;
}

/** A case that combines some: every condition must hold, and archived stories are there only on request. */
export function combined(cases: readonly StoryCase[]): StoryCase {
  const query = Object.assign({}, ...cases.map((one) => one.query)) as Record<string, string>;
  const wanted = query['archived'] ?? 'exclude';
  const shown = ({ archivedAt }: Story) =>
    wanted === 'include' || (archivedAt !== null) === (wanted === 'only');
  return { query, fits: (story) => shown(story) && cases.every(({ fits }) => fits(story)) };
}

const keys: Record<string, (story: Story) => string | number | null> = {
  createdAt: (story) => story.createdAt,
  updatedAt: (story) => story.updatedAt,
  endDate: (story) => story.endDate,
  priority: (story) => priorities.indexOf(story.priority),
  estimateValue: (story) => story.estimateValue,
  sequenceId: (story) => story.sequenceId,
};

export const sortFields = Object.keys(keys);

/** Stories in the order of a `sort`; those without a value last, equal ones by id in the same direction. */
export function inOrder(stories: readonly Story[], sort: string | undefined): Story[] {
  const descending = sort === undefined || sort.startsWith('-');
  const keyOf = sort === undefined ? () => 0 : keys[sort.replace('-', '')]!;
  const compare = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0);
  return stories.toSorted((one, other) => {
    const [a, b] = [keyOf(one), keyOf(other)];
    if (a === null || b === null) {
      if (a !== b) return a === null ? 1 : -1;
    } else if (a !== b) return descending ? compare(b, a) : compare(a, b);
    return descending ? compare(other.id, one.id) : compare(one.id, other.id);
  });
}
