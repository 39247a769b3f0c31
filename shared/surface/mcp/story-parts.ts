import * as z from 'zod';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { runOperation, type ToolCall } from '../../kernel/api/mcp/tool.ts';
import { rowsIn, type Row } from '../../kernel/api/mcp/result-data.ts';
import type { OwnTool } from '../../kernel/api/mcp/tool-variant.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { withoutDeletedComments } from '../../planning/attachments/attachment-access.ts';
import { findAttachments, toAttachment } from '../../planning/attachments/attachment-store.ts';
import { ATTACHMENTS_MAX } from '../../planning/attachments/attachment.ts';
import { readRelatedStories } from '../../planning/relations/related-story.ts';
import { getStory } from '../../planning/stories/get-story.ts';
import { readChildren } from '../../planning/story/read-children.ts';
import { checklistOf, countChildren, type CountedChild } from '../../planning/story/story-progress.ts';
import { getRelationsOf } from '../../planning/story/story-relations-store.ts';
import type { StoryRelation } from '../../planning/story/story-relations.ts';
import {
  getListedStoryItems,
  storyIdOf,
  storyKeyOf,
  storyTeamOf,
  toStory,
} from '../../planning/story/story-store.ts';
import type { Story } from '../../planning/story/story.ts';
import { COMMENT_FIELDS, withCommentFacts } from './comments-by-author.ts';
import { TIME_FIELD, withTimeSpent } from './time-of-stories.ts';

/** Relations as a model needs them; of a story that the caller cannot see, only its id. */
export async function shownRelations(read: Reader, caller: Caller, relations: readonly StoryRelation[]) {
  const related = await readRelatedStories(read, caller, relations);
  return related.map(({ relation: { type, storyId }, relatedStory }) => {
    const { reference, title, statusCategory } = relatedStory ?? {};
    return { type, id: storyId, reference, title, statusCategory };
  });
}

/** The items of all files of a story. */
export const filesOf = (read: Reader, storyId: string) =>
  findAttachments(read, storyId, { limit: ATTACHMENTS_MAX });

/** The files of a story, of those that are there. */
export async function attachmentsOf(read: Reader, files: readonly Item[]) {
  const existing = await withoutDeletedComments(read, files.map(toAttachment));
  const ready = existing.filter(({ state }) => state === 'ready');
  return ready.map(({ id, name, contentType, size, commentId }) => ({
    id,
    name,
    contentType,
    size,
    ...(commentId === null ? {} : { commentId }),
  }));
}

/** How much of a story's checklist and of its children is done; undefined if it has neither. */
export function progressOf(
  { description }: Pick<Story, 'description'>,
  children: readonly CountedChild[],
  caller: Caller,
): string | undefined {
  const shares = {
    'items of its checklist': checklistOf(description),
    'sub-stories': countChildren(children, caller),
  };
  const parts = Object.entries(shares).flatMap(([what, { done, total }]) =>
    total === 0 ? [] : [`${done} of ${total} ${what}`],
  );
  return parts.length > 0 ? `${parts.join(' and ')} done` : undefined;
}

/** The children that the caller can see, the oldest first. */
export const subStoriesOf = (children: readonly CountedChild[], { teamIds }: Caller) =>
  children
    .filter(({ teamId }) => teamIds.has(teamId))
    .toReversed()
    .map(({ reference, title, category, assigneeId }) => {
      return { reference, title, statusCategory: category, assigneeId };
    });

/** Parts of a story that lists have only if they are asked for, since each costs reads. */
const PARTS = ['relations', 'attachments', 'progress', 'subStories'];

/** Parts of stories that were listed, with the rights of getStory. */
const findStoryParts = operation({
  id: 'findStoryParts',
  method: 'GET',
  path: `${WORKSPACE_PATH}/story-parts`,
  tag: getStory.tag,
  summary: 'Find parts of stories',
  scopes: getStory.scopes,
  cost: 5,
  query: () => ({ ids: z.array(uuid()), parts: z.array(z.string()) }),
  output: () => z.array(z.looseObject({ id: uuid() })),
  handle: async ({ query: { ids, parts }, caller, read }) => {
    const items = await getListedStoryItems(read, ids.map(storyKeyOf));
    const seen = items.filter(
      (item) => item !== undefined && caller.teamIds.has(storyTeamOf(item)),
    ) as Item[];
    const seenIds = seen.map(storyIdOf);
    const has = (...names: string[]) => names.some((name) => parts.includes(name));
    const [stored, files, children] = await Promise.all([
      has('relations') ? getRelationsOf(read, seenIds) : [],
      Promise.all(seenIds.map(async (id) => (has('attachments') ? await filesOf(read, id) : []))),
      Promise.all(
        seenIds.map(async (id) => (has('progress', 'subStories') ? await readChildren(read, id) : [])),
      ),
    ]);
    const relationsOf = new Map(stored.map(({ storyId, relations }) => [storyId, relations]));
    return await Promise.all(
      seen.map(async (item, n) => ({
        id: seenIds[n]!,
        relations: await shownRelations(read, caller, relationsOf.get(seenIds[n]!) ?? []),
        attachments: await attachmentsOf(read, files[n]!),
        progress: progressOf(toStory(item), children[n]!, caller),
        subStories: subStoriesOf(children[n]!, caller),
      })),
    );
  },
});

/** Listed stories with the parts of them that are asked for. */
async function withParts(call: ToolCall, stories: readonly Row[], parts: readonly string[]): Promise<Row[]> {
  const { workspaceId } = call.args;
  const args = { workspaceId, ids: stories.map(({ id }) => id), parts };
  const { data } = await runOperation(findStoryParts, { ...call, args });
  const found = new Map(data.map((one) => [one.id, one]));
  const partsOf = (id: string) => parts.map((part) => [part, found.get(id)?.[part] ?? null] as const);
  return stories.map((story) => ({ ...story, ...Object.fromEntries(partsOf(story.id)) }));
}

/** list_stories: rows can have all that get_story shows, but for what is long or computed for one story. */
export const withFieldsOnDemand = ({ run, ...rest }: OwnTool): OwnTool => ({
  ...rest,
  // Only stories from mails have a sender.
  fieldsOnDemand: [...COMMENT_FIELDS, TIME_FIELD, ...PARTS, 'sender'],
  run: async ({ args: { fields = [], ...args }, ...others }) => {
    const call = { ...others, args };
    const wanted = fields as readonly string[];
    const parts = PARTS.filter((part) => wanted.includes(part));
    const result = await run(call);
    if (wanted.length === 0) return result;
    let stories = rowsIn(result.data);
    if (wanted.some((name) => COMMENT_FIELDS.includes(name))) stories = await withCommentFacts(call, stories);
    if (wanted.includes(TIME_FIELD)) stories = await withTimeSpent(call, stories);
    if (parts.length > 0) stories = await withParts(call, stories, parts);
    return { ...result, data: stories };
  },
});
