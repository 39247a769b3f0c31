import * as z from 'zod';
import { timestamp, uuid, memoize } from '../../kernel/core/schema.ts';
import {
  oppositeOf,
  relatedStorySchema,
  relationTypes,
  type RelatedStory,
  type RelationType,
  type StoryRelation,
} from '../story/story-relations.ts';

/** The types as they are stored, from the first story's point of view. */
const storedTypes = ['blocks', 'relates_to', 'duplicates'] as const;

export const storedRelationSchema = memoize(() =>
  z.object({
    id: uuid(),
    workspaceId: uuid(),
    type: z.enum(storedTypes),
    storyId: uuid(),
    relatedStoryId: uuid(),
    createdBy: uuid(),
    createdAt: timestamp(),
  }),
);

export type StoredRelation = z.output<ReturnType<typeof storedRelationSchema>>;

export const relationSchema = memoize(() =>
  z
    .object({
      id: uuid(),
      workspaceId: uuid(),
      type: z.enum(relationTypes).meta({ description: 'What the story of storyId is to the other.' }),
      storyId: uuid().meta({ description: 'The story from whose side the relation is described.' }),
      relatedStoryId: uuid(),
      relatedStory: relatedStorySchema()
        .nullable()
        .meta({ description: 'Null if the caller cannot see it.' }),
      createdBy: uuid(),
      createdAt: timestamp(),
    })
    .meta({
      id: 'Relation',
      description: 'A relation between two stories, from the point of view of one of them.',
    }),
);

export const relationEventSchema = memoize(() =>
  z.object({ ...relationSchema().shape, updatedAt: relationSchema().shape.createdAt }).meta({
    id: 'RelationEvent',
    description:
      'A relation as shown in events: from the point of view of the story of storyId, always without relatedStory.',
  }),
);

export type Relation = z.output<ReturnType<typeof relationSchema>>;

export const relationCreateSchema = memoize(() =>
  z
    .strictObject({
      type: z.enum(relationTypes).meta({ description: 'What the story in the path is to the other.' }),
      relatedStoryId: uuid().meta({ description: 'The other story; may belong to another team.' }),
    })
    .meta({ id: 'CreateRelationRequest' }),
);

/** A relation to store, turned so that its type is a stored one. */
export function toStored(
  relation: Pick<StoredRelation, 'id' | 'workspaceId' | 'createdBy' | 'createdAt'>,
  type: RelationType,
  { from, to }: { from: string; to: string },
): StoredRelation {
  const storedType = storedTypes.find((one) => one === type);
  const [storyId, relatedStoryId] = storedType ? [from, to] : [to, from];
  return {
    ...relation,
    type: storedType ?? (oppositeOf[type] as StoredRelation['type']),
    storyId,
    relatedStoryId,
  };
}

/** A relation as the API shows it from one of its stories. */
export const toRelation = (
  { id, type, storyId: relatedStoryId, createdBy, createdAt }: StoryRelation,
  side: { workspaceId: string; storyId: string },
  relatedStory: RelatedStory | null,
): Relation => ({
  id,
  workspaceId: side.workspaceId,
  type,
  storyId: side.storyId,
  relatedStoryId,
  relatedStory,
  createdBy,
  createdAt,
});
