import * as z from 'zod';
import { operation } from '../../kernel/api/operation/operation.ts';
import { runOperation } from '../../kernel/api/mcp/tool.ts';
import { fieldsIn } from '../../kernel/api/mcp/result-data.ts';
import type { ToolVariant } from '../../kernel/api/mcp/tool-variant.ts';
import { runOnStory } from '../../planning/story/run-on-story.ts';
import { triageHint } from './story-triage.ts';
import { inFullIfAsked } from './whole-texts.ts';
import { statusCategories } from '../../kernel/core/status-category.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import type { Item } from '../../kernel/core/database.ts';
import { memoize, uuid } from '../../kernel/core/schema.ts';
import { historyNoun } from '../../events/history/history-store.ts';
import { showEntries } from '../../events/history/page-of-history.ts';
import { findNounEntries } from '../../events/history/story-entries.ts';
import { getMinutesOfMany } from '../../planning/time-entries/time-entry-store.ts';
import { findRoots, replyCountOf } from '../../planning/comments/comment-store.ts';
import { getStory } from '../../planning/stories/get-story.ts';
import { readableStoryOrThrow } from '../../planning/story/story-access.ts';
import { relationTypes } from '../../planning/story/story-relations.ts';
import { getStoryRelations } from '../../planning/story/story-relations-store.ts';
import { getStorySchedule } from '../../planning/scheduling/planner/get-story-schedule.ts';
import { storySchema } from '../../planning/story/story.ts';
import { readChildren } from '../../planning/story/read-children.ts';
import { getStoryItem, showStory, toStory } from '../../planning/story/story-store.ts';
import { attachmentsOf, filesOf, progressOf, shownRelations, subStoriesOf } from './story-parts.ts';

/** A relation as a model needs it; of a story that the user cannot see, only its id. */
const relationSchema = memoize(() =>
  z.object({
    type: z.enum(relationTypes),
    id: uuid(),
    reference: z.string().optional(),
    title: z.string().optional(),
    statusCategory: z.enum(statusCategories).optional(),
  }),
);

const output = memoize(() =>
  z.object({
    ...storySchema().shape,
    triageHint: z.string().optional(),
    claim: z.record(z.string(), z.unknown()).nullable(),
    links: z.array(z.record(z.string(), z.unknown())),
    attachments: z.array(z.record(z.string(), z.unknown())).optional(),
    timeSpentMinutes: z.int().optional(),
    commentCount: z.int().optional(),
    moreComments: z.boolean().optional(),
    relations: z.array(relationSchema()).optional(),
    progress: z.string().optional(),
    subStories: z.array(z.record(z.string(), z.unknown())).optional(),
    history: z.array(z.string()).optional(),
    schedule: z.string().optional(),
  }),
);

const withHistory = memoize(() => ({
  history: z.boolean().optional().meta({ description: 'Also who changed what, newest first.' }),
}));

/** Number of threads whose comments are counted. */
const THREADS_MAX = 100;

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
    roots: findRoots(read, path.storyId, { before: undefined, limit: THREADS_MAX }),
    files: filesOf(read, path.storyId),
    children: readChildren(read, path.storyId),
    spent: getMinutesOfMany(read, [path.storyId]),
  }),
  handle: async ({ query, loaded, caller, read, now }) => {
    const { story, stored, roots, files, children, spent } = loaded;
    const item = readableStoryOrThrow(caller, story);
    const [relations, history, attachments] = await Promise.all([
      shownRelations(read, caller, stored?.relations ?? []),
      query.history ? historyOf({ read, caller }, item) : undefined,
      attachmentsOf(read, files),
    ]);
    const shown = showStory(item, now);
    const progress = progressOf(toStory(item), children, caller);
    const subStories = subStoriesOf(children, caller);
    return {
      ...shown,
      ...(shown.triage ? { triageHint: triageHint(shown.triage) } : {}),
      ...(caller.scopes.has('comments:read') ? commentsOf(roots) : {}),
      ...(attachments.length > 0 ? { attachments } : {}),
      ...(progress === undefined ? {} : { progress }),
      ...(subStories.length > 0 ? { subStories } : {}),
      ...(spent[0]! > 0 ? { timeSpentMinutes: spent[0]! } : {}),
      ...(relations.length > 0 ? { relations } : {}),
      ...(history ? { history } : {}),
    };
  },
});

/** How many comments there are, without listing them. */
function commentsOf(roots: readonly Item[]) {
  const commentCount = roots.reduce((sum, root) => sum + 1 + replyCountOf(root), 0);
  return { commentCount, ...(roots.length === THREADS_MAX ? { moreComments: true } : {}) };
}

/** The newest changes as sentences with their times. */
async function historyOf(context: Pick<OperationContext, 'read' | 'caller'>, item: Item): Promise<string[]> {
  const options = { after: undefined, limit: HISTORY_MAX };
  const entries = await findNounEntries(context.read, historyNoun('story'), item, options);
  const shown = await showEntries(context, 'story', entries);
  return shown.map(({ timestamp, summary }) => `${timestamp} ${summary}`);
}

/** get_story: also shows what the story blocks, what blocks it, why it is planned when it is, and its history. */
export const storyWithRelations = inFullIfAsked({
  extendInput: (shape) => ({ ...shape, ...withHistory() }),
  run: async (call) => {
    const result = await runOperation(getStoryWithRelations, call);
    const { id, autoSchedulingEnabled } = result.data;
    if (!autoSchedulingEnabled) return result;
    const args = { workspaceId: call.args['workspaceId'], storyId: id };
    const { data } = await runOperation(getStorySchedule, { ...call, args });
    return { ...result, data: { ...result.data, schedule: data.explanation } };
  },
});

/** get_story: a file that it shows instead has where its story is from. */
export const withOrigin = (shownFile: ToolVariant): ToolVariant => ({
  ...shownFile,
  run: async (call) => {
    const [file, { data }] = await Promise.all([shownFile.run(call), runOnStory(call)(getStory, {})]);
    const { origin } = data;
    return origin ? { ...file, data: { ...fieldsIn(file.data), origin } } : file;
  },
});
