import * as z from 'zod';
import { uuid, memoize } from '../../kernel/core/schema.ts';
import { statusCategories, type StatusCategory } from '../../kernel/core/status-category.ts';

/** What a story can be to another, from the story's point of view. */
export const relationTypes = ['blocks', 'blocked_by', 'relates_to', 'duplicates', 'duplicated_by'] as const;
export type RelationType = (typeof relationTypes)[number];

/** The same relation from the other story's point of view. */
export const oppositeOf: Readonly<Record<RelationType, RelationType>> = {
  blocks: 'blocked_by',
  blocked_by: 'blocks',
  relates_to: 'relates_to',
  duplicates: 'duplicated_by',
  duplicated_by: 'duplicates',
};

/** Maximum number of relations per story. */
export const RELATIONS_MAX = 100;

const related = memoize(() => ({
  id: uuid(),
  reference: z.string(),
  title: z.string(),
  statusId: uuid(),
  statusCategory: z.enum(statusCategories),
}));

/** What a story's relations show of the other story. */
export const relatedStorySchema = memoize(() =>
  z
    .object(related())
    .meta({ id: 'RelatedStory', description: 'The other story of a relation, as it is now.' }),
);

export type RelatedStory = z.output<ReturnType<typeof relatedStorySchema>>;

export const blockingStorySchema = memoize(() =>
  z
    .object({ storyId: uuid().meta({ description: 'The story that it blocks.' }), ...related() })
    .meta({ id: 'BlockingStory', description: 'An unfinished story that blocks another.' }),
);

export type BlockingStory = z.output<ReturnType<typeof blockingStorySchema>>;

/** What a story keeps of one that blocks it: a copy, which follows that story. */
export type BlockerCopy = Pick<RelatedStory, 'reference' | 'title' | 'statusId' | 'statusCategory'>;

/** A relation as one of its two stories stores it. */
export interface StoryRelation {
  /** The relation's id, the same on both sides. */
  id: string;
  /** Seen from this side. */
  type: RelationType;
  /** The other story, and its team. */
  storyId: string;
  teamId: string;
  createdBy: string;
  createdAt: string;
  /** Of a story that blocks this one. */
  blocker?: BlockerCopy;
}

/** Whether work with a status holds up what it blocks. */
export const isUnfinished = (category: StatusCategory): boolean =>
  category !== 'completed' && category !== 'cancelled';

/** Whether a story waits for an unfinished one, as far as its copies show. */
export const isBlocked = (relations: readonly StoryRelation[]): boolean =>
  relations.some(({ blocker }) => blocker !== undefined && isUnfinished(blocker.statusCategory));

/** The relation of a type to another story, if there is one. */
export const relationTo = (
  relations: readonly StoryRelation[],
  type: RelationType,
  storyId: string,
): StoryRelation | undefined => relations.find((one) => one.type === type && one.storyId === storyId);
