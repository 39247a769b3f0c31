import type { Story } from '../../planning/stories/story.ts';

/** A story that the words of a form can mean. */
export interface MeantStory extends Pick<Story, 'id' | 'reference' | 'title'> {
  /** Whether the person has named or chosen it. */
  isCertain: boolean;
}
