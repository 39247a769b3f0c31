import type { ServedOperation } from '../kernel/api/operation/operation-kinds.ts';
import { labelOperations } from '../planning/labels/index.ts';
import { analysisGroup } from './groups/analysis.ts';
import { commentGroup } from './groups/comments.ts';
import { feedbackGroup } from './groups/feedback.ts';
import { moderationGroup } from './groups/moderation.ts';
import { planningGroup } from './groups/planning.ts';
import { scheduleGroup } from './groups/schedule.ts';
import { storyGroup } from './groups/stories.ts';

/** The operations of planning and feedback. Imported on demand where they are run: they are most of the service. */
export const planningOperations: readonly ServedOperation[] = [
  ...storyGroup,
  ...commentGroup,
  ...planningGroup,
  ...analysisGroup,
  ...scheduleGroup,
  ...labelOperations,
  ...feedbackGroup,
  ...moderationGroup,
];
