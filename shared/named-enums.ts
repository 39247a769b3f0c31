import { unfinishedActions } from './cadence/cadence.ts';
import { weekdays } from './core/weekdays.ts';
import { priorities } from './core/priority.ts';
import { inclusions } from './core/query-parameters.ts';
import { roles } from './core/caller.ts';
import { allScopes } from './core/scopes.ts';
import { statusCategories } from './core/status-category.ts';
import { itemStatuses } from './feedback/item.ts';
import { measurementTypes } from './key-results/key-result.ts';
import { healths } from './objectives/objective.ts';
import { visibilities } from './portals/portal.ts';
import { principalKinds } from './principals/principal.ts';
import { searchTypes } from './search/search-hit.ts';
import { storySorts } from './stories/story-order.ts';
import { statusSubjects } from './statuses/status.ts';
import { relationTypes } from './stories/story-relations.ts';
import { blockReasons, planReasons } from './schedule/task.ts';
import { estimateSchemeNames } from './teams/team.ts';
import { eventPatterns } from './webhooks/webhook.ts';

/** Enums that the API description shows as components, from which generators make named types. */
export const namedEnums: Readonly<Record<string, readonly string[]>> = {
  Inclusion: inclusions,
  Priority: priorities,
  Role: roles,
  Scope: allScopes,
  StatusCategory: statusCategories,
  StatusSubject: statusSubjects,
  StorySort: storySorts,
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
