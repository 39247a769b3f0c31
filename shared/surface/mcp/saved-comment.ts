import * as z from 'zod';
import type { ToolOverrides } from '../../kernel/api/mcp/tool.ts';
import { invalidRequest } from '../../kernel/core/errors.ts';
import { createAgentActivity } from '../../planning/agent-sessions/create-agent-activity.ts';
import { createComment } from '../../planning/comments/create-comment.ts';
import { deleteComment } from '../../planning/comments/delete-comment.ts';
import { updateComment } from '../../planning/comments/update-comment.ts';
import { createTimeEntry } from '../../planning/time-entries/create-time-entry.ts';
import { triageStory } from '../../planning/triage/triage-story.ts';
import { reportActivity, sayings } from './agent-sessions.ts';
import { commentOnStoryOrFeedback } from './feedback-triage.ts';
import { decideInTriage } from './story-triage.ts';
import { existingArguments, optional, save } from './saved-resource.ts';
import { saveTime } from './time-entries.ts';

const lifecycle = { create: createComment, update: updateComment, remove: deleteComment, id: 'commentId' };

/** save_comment: adds a comment or, with its id, edits or deletes one of a story; for an agent, what it says in its session. With minutes or timeEntryId it is about time, with triage it decides. */
export const savedComment: ToolOverrides = {
  operations: [createComment, createAgentActivity, createTimeEntry, triageStory],
  extendInput: (shape) => ({
    ...optional(commentOnStoryOrFeedback.extendInput!(shape)),
    // What these two are for is in the description of the tool.
    parentId: z.string().optional(),
    commentId: z.string().optional(),
    activity: z.enum(sayings).optional().meta({ description: 'In your session.' }),
    minutes: z.int().optional().meta({ description: 'Logs time.' }),
    timeEntryId: z.string().optional(),
    ...existingArguments(updateComment),
  }),
  run: async (call) => {
    const { commentId, expectedUpdatedAt, delete: isDeleted, feedbackItem, activity } = call.args;
    if (activity !== undefined) return await reportActivity(call);
    if (call.args['triage'] !== undefined) return await decideInTriage(call);
    if ((call.args['minutes'] ?? call.args['timeEntryId']) !== undefined) return await saveTime(call);
    if ([commentId, expectedUpdatedAt, isDeleted].every((value) => value === undefined)) {
      return await commentOnStoryOrFeedback.run!(call);
    }
    if (feedbackItem === undefined) return await save(lifecycle, call);
    throw invalidRequest([
      { path: 'commentId', message: 'is of a story; those of feedback cannot be changed' },
    ]);
  },
};
