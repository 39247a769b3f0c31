import * as z from 'zod';
import type { ReadModel } from '../read-model/read-model.ts';
import type { Condition } from '../read-model/rank.ts';
import { priorities } from '../core/priority.ts';

/** What stories can be grouped by. */
export const storyGroups = ['status', 'assignee', 'label', 'sprint', 'priority', 'team'] as const;
type StoryGroup = (typeof storyGroups)[number];

export const storyGroupSchema = z
  .object({
    key: z.string().nullable().meta({
      description:
        'The id of the status, assignee, label, sprint or team, or the priority; null for stories that have none.',
    }),
    count: z
      .int()
      .meta({ description: 'Stories in the group; one with several labels is in the group of each.' }),
    estimate: z.number().meta({ description: 'The sum of their estimateValues.' }),
  })
  .meta({ id: 'StoryGroup', description: 'How many stories a group has.' });

export type StoryGroupCount = z.output<typeof storyGroupSchema>;

const columns = { status: 'statusId', assignee: 'assigneeId', sprint: 'sprintId', priority: 'priority' };

/** Counts the stories of a team's model by group. */
export function countGroups(
  model: ReadModel,
  { sql, values }: Condition,
  groupBy: StoryGroup,
  teamId: string,
): StoryGroupCount[] {
  const [key, join] =
    groupBy === 'label'
      ? ['tag.value', `LEFT JOIN tag ON tag.number = document.number AND tag.name = 'label'`]
      : [groupBy === 'team' ? 'NULL' : `document."${columns[groupBy]}"`, ''];
  const rows = model
    .statement(
      `SELECT ${key} AS key, count(*) AS count, total(document."estimateValue") AS estimate
       FROM document ${join} WHERE ${sql} GROUP BY 1`,
    )
    .all(...values) as unknown as { key: string | number | null; count: number; estimate: number }[];
  return rows.map(({ key: found, count, estimate }) => {
    if (groupBy === 'team') return { key: teamId, count, estimate };
    return { key: typeof found === 'number' ? priorities[found]! : found, count, estimate };
  });
}

/** Adds up the groups of several teams, the largest first. */
export function addGroups(groups: readonly StoryGroupCount[]): StoryGroupCount[] {
  const sums = new Map<string | null, StoryGroupCount>();
  for (const { key, count, estimate } of groups) {
    const sum = sums.get(key) ?? { key, count: 0, estimate: 0 };
    sums.set(key, { key, count: sum.count + count, estimate: sum.estimate + estimate });
  }
  return [...sums.values()].sort(
    (one, other) => other.count - one.count || (String(one.key) < String(other.key) ? -1 : 1),
  );
}
