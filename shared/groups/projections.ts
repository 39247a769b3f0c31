import { deletedReferences } from '../projections/deleted-references.ts';
import { feedbackItemDeletion } from '../projections/feedback-item-deletion.ts';
import { feedbackStatus } from '../projections/feedback-status.ts';
import { portalDeletion } from '../projections/portal-deletion.ts';
import type { Projection } from '../projections/projection.ts';
import { storyCounts } from '../projections/story-counts/story-counts.ts';

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
