import { deleteCounts, getWithTally, putCounts } from '../counts/counts-store.ts';
import type { Tally } from '../counts/story-counts.ts';
import { defineDocument } from '../db/document.ts';
import { itemKind } from '../db/table.ts';
import { Json } from '../core/json.ts';
import { storedSprintSchema, type Sprint, type StoredSprint } from './sprint.ts';
import type { Item, Reader, Change } from '../core/database.ts';

const document = defineDocument<StoredSprint>(() => storedSprintSchema().keyof().options);

/** Identifies these items in the table's stream. */
export const sprintKind = itemKind('P#', 'workspace');
const sprintKey = sprintKind.key;

export const sprintsOf = (teamId: string): string => `T#${teamId}#P`;
export const sprintSortKey = (id: string): string => sprintKey(id).pk;
export const sprintIdOf = sprintKind.idOf;
export const sprintTeamOf = (item: Item): string => item['teamId'] as string;

/** The index partition of the sprints of an objective. */
export const sprintsOfObjective = (objectiveId: string): string => `O#${objectiveId}#P`;

/** The team of a sprint, or undefined if the sprint does not exist. */
export async function getSprintTeam(read: Reader, id: string): Promise<string | undefined> {
  return (await read.get(sprintKey(id)))?.['teamId'] as string | undefined;
}

/** A sprint's item with the tally of its stories. */
export const getSprintWithTally = (read: Reader, id: string) => getWithTally(read, sprintKey(id).pk);

export const getSprintItem = (read: Reader, id: string) => read.get(sprintKey(id));

export const toSprint = (item: Item): StoredSprint => JSON.parse(`${openJson(item)}}`) as StoredSprint;

export function toSprintJson(item: Item, { counts }: Tally): Json<Sprint> {
  return new Json(`${openJson(item)},"storyCounts":${JSON.stringify(counts)}}`);
}

/** A sprint's JSON without its last brace. Documents from before there were cadences lack the last two fields. */
function openJson(item: Item): string {
  const text = document.json(item).text.slice(0, -1);
  // No text inside the document can look like this, since its quotes are escaped.
  return text.includes(',"closedAt":') ? text : `${text},"startedAt":null,"closedAt":null`;
}

const sprintItem = (sprint: StoredSprint): Item => ({
  ...sprintKey(sprint.id),
  ...document.write(sprint),
  inList: sprintsOf(sprint.teamId),
  teamId: sprint.teamId,
  updatedAt: sprint.updatedAt,
  ...(sprint.objectiveId ? { inObjective: sprintsOfObjective(sprint.objectiveId) } : {}),
});

export const putSprint = (sprint: StoredSprint): Change[] => [
  { put: sprintItem(sprint), if: 'absent' },
  putCounts(sprintKey(sprint.id).pk),
];

export const replaceSprint = (
  sprint: StoredSprint,
  previous: StoredSprint,
  stale: (current: Item | undefined) => Error,
): Change => ({
  put: sprintItem(sprint),
  if: { equals: { updatedAt: previous.updatedAt } },
  onConditionFailed: stale,
});

/** The projector clears references from stories when the deletion appears in the stream. */
export const deleteSprintItem = (
  { id, updatedAt }: Pick<StoredSprint, 'id' | 'updatedAt'>,
  changed: () => Error,
): Change[] => [
  { delete: sprintKey(id), if: { equals: { updatedAt } }, onConditionFailed: changed },
  deleteCounts(sprintKey(id).pk),
];
