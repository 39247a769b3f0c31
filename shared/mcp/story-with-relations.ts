import * as z from 'zod';
import { operation } from '../api/operation/operation.ts';
import { runOperation, type Differing } from '../api/mcp/tool.ts';
import { statusCategories } from '../core/status-category.ts';
import type { OperationContext } from '../core/call.ts';
import type { Item } from '../core/database.ts';
import { once, uuid } from '../core/schema.ts';
import { showEntries } from '../history/page-of-history.ts';
import { findStoryEntries } from '../history/story-entries.ts';
import { readRelatedStories } from '../relations/related-story.ts';
import { getStory } from '../stories/get-story.ts';
import { readableStoryOrThrow } from '../stories/story-access.ts';
import { relationTypes } from '../stories/story-relations.ts';
import { getStoryRelations } from '../stories/story-relations-store.ts';
import { getStorySchedule } from '../planner/get-story-schedule.ts';
import type { StorySchedule } from '../placements/placement.ts';
import { storySchema, type Story } from '../stories/story.ts';
import { getStoryItem, toStory } from '../stories/story-store.ts';

/** A relation as a model needs it; of a story that the user cannot see, only its id. */
const relationSchema = once(() =>
  z.object({
    type: z.enum(relationTypes),
    id: uuid(),
    reference: z.string().optional(),
    title: z.string().optional(),
    statusCategory: z.enum(statusCategories).optional(),
  }),
);

const output = once(() =>
  z.object({
    ...storySchema().shape,
    relations: z.array(relationSchema()).optional(),
    history: z.array(z.string()).optional(),
    schedule: z.string().optional(),
  }),
);

const withHistory = once(() => ({
  history: z.boolean().optional().meta({ description: 'Also who changed what, newest first.' }),
}));

/** Number of changes shown. */
const HISTORY_MAX = 30;

/** The story, its relations and its history, with the rights of getStory. */
const getStoryWithRelations = operation({
  id: 'getStoryWithRelations',
  method: 'GET',
  path: getStory.path,
  tag: getStory.tag,
  summary: getStory.summary,
  scopes: getStory.scopes,
  params: { storyId: uuid() },
  query: withHistory,
  output,
  load: ({ path, read }) => ({
    story: getStoryItem(read, path.storyId),
    stored: getStoryRelations(read, path.storyId),
  }),
  handle: async ({ query, loaded: { story, stored }, caller, read }) => {
    const item = readableStoryOrThrow(caller, story);
    const [related, history] = await Promise.all([
      readRelatedStories(read, caller, stored?.relations ?? []),
      query.history ? historyOf({ read, caller }, item) : undefined,
    ]);
    const relations = related.map(({ relation: { type, storyId }, relatedStory }) => {
      const { reference, title, statusCategory } = relatedStory ?? {};
      return { type, id: storyId, reference, title, statusCategory };
    });
    return {
      ...toStory(item),
      ...(relations.length > 0 ? { relations } : {}),
      ...(history ? { history } : {}),
    };
  },
});

/** The newest changes as sentences with their times. */
async function historyOf(context: Pick<OperationContext, 'read' | 'caller'>, item: Item): Promise<string[]> {
  const options = { after: undefined, limit: HISTORY_MAX };
  const entries = await findStoryEntries(context.read, item, options);
  const shown = await showEntries(context, 'story', entries);
  return shown.map(({ timestamp, summary }) => `${timestamp} ${summary}`);
}

/** get_story: also shows what the story blocks, what blocks it, why it is planned when it is, and its history. */
export const storyWithRelations: Differing = {
  extendInput: (shape) => ({ ...shape, ...withHistory() }),
  run: async (call) => {
    const result = await runOperation(getStoryWithRelations, call);
    const { id, autoSchedulingEnabled } = result.data as Story;
    if (!autoSchedulingEnabled) return result;
    const args = { workspaceId: call.args['workspaceId'], storyId: id };
    const { data } = await runOperation(getStorySchedule, { ...call, args });
    return { ...result, data: { ...(result.data as Story), schedule: (data as StorySchedule).explanation } };
  },
  extendOutput: output,
};
