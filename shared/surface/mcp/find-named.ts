import type { OperationContext } from '../../kernel/core/call.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import type { Scope } from '../../kernel/core/scopes.ts';
import { objectiveStatusesOf, statusesOf, toStatus } from '../../identity/statuses/status-store.ts';
import {
  customFieldsOfTeam,
  customFieldsOfWorkspace,
  toCustomField,
} from '../../planning/custom-fields/custom-field-store.ts';
import { getObjectiveReferences, canSeeObjective } from '../../planning/objectives/objective-store.ts';
import { keyResultsOf, toKeyResult } from '../../planning/key-results/key-result-store.ts';
import { labelsOfTeam, labelsOfWorkspace, toLabel } from '../../planning/labels/label-store.ts';
import { templatesOfTeam, toStoryTemplate } from '../../planning/story-templates/story-template-store.ts';
import { findNames } from '../../planning/stories/filter-names.ts';
import type { Item } from '../../kernel/core/database.ts';

/** What a name in an argument can mean. */
export const namedKinds = [
  'team',
  'member',
  'status',
  'objectiveStatus',
  'archivedStatus',
  'label',
  'archivedLabel',
  'customField',
  'archivedCustomField',
  'sprint',
  'objective',
  'keyResult',
  'storyTemplate',
] as const;
export type NamedKind = (typeof namedKinds)[number];

/** Something that the caller may list, with what people call it. */
export interface Candidate {
  id: string;
  names: readonly (string | null)[];
  isCurrent?: boolean;
}

type Search = Pick<OperationContext, 'caller' | 'read' | 'now'> & { teams: readonly string[] };

/** Maximum number of resources of a kind whose names are compared, per team. */
const NAMES_MAX = 1_000;

/** What listing the kinds requires that filters do not name. */
const ownScopes: Partial<Record<NamedKind, Scope>> = {
  objectiveStatus: 'teams:read',
  archivedStatus: 'teams:read',
  archivedLabel: 'labels:read',
  customField: 'teams:read',
  archivedCustomField: 'teams:read',
  keyResult: 'objectives:read',
  storyTemplate: 'stories:read',
};

/** Throws a 403 for a kind that the caller may not list. */
function assertListable(kind: NamedKind, { scopes }: Caller): void {
  const scope = ownScopes[kind];
  if (scope === undefined || scopes.has(scope)) return;
  throw new ApiError('insufficient_scope', `Names in place of ids require the scope ${scope} here.`, {
    hint: `Send an id, or use a token that has ${scope}.`,
    details: { missingScopes: [scope] },
  });
}

/** Returns what a name of a kind can mean: what the caller may list, in some teams. */
export async function findCandidates(kind: NamedKind, search: Search): Promise<Candidate[]> {
  assertListable(kind, search.caller);
  switch (kind) {
    case 'member':
      return await findNames('assignee', search);
    case 'objectiveStatus':
      return await named(search, [objectiveStatusesOf(search.caller.workspaceId)], toStatus);
    case 'archivedStatus':
      return await named(search, archivedStatuses(search), toStatus);
    case 'archivedLabel':
      return await named(search, archivedLabels(search), toLabel);
    case 'customField':
    case 'archivedCustomField':
      return await customFields(search, kind === 'archivedCustomField');
    case 'keyResult':
      return await keyResults(search);
    case 'storyTemplate':
      return await named(search, search.teams.map(templatesOfTeam), toStoryTemplate);
    case 'team':
    case 'status':
    case 'label':
    case 'sprint':
    case 'objective':
      return await findNames(kind, search);
  }
}

const archivedStatuses = ({ caller, teams }: Search): string[] => [
  ...teams.map((team) => statusesOf(team, true)),
  objectiveStatusesOf(caller.workspaceId, true),
];

const archivedLabels = ({ caller, teams }: Search): string[] => [
  labelsOfWorkspace(caller.workspaceId, true),
  ...teams.map((team) => labelsOfTeam(team, true)),
];

const itemsOf = async ({ read }: Search, partitions: readonly string[]): Promise<Item[]> =>
  (
    await Promise.all(
      partitions.map((partition) => read.query({ index: 'list', partition, limit: NAMES_MAX })),
    )
  ).flat();

async function named(
  search: Search,
  partitions: readonly string[],
  read: (item: Item) => { id: string; name: string },
): Promise<Candidate[]> {
  return (await itemsOf(search, partitions)).map(read).map(({ id, name }) => ({ id, names: [name] }));
}

/** Custom fields, which people call by name or key. */
async function customFields(search: Search, isArchived: boolean): Promise<Candidate[]> {
  const partitions = [
    customFieldsOfWorkspace(search.caller.workspaceId, isArchived),
    ...search.teams.map((team) => customFieldsOfTeam(team, isArchived)),
  ];
  return (await itemsOf(search, partitions))
    .map(toCustomField)
    .map(({ id, key, name }) => ({ id, names: [key, name] }));
}

/** Key results of the objectives that the caller can see. */
async function keyResults(search: Search): Promise<Candidate[]> {
  const { caller, read, teams } = search;
  const found = (await itemsOf(search, teams.map(keyResultsOf))).map(toKeyResult);
  const ids = [...new Set(found.map(({ objectiveId }) => objectiveId))];
  const objectives = await getObjectiveReferences(read, ids);
  const seen = new Set(ids.filter((_, position) => canSeeObjective(caller, objectives[position])));
  return found
    .filter(({ objectiveId }) => seen.has(objectiveId))
    .map(({ id, name }) => ({ id, names: [name] }));
}
