import type { ServedOperation } from '../../kernel/api/operation/operation-kinds.ts';
import { labelOperations } from '../../planning/labels/index.ts';
import { analysisGroup } from './analysis.ts';
import { commentGroup } from './comments.ts';
import { feedbackGroup } from './feedback.ts';
import { moderationGroup } from './moderation.ts';
import { planningGroup } from './planning.ts';
import { scheduleGroup } from './schedule.ts';
import { storyGroup } from './stories.ts';

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
