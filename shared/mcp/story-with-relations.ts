import * as z from 'zod';
import { operation } from '../api/operation/operation.ts';
import { runOperation, type Differing } from '../api/mcp/tool.ts';
import { statusCategories } from '../core/status-category.ts';
import { uuid } from '../core/schema.ts';
import { readRelatedStories } from '../relations/related-story.ts';
import { getStory } from '../stories/get-story.ts';
import { readableStoryOrThrow } from '../stories/story-access.ts';
import { relationTypes } from '../stories/story-relations.ts';
import { getStoryRelations } from '../stories/story-relations-store.ts';
import { storySchema } from '../stories/story.ts';
import { getStoryItem, toStory } from '../stories/story-store.ts';

/** A relation as a model needs it; of a story that the user cannot see, only its id. */
const relationSchema = z.object({
  type: z.enum(relationTypes),
  id: uuid(),
  reference: z.string().optional(),
  title: z.string().optional(),
  statusCategory: z.enum(statusCategories).optional(),
});

const output = z.object({ ...storySchema.shape, relations: z.array(relationSchema).optional() });

/** The story and its relations, with the rights of getStory. */
const getStoryWithRelations = operation({
  id: 'getStoryWithRelations',
  method: 'GET',
  path: getStory.path,
  tag: getStory.tag,
  summary: getStory.summary,
  scopes: getStory.scopes,
  params: { storyId: uuid() },
  output,
  load: ({ path, read }) => ({
    story: getStoryItem(read, path.storyId),
    stored: getStoryRelations(read, path.storyId),
  }),
  handle: async ({ loaded: { story, stored }, caller, read }) => {
    const item = readableStoryOrThrow(caller, story);
    const related = await readRelatedStories(read, caller, stored?.relations ?? []);
    if (related.length === 0) return toStory(item);
    const relations = related.map(({ relation: { type, storyId }, relatedStory }) => {
      const { reference, title, statusCategory } = relatedStory ?? {};
      return { type, id: storyId, reference, title, statusCategory };
    });
    return { ...toStory(item), relations };
  },
});

/** get_story: also shows what the story blocks, what blocks it, and what else it is related to. */
export const storyWithRelations: Differing = {
  run: (call) => runOperation(getStoryWithRelations, call),
  extendOutput: output,
};
