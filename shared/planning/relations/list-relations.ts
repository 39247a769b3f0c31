import { list, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { readableStoryOrThrow } from '../story/story-access.ts';
import { getStoryItem } from '../story/story-store.ts';
import { getStoryRelations } from '../story/story-relations-store.ts';
import { relationSchema, toRelation } from './relation.ts';
import { readRelatedStories } from './related-story.ts';

export const RELATIONS_PATH = `${WORKSPACE_PATH}/stories/{storyId}/relations`;

export const listRelations = list({
  id: 'listRelations',
  path: RELATIONS_PATH,
  tag: 'Relations',
  summary: 'List the relations of a story',
  description:
    'Returns the relations of a story in both directions, newest first, each from the point of view of this story: `blocks` and `blocked_by`, `duplicates` and `duplicated_by`, `relates_to`.',
  scopes: ['stories:read'],
  params: { storyId: uuid() },
  item: relationSchema,
  load: ({ path, read }) => ({
    story: getStoryItem(read, path.storyId),
    stored: getStoryRelations(read, path.storyId),
  }),
  handle: async ({ path, loaded: { story, stored }, caller, read, page }) => {
    readableStoryOrThrow(caller, story);
    const { after } = page;
    const newestFirst = (stored?.relations ?? [])
      .filter(({ id }) => after === undefined || id < after)
      .sort((one, other) => (one.id < other.id ? 1 : -1));
    const shown = newestFirst.slice(0, page.limit);
    const related = await readRelatedStories(read, caller, shown);
    return {
      items: related.map(({ relation, relatedStory }) => toRelation(relation, path, relatedStory)),
      next: shown.length < newestFirst.length ? shown.at(-1)!.id : undefined,
    };
  },
});
