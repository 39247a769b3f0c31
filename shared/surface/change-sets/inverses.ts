import type { ItemKind } from '../../kernel/db/table.ts';
import type { ResourceOperation } from '../../kernel/api/operation/operation-kinds.ts';
import { commentKind } from '../../planning/comments/comment-store.ts';
import { deleteComment } from '../../planning/comments/delete-comment.ts';
import { getComment } from '../../planning/comments/get-comment.ts';
import { restoreComment } from '../../planning/comments/restore-comment.ts';
import { updateComment } from '../../planning/comments/update-comment.ts';
import { deleteKeyResult } from '../../planning/key-results/delete-key-result.ts';
import { getKeyResult } from '../../planning/key-results/get-key-result.ts';
import { updateKeyResult } from '../../planning/key-results/update-key-result.ts';
import { getLabel } from '../../planning/labels/get-label.ts';
import { updateLabel } from '../../planning/labels/update-label.ts';
import { deleteObjectiveUpdate } from '../../planning/objective-updates/delete-objective-update.ts';
import { getObjectiveUpdate } from '../../planning/objective-updates/get-objective-update.ts';
import { updateObjectiveUpdate } from '../../planning/objective-updates/update-objective-update.ts';
import { deleteObjective } from '../../planning/objectives/delete-objective.ts';
import { getObjective } from '../../planning/objectives/get-objective.ts';
import { updateObjective } from '../../planning/objectives/update-objective.ts';
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

type Path = Record<string, string>;
type Data = Record<string, unknown> & { id: string };

/** The operations that read a resource and take back what was done to it. */
export interface Inverse {
  path: (data: Data) => Path;
  /** Undefined for what has no versions. */
  get?: ResourceOperation;
  update?: ResourceOperation;
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
  label: { path: ({ id }) => ({ labelId: id }), get: getLabel, update: updateLabel },
};
