import * as z from 'zod';
import { ApiError, invalidReference, notFound, withFields } from '../../kernel/core/errors.ts';
import { memoize } from '../../kernel/core/schema.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import {
  runOperation,
  createTool,
  type Arguments,
  type ToolOverrides,
  type Tool,
  type ToolCall,
  type ToolOperation,
} from '../../kernel/api/mcp/tool.ts';
import { findStoryId, findTeamOfReference } from '../story/find-by-reference.ts';
import { storyReference } from './get-story-by-reference.ts';

const story = memoize(() => z.string().meta({ description: 'Id or reference.' }));
const parent = memoize(() => z.string().optional().meta({ description: 'A story, by id or reference.' }));

/**
 * Wraps an operation that takes story ids as a tool that takes ids or references, since people say ENG-184
 * and answers contain ids. The argument is `story`; storyId still works for clients that know the old name.
 */
export function storyTool(
  of: ToolOperation,
  { extendInput = same, run, ...overrides }: ToolOverrides = {},
): Tool {
  const runWithIds = run ?? ((call: ToolCall) => runOperation(of, call));
  return createTool(of, {
    ...overrides,
    extendInput: (shape) => extendInput(namingStories(of, shape)),
    run: async (call) => {
      const args = await withIds(of, call);
      return await runWithIds({ ...call, args }).catch(throwAsStory);
    },
  });
}

const same = (shape: z.ZodRawShape): z.ZodRawShape => shape;

const namingStories = (of: ToolOperation, shape: z.ZodRawShape): z.ZodRawShape =>
  Object.fromEntries(
    Object.entries(shape).map(([name, type]) => {
      if (name === 'storyId') return ['story', story()];
      if (name === 'relatedStoryId') return ['relatedStory', z.string()];
      return name === 'parentId' && hasParentStory(of) ? [name, parent()] : [name, type];
    }),
  );

/** For a comment, parentId is a comment. */
const hasParentStory = ({ tag }: ToolOperation): boolean => tag === 'Stories';

/** Whether an operation takes the id of a story: in its path, or as the parent of a new one. */
export const takesStory = (operation: ToolOperation): boolean =>
  operation.path.includes('{storyId}') || (hasParentStory(operation) && operation.method === 'POST');

/**
 * Replaces story references in the arguments by ids. Throws if the user can see no story with a reference.
 */
async function withIds(of: ToolOperation, call: ToolCall): Promise<Arguments> {
  const { story: named, relatedStory, ...rest } = call.args;
  const args: Arguments = {
    ...rest,
    ...(named === undefined ? {} : { storyId: named }),
    ...(relatedStory === undefined ? {} : { relatedStoryId: relatedStory }),
  };
  const places = ['storyId', 'relatedStoryId', ...(hasParentStory(of) ? ['parentId'] : [])];
  const references = places.flatMap((name) => (isReference(args[name]) ? [args[name]] : []));
  if (references.length === 0) return args;
  const { workspaceId } = args;
  const { data } = await runOperation(findStoryIds(of), { ...call, args: { workspaceId, references } });
  const ids = new Map(references.map((reference, position) => [reference, (data as string[])[position]]));
  const idOf = (name: string): unknown => (isReference(args[name]) ? ids.get(args[name]) : args[name]);
  const [storyId, parentId] = [idOf('storyId'), hasParentStory(of) ? idOf('parentId') : args['parentId']];
  if (isReference(args['storyId']) && !storyId) throw notFound('story');
  if (isReference(args['parentId']) && !parentId) {
    throw invalidReference([unknownStory({ argument: 'parentId', reference: args['parentId'] })]);
  }
  const relatedStoryId = idOf('relatedStoryId');
  if (isReference(args['relatedStoryId']) && !relatedStoryId) {
    throw invalidReference([unknownStory({ argument: 'relatedStory', reference: args['relatedStoryId'] })]);
  }
  return {
    ...args,
    ...(storyId ? { storyId } : {}),
    ...(parentId ? { parentId } : {}),
    ...(relatedStoryId ? { relatedStoryId } : {}),
  };
}

/** Whether a value looks like a story's reference, such as ENG-184. */
export const isReference = (value: unknown): value is string =>
  typeof value === 'string' && storyReference().safeParse(value).success;

/**
 * Finds stories by reference, for callers who may call another operation with them; an empty string for one
 * not found.
 */
const findStoryIds = ({ tag, scopes, role }: Pick<ToolOperation, 'tag' | 'scopes' | 'role'>): ToolOperation =>
  operation({
    id: 'findStoryIds',
    method: 'GET',
    path: `${WORKSPACE_PATH}/stories-by-reference`,
    tag,
    summary: 'Find stories by reference',
    scopes,
    role,
    query: () => ({ references: z.array(storyReference()) }),
    output: () => z.array(z.string()),
    load: ({ path: { workspaceId }, query: { references }, read }) => ({
      teamIds: Promise.all(references.map((one) => findTeamOfReference(read, workspaceId, one))),
    }),
    handle: async ({ query: { references }, loaded: { teamIds }, ...call }) =>
      await Promise.all(
        references.map(async (one, position) => (await findStoryId(call, teamIds[position], one)) ?? ''),
      ),
  });

/**
 * Replaces references in several groups of arguments for stories by ids, and the argument `story` by `storyId`. Throws
 * a 400 for a story that the user cannot see, under the argument where the caller named it.
 */
export async function withStoryIds(
  tool: Pick<Tool, 'role'>,
  call: ToolCall,
  groups: readonly Arguments[],
  pathOf: (group: number, argument: string) => string = (_, argument) => argument,
): Promise<Arguments[]> {
  const found = await findStoriesOf(tool, call, groups);
  if (found.unknown.length === 0) return found.groups;
  throw invalidReference(
    found.unknown.map(({ group, ...one }) => {
      const { path, message } = unknownStory(one);
      return { path: pathOf(group, path), message };
    }),
  );
}

/** A reference that means no story, in the argument of a group. */
interface UnknownStory {
  group: number;
  argument: string;
  reference: string;
}

/** As withStoryIds, but leaves a reference to no story that the user can see as it is, and says where it is. */
export async function findStoriesOf(
  { role }: Pick<Tool, 'role'>,
  call: ToolCall,
  groups: readonly Arguments[],
): Promise<{ groups: Arguments[]; unknown: UnknownStory[] }> {
  const named = groups.map(({ story, ...group }) =>
    story === undefined ? group : { ...group, storyId: story },
  );
  const references = [
    ...new Set(named.flatMap((group) => Object.values(ofStories(group)).filter(isReference))),
  ];
  if (references.length === 0) return { groups: named, unknown: [] };
  const args = { workspaceId: call.args['workspaceId'], references };
  const { data } = await runOperation(findStoryIds({ tag: 'Stories', scopes: ['stories:read'], role }), {
    ...call,
    args,
  });
  const ids = new Map(references.map((reference, position) => [reference, (data as string[])[position]]));
  const isUnknown = (value: unknown): value is string => isReference(value) && !ids.get(value);
  const unknown = named.flatMap((group, position) =>
    Object.entries(ofStories(group)).flatMap(([argument, value]) =>
      isUnknown(value) ? [{ group: position, argument, reference: value }] : [],
    ),
  );
  const filled = named.map((group) => ({
    ...group,
    ...Object.fromEntries(
      Object.entries(ofStories(group)).map(([name, value]) => [
        name,
        isReference(value) ? ids.get(value) || value : value,
      ]),
    ),
  }));
  return { groups: filled, unknown };
}

const ofStories = (group: Arguments): Arguments =>
  Object.fromEntries(['storyId', 'parentId'].flatMap((name) => (name in group ? [[name, group[name]]] : [])));

/** Why a reference in an argument means no story. */
export const unknownStory = ({ argument, reference }: Pick<UnknownStory, 'argument' | 'reference'>) => ({
  path: argument === 'storyId' ? 'story' : argument,
  message: `is ${reference}, which is not a story that you can see`,
});

function throwAsStory(error: unknown): never {
  throw error instanceof ApiError ? inStoryArguments(error) : error;
}

/** The error with problems of storyId and relatedStoryId under the arguments that replace them. */
export function inStoryArguments(error: ApiError): ApiError {
  if (!['invalid_request', 'invalid_reference'].includes(error.code)) return error;
  if (!error.fields.some(({ path }) => path === 'storyId' || path === 'relatedStoryId')) return error;
  const { code } = error;
  return withFields(
    error,
    error.fields.map((field) => {
      if (field.path !== 'storyId' && field.path !== 'relatedStoryId') return field;
      const named = { ...field, path: field.path.replace(/Id$/, '') };
      if (code === 'invalid_reference') return named;
      const message = 'must be an id or a reference such as ENG-184';
      const isOfForm = field.code === 'invalid_format' || field.code === 'invalid_type';
      return isOfForm ? { ...named, message } : named;
    }),
  );
}
