import * as z from 'zod';
import { runOperation, type Arguments, type ToolCall } from '../../kernel/api/mcp/tool.ts';
import type { ToolVariant } from '../../kernel/api/mcp/tool-variant.ts';
import { describeToolError } from '../../kernel/api/mcp/tool-error.ts';
import { ApiError, invalidRequest } from '../../kernel/core/errors.ts';
import { createComment } from '../../planning/comments/create-comment.ts';
import { withStoryIds } from '../../planning/stories/story-tool.ts';
import { addedRelations, relationsOf } from './new-relations.ts';

/** How many relations or comments one call adds. */
const SEVERAL_MAX = 50;

/** manage_relations: adds several relations to a story. */
export const severalRelations: ToolVariant = {
  askedBy: ['relations'],
  input: () => ({
    relations: z
      .array(z.looseObject({}))
      .optional()
      .meta({ description: 'Several: [{"type":"blocks","relatedStory":"ENG-2"}].' }),
  }),
  run: async (call) => {
    const { relations: given, storyId, action = 'add' } = call.args;
    if (action !== 'add')
      throw invalidRequest([{ path: 'relations', message: 'are added; remove each in a call of its own' }]);
    const relations = relationsOf(given, 'relations');
    assertSome(relations, 'relations');
    const named = relations.map(({ relatedStory }) => ({ story: relatedStory }));
    const found = await withStoryIds({ role: 'member' }, call, named);
    const wanted = relations.map(({ type }, at) => ({ type, relatedStory: String(found[at]!['storyId']) }));
    const added = await addedRelations(call, storyId, wanted);
    return { data: { id: storyId, relations: added, message: doneOf(added) }, replayed: false };
  },
};

/** save_comment: several comments, each on its story or that of the call; a retry with the same key writes none twice. */
export const severalComments: ToolVariant = {
  askedBy: ['comments'],
  input: () => ({
    comments: z
      .array(z.looseObject({ content: z.string() }))
      .optional()
      .meta({ description: 'Several: [{"story":"ENG-1","content":"Done."}].' }),
  }),
  run: async (call) => {
    const { comments: given, storyId, idempotencyKey: key } = call.args;
    const isList = Array.isArray(given) && given.every((one) => typeof one === 'object' && one !== null);
    if (!isList) throw invalidRequest([{ path: 'comments', message: 'must be a list of objects' }]);
    assertSome(given, 'comments');
    if (typeof key !== 'string')
      throw invalidRequest([{ path: 'idempotencyKey', code: 'required', message: 'is required' }]);
    const common = storyId === undefined ? {} : { story: storyId };
    const named = (given as Arguments[]).map((one) => ({ ...common, ...one }));
    const items = await withStoryIds({ role: 'guest' }, call, named);
    const comments = await Promise.all(items.map((item, at) => commentOf(call, item, `${key}-${at}`)));
    if (comments.every((one) => 'error' in one)) throw firstOf(comments);
    return { data: { comments, message: doneOf(comments) }, replayed: false };
  },
};

async function commentOf(
  call: ToolCall,
  { storyId, ...item }: Arguments,
  idempotencyKey: string,
): Promise<object> {
  const args = { workspaceId: call.args['workspaceId'], storyId, ...item, idempotencyKey };
  try {
    const { data } = await runOperation(createComment, { ...call, args });
    const { id, content, updatedAt } = data as Arguments;
    return { id, storyId, content, updatedAt };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { storyId, content: item['content'], error: describeToolError(error) };
  }
}

function assertSome(given: readonly unknown[], path: string): void {
  if (given.length > 0 && given.length <= SEVERAL_MAX) return;
  throw invalidRequest([{ path, message: `must be 1 to ${SEVERAL_MAX}` }]);
}

const doneOf = (all: readonly object[]): string => {
  const refused = all.filter((one) => 'error' in one).length;
  return refused === 0 ? `${all.length} added.` : `${all.length - refused} of ${all.length} added.`;
};

function firstOf(comments: readonly object[]): ApiError {
  const {
    code,
    message,
    hint,
    fields = [],
  } = (comments[0] as { error: ReturnType<typeof describeToolError> }).error;
  return new ApiError(code, message, { hint, fields: fields.map((field) => ({ in: 'body', ...field })) });
}
