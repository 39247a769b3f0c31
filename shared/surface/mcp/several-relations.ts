import * as z from 'zod';
import { runOperation, type Arguments, type ToolCall } from '../../kernel/api/mcp/tool.ts';
import type { ToolVariant } from '../../kernel/api/mcp/tool-variant.ts';
import { ApiError, invalidReference, invalidRequest } from '../../kernel/core/errors.ts';
import { createComment } from '../../planning/comments/create-comment.ts';
import {
  findStoriesOf,
  inStoryArguments,
  isReference,
  unknownStory,
} from '../../planning/stories/story-tool.ts';
import {
  addRelations,
  describeRefusal,
  relationFields,
  relationsOf,
  type AddedItem,
} from './new-relations.ts';
import { allRefused, namedStory } from './story-outcomes.ts';

/** How many relations or comments one call adds. */
const SEVERAL_MAX = 50;

/** manage_relations: adds several relations to a story. */
export const severalRelations: ToolVariant = {
  askedBy: ['relations'],
  takes: ['storyId', 'action'],
  input: () => ({
    relations: z.array(z.looseObject(relationFields())).optional(),
  }),
  run: async (call) => {
    const { relations: given, storyId, action = 'add' } = call.args;
    if (action !== 'add')
      throw invalidRequest([{ path: 'relations', message: 'are added; remove each in a call of its own' }]);
    const relations = relationsOf(given, 'relations');
    assertSome(relations, 'relations');
    const named = relations.map(({ relatedStory }) => ({ story: relatedStory }));
    const { groups } = await findStoriesOf({ role: 'member' }, call, named);
    const wanted = relations.map((one, at) => ({ ...one, relatedStory: String(groups[at]!['storyId']) }));
    const added = await addRelations(call, storyId, wanted);
    return { data: { id: storyId, ...outcomesIn(added, 'relations') }, replayed: false };
  },
};

/** save_comment: several comments, each on its story or that of the call; a retry with the same key writes none twice. */
export const severalComments: ToolVariant = {
  askedBy: ['comments'],
  takes: ['storyId'],
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
    const { groups } = await findStoriesOf({ role: 'guest' }, call, named);
    const comments = await Promise.all(
      groups.map((item, at) => commentOf(call, item, { sent: named[at]!['story'], key: `${key}-${at}` })),
    );
    return { data: outcomesIn(comments, 'comments'), replayed: false };
  },
};

async function commentOf(
  call: ToolCall,
  { storyId, ...item }: Arguments,
  { sent, key }: { sent: unknown; key: string },
): Promise<AddedItem> {
  const args = { workspaceId: call.args['workspaceId'], storyId, ...item, idempotencyKey: key };
  try {
    if (isReference(storyId))
      throw invalidReference([unknownStory({ argument: 'storyId', reference: storyId })]);
    const { data } = await runOperation(createComment, { ...call, args });
    const { id, content, updatedAt } = data;
    return { id, storyId: String(storyId), content, updatedAt };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { ...namedStory(sent), content: item['content'], error: inStoryArguments(error) };
  }
}

function assertSome(given: readonly unknown[], path: string): void {
  if (given.length > 0 && given.length <= SEVERAL_MAX) return;
  throw invalidRequest([{ path, message: `must be 1 to ${SEVERAL_MAX}` }]);
}

/** What became of each, in words of tools. Throws the refusal of the only one, or of all, under the argument that lists them. */
function outcomesIn(all: readonly AddedItem[], argument: string) {
  const refused = all.flatMap(({ error }) => error ?? []);
  if (refused.length === all.length) {
    const names = all.map(({ story, storyId }) => story ?? storyId);
    throw allRefused(refused, { noun: argument, names, prefix: argument });
  }
  const message =
    refused.length === 0 ? `${all.length} added.` : `${all.length - refused.length} of ${all.length} added.`;
  return { [argument]: all.map(describeRefusal), message };
}
