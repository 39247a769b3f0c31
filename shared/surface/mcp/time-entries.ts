import { runOperation, type ToolCall } from '../../kernel/api/mcp/tool.ts';
import type { OperationResult } from '../../kernel/api/operation/execute.ts';
import { createTimeEntry } from '../../planning/time-entries/create-time-entry.ts';
import { deleteTimeEntry } from '../../planning/time-entries/delete-time-entry.ts';
import { listStoryTimeEntries } from '../../planning/time-entries/list-story-time-entries.ts';
import type { TimeEntry } from '../../planning/time-entries/time-entry.ts';
import { updateTimeEntry } from '../../planning/time-entries/update-time-entry.ts';
import { save } from './saved-resource.ts';

const lifecycle = {
  create: createTimeEntry,
  update: updateTimeEntry,
  remove: deleteTimeEntry,
  id: 'timeEntryId',
};

/** Logs time that the user spent on a story, or changes or deletes such time. */
export async function saveTime(call: ToolCall): Promise<OperationResult> {
  const { content, ...args } = call.args;
  const note = content === undefined ? {} : { note: content };
  return await save(lifecycle, { ...call, args: { ...args, ...note } });
}

/** Lists the time spent on a story, newest first, like comments. */
export async function timesOf(call: ToolCall): Promise<OperationResult> {
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
}
