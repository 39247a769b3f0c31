import { createTool, type Tool, type ToolOperation, type ToolOverrides } from '../../kernel/api/mcp/tool.ts';
import { withChosenFields } from './chosen-fields.ts';
import { withNames } from './names.ts';
import { withStoredSchemas } from './stored-tools.ts';
import { storyTool, takesStory } from '../../planning/stories/story-tool.ts';
import { understoodTool } from './understood-tool.ts';

/** An operation that is a tool, and what the tool does instead of simply running it. */
type ToolEntry = readonly [ToolOperation, ToolOverrides?];

/** The pages that show the results of tools (content/apps). */
const appOf: ReadonlyMap<string, string> = new Map([
  ['list_stories', 'ui://plotline/board'],
  ['analyze_sprint', 'ui://plotline/burn-down'],
  ['list_objectives', 'ui://plotline/roadmap'],
]);

/** The tools of some resources, in the order in which clients see them: by resource, those that read first. */
export const toolsOf = (resources: readonly (readonly ToolEntry[])[]): readonly Tool[] =>
  resources.flatMap((entries) => {
    const declared = entries.map(toTool);
    const listed = [...declared.filter(reads), ...declared.filter((tool) => !reads(tool))];
    return listed
      .map(withNames)
      .map(withChosenFields)
      .map(withStoredSchemas)
      .map(understoodTool)
      .map(withApp);
  });

function toTool([operation, overrides]: ToolEntry): Tool {
  const create = takesStory(operation) ? storyTool : createTool;
  return create(operation, overrides);
}

const withApp = (tool: Tool): Tool => ({ ...tool, app: appOf.get(tool.name) });

const reads = ({ annotations }: Tool): boolean => annotations.readOnlyHint;
