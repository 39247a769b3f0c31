import { accountEndpoints } from '../../projections/account-endpoints.ts';
import { accountActs } from '../../projections/account-acts.ts';
import { agentSessions } from '../../planning/agent-sessions/agent-sessions.ts';
import { attachmentFiles } from '../../projections/attachment-files.ts';
import { bin } from '../../projections/bin.ts';
import { commentIndex } from '../../projections/comment-index.ts';
import { deletedReferences } from '../../projections/deleted-references.ts';
import { feedbackItemDeletion } from '../../projections/feedback-item-deletion.ts';
import { feedbackMerges } from '../../projections/feedback-merges.ts';
import { feedbackStatus } from '../../projections/feedback-status.ts';
import { forecasts } from '../../projections/forecasts.ts';
import { frontPages } from '../../projections/front-pages.ts';
import { history } from '../../projections/history/history.ts';
import { notifyFollowers } from '../../projections/notifications/notify-followers.ts';
import { notifyMembers } from '../../projections/notifications/notify-members.ts';
import { memberAddresses } from '../../projections/member-addresses.ts';
import { portalDeletion } from '../../projections/portal-deletion.ts';
import { relations } from '../../projections/relations.ts';
import type { Projection } from '../../kernel/log/projection.ts';
import { uncountedVotes } from '../../projections/uncounted-votes.ts';
import { usage } from '../../projections/usage.ts';
import { schedules } from '../../projections/schedules.ts';
import { storyMoves } from '../../projections/story-moves.ts';
import { storyCounts } from '../../projections/story-counts/story-counts.ts';

/** The projections that the projector runs, in order. */
export const projections: readonly Projection[] = [
  deletedReferences,
  feedbackItemDeletion,
  feedbackMerges,
  uncountedVotes,
  portalDeletion,
  relations,
  storyCounts,
  feedbackStatus,
  frontPages,
  usage,
  history,
  accountActs,
  memberAddresses,
  // After what they derive from.
  forecasts,
  schedules,
  notifyFollowers,
  notifyMembers,
  commentIndex,
  storyMoves,
  bin,
  agentSessions,
  attachmentFiles,
  accountEndpoints,
];
