import { runOperation, type Arguments, type ToolCall } from '../../kernel/api/mcp/tool.ts';
import { describeToolError } from '../../kernel/api/mcp/tool-error.ts';
import { ApiError, invalidRequest } from '../../kernel/core/errors.ts';
import { findEnumValue } from '../../kernel/core/enum-words.ts';
import { createRelation } from '../../planning/relations/create-relation.ts';
import type { Relation } from '../../planning/relations/relation.ts';
import { relationTypes } from '../../planning/stories/story-relations.ts';

/** A relation that a story is to get. */
export interface NewRelation {
  type: string;
  /** By id or reference, or the key of another story of the call. */
  relatedStory: string;
  /** The position of that other story. */
  position?: number | undefined;
}

/** The relations that an argument lists; throws a 400 for anything else. */
export function relationsOf(given: unknown, path: string): NewRelation[] {
  if (!Array.isArray(given)) throw invalidRequest([{ path, message: 'must be a list of objects' }]);
  return given.map((one: unknown, position) => relationOf(one, `${path}.${position}`));
}

function relationOf(given: unknown, path: string): NewRelation {
  const { type, relatedStory, ...others } = (typeof given === 'object' && given ? given : {}) as Arguments;
  const known = typeof type === 'string' ? findEnumValue(relationTypes, type) : undefined;
  if (known === undefined)
    throw invalidRequest([
      { path: `${path}.type`, code: 'not_one_of', message: `must be one of ${relationTypes.join(', ')}` },
    ]);
  if (typeof relatedStory !== 'string')
    throw invalidRequest([
      { path: `${path}.relatedStory`, code: 'required', message: 'is required: an id or a reference' },
    ]);
  const [other] = Object.keys(others);
  if (other === undefined) return { type: known, relatedStory };
  throw invalidRequest([
    {
      path: `${path}.${other}`,
      code: 'unknown_field',
      message: 'is not a known argument; use type and relatedStory',
    },
  ]);
}

/** Adds relations to a story, and says of each what became of it. */
export const addedRelations = (
  call: ToolCall,
  storyId: unknown,
  relations: readonly NewRelation[],
): Promise<object[]> =>
  Promise.all(
    relations.map(async ({ type, relatedStory }) => {
      const idempotencyKey = call.services.randomBytes(16).toString('hex');
      const args = {
        workspaceId: call.args['workspaceId'],
        storyId,
        type,
        relatedStoryId: relatedStory,
        idempotencyKey,
      };
      try {
        const { data } = await runOperation(createRelation, { ...call, args });
        const { relatedStory: other } = data as Relation;
        const { id, reference, title, statusCategory } = other ?? { id: relatedStory };
        return { type, id, reference, title, statusCategory };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return { type, id: relatedStory, error: describeToolError(error) };
      }
    }),
  );
