import { WithTotal, type OperationContext } from '../../kernel/core/call.ts';
import { priorities } from '../../kernel/core/priority.ts';
import type { SearchCondition } from '../../kernel/read-model/rank.ts';
import type { ReadModel } from '../../kernel/read-model/read-model.ts';
import { queryModels } from '../../kernel/read-model/sandbox-models.ts';
import { conditionOf, levelsOf, type StoryFilter } from './story-conditions.ts';
import { isFieldGroup, type FieldGroup, type StoryGroup, type StoryGroupCount } from './story-groups.ts';
import { storyModel } from '../story/story-index.ts';

/** Counts the stories that fit a filter by group, the largest group first, and all of them. */
export async function countStories(
  context: Pick<OperationContext, 'caller' | 'read' | 'setting' | 'now'>,
  filter: StoryFilter,
  groupBy: StoryGroup | FieldGroup,
): Promise<WithTotal<StoryGroupCount[]>> {
  let groups: StoryGroupCount[] = [];
  let total = 0;
  for (const level of levelsOf(filter)) {
    const found = await queryModels(storyModel, filter.teams, context, (model, teamId) => {
      const condition = conditionOf(model, filter, level);
      return { groups: countGroups(model, condition, groupBy, teamId), total: countAll(model, condition) };
    });
    groups = addGroups(found.flatMap((one) => one.groups)).filter(({ count }) => count > 0);
    total = found.reduce((sum, one) => sum + one.total, 0);
    if (groups.length > 0) break;
  }
  return new WithTotal(groups, total);
}

/** A story with several labels is in several groups, and counted once here. */
const countAll = (model: ReadModel, { sql, values }: SearchCondition): number =>
  model.statement(`SELECT count(*) AS count FROM document WHERE ${sql}`).get(...values)!['count'] as number;

const columns = {
  status: 'statusId',
  category: 'statusCategory',
  assignee: 'assigneeId',
  sprint: 'sprintId',
  priority: 'priority',
};

/** Counts the stories of a team's model by group. */
function countGroups(
  model: ReadModel,
  { sql, values }: SearchCondition,
  groupBy: StoryGroup | FieldGroup,
  teamId: string,
): StoryGroupCount[] {
  const tag = groupBy === 'label' || isFieldGroup(groupBy) ? groupBy : undefined;
  // The key of a custom field has been validated, and has no quotes.
  const join = tag && `LEFT JOIN tag ON tag.number = document.number AND tag.name = '${tag}'`;
  const rows = model
    .statement(
      `SELECT ${keyOf(groupBy)} AS key, count(*) AS count, total(document."estimateValue") AS estimate
       FROM document ${join ?? ''} WHERE ${sql} GROUP BY 1`,
    )
    .all(...values) as unknown as { key: string | number | null; count: number; estimate: number }[];
  return rows.map(({ key: found, count, estimate }) => {
    if (groupBy === 'team') return { key: teamId, count, estimate };
    return { key: typeof found === 'number' ? priorities[found]! : found, count, estimate };
  });
}

/** What the stories of a group have in common, in SQL. */
function keyOf(groupBy: StoryGroup | FieldGroup): string {
  if (groupBy === 'team') return 'NULL';
  return groupBy === 'label' || isFieldGroup(groupBy) ? 'tag.value' : `document."${columns[groupBy]}"`;
}

/** Adds up the groups of several teams, the largest first. */
function addGroups(groups: readonly StoryGroupCount[]): StoryGroupCount[] {
  const sums = new Map<string | null, StoryGroupCount>();
  for (const { key, count, estimate } of groups) {
    const sum = sums.get(key) ?? { key, count: 0, estimate: 0 };
    sums.set(key, { key, count: sum.count + count, estimate: sum.estimate + estimate });
  }
  return [...sums.values()].sort(
    (one, other) => other.count - one.count || (String(one.key) < String(other.key) ? -1 : 1),
  );
}
