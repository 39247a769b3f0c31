import * as z from 'zod';
import { runOperation, type ToolOverrides } from '../../kernel/api/mcp/tool.ts';
import { invalidRequest } from '../../kernel/core/errors.ts';
import { getStorySummary } from '../../planning/stories/get-story-summary.ts';
import {
  isFieldGroup,
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
    groupBy: storyGroupBy().optional().meta({ description: 'Instead, count them by group.' }),
  }),
  run: async (call) => {
    const { groupBy } = call.args;
    if (groupBy === undefined) return await storiesOfView.run!(call);
    const other = OF_LIST.find((name) => call.args[name] !== undefined);
    if (other !== undefined) {
      throw invalidRequest([{ path: other, message: 'cannot be combined with groupBy' }]);
    }
    const { data } = await runOperation(getStorySummary, call);
    return {
      data: (data as StoryGroupCount[]).map((group) => shownGroup(groupBy as StoryGroup | FieldGroup, group)),
      replayed: false,
    };
  },
};

/** Groups by a value in place of a resource. */
const valueGroups: ReadonlySet<string> = new Set(['priority', 'category']);

/** A group of resources has the id of its resource, which then gets its name; one of a priority, category or custom field has its value. */
const shownGroup = (by: StoryGroup | FieldGroup, { key, count, estimate }: StoryGroupCount) => ({
  by,
  ...(key === null
    ? { name: 'none' }
    : valueGroups.has(by) || isFieldGroup(by)
      ? { name: key }
      : { id: key }),
  count,
  estimate,
});
