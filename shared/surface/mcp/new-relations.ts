import * as z from 'zod';
import { runOperation, type Arguments, type ToolCall } from '../../kernel/api/mcp/tool.ts';
import { describeToolError } from '../../kernel/api/mcp/tool-error.ts';
import { ApiError, invalidReference, invalidRequest } from '../../kernel/core/errors.ts';
import { findEnumValue } from '../../kernel/core/enum-words.ts';
import { createRelation } from '../../planning/relations/create-relation.ts';
import { relationTypes } from '../../planning/story/story-relations.ts';
import { inStoryArguments, isReference, unknownStory } from '../../planning/stories/story-tool.ts';
import { namedStory } from './story-outcomes.ts';

/** The fields of one of several relations, for the list of tools. */
export const relationFields = () => ({ type: z.string(), relatedStory: z.string() });

/** A relation that a story is to get. */
export interface NewRelation {
  type: string;
  /** By id or reference, or the key of another story of the call. */
  relatedStory: string;
  /** The same as the caller sent it, which a refusal repeats. */
  sent: string;
  /** Where the caller sent it, such as `relations.0`. */
  path: string;
  /** The position of that other story. */
  position?: number | undefined;
}

/** The relations that an argument lists; throws a 400 for anything else. */
export function relationsOf(given: unknown, path: string): NewRelation[] {
  if (!Array.isArray(given)) throw invalidRequest([{ path, message: 'must be a list of objects' }]);
  return given.map((one: unknown, position) => relationOf(one, `${path}.${position}`));
}

function relationOf(given: unknown, path: string): NewRelation {
  if (typeof given !== 'object' || given === null) {
    const message = 'must be an object such as {"type":"blocks","relatedStory":"ENG-1"}';
    throw invalidRequest([{ path, code: 'invalid_type', message }]);
  }
  const { type, relatedStory, ...others } = given as Arguments;
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
  if (other === undefined) return { type: known, relatedStory, sent: relatedStory, path };
  throw invalidRequest([
    {
      path: `${path}.${other}`,
      code: 'unknown_field',
      message: 'is not a known argument; use type and relatedStory',
    },
  ]);
}

/** What was added, or why it was refused. */
export interface AddedItem extends Arguments {
  error?: ApiError;
  story?: string;
  storyId?: string;
}

/** An outcome with its refusal in words of tools. */
export const describeRefusal = ({ error, ...item }: AddedItem): Arguments =>
  error ? { ...item, error: describeToolError(error) } : item;

/** Adds relations to a story, and says of each what became of it, in words of tools. */
export const addedRelations = async (
  call: ToolCall,
  storyId: unknown,
  relations: readonly NewRelation[],
): Promise<Arguments[]> => (await addRelations(call, storyId, relations)).map(describeRefusal);

/** Adds relations to a story. */
export const addRelations = (
  call: ToolCall,
  storyId: unknown,
  relations: readonly NewRelation[],
): Promise<AddedItem[]> =>
  Promise.all(
    relations.map(async ({ type, relatedStory, sent, position }) => {
      const idempotencyKey = call.services.randomBytes(16).toString('hex');
      const args = {
        workspaceId: call.args['workspaceId'],
        storyId,
        type,
        relatedStoryId: relatedStory,
        idempotencyKey,
      };
      try {
        if (position !== undefined && relatedStory === sent) throw otherRefused(sent);
        if (isReference(relatedStory)) throw noStory(relatedStory);
        const { data } = await runOperation(createRelation, { ...call, args });
        const { relatedStory: other } = data;
        const { id, reference, title, statusCategory } = other ?? { id: relatedStory };
        return { type, id, reference, title, statusCategory };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return { type, ...namedStory(sent), error: inStoryArguments(error) };
      }
    }),
  );

const otherRefused = (key: string) =>
  invalidReference([{ path: 'relatedStory', message: `names ${JSON.stringify(key)}, which was refused` }]);

/** A reference that means a story has been replaced by its id. */
const noStory = (reference: string) =>
  invalidReference([unknownStory({ argument: 'relatedStory', reference })]);
