import * as z from 'zod';
import { save } from '../../kernel/api/mcp/saved-resource.ts';
import { runOperation, withArgumentNames, type Arguments } from '../../kernel/api/mcp/tool.ts';
import { PAGE, type ToolVariant } from '../../kernel/api/mcp/tool-variant.ts';
import { list } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { readableStoryOrThrow } from '../story/story-access.ts';
import { getStoryItem } from '../story/story-store.ts';
import { createTimeEntry } from './create-time-entry.ts';
import { deleteTimeEntry } from './delete-time-entry.ts';
import { listStoryTimeEntries } from './list-story-time-entries.ts';
import { listTimeEntries } from './list-time-entries.ts';
import { pageOfEntries } from './page-of-entries.ts';
import { STORY_TIME_ENTRIES_PATH } from './time-entry-access.ts';
import { timeEntrySchema } from './time-entry.ts';
import { updateTimeEntry } from './update-time-entry.ts';

const lifecycle = {
  create: createTimeEntry,
  update: updateTimeEntry,
  remove: deleteTimeEntry,
  id: 'timeEntryId',
};

/** save_comment: logs time that the user spent on a story, or changes or deletes such time. */
export const savedTime: ToolVariant = {
  askedBy: ['minutes', 'timeEntryId'],
  takes: 'those of its operation',
  operations: [createTimeEntry],
  input: () => ({
    minutes: z.int().optional().meta({ description: 'Logs time.' }),
    date: z.string().optional().meta({ description: 'Else today.' }),
    timeEntryId: z.string().optional(),
  }),
  run: async (call) => {
    const { content, ...args } = call.args;
    const note = content === undefined ? {} : { note: content };
    return await withArgumentNames({ note: 'content' }, () =>
      save(lifecycle, { ...call, args: { ...args, ...note } }),
    );
  },
};

/** The time that someone spent on a story, with the rights of listStoryTimeEntries. */
const listTimeOfMember = list({
  id: 'listTimeOfMember',
  path: STORY_TIME_ENTRIES_PATH,
  tag: listStoryTimeEntries.tag,
  summary: listStoryTimeEntries.summary,
  description: listStoryTimeEntries.description,
  scopes: listStoryTimeEntries.scopes,
  params: { storyId: uuid() },
  query: () => ({ memberId: uuid() }),
  item: timeEntrySchema,
  load: ({ path, read }) => ({ story: getStoryItem(read, path.storyId) }),
  handle: async ({ path: { storyId }, query: { memberId }, loaded, ...context }) => {
    readableStoryOrThrow(context.caller, loaded.story);
    return await pageOfEntries(context, { storyId, memberId });
  },
});

/** What lists the time that the arguments ask for: of a story, of someone, or of both. */
function listingOf({ storyId, authorId }: Arguments) {
  if (authorId === undefined) return listStoryTimeEntries;
  return storyId === undefined ? listTimeEntries : listTimeOfMember;
}

/** list_comments: lists the time spent on a story or by someone, newest first, like comments. */
export const listedTimes: ToolVariant = {
  askedBy: ['times'],
  takes: ['storyId', 'authorId', ...PAGE],
  operations: [listStoryTimeEntries],
  input: () => ({ times: z.boolean().optional() }),
  run: async (call) => {
    const { authorId, ...rest } = call.args;
    const args = authorId === undefined ? rest : { ...rest, memberId: authorId };
    const listed = await withArgumentNames({ memberId: 'authorId' }, () =>
      runOperation(listingOf(call.args), { ...call, args }),
    );
    const isOfOne = rest['storyId'] !== undefined;
    const data = listed.data.map(({ id, note, minutes, date, memberId, storyId, updatedAt }) => ({
      id,
      ...(isOfOne ? {} : { storyId }),
      ...(note === null ? {} : { content: note }),
      minutes,
      date,
      authorId: memberId,
      updatedAt,
    }));
    return { ...listed, data };
  },
};
