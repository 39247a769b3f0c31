import type { Arguments, ToolCall, ToolOperation } from '../../kernel/api/mcp/tool.ts';
import { isObject } from '../../kernel/api/mcp/result-data.ts';
import { createRecurringStory } from '../../planning/recurring-stories/create-recurring-story.ts';
import { listRecurringStories } from '../../planning/recurring-stories/list-recurring-stories.ts';
import { listedIdOf } from './listed-id.ts';
import { withNamedIds } from './named-arguments.ts';

const TOOL = { name: 'manage_setup', role: 'member' } as const;

/**
 * The arguments of an operation on a recurring story, with ids in place of its name and of those of its template and of
 * what its stories have. The team that names are searched in is an argument only of what lists and creates.
 */
export async function withRecurringNames(
  call: ToolCall,
  action: ToolOperation,
  { id, ...args }: Arguments,
): Promise<Arguments> {
  const [{ teamId, ...own } = {}] = await withNamedIds(TOOL, call, [args]);
  const team: Arguments = teamId === undefined ? {} : { teamId };
  const { story } = own;
  const [{ teamId: _, ...content } = {}] = isObject(story)
    ? await withNamedIds(TOOL, call, [{ ...story, ...team }])
    : [];
  const lookup = { list: listRecurringStories, query: team, noun: 'recurring story' };
  const takesTeam = action === listRecurringStories || action === createRecurringStory;
  return {
    ...own,
    ...(isObject(story) ? { story: content } : {}),
    ...(takesTeam ? team : {}),
    ...(id === undefined ? {} : { recurringStoryId: await listedIdOf(call, lookup, id) }),
  };
}
