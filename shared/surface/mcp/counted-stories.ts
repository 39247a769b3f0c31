import * as z from 'zod';
import { runOperation, type ToolCall, type ToolOverrides } from '../../kernel/api/mcp/tool.ts';
import { TOOL_PAGE_MAX_SIZE } from '../../kernel/api/mcp/tool-schemas.ts';
import { invalidRequest } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { listStatuses } from '../../identity/statuses/list-statuses.ts';
import { foreignKeys } from '../../planning/filters/filter-keys.ts';
import { sortNamed } from '../../planning/filters/filter-words.ts';
import { getStorySummary } from '../../planning/stories/get-story-summary.ts';
import {
  isFieldGroup,
  storyGroups,
  storyGroupBy,
  type FieldGroup,
  type StoryGroup,
  type StoryGroupCount,
} from '../../planning/stories/story-groups.ts';
import { storiesOfView } from './saved-views.ts';

/** Arguments of a list that counts have no use for. */
const OF_LIST = ['view', 'sort', 'limit', 'cursor'];

/** list_stories: also runs a view; with `groupBy`, counts the stories that it would list. */
export const listedOrCounted: ToolOverrides = {
  extendInput: (shape) => ({
    ...storiesOfView.extendInput!(shape),
    // The tool's description has its words, and names say the rest.
    filter: z.string().optional(),
    updatedSince: z.string().optional(),
    updatedBefore: z.string().optional(),
    groupBy: storyGroupBy()
      .optional()
      .meta({ description: `Instead, count them by ${storyGroups.join(', ')} or cf.KEY.` }),
  }),
  run: async (call) => {
    const { groupBy: sent } = call.args;
    if (sent === undefined) return await storiesOfView.run!({ ...call, args: withKnownSort(call.args) });
    const other = OF_LIST.find((name) => call.args[name] !== undefined);
    if (other !== undefined) {
      throw invalidRequest([{ path: other, message: 'cannot be combined with groupBy' }]);
    }
    const groupBy = groupNamed(sent);
    const { data, total } = await runOperation(getStorySummary, { ...call, args: { ...call.args, groupBy } });
    const groups = data.map((group) => shownGroup(groupBy as StoryGroup | FieldGroup, group));
    return {
      data: groupBy === 'status' ? await withTeams(call, groups) : groups,
      notes: [`Total: ${total} ${total === 1 ? 'story' : 'stories'}, each counted once.`],
      replayed: false,
    };
  },
};

/** Stories are counted by one thing; the others would be dropped without a word. */
const SEVERAL = /[,;+&/]|\w\s+(?:and|then)\s+\w/i;

/** The group that is meant by a word for it, such as `assigneeId` or `owner`; what means none is returned as it is. */
function groupNamed(sent: unknown): unknown {
  const [only] = [sent].flat();
  if (typeof only !== 'string' || (Array.isArray(sent) && sent.length !== 1) || SEVERAL.test(only))
    return sent;
  if (/^cf\./i.test(only)) return only.toLowerCase();
  const field = /^customFields?\.(.+)$/i.exec(only)?.[1];
  if (field !== undefined) return `cf.${field.toLowerCase()}`;
  const word = only.toLowerCase().replaceAll(/[\s_-]/g, '');
  if (word.endsWith('category') || word.endsWith('categories')) return 'category';
  const singular = word.replace(/(?:id|name|code)?s?$/, '');
  const wanted = foreignKeys.get(word) ?? foreignKeys.get(singular) ?? word;
  return storyGroups.find((group) => wanted.startsWith(group.replace(/y$/, ''))) ?? sent;
}

/** The arguments with the `sort` that is meant by a word of filters, such as `-due`. */
const withKnownSort = ({ sort, ...args }: ToolCall['args']): ToolCall['args'] => ({
  ...args,
  ...(sort !== undefined && { sort: typeof sort === 'string' ? (sortNamed(sort) ?? sort) : sort }),
});

/** Groups of statuses with their teams, whose statuses mostly have the same names. */
async function withTeams(
  call: ToolCall,
  groups: readonly ReturnType<typeof shownGroup>[],
): Promise<object[]> {
  const ids = groups.flatMap((group) => ('id' in group ? group.id : [])).slice(0, TOOL_PAGE_MAX_SIZE);
  if (ids.length === 0) return [...groups];
  const args = { workspaceId: call.args['workspaceId'], ids, limit: TOOL_PAGE_MAX_SIZE };
  const { data } = await runOperation(listStatuses, { ...call, args });
  const teams = new Map(data.map(({ id, teamId }) => [id, teamId]));
  return groups.map((group) => {
    const teamId = 'id' in group ? teams.get(group.id) : undefined;
    return teamId ? { ...group, teamId } : group;
  });
}

/** Groups by a value in place of a resource. */
const valueGroups: ReadonlySet<string> = new Set(['priority', 'category']);

/** A group of resources has the id of its resource, which then gets its name; one of a priority, category or custom field has its value. */
const shownGroup = (by: StoryGroup | FieldGroup, { key, count, estimate }: StoryGroupCount) => ({
  by,
  ...(key === null
    ? { name: 'none' }
    : valueGroups.has(by) || (isFieldGroup(by) && !uuid().safeParse(key).success)
      ? { name: key }
      : { id: key }),
  count,
  estimate,
});
