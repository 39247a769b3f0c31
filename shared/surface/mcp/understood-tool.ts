import type { Arguments, Tool, ToolCall } from '../../kernel/api/mcp/tool.ts';
import { withWorkspace } from './default-workspace.ts';
import { namedOfObjective, withNamedIds } from './named-arguments.ts';
import { understandArguments } from './understand-arguments.ts';
import { withStoryIds } from './story-tool.ts';

/** Arguments of a call with several stories that are not those of each story. */
const OF_CALL = ['workspaceId', 'idempotencyKey'];

/**
 * A tool that takes what people say: the words of enums, names in place of ids, no workspace where the person has one,
 * and the fields of several stories said once.
 */
export function understoodTool(tool: Tool): Tool {
  if (!tool.inWorkspace)
    return { ...tool, run: (call) => tool.run({ ...call, args: wordsOf(tool, call.args) }) };
  return {
    ...tool,
    run: async (call) => {
      const placed = { ...call, args: await withWorkspace({ ...call, args: wordsOf(tool, call.args) }) };
      return await tool.run({ ...placed, args: await withIds(tool, placed) });
    },
  };
}

const wordsOf = (tool: Tool, args: Arguments): Arguments =>
  understandArguments(tool.schemas().inputSchema, args);

async function withIds(tool: Tool, call: ToolCall): Promise<Arguments> {
  const { stories } = call.args;
  const takesSeveral = 'stories' in (tool.schemas().inputSchema['properties'] as object);
  if (takesSeveral && isListOfObjects(stories)) return await withStories(tool, call, stories);
  const kindOf = tool.name.endsWith('_objective') ? namedOfObjective : undefined;
  const [args] = await withNamedIds(tool, call, [call.args], kindOf);
  return args!;
}

/** The stories of a call, each with the fields that are said once for all. */
async function withStories(tool: Tool, call: ToolCall, stories: readonly Arguments[]): Promise<Arguments> {
  const { stories: _, ...rest } = call.args;
  const ofCall = Object.fromEntries(Object.entries(rest).filter(([name]) => OF_CALL.includes(name)));
  const ofAll = Object.fromEntries(Object.entries(rest).filter(([name]) => !OF_CALL.includes(name)));
  const items = stories.map((story) => ({ ...ofAll, ...wordsOf(tool, story) }));
  const named = await withNamedIds(tool, call, items);
  return { ...ofCall, stories: await withStoryIds(tool, call, named) };
}

const isListOfObjects = (value: unknown): value is Arguments[] =>
  Array.isArray(value) &&
  value.every((one) => typeof one === 'object' && one !== null && !Array.isArray(one));
