import { mailModes } from '../identity/mail/preference-store.ts';
import { newsKinds } from '../identity/mail/news-kind.ts';
import { origins } from '../kernel/core/origin.ts';
import { unfinishedActions } from '../planning/cadence/cadence.ts';
import { weekdays } from '../kernel/core/weekdays.ts';
import { priorities } from '../kernel/core/priority.ts';
import { languages } from '../kernel/core/languages.ts';
import { inclusions } from '../kernel/core/query-parameters.ts';
import { roles } from '../kernel/core/caller.ts';
import { allScopes } from '../kernel/core/scopes.ts';
import { statusCategories } from '../kernel/core/status-category.ts';
import { authorKinds, itemStatuses } from '../feedback/items/item.ts';
import { measurementTypes } from '../planning/key-results/key-result.ts';
import { healths } from '../planning/objective/objective.ts';
import { visibilities } from '../feedback/portal/portal.ts';
import { principalKinds } from '../identity/principals/principal.ts';
import { searchTypes } from '../search/search-hit.ts';
import { calendarFeedKinds } from '../planning/calendar-feeds/calendar-feed.ts';
import { storyPatch } from '../planning/story/story-patch.ts';
import { storySorts } from '../planning/story/story-order.ts';
import { statusSubjects } from '../identity/status/status.ts';
import { relationTypes } from '../planning/story/story-relations.ts';
import { blockReasons, planReasons } from '../planning/scheduling/plan/task.ts';
import { estimateSchemeNames } from '../identity/team/team.ts';
import { writeModes } from '../identity/tokens/token.ts';
import { proposalStatuses } from '../kernel/api/operation/proposable.ts';
import { eventPatterns } from '../events/webhooks/webhook.ts';

/** Enums that the API description shows as components, from which generators make named types. */
export const namedEnums: Readonly<Record<string, readonly string[]>> = {
  AuthorKind: authorKinds,
  ProposalStatus: proposalStatuses,
  Writes: writeModes,
  CalendarFeedKind: calendarFeedKinds,
  Inclusion: inclusions,
  Language: languages,
  MailMode: mailModes,
  NewsKind: newsKinds,
  Origin: origins,
  Priority: priorities,
  Role: roles,
  Scope: allScopes,
  StatusCategory: statusCategories,
  StatusSubject: statusSubjects,
  StorySort: storySorts,
  StoryClearableField: storyPatch.clearable,
  SearchType: searchTypes,
  FeedbackItemStatus: itemStatuses,
  KeyResultMeasurementType: measurementTypes,
  ObjectiveHealth: healths,
  PortalVisibility: visibilities,
  PrincipalKind: principalKinds,
  EstimateScheme: estimateSchemeNames,
  EventPattern: eventPatterns,
  RelationType: relationTypes,
  Weekday: weekdays,
  UnfinishedAction: unfinishedActions,
  ScheduleReason: blockReasons,
  PlanReason: planReasons,
};
