import type { Arguments, Tool, ToolCall } from '../../kernel/api/mcp/tool.ts';
import { isObject } from '../../kernel/api/mcp/result-data.ts';
import type { ToolOutcome } from '../../kernel/api/mcp/tool-result.ts';
import { argumentsNamed } from '../../kernel/api/mcp/argument-words.ts';
import { unknownNames } from '../../kernel/api/operation/field-problems.ts';
import type { JsonSchema } from '../../kernel/core/json-schema.ts';
import {
  ApiError,
  invalidReference,
  invalidRequest,
  withFields,
  type FieldProblem,
} from '../../kernel/core/errors.ts';
import { priorities } from '../../kernel/core/priority.ts';
import { statusCategories } from '../../kernel/core/status-category.ts';
import { withWorkspace } from './default-workspace.ts';
import { findNamedIds, namedOfObjective } from './named-arguments.ts';
import type { ArgumentProblem } from './resolve-names.ts';
import { noteSentStory, refuseItem } from './refused-items.ts';
import { clearableIn, jsonIn, understandArguments } from './understand-arguments.ts';
import { withoutTeamOfNames } from './team-of-names.ts';
import { textsToClear, withWayToClear } from './way-to-clear.ts';
import { findStoriesOf, unknownStory, withStoryIds } from '../../planning/stories/story-tool.ts';

/** Arguments of a call with several stories that are not those of each story. */
const OF_CALL = ['workspaceId', 'idempotencyKey'];

/**
 * A tool that takes what people say: the words of enums, names in place of ids, no workspace where the person has one,
 * and the fields of several stories said once.
 */
export function understoodTool(tool: Tool): Tool {
  return {
    ...tool,
    run: async (sent) => {
      const known = Object.keys(propertiesOf(tool));
      const call = { ...sent, known, args: wordsOf(tool, sent.args) };
      if (!tool.inWorkspace) return await tool.run(call);
      const args = await withParents(tool, { ...call, args: await withWorkspace(call) });
      return await runWithIds(tool, { ...call, args }).catch((error: unknown) => {
        throw withWayToClear(error, call.args, clearableBy(tool));
      });
    },
  };
}

function wordsOf(tool: Tool, args: Arguments): Arguments {
  const understood = understandArguments(tool.schemas().inputSchema, args, tool);
  const withItems = withUnderstoodItems(tool, understood);
  return tool.name === 'list_stories' ? withLabelFilter(withLists(withItems)) : withItems;
}

const clearableBy = ({ clearable, schemas }: Tool): readonly string[] =>
  clearable?.() ?? clearableIn(schemas().inputSchema);

const propertiesOf = (tool: Tool) =>
  (tool.schemas().inputSchema['properties'] ?? {}) as Record<string, JsonSchema>;

/** Arguments whose entries are objects, such as relations and comments, with these understood as well. */
function withUnderstoodItems(tool: Tool, args: Arguments): Arguments {
  const properties = propertiesOf(tool);
  const { clearable } = tool;
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const items = Object.hasOwn(properties, name) ? (properties[name]!['items'] as JsonSchema) : undefined;
      if (!items?.['properties'] || !Array.isArray(value)) return [name, value];
      // What an entry has beyond its schema, as a comment its story, is an argument of the tool.
      const schema = { properties: { ...properties, ...items['properties'] } };
      return [
        name,
        value
          .map(objectIn)
          .map((one: unknown) =>
            isObject(one) ? understandArguments(schema, one, { clearable, isOfMany: true }) : one,
          ),
      ];
    }),
  );
}

/** An entry that clients send as the text of its JSON. */
const objectIn = (one: unknown): unknown => (typeof one === 'string' ? (jsonIn(one, /^\s*\{/) ?? one) : one);

/** Filters that take lists, for which the list of tools has no room, with their values. */
const LISTS: ReadonlyMap<string, readonly string[] | undefined> = new Map<
  string,
  readonly string[] | undefined
>([
  ['priority', priorities],
  ['statusCategory', statusCategories],
  ['reporterId', undefined],
  ['keyResultId', undefined],
]);

const withLists = (args: Arguments): Arguments =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      if (!LISTS.has(name) || value === null) return [name, value];
      const items = { type: 'string', enum: LISTS.get(name) };
      const schema = { properties: { [name]: { type: 'array', items } } };
      return Object.entries(understandArguments(schema, { [name]: value }))[0]!;
    }),
  );

/** What people call the filter by labels, for which the list of tools has no room. */
const LABEL_WORDS = ['label', 'labels', 'labelNames', 'tags'];

function withLabelFilter(args: Arguments): Arguments {
  const sent = LABEL_WORDS.filter((word) => word in args);
  const unset = sent.find((word) => args[word] === null);
  if (unset !== undefined) {
    const { [unset]: _, ...rest } = args;
    return withLabelFilter(rest);
  }
  if (sent.length !== 1 || 'labelId' in args) return args;
  const { [sent[0]!]: labelId, ...others } = args;
  return { ...others, labelId: [labelId].flat() };
}

/** list_stories: the parents in its filter, which people call by reference and results call `parent`. */
async function withParents(tool: Tool, call: ToolCall): Promise<Arguments> {
  const { parent, parentId = parent, ...args } = call.args;
  if (tool.name !== 'list_stories' || parentId === undefined || parentId === null) return call.args;
  const parents = [parentId].flat().map((one: unknown) => ({ parentId: one }));
  const found = await withStoryIds(tool, { ...call, args }, parents);
  return { ...args, parentId: found.map((one) => one['parentId']) };
}

async function runWithIds(tool: Tool, call: ToolCall): Promise<ToolOutcome> {
  const stories = tool.name === 'update_stories' ? asObjects(call.args['stories']) : call.args['stories'];
  // Those of a sprint are named by texts.
  const takesSeveral = ['create_story', 'update_stories'].includes(tool.name);
  if (takesSeveral && isListOfObjects(stories)) {
    return await tool.run({ ...call, args: await withStories(tool, call, stories) });
  }
  const cleared = textsToClear(call.args, clearableBy(tool));
  if (cleared.length > 0) throw invalidRequest(cleared);
  const kindOf = tool.name.endsWith('_objective') ? namedOfObjective : undefined;
  const { groups, problems } = await findNamedIds(tool, call, [call.args], kindOf);
  const [group] = groups as [Arguments];
  const args = withoutTeamOfNames(tool, group);
  const lostTeam = args === group ? [] : problems.filter(({ path }) => path === 'teamId');
  if (lostTeam.length > 0) throw invalidReference(lostTeam);
  return await tool.run({ ...call, args }).catch((error: unknown) => {
    if (problems.length === 0 || !(error instanceof ApiError) || error.code !== 'invalid_request')
      throw error;
    throw withFields(
      error,
      // What an argument that the tool does not take could name is of no use.
      error.fields.map((field) =>
        field.code === 'unknown_field' ? field : { ...field, ...problemAt(field.path, problems) },
      ),
    );
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
  const own = stories.map((story) => withUnderstoodItems(tool, story));
  const items = own.map((item) => ({ ...ofAll, ...item }));
  const misnamed = items.map((item, position) => [
    ...misnamedIn(tool, item, own[position]!),
    ...textsToClear(item, clearableBy(tool)),
  ]);
  // What is no argument is reported first: names without their story could mean anything.
  const named = await findNamedIds(
    tool,
    call,
    items.map((item, position) => (misnamed[position]!.length > 0 ? { title: item['title'] } : item)),
  );
  const { groups, unknown } = await findStoriesOf(tool, call, named.groups);
  groups.forEach((item, position) => {
    const { storyId, story = storyId } = items[position]!;
    noteSentStory(item, story);
    if (misnamed[position]!.length > 0) return refuseItem(item, invalidRequest(misnamed[position]!));
    const lost = unknown.filter(({ group }) => group === position).map(unknownStory);
    // What its names mean cannot be said of a story that is not there.
    const problems =
      lost.length > 0 ? lost : named.problems.flatMap((one) => ofItem(one, position, items.length));
    // Those that mean nothing do not stop the others.
    if (problems.length === 0) return;
    const isLost = tool.name === 'update_stories' && !namesStory(items[position]!);
    // In which team a name is searched follows from the story.
    refuseItem(item, isLost ? invalidRequest([needsStory]) : invalidReference(problems));
  });
  return { ...ofCall, stories: groups };
}

/**
 * The arguments of an item that are none of a story, with the story that it may lack for that; `own` has those which are not
 * said for all items.
 */
function misnamedIn({ itemFields, name: tool }: Tool, item: Arguments, own: Arguments): FieldProblem[] {
  const known = itemFields?.() ?? [];
  const isUpdate = tool === 'update_stories';
  const unknown = Object.keys(item).filter((name) => !known.includes(name));
  // One that the item has is not what another name stands for.
  const suggested = known.filter(
    (name) => name !== 'storyId' && !Object.hasOwn(own, name) && !(name === 'story' && namesStory(item)),
  );
  const messages = unknownNames('argument', unknown, suggested, (name) =>
    isUpdate && STORY_WORDS.test(name) ? ['story'] : argumentsNamed(name, suggested),
  );
  if (unknown.length === 0) return [];
  return [
    ...unknown.map((path, position): FieldProblem => {
      return { path, code: 'unknown_field', message: messages[position]! };
    }),
    ...(isUpdate && !namesStory(item) ? [needsStory] : []),
  ];
}

const namesStory = (item: Arguments): boolean => 'story' in item || 'storyId' in item;

/** What callers take for the name of the argument that says which story is meant. */
const STORY_WORDS = /^(?:id|key|ref|reference|(?:story|issue|ticket|task)_?(?:id|key|ref|reference)?)$/i;

const needsStory: FieldProblem = {
  path: 'story',
  code: 'required',
  message: 'is required: an id or a reference such as ENG-184',
};

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
  Array.isArray(value) && value.every(isObject);
