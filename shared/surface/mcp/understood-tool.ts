import type { Arguments, Tool, ToolCall } from '../../kernel/api/mcp/tool.ts';
import type { ToolOutcome } from '../../kernel/api/mcp/tool-result.ts';
import { ApiError, invalidRequest } from '../../kernel/core/errors.ts';
import { withWorkspace } from './default-workspace.ts';
import { findNamedIds, namedOfObjective, type ArgumentProblem } from './named-arguments.ts';
import { noteSentStory, refuseItem } from './refused-items.ts';
import { understandArguments } from './understand-arguments.ts';
import { findStoriesOf, unknownStory } from '../../planning/stories/story-tool.ts';

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
      const args = await withWorkspace({ ...call, args: wordsOf(tool, call.args) });
      return await runWithIds(tool, { ...call, args });
    },
  };
}

function wordsOf(tool: Tool, args: Arguments): Arguments {
  const understood = understandArguments(tool.schemas().inputSchema, args);
  return tool.name === 'list_stories' ? withLabelFilter(understood) : understood;
}

/** What people call the filter by labels, for which the list of tools has no room. */
const LABEL_WORDS = ['label', 'labels', 'labelNames', 'tags'];

function withLabelFilter(args: Arguments): Arguments {
  const sent = LABEL_WORDS.filter((word) => word in args);
  if (sent.length !== 1 || 'labelId' in args) return args;
  const { [sent[0]!]: labelId, ...others } = args;
  return { ...others, labelId: [labelId].flat() };
}

async function runWithIds(tool: Tool, call: ToolCall): Promise<ToolOutcome> {
  const stories = tool.name === 'update_stories' ? asObjects(call.args['stories']) : call.args['stories'];
  // Those of a sprint are named by texts.
  const takesSeveral = ['create_story', 'update_stories'].includes(tool.name);
  if (takesSeveral && isListOfObjects(stories)) {
    return await tool.run({ ...call, args: await withStories(tool, call, stories) });
  }
  const kindOf = tool.name.endsWith('_objective') ? namedOfObjective : undefined;
  const { groups, problems } = await findNamedIds(tool, call, [call.args], kindOf);
  return await tool.run({ ...call, args: groups[0]! }).catch((error: unknown) => {
    if (problems.length === 0 || !(error instanceof ApiError) || error.code !== 'invalid_request')
      throw error;
    throw invalidRequest(error.fields.map((field) => ({ ...field, ...problemAt(field.path, problems) })));
  });
}

/** What is wrong with the name in an argument, or with the first of several in it. */
function problemAt(
  path: string,
  problems: readonly ArgumentProblem[],
): Pick<ArgumentProblem, 'message'> | undefined {
  const found = problems.find((one) => one.path === path || one.path.startsWith(`${path}.`));
  return found && { message: found.message };
}

/** The stories of a call, each with the fields that are said once for all. */
async function withStories(tool: Tool, call: ToolCall, stories: readonly Arguments[]): Promise<Arguments> {
  const { stories: _, ...rest } = call.args;
  const ofCall = Object.fromEntries(Object.entries(rest).filter(([name]) => OF_CALL.includes(name)));
  const ofAll = Object.fromEntries(Object.entries(rest).filter(([name]) => !OF_CALL.includes(name)));
  const items = stories.map((story) => ({ ...ofAll, ...wordsOf(tool, story) }));
  const named = await findNamedIds(tool, call, items);
  const { groups, unknown } = await findStoriesOf(tool, call, named.groups);
  groups.forEach((item, position) => {
    const { storyId, story = storyId } = items[position]!;
    noteSentStory(item, story);
    const lost = unknown.filter(({ group }) => group === position).map(unknownStory);
    // What its names mean cannot be said of a story that is not there.
    const problems =
      lost.length > 0 ? lost : named.problems.flatMap((one) => ofItem(one, position, items.length));
    // Those that mean nothing do not stop the others.
    if (problems.length > 0) refuseItem(item, problems);
  });
  return { ...ofCall, stories: groups };
}

/** A problem of the item at a position, named by its argument. */
function ofItem(problem: ArgumentProblem, position: number, count: number): ArgumentProblem[] {
  const prefix = count > 1 ? `stories.${position}.` : '';
  return problem.path.startsWith(prefix) ? [{ ...problem, path: problem.path.slice(prefix.length) }] : [];
}

/** Stories to update that are only named, as those of a sprint are: what is at the top is for all. */
const asObjects = (stories: unknown): unknown =>
  Array.isArray(stories)
    ? stories.map((one: unknown) => (typeof one === 'string' ? { story: one } : one))
    : stories;

const isListOfObjects = (value: unknown): value is Arguments[] =>
  Array.isArray(value) &&
  value.every((one) => typeof one === 'object' && one !== null && !Array.isArray(one));
