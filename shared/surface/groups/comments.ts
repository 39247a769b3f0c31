import { commentOperations } from '../../planning/comments/index.ts';
import { unwatchStory } from '../../planning/stories/unwatch-story.ts';
import { watchStory } from '../../planning/stories/watch-story.ts';

/** Operations of functions/comments.ts: comments on stories, and who is notified of them. */
export const commentGroup = [...commentOperations, watchStory, unwatchStory];
