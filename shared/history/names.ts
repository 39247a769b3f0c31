import type { Caller } from '../core/caller.ts';
import type { Reader } from '../core/database.ts';
import type { Scope } from '../core/scopes.ts';
import { getKeyResultWithObjective, toKeyResult } from '../key-results/key-result-store.ts';
import { canSeeLabel } from '../labels/label-access.ts';
import { getLabelItem, toLabel } from '../labels/label-store.ts';
import { canSeeObjective, getObjectiveReference } from '../objectives/objective-store.ts';
import { findPrincipal, visiblePrincipal } from '../principals/visible-principal.ts';
import { getSprintItem, sprintTeamOf, toSprint } from '../sprints/sprint-store.ts';
import { canSeeStatus } from '../statuses/status-access.ts';
import { getStatusItem, toStatus } from '../statuses/status-store.ts';
import { getStoryItem, storyTeamOf, toStory } from '../stories/story-store.ts';
import { getTeamItem, toTeam } from '../teams/team-store.ts';

/** What a field or an actor can name. */
export type NamedKind =
  'principal' | 'status' | 'label' | 'sprint' | 'objective' | 'keyResult' | 'story' | 'team';

/** Reads a name; undefined if the thing is gone or the caller cannot see it. */
type FindName = (read: Reader, caller: Caller, id: string) => Promise<string | undefined>;

const finders: Record<NamedKind, { scope: Scope; find: FindName }> = {
  principal: {
    scope: 'members:read',
    find: async (read, caller, id) => {
      const found = await findPrincipal(read, caller.workspaceId, id);
      return visiblePrincipal(caller, id, found)?.name;
    },
  },
  status: {
    scope: 'teams:read',
    find: async (read, caller, id) => {
      const item = await getStatusItem(read, id);
      const status = item && toStatus(item);
      return status && canSeeStatus(caller, status) ? status.name : undefined;
    },
  },
  label: {
    scope: 'labels:read',
    find: async (read, caller, id) => {
      const item = await getLabelItem(read, id);
      return item && canSeeLabel(caller, item) ? toLabel(item).name : undefined;
    },
  },
  sprint: {
    scope: 'sprints:read',
    find: async (read, caller, id) => {
      const item = await getSprintItem(read, id);
      return item && caller.teamIds.has(sprintTeamOf(item)) ? toSprint(item).name : undefined;
    },
  },
  objective: {
    scope: 'objectives:read',
    find: async (read, caller, id) => {
      const objective = await getObjectiveReference(read, id);
      return canSeeObjective(caller, objective) ? objective!.name : undefined;
    },
  },
  keyResult: {
    scope: 'objectives:read',
    find: async (read, caller, id) => {
      const found = await getKeyResultWithObjective(read, id);
      return found && canSeeObjective(caller, found.objective) ? toKeyResult(found.item).name : undefined;
    },
  },
  story: {
    scope: 'stories:read',
    find: async (read, caller, id) => {
      const item = await getStoryItem(read, id);
      return item && caller.teamIds.has(storyTeamOf(item)) ? toStory(item).reference : undefined;
    },
  },
  team: {
    scope: 'teams:read',
    find: async (read, caller, id) => {
      const item = await getTeamItem(read, id);
      return item && caller.teamIds.has(id) ? toTeam(item).name : undefined;
    },
  },
};

/** Fields that hold ids. */
export const namedFields: Readonly<Record<string, NamedKind>> = {
  statusId: 'status',
  assigneeId: 'principal',
  reporterId: 'principal',
  leadUserId: 'principal',
  sprintId: 'sprint',
  objectiveId: 'objective',
  keyResultId: 'keyResult',
  parentId: 'story',
  labels: 'label',
};

/**
 * Reads the names of things by kind and id, each once and as far as the credential's scopes and the caller's rights
 * allow. All reads share a batch, but those of key results.
 */
export async function readNames(
  { read, caller }: { read: Reader; caller: Caller },
  wanted: readonly (readonly [NamedKind, string])[],
): Promise<ReadonlyMap<string, string>> {
  const unique = new Map(wanted.map(([kind, id]) => [id, kind]));
  const found = await Promise.all(
    [...unique].map(async ([id, kind]) => {
      const { scope, find } = finders[kind];
      return [id, caller.scopes.has(scope) ? await find(read, caller, id) : undefined] as const;
    }),
  );
  return new Map(found.flatMap(([id, name]) => (name === undefined ? [] : [[id, name] as const])));
}
