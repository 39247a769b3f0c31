import * as z from 'zod';
import { memoize } from '../../kernel/core/schema.ts';
import { defineInclude, type Reference } from '../../kernel/api/operation/include.ts';
import { visibleLabelOrThrow } from '../labels/label-access.ts';
import { labelSchema } from '../labels/label.ts';
import { getLabelItem, toLabel } from '../labels/label-store.ts';
import { deriveObjective } from '../objective/derive.ts';
import { visibleObjectiveOrThrow } from '../objective/objective-access.ts';
import { objectiveSchema } from '../objective/objective.ts';
import { getObjectiveWithTally, toShownObjective } from '../objective/objective-store.ts';
import { principalSchema } from '../../identity/principals/principal.ts';
import { findPrincipal, visiblePrincipalOrThrow } from '../../identity/principals/visible-principal.ts';
import { visibleSprintOrThrow } from '../sprints/sprint-access.ts';
import { sprintSchema, type Sprint } from '../sprints/sprint.ts';
import { getSprintWithTally, toShownSprint } from '../sprints/sprint-store.ts';
import { visibleStatusOrThrow } from '../../identity/status/status-access.ts';
import { statusSchema } from '../../identity/status/status.ts';
import { getStatusItem } from '../../identity/status/status-store.ts';
import { joinedTeamOrThrow } from '../../identity/team/team-access.ts';
import { teamSchema } from '../../identity/team/team.ts';
import { getTeamItem, toTeam } from '../../identity/team/team-store.ts';
import { getMinutes, getMinutesOfMany } from '../time-entries/time-entry-store.ts';
import { storyTimeSpentSchema } from '../time-entries/time-spent.ts';
import { readBlockers, type Blocker } from './blockers.ts';
import { blockingStorySchema } from '../story/story-relations.ts';
import {
  checklistOf,
  countChildren,
  storyProgressSchema,
  type CountedChild,
} from '../story/story-progress.ts';
import type { Story } from '../story/story.ts';

type IdField = 'statusId' | 'assigneeId' | 'reporterId' | 'sprintId' | 'objectiveId' | 'teamId';

const idIn =
  (field: IdField) =>
  ({ teamId, ...story }: Story): Reference[] => {
    const id = field === 'teamId' ? teamId : story[field];
    return id === null ? [] : [{ id, teamId }];
  };

/** The ids of a filter of listStories. */
const filteredBy =
  (field: 'statusId' | 'sprintId') =>
  (query: Record<string, unknown>): Reference[] =>
    ((query[field] ?? []) as string[]).map((id) => ({ id, teamId: '' }));

const principal = (field: 'assigneeId' | 'reporterId') =>
  defineInclude({
    schema: principalSchema,
    scopes: ['members:read'],
    referencesOf: idIn(field),
    load: (references, { read, workspaceId }) =>
      references.map(({ id }) => findPrincipal(read, workspaceId, id)),
    render: (found, { id }, { caller }) => visiblePrincipalOrThrow(caller, id, found),
  });

/** A story with what its description says of its progress. */
interface ProgressReference extends Reference {
  checklist: ReturnType<typeof checklistOf>;
}

/** What the answers of getStory, getStoryByReference and listStories can include. */
export const storyIncludes = {
  status: defineInclude({
    schema: statusSchema,
    scopes: ['teams:read'],
    referencesOf: idIn('statusId'),
    referencesIn: filteredBy('statusId'),
    load: (references, { read }) => references.map(({ id }) => getStatusItem(read, id)),
    render: (item, _, { caller }) => visibleStatusOrThrow(caller, item),
  }),
  assignee: principal('assigneeId'),
  reporter: principal('reporterId'),
  labels: defineInclude({
    schema: labelSchema,
    scopes: ['labels:read'],
    referencesOf: ({ labels, teamId }: Story) => labels.map((id) => ({ id, teamId })),
    load: (references, { read }) => references.map(({ id }) => getLabelItem(read, id)),
    render: (item, _, { caller }) => toLabel(visibleLabelOrThrow(caller, item)),
  }),
  sprint: defineInclude({
    schema: sprintSchema,
    scopes: ['sprints:read'],
    referencesOf: idIn('sprintId'),
    referencesIn: filteredBy('sprintId'),
    load: (references, { read }) => references.map(({ id }) => getSprintWithTally(read, id)),
    render: (found, _, { caller }): Sprint =>
      toShownSprint(visibleSprintOrThrow(caller, found?.item), found!.tally),
  }),
  objective: defineInclude({
    schema: objectiveSchema,
    scopes: ['objectives:read'],
    referencesOf: idIn('objectiveId'),
    load: (references, { read }) => references.map(({ id }) => getObjectiveWithTally(read, id)),
    render: (found, _, { caller, now }) => {
      const { item, objective, ...derivedFrom } = visibleObjectiveOrThrow(caller, found);
      return toShownObjective(item, deriveObjective(objective, derivedFrom, now));
    },
  }),
  team: defineInclude({
    schema: teamSchema,
    scopes: ['teams:read'],
    referencesOf: idIn('teamId'),
    referencesIn: ({ teamId }) => (typeof teamId === 'string' ? [{ id: teamId, teamId }] : []),
    load: (references, { read }) => references.map(({ id }) => getTeamItem(read, id)),
    render: (item, _, { caller }) => toTeam(joinedTeamOrThrow(caller, item)),
  }),
  blockedBy: defineInclude({
    schema: blockingStorySchema,
    scopes: ['stories:read'],
    referencesOf: ({ id, teamId }: Story) => [{ id, teamId }],
    referencesIn: ({ storyId }) => (typeof storyId === 'string' ? [{ id: storyId, teamId: '' }] : []),
    load: (references, { read, early }) =>
      references.map(({ id }) => readBlockers(read, id, { fresh: early })),
    render: (blockers: Blocker[], _, { caller }) =>
      blockers.filter(({ teamId }) => caller.teamIds.has(teamId)).map(({ story }) => story),
  }),
  progress: defineInclude({
    schema: storyProgressSchema,
    scopes: ['stories:read'],
    referencesOf: ({ id, teamId, description }: Story): ProgressReference[] => [
      { id, teamId, checklist: checklistOf(description) },
    ],
    // Imported on demand to keep the bundle under 250 KB.
    load: (references, { read }) =>
      references.map(async ({ id }) => (await import('../story/read-children.ts')).readChildren(read, id)),
    render: (children: CountedChild[], reference, { caller }) => ({
      storyId: reference.id,
      // What referencesOf has counted.
      checklist: (reference as ProgressReference).checklist,
      children: countChildren(children, caller),
    }),
  }),
  timeSpent: defineInclude({
    schema: storyTimeSpentSchema,
    scopes: ['stories:read'],
    referencesOf: ({ id, teamId }: Story) => [{ id, teamId }],
    referencesIn: ({ storyId }) => (typeof storyId === 'string' ? [{ id: storyId, teamId: '' }] : []),
    load: (references, { read, early }) => {
      if (early) return references.map(({ id }) => getMinutes(read, id));
      const minutes = getMinutesOfMany(
        read,
        references.map(({ id }) => id),
      );
      return references.map(async (_, position) => (await minutes)[position]!);
    },
    render: (minutes: number, { id: storyId }) => ({ storyId, minutes }),
  }),
};

/** What lists of stories can include. */
export const storyListIncludes = {
  ...storyIncludes,
  commentCount: defineInclude({
    schema: memoize(() => z.int().meta({ description: 'Comments of the story, replies included.' })),
    scopes: ['comments:read'],
    byId: true,
    referencesOf: ({ id, teamId }: Story) => [{ id, teamId }],
    // Imported on demand to keep the bundle under 250 KB.
    load: (references, context) => {
      const counts = import('./story-contents.ts').then(({ countComments }) =>
        countComments(context, references),
      );
      return references.map(async ({ id }) => (await counts).get(id) ?? 0);
    },
    render: (count: number) => count,
  }),
};
