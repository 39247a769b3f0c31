import type { ItemKind } from '../../kernel/db/table.ts';
import type { Reader } from '../../kernel/core/database.ts';
import type { ResourceOperation } from '../../kernel/api/operation/operation-kinds.ts';
import { getFeedbackCommentItem, toFeedbackComment } from '../../feedback/items/comment-store.ts';
import { deleteFeedbackComment } from '../../feedback/items/delete-feedback-comment.ts';
import { deleteFeedbackItem } from '../../feedback/items/delete-feedback-item.ts';
import { getFeedbackItem } from '../../feedback/items/get-feedback-item.ts';
import { updateFeedbackItem } from '../../feedback/items/update-feedback-item.ts';
import { archiveStatus } from '../../identity/statuses/archive-status.ts';
import { getStatus } from '../../identity/statuses/get-status.ts';
import { unarchiveStatus } from '../../identity/statuses/unarchive-status.ts';
import { updateStatus } from '../../identity/statuses/update-status.ts';
import { deleteAttachment } from '../../planning/attachments/delete-attachment.ts';
import { getAttachment } from '../../planning/attachments/get-attachment.ts';
import type { Resource } from './take-over.ts';
import { commentKind } from '../../planning/comments/comment-store.ts';
import { deleteComment } from '../../planning/comments/delete-comment.ts';
import { getComment } from '../../planning/comments/get-comment.ts';
import { restoreComment } from '../../planning/comments/restore-comment.ts';
import { updateComment } from '../../planning/comments/update-comment.ts';
import { archiveCustomField } from '../../planning/custom-fields/archive-custom-field.ts';
import { getCustomField } from '../../planning/custom-fields/get-custom-field.ts';
import { unarchiveCustomField } from '../../planning/custom-fields/unarchive-custom-field.ts';
import { updateCustomField } from '../../planning/custom-fields/update-custom-field.ts';
import { deleteKeyResult } from '../../planning/key-results/delete-key-result.ts';
import { getKeyResult } from '../../planning/key-results/get-key-result.ts';
import { updateKeyResult } from '../../planning/key-results/update-key-result.ts';
import { archiveLabel } from '../../planning/labels/archive-label.ts';
import { getLabel } from '../../planning/labels/get-label.ts';
import { unarchiveLabel } from '../../planning/labels/unarchive-label.ts';
import { updateLabel } from '../../planning/labels/update-label.ts';
import { deleteObjectiveUpdate } from '../../planning/objective-updates/delete-objective-update.ts';
import { getObjectiveUpdate } from '../../planning/objective-updates/get-objective-update.ts';
import { updateObjectiveUpdate } from '../../planning/objective-updates/update-objective-update.ts';
import { deleteObjective } from '../../planning/objectives/delete-objective.ts';
import { getObjective } from '../../planning/objectives/get-objective.ts';
import { updateObjective } from '../../planning/objectives/update-objective.ts';
import { deleteRecurringStory } from '../../planning/recurring-stories/delete-recurring-story.ts';
import { getRecurringStory } from '../../planning/recurring-stories/get-recurring-story.ts';
import { updateRecurringStory } from '../../planning/recurring-stories/update-recurring-story.ts';
import { deleteRelation } from '../../planning/relations/delete-relation.ts';
import { relationKind } from '../../planning/relations/relation-store.ts';
import { restoreRelation } from '../../planning/relations/restore-relation.ts';
import { deleteSprint } from '../../planning/sprints/delete-sprint.ts';
import { getSprint } from '../../planning/sprints/get-sprint.ts';
import { updateSprint } from '../../planning/sprints/update-sprint.ts';
import { archiveStory } from '../../planning/stories/archive-story.ts';
import { deleteStory } from '../../planning/stories/delete-story.ts';
import { getStory } from '../../planning/stories/get-story.ts';
import { restoreStory } from '../../planning/stories/restore-story.ts';
import { storyKind } from '../../planning/stories/story-store.ts';
import { unarchiveStory } from '../../planning/stories/unarchive-story.ts';
import { updateStory } from '../../planning/stories/update-story.ts';
import { deleteStoryTemplate } from '../../planning/story-templates/delete-story-template.ts';
import { getStoryTemplate } from '../../planning/story-templates/get-story-template.ts';
import { updateStoryTemplate } from '../../planning/story-templates/update-story-template.ts';
import { deleteTimeEntry } from '../../planning/time-entries/delete-time-entry.ts';
import { getTimeEntry } from '../../planning/time-entries/get-time-entry.ts';
import { updateTimeEntry } from '../../planning/time-entries/update-time-entry.ts';

type Path = Record<string, string>;
type Data = Record<string, unknown> & { id: string };

/** The operations that read a resource and take back what was done to it. */
export interface Inverse {
  path: (data: Data) => Path;
  /** Undefined for what has no versions. */
  get?: ResourceOperation;
  /** Reads what no operation reads alone. */
  find?: (read: Reader, id: string) => Promise<Resource | undefined>;
  update?: ResourceOperation;
  /** What is never deleted is archived if a change set created it. */
  delete?: ResourceOperation;
  archive?: ResourceOperation;
  unarchive?: ResourceOperation;
  /** Puts one back that was deleted, and finds its item. */
  restore?: { operation: ResourceOperation; item: ItemKind };
}

const text = (value: unknown): string => String(value);

/** By resource, as event types name them. */
export const inverses: Readonly<Record<string, Inverse>> = {
  story: {
    path: ({ id }) => ({ storyId: id }),
    get: getStory,
    update: updateStory,
    delete: deleteStory,
    archive: archiveStory,
    unarchive: unarchiveStory,
    restore: { operation: restoreStory, item: storyKind },
  },
  comment: {
    path: ({ id, storyId }) => ({ commentId: id, storyId: text(storyId) }),
    get: getComment,
    update: updateComment,
    delete: deleteComment,
    restore: { operation: restoreComment, item: commentKind },
  },
  relation: {
    path: ({ id, storyId }) => ({ relationId: id, storyId: text(storyId) }),
    delete: deleteRelation,
    restore: { operation: restoreRelation, item: relationKind },
  },
  sprint: {
    path: ({ id }) => ({ sprintId: id }),
    get: getSprint,
    update: updateSprint,
    delete: deleteSprint,
  },
  objective: {
    path: ({ id }) => ({ objectiveId: id }),
    get: getObjective,
    update: updateObjective,
    delete: deleteObjective,
  },
  key_result: {
    path: ({ id }) => ({ keyResultId: id }),
    get: getKeyResult,
    update: updateKeyResult,
    delete: deleteKeyResult,
  },
  objective_update: {
    path: ({ id, objectiveId }) => ({ objectiveUpdateId: id, objectiveId: text(objectiveId) }),
    get: getObjectiveUpdate,
    update: updateObjectiveUpdate,
    delete: deleteObjectiveUpdate,
  },
  label: {
    path: ({ id }) => ({ labelId: id }),
    get: getLabel,
    update: updateLabel,
    archive: archiveLabel,
    unarchive: unarchiveLabel,
  },
  custom_field: {
    path: ({ id }) => ({ customFieldId: id }),
    get: getCustomField,
    update: updateCustomField,
    archive: archiveCustomField,
    unarchive: unarchiveCustomField,
  },
  status: {
    path: ({ id }) => ({ statusId: id }),
    get: getStatus,
    update: updateStatus,
    archive: archiveStatus,
    unarchive: unarchiveStatus,
  },
  story_template: {
    path: ({ id }) => ({ storyTemplateId: id }),
    get: getStoryTemplate,
    update: updateStoryTemplate,
    delete: deleteStoryTemplate,
  },
  recurring_story: {
    path: ({ id }) => ({ recurringStoryId: id }),
    get: getRecurringStory,
    update: updateRecurringStory,
    delete: deleteRecurringStory,
  },
  time_entry: {
    path: ({ id, storyId }) => ({ timeEntryId: id, storyId: text(storyId) }),
    get: getTimeEntry,
    update: updateTimeEntry,
    delete: deleteTimeEntry,
  },
  attachment: {
    path: ({ id, storyId }) => ({ attachmentId: id, storyId: text(storyId) }),
    get: getAttachment,
    delete: deleteAttachment,
  },
  feedback_item: {
    path: ({ id, portalId }) => ({ itemId: id, portalId: text(portalId) }),
    get: getFeedbackItem,
    update: updateFeedbackItem,
    delete: deleteFeedbackItem,
  },
  feedback_comment: {
    path: ({ id, itemId, portalId }) => ({
      feedbackCommentId: id,
      itemId: text(itemId),
      portalId: text(portalId),
    }),
    find: async (read, id) => {
      const item = await getFeedbackCommentItem(read, id);
      return item && toFeedbackComment(item);
    },
    delete: deleteFeedbackComment,
  },
};
