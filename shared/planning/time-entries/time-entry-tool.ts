import * as z from 'zod';
import { save } from '../../kernel/api/mcp/saved-resource.ts';
import { runOperation, withArgumentNames } from '../../kernel/api/mcp/tool.ts';
import type { ToolVariant } from '../../kernel/api/mcp/tool-variant.ts';
import { createTimeEntry } from './create-time-entry.ts';
import { deleteTimeEntry } from './delete-time-entry.ts';
import { listStoryTimeEntries } from './list-story-time-entries.ts';
import type { TimeEntry } from './time-entry.ts';
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
  operations: [createTimeEntry],
  input: () => ({
    minutes: z.int().optional().meta({ description: 'Logs time.' }),
    date: z.string().optional().meta({ description: 'Of the time, else today.' }),
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

/** list_comments: lists the time spent on a story, newest first, like comments. */
export const listedTimes: ToolVariant = {
  askedBy: ['times'],
  operations: [listStoryTimeEntries],
  input: () => ({ times: z.boolean().optional() }),
  run: async (call) => {
    const listed = await runOperation(listStoryTimeEntries, call);
    const data = (listed.data as TimeEntry[]).map(({ id, note, minutes, date, memberId, updatedAt }) => ({
      id,
      ...(note === null ? {} : { content: note }),
      minutes,
      day: date,
      authorId: memberId,
      updatedAt,
    }));
    return { ...listed, data };
  },
};
