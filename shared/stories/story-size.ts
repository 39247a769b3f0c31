import type { Story } from './story.ts';

/** The estimate of a story, or one, in hundredths. */
export const storySize = ({ estimateValue }: Pick<Story, 'estimateValue'>): number =>
  Math.round((estimateValue ?? 1) * 100);
