import { attachmentDocument } from '../../shared/planning/attachments/attachment-store.ts';
import { cadenceDocument } from '../../shared/planning/cadence/cadence-store.ts';
import { agentSessionDocument } from '../../shared/planning/agent-sessions/agent-session-store.ts';
import { commentDocument } from '../../shared/planning/comments/comment-store.ts';
import { deliveryDocument } from '../../shared/events/deliveries/delivery-store.ts';
import { banDocument } from '../../shared/feedback/items/ban-store.ts';
import { feedbackCommentDocument } from '../../shared/feedback/items/comment-store.ts';
import { feedbackItemDocument } from '../../shared/feedback/items/item-store.ts';
import { keyResultDocument } from '../../shared/planning/key-results/key-result-store.ts';
import { recurringStoryDocument } from '../../shared/planning/recurring-stories/recurring-story-store.ts';
import { storyTemplateDocument } from '../../shared/planning/story-templates/story-template-store.ts';
import { customFieldDocument } from '../../shared/planning/custom-fields/custom-field-store.ts';
import { labelDocument } from '../../shared/planning/labels/label-store.ts';
import { memberDocument } from '../../shared/identity/members/member-store.ts';
import { objectiveDocument } from '../../shared/planning/objective/objective-store.ts';
import { objectiveUpdateDocument } from '../../shared/planning/objective-updates/objective-update-store.ts';
import { placementDocument } from '../../shared/planning/scheduling/placements/placement-store.ts';
import { portalDocument } from '../../shared/feedback/portal/portal-store.ts';
import { relationDocument } from '../../shared/planning/relations/relation-store.ts';
import { exportDocument } from '../../shared/surface/exports/export-store.ts';
import { busyFeedDocument } from '../../shared/planning/scheduling/busy-feeds/busy-feed-store.ts';
import { calendarFeedDocument } from '../../shared/planning/calendar-feeds/calendar-feed-store.ts';
import { triageAddressDocument } from '../../shared/planning/triage-mail/triage-address-store.ts';
import { hookDocument } from '../../shared/planning/hooks/hook-store.ts';
import { identityProviderDocument } from '../../shared/identity/identity-providers/identity-provider-store.ts';
import { serviceAccountDocument } from '../../shared/identity/service-accounts/service-account-store.ts';
import { sprintDocument } from '../../shared/planning/sprints/sprint-store.ts';
import { statusDocument } from '../../shared/identity/status/status-store.ts';
import { storyDocument } from '../../shared/planning/story/story-store.ts';
import { timeEntryDocument } from '../../shared/planning/time-entries/time-entry-store.ts';
import { teamDocument } from '../../shared/identity/team/team-store.ts';
import { feedbackUpdateDocument } from '../../shared/feedback/updates/update-store.ts';
import { notificationDocument } from '../../shared/planning/news/notification-store.ts';
import { viewDocument } from '../../shared/planning/views/view-store.ts';
import { ruleDocument } from '../../shared/events/rules/rule-store.ts';
import { webhookDocument } from '../../shared/events/webhooks/webhook-store.ts';
import {
  workingHoursDocument,
  timeOffDocument,
  busyTimeDocument,
} from '../../shared/planning/scheduling/working-time/working-time-store.ts';
import { workspaceDocument } from '../../shared/identity/workspaces/workspace-store.ts';
import type { DocumentFormat } from '../../shared/kernel/db/document.ts';

/** Each document, with the fields that every stored one has, in one text; a field that is added later may not join them. */
export const documents: Record<string, [format: DocumentFormat<any>, first: string]> = {
  attachment: [attachmentDocument, 'id storyId name contentType size state createdBy createdAt updatedAt'],
  timeEntry: [
    timeEntryDocument,
    'id workspaceId storyId memberId startedAt date minutes createdAt updatedAt',
  ],
  cadence: [
    cadenceDocument,
    'workspaceId teamId enabled lengthWeeks startsOn timeZone cooldownDays upcoming unfinished skip createdAt updatedAt',
  ],
  agentSession: [
    agentSessionDocument,
    'id workspaceId storyId agent state reason openedBy activityCount startedAt lastActivityAt updatedAt',
  ],
  comment: [commentDocument, 'id storyId authorId content createdAt updatedAt'],
  delivery: [
    deliveryDocument,
    'id webhookId eventId eventType status attemptCount attempts createdAt updatedAt',
  ],
  ban: [banDocument, 'id workspaceId name bannedBy createdAt'],
  export: [
    exportDocument,
    'id workspaceId state percent resources files leftOut createdBy createdAt updatedAt expiresAt',
  ],
  feedbackComment: [
    feedbackCommentDocument,
    'id portalId itemId authorId authorName content hidden createdAt updatedAt authorKind',
  ],
  feedbackItem: [
    feedbackItemDocument,
    'id boardId slug title status authorName createdAt updatedAt portalId authorId storyIds hidden authorKind',
  ],
  objectiveUpdate: [
    objectiveUpdateDocument,
    'id workspaceId teamId objectiveId health body authorId createdAt updatedAt',
  ],
  keyResult: [
    keyResultDocument,
    'id workspaceId teamId objectiveId sequenceId name measurementType startValue currentValue targetValue contributorIds createdBy createdAt updatedAt',
  ],
  customField: [customFieldDocument, 'id workspaceId key name type options required createdAt updatedAt'],
  storyTemplate: [
    storyTemplateDocument,
    'id workspaceId teamId name priority labels checklist customFields subStories createdAt updatedAt',
  ],
  recurringStory: [
    recurringStoryDocument,
    'id workspaceId teamId name story rule startDate timeZone paused nextDueDates createdBy createdAt updatedAt',
  ],
  label: [labelDocument, 'id workspaceId name color createdAt updatedAt'],
  member: [memberDocument, 'id workspaceId name role createdAt updatedAt'],
  notification: [notificationDocument, 'id workspaceId kind actor createdAt'],
  objective: [
    objectiveDocument,
    'id workspaceId teamId sequenceId name private statusId priority color createdBy createdAt updatedAt',
  ],
  placement: [placementDocument, 'storyId workspaceId teamId assigneeId status blocks updatedAt'],
  portal: [
    portalDocument,
    'id workspaceId name slug formerSlugs color visibility boards createdAt updatedAt',
  ],
  relation: [relationDocument, 'id workspaceId type storyId relatedStoryId createdBy createdAt'],
  rule: [ruleDocument, 'id workspaceId name enabled then runAs createdBy createdAt updatedAt'],
  hook: [
    hookDocument,
    'id workspaceId provider name serviceAccountId rules path secretGeneration createdAt updatedAt',
  ],
  busyFeed: [busyFeedDocument, 'id memberId workspaceId createdAt slot sealed failures'],
  calendarFeed: [calendarFeedDocument, 'id workspaceId memberId kind createdAt hash scopes'],
  triageAddress: [triageAddressDocument, 'workspaceId teamId createdBy createdAt token'],
  identityProvider: [
    identityProviderDocument,
    'id workspaceId issuer audience emailDomains verification createdAt updatedAt',
  ],
  serviceAccount: [serviceAccountDocument, 'id workspaceId name createdAt updatedAt'],
  sprint: [
    sprintDocument,
    'id workspaceId teamId name startDate endDate automationManaged createdAt updatedAt',
  ],
  status: [statusDocument, 'id workspaceId name category order color isDefault createdAt updatedAt'],
  story: [
    storyDocument,
    'id workspaceId teamId sequenceId reference title statusId reporterId priority autoSchedulingEnabled autoSchedulingLocked autoSchedulingStatus labels createdAt updatedAt',
  ],
  team: [
    teamDocument,
    'id workspaceId name code color private sprintsEnabled estimateScheme createdAt updatedAt',
  ],
  feedbackUpdate: [
    feedbackUpdateDocument,
    'id portalId slug formerSlugs title linkedItemIds createdAt updatedAt',
  ],
  view: [viewDocument, 'id workspaceId name visibility filter columns ownerId createdAt updatedAt'],
  webhook: [
    webhookDocument,
    'id workspaceId name url status secretGeneration subscriptionGeneration subscriptions createdAt updatedAt ownerId',
  ],
  workingHours: [workingHoursDocument, 'memberId workspaceId timeZone weekly teamShares'],
  timeOff: [timeOffDocument, 'id memberId workspaceId startDate endDate createdAt'],
  busyTime: [busyTimeDocument, 'id memberId workspaceId startDate endDate createdAt'],
  workspace: [workspaceDocument, 'id name slug createdAt updatedAt'],
};
