import type { Story } from './story.ts';

/** A story's estimate, or 1 if unestimated, in hundredths. */
export const storySize = ({ estimateValue }: Pick<Story, 'estimateValue'>): number =>
  Math.round((estimateValue ?? 1) * 100);
