import type { ItemKind } from '../db/table.ts';
import { isStoryRelations } from '../stories/story-relations-store.ts';
import { storyKind } from '../stories/story-store.ts';

/** Identifies the relations of stories, which are stored with them, in the table's stream. */
export const storyRelationsKind: ItemKind = { ...storyKind, includes: isStoryRelations };
