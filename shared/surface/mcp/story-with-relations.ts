import * as z from 'zod';
import { operation } from '../../kernel/api/operation/operation.ts';
import { runOperation } from '../../kernel/api/mcp/tool.ts';
import type { ToolVariant } from '../../kernel/api/mcp/tool-variant.ts';
import { shownFile } from '../../planning/attachments/attachment-tool.ts';
import { runOnStory } from '../../planning/stories/run-on-story.ts';
import { triageHint } from './story-triage.ts';
import { inFullIfAsked } from './whole-texts.ts';
import { statusCategories } from '../../kernel/core/status-category.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import type { Item } from '../../kernel/core/database.ts';
import { memoize, uuid } from '../../kernel/core/schema.ts';
import { historyNoun } from '../../events/history/history-store.ts';
import { showEntries } from '../../events/history/page-of-history.ts';
import { findNounEntries } from '../../events/history/story-entries.ts';
import { readRelatedStories } from '../../planning/relations/related-story.ts';
import { findAttachments, toAttachment } from '../../planning/attachments/attachment-store.ts';
import { withoutDeletedComments } from '../../planning/attachments/attachment-access.ts';
import { ATTACHMENTS_MAX, type Attachment } from '../../planning/attachments/attachment.ts';
import { getMinutesOfMany } from '../../planning/time-entries/time-entry-store.ts';
import { findRoots, replyCountOf } from '../../planning/comments/comment-store.ts';
import { getStory } from '../../planning/stories/get-story.ts';
import { readableStoryOrThrow } from '../../planning/stories/story-access.ts';
import { relationTypes } from '../../planning/stories/story-relations.ts';
import { getStoryRelations } from '../../planning/stories/story-relations-store.ts';
import { getStorySchedule } from '../../planning/scheduling/planner/get-story-schedule.ts';
import { storySchema, type Story } from '../../planning/stories/story.ts';
import { readChildren } from '../../planning/stories/read-children.ts';
import { checklistOf, countChildren, type CountedChild } from '../../planning/stories/story-progress.ts';
import { getStoryItem, showStory, toStory } from '../../planning/stories/story-store.ts';

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
    files: findAttachments(read, path.storyId, { limit: ATTACHMENTS_MAX }),
    children: readChildren(read, path.storyId),
    spent: getMinutesOfMany(read, [path.storyId]),
  }),
  handle: async ({ query, loaded, caller, read, now }) => {
    const { story, stored, roots, files, children, spent } = loaded;
    const item = readableStoryOrThrow(caller, story);
    const [related, history] = await Promise.all([
      readRelatedStories(read, caller, stored?.relations ?? []),
      query.history ? historyOf({ read, caller }, item) : undefined,
    ]);
    const relations = related.map(({ relation: { type, storyId }, relatedStory }) => {
      const { reference, title, statusCategory } = relatedStory ?? {};
      return { type, id: storyId, reference, title, statusCategory };
    });
    const shown = showStory(item, now);
    return {
      ...shown,
      ...(shown.triage ? { triageHint: triageHint(shown.triage) } : {}),
      ...(caller.scopes.has('comments:read') ? commentsOf(roots) : {}),
      ...attachmentsOf(await withoutDeletedComments(read, files.map(toAttachment))),
      ...progressOf(toStory(item), countChildren(children, caller)),
      ...subStoriesOf(children, caller),
      ...(spent[0]! > 0 ? { timeSpentMinutes: spent[0]! } : {}),
      ...(relations.length > 0 ? { relations } : {}),
      ...(history ? { history } : {}),
    };
  },
});

/** What the files of a story are, of those that are there. */
function attachmentsOf(files: readonly Attachment[]) {
  const ready = files.filter(({ state }) => state === 'ready');
  const attachments = ready.map(({ id, name, contentType, size, commentId }) => ({
    id,
    name,
    contentType,
    size,
    ...(commentId === null ? {} : { commentId }),
  }));
  return attachments.length > 0 ? { attachments } : {};
}

/** How much of its checklist and of its children is done, if it has any. */
function progressOf({ description }: Story, children: ReturnType<typeof countChildren>) {
  const shares = { 'items of its checklist': checklistOf(description), 'sub-stories': children };
  const parts = Object.entries(shares).flatMap(([what, { done, total }]) =>
    total === 0 ? [] : [`${done} of ${total} ${what}`],
  );
  return parts.length > 0 ? { progress: `${parts.join(' and ')} done` } : {};
}

/** The children that the caller can see, the oldest first. */
function subStoriesOf(children: readonly CountedChild[], { teamIds }: Caller) {
  const seen = children.filter(({ teamId }) => teamIds.has(teamId)).toReversed();
  const subStories = seen.map(({ reference, title, category, assigneeId }) => {
    return { reference, title, statusCategory: category, assigneeId };
  });
  return subStories.length > 0 ? { subStories } : {};
}

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
    const { id, autoSchedulingEnabled } = result.data as Story;
    if (!autoSchedulingEnabled) return result;
    const args = { workspaceId: call.args['workspaceId'], storyId: id };
    const { data } = await runOperation(getStorySchedule, { ...call, args });
    return { ...result, data: { ...(result.data as Story), schedule: data.explanation } };
  },
});

/** get_story: shows a file instead, with where its story is from. */
export const fileWithOrigin: ToolVariant = {
  ...shownFile,
  run: async (call) => {
    const [file, { data }] = await Promise.all([shownFile.run(call), runOnStory(call)(getStory, {})]);
    const { origin } = data as Story;
    return origin ? { ...file, data: { ...(file.data as object), origin } } : file;
  },
};
