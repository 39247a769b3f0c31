import type { OperationContext } from '../../kernel/core/call.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import type { Scope } from '../../kernel/core/scopes.ts';
import { objectiveStatusesOf, statusesOf, toStatus } from '../../identity/status/status-store.ts';
import { customFieldKey } from '../../planning/story-parts/custom-field.ts';
import {
  customFieldsOfTeam,
  customFieldsOfWorkspace,
  toCustomField,
} from '../../planning/custom-fields/custom-field-store.ts';
import { getObjectiveReferences, canSeeObjective } from '../../planning/objective/objective-store.ts';
import { keyResultsOf, toKeyResult } from '../../planning/key-results/key-result-store.ts';
import { labelsOfTeam, labelsOfWorkspace, toLabel } from '../../planning/labels/label-store.ts';
import type { SprintPhase } from '../../planning/sprints/sprint-days.ts';
import { findNames } from '../../planning/filters/filter-names.ts';
import type { Item } from '../../kernel/core/database.ts';
import { nounsWith, type NounWith } from '../../nouns/nouns.ts';

/** What a name in an argument can mean, where finding it takes more than the noun says. */
const ownKinds = [
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
] as const;
type OwnKind = (typeof ownKinds)[number];
export type FoundKind = OwnKind | NounWith<'names'>['name'];

/** What teams have that has a name; a story is found by its reference. */
const ofTeams = nounsWith('names').flatMap(({ name, ofTeam, ...noun }) =>
  ofTeam === 'none' || name === 'story' || isOwn(name) ? [] : [{ ...noun, name, ofTeam }],
);

/** What a name in an argument can mean. */
export const namedKinds: readonly FoundKind[] = [...ownKinds, ...ofTeams.map(({ name }) => name)];

/** The arguments that hold ids of what teams have, with what a name there is of. */
export const namedByNouns: readonly (readonly [argument: string, FoundKind])[] = ofTeams.flatMap(
  ({ name, names }) => Object.keys(names.fields).map((field) => [field, name] as const),
);

function isOwn(kind: FoundKind): kind is OwnKind {
  return (ownKinds as readonly string[]).includes(kind);
}

/** Something that the caller may list, with what people call it. */
export interface Candidate {
  id: string;
  names: readonly (string | null)[];
  /** The team that has it, if one has. */
  teamId?: string | null;
  phase?: SprintPhase;
  startDate?: string;
}

type Search = Pick<OperationContext, 'caller' | 'read' | 'now'> & { teams: readonly string[] };

/** Maximum number of resources of a kind whose names are compared, per team. */
const NAMES_MAX = 1_000;

/** What listing the kinds requires that filters do not name. */
const ownScopes: Partial<Record<FoundKind, Scope>> = {
  objectiveStatus: 'teams:read',
  archivedStatus: 'teams:read',
  archivedLabel: 'labels:read',
  customField: 'teams:read',
  archivedCustomField: 'teams:read',
  keyResult: 'objectives:read',
};

/** Throws a 403 for a kind that the caller may not list. */
function assertListable(kind: FoundKind, { scopes }: Caller): void {
  const needed = ofTeams.find(({ name }) => name === kind)?.reader.scopes ?? [ownScopes[kind] ?? []].flat();
  const scope = needed.find((one) => !scopes.has(one));
  if (scope === undefined) return;
  throw new ApiError('insufficient_scope', `Names in place of ids require the scope ${scope} here.`, {
    hint: `Send an id, or use a token that has ${scope}.`,
    details: { missingScopes: [scope] },
  });
}

/** Returns what a name of a kind can mean: what the caller may list, in some teams. */
export async function findCandidates(kind: FoundKind, search: Search): Promise<Candidate[]> {
  assertListable(kind, search.caller);
  if (!isOwn(kind)) return await ofNoun(kind, search);
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
    case 'team':
    case 'status':
    case 'label':
    case 'sprint':
    case 'objective':
      return await findNames(kind, search);
  }
}

/** What the teams have of a noun, by the names that it says the caller can see. */
async function ofNoun(kind: FoundKind, search: Search): Promise<Candidate[]> {
  const noun = ofTeams.find(({ name }) => name === kind);
  if (!noun) return [];
  const items = await itemsOf(search, search.teams.flatMap(noun.ofTeam.partitions));
  const found = await Promise.all(
    items.map(async (item) => {
      const name = await noun.names.nameFor(search.caller, item, search.read);
      return name === undefined ? [] : [{ id: noun.toResource(item).id, names: [name] }];
    }),
  );
  return found.flat();
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
  read: (item: Item) => { id: string; name: string; teamId: string | null },
): Promise<Candidate[]> {
  return (await itemsOf(search, partitions))
    .map(read)
    .map(({ id, name, teamId }) => ({ id, names: [name], teamId }));
}

/** Whether a name is the key of a custom field, which the operations know. */
export const isCustomFieldKey = (name: string): boolean => customFieldKey().safeParse(name).success;

/** Custom fields, which people call by name or key. */
async function customFields(search: Search, isArchived: boolean): Promise<Candidate[]> {
  const partitions = [
    customFieldsOfWorkspace(search.caller.workspaceId, isArchived),
    ...search.teams.map((team) => customFieldsOfTeam(team, isArchived)),
  ];
  return (await itemsOf(search, partitions))
    .map(toCustomField)
    .map(({ id, key, name, teamId }) => ({ id, names: [key, name], teamId }));
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
    .map(({ id, name, teamId }) => ({ id, names: [name], teamId }));
}
