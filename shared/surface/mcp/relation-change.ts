import * as z from 'zod';
import { invalidRequest, notFound, writeConflict } from '../../kernel/core/errors.ts';
import { memoize, uuid } from '../../kernel/core/schema.ts';
import { deletedSchema, operation } from '../../kernel/api/operation/operation.ts';
import { runOperation, type ToolOverrides } from '../../kernel/api/mcp/tool.ts';
import type { OwnTool } from '../../kernel/api/mcp/tool-variant.ts';
import { optional } from '../../kernel/api/mcp/saved-resource.ts';
import { createRelation } from '../../planning/relations/create-relation.ts';
import { deleteRelation } from '../../planning/relations/delete-relation.ts';
import { RELATIONS_PATH } from '../../planning/relations/list-relations.ts';
import { relationCreateSchema } from '../../planning/relations/relation.ts';
import { removeRelation } from '../../planning/relations/remove-relation.ts';
import { readRelatedStories } from '../../planning/relations/related-story.ts';
import { readableStoryOrThrow } from '../../planning/story/story-access.ts';
import { relationTo, relationTypes } from '../../planning/story/story-relations.ts';
import { getStoryRelations } from '../../planning/story/story-relations-store.ts';
import { getStoryItem } from '../../planning/story/story-store.ts';

const actions = ['add', 'remove'] as const;

/** Deletes a relation that is named by its stories and type, with the rights of deleteRelation. */
const deleteRelationBetween = operation({
  id: 'deleteRelationBetween',
  method: 'DELETE',
  path: RELATIONS_PATH,
  tag: deleteRelation.tag,
  summary: deleteRelation.summary,
  scopes: deleteRelation.scopes,
  role: deleteRelation.role,
  teamRestricted: deleteRelation.teamRestricted,
  params: { storyId: uuid() },
  body: relationCreateSchema,
  output: () => deletedSchema().extend({ message: z.string() }),
  load: ({ path, read }) => ({
    story: getStoryItem(read, path.storyId),
    stored: getStoryRelations(read, path.storyId),
  }),
  handle: async ({ body: { type, relatedStoryId }, loaded: { story, stored }, caller, read, commit }) => {
    readableStoryOrThrow(caller, story);
    const relation = stored && relationTo(stored.relations, type, relatedStoryId);
    if (!stored || !relation) throw notFound('relation');
    const [other, [related]] = await Promise.all([
      getStoryRelations(read, relation.storyId),
      readRelatedStories(read, caller, [relation]),
    ]);
    await commit(removeRelation(relation.id, [stored, other], writeConflict), relation.id);
    const message = messageOf('Removed', type, related?.relatedStory);
    return { id: relation.id, deleted: true as const, message };
  },
});

/**
 * manage_relations: a relation is named by its stories, as its other things are by address or name. Adding one twice makes
 * one, so it takes no key.
 */
export const relationChange: ToolOverrides = {
  extendInput: ({ idempotencyKey: _, story, ...shape }) => ({
    story: story!,
    ...optional(shape),
    type: z.enum(relationTypes).optional().meta({ description: 'What story is to relatedStory.' }),
    action: z.enum(actions).optional().meta({ default: 'add' }),
  }),
  run: async (call) => {
    const { action, ...args } = call.args;
    if (action === 'remove') return await runOperation(deleteRelationBetween, { ...call, args });
    const idempotencyKey = call.services.randomBytes(16).toString('hex');
    const added = await runOperation(createRelation, { ...call, args: { ...args, idempotencyKey } });
    const { type, relatedStory } = added.data;
    return {
      ...added,
      data: { ...added.data, message: messageOf('Added', type, relatedStory) },
    };
  },
  extendOutput: memoize(() => z.object({ id: uuid(), message: z.string() })),
};

/** A tool that adds or removes; throws a 400 for an action that is neither. */
export const addingOrRemoving = ({ run, ...rest }: OwnTool): ToolOverrides => ({
  ...rest,
  run: async (call) => {
    const { action = 'add' } = call.args;
    if (!actions.some((one) => one === action)) throw notAmong(actions);
    return await run(call);
  },
});

/** What was done; of a story that the user cannot see, no more than that. */
const messageOf = (done: string, type: string, related: { reference: string } | null | undefined): string =>
  `${done}: ${type.replaceAll('_', ' ')} ${related?.reference ?? 'a story that you cannot see'}.`;

const notAmong = (possible: readonly string[]) =>
  invalidRequest([{ path: 'action', code: 'not_one_of', message: `must be one of ${possible.join(', ')}` }]);
