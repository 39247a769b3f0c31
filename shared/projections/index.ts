import { deletedReferences } from './deleted-references.ts';
import { feedbackItemDeletion } from './feedback-item-deletion.ts';
import { feedbackStatus } from './feedback-status.ts';
import { portalDeletion } from './portal-deletion.ts';
import type { Projection } from './projection.ts';
import { storyCounts } from './story-counts/story-counts.ts';

/** Everything that the projector keeps up to date, in the order in which it does so. */
export const projections: readonly Projection[] = [
  deletedReferences,
  feedbackItemDeletion,
  portalDeletion,
  storyCounts,
  feedbackStatus,
];

/** What the keys of all that projections follow begin with. */
export const followedPrefixes: readonly string[] = [
  ...new Set(projections.flatMap(({ follows }) => follows.map(({ prefix }) => prefix))),
];
