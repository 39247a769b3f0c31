import { attachmentOperations } from '../../planning/attachments/index.ts';
import { commentOperations } from '../../planning/comments/index.ts';
import { hookOperations } from '../../planning/hooks/index.ts';
import { hookRoutes } from '../../planning/hooks/receive-delivery.ts';
import { linkOperations } from '../../planning/links/index.ts';
import { triageOperations } from '../../planning/triage/index.ts';
import { unwatchStory } from '../../planning/stories/unwatch-story.ts';
import { watchStory } from '../../planning/stories/watch-story.ts';

/**
 * Operations of functions/comments.ts: comments on stories, who is notified of them, links and files of stories, hooks that
 * link them, and what becomes of stories in triage.
 */
export const commentGroup = [
  ...commentOperations,
  watchStory,
  unwatchStory,
  ...linkOperations,
  ...attachmentOperations,
  ...triageOperations,
  ...hookOperations,
];

/** Where other services report to hooks. */
export const commentRoutes = hookRoutes;
