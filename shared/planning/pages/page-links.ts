/** What the page of a story needs to change its links. */
export { createStoryLink } from '../links/create-story-link.ts';
export { deleteStoryLink } from '../links/delete-story-link.ts';
export type { StoryLink } from '../story-parts/link.ts';
