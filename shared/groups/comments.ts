import { commentOperations } from '../comments/index.ts';
import { unwatchStory } from '../stories/unwatch-story.ts';
import { watchStory } from '../stories/watch-story.ts';

/** Operations of functions/comments.ts: comments on stories, and who is notified of them. */
export const commentGroup = [...commentOperations, watchStory, unwatchStory];
