import { deleteCounts, getWithTally, putCounts } from '../counts/counts-store.ts';
import type { Tally } from '../counts/story-counts.ts';
import { defineDocument } from '../../kernel/db/document.ts';
import { gsi5, inIndex, itemKind } from '../../kernel/db/table.ts';
import { uniqueNames } from '../../kernel/db/unique-names.ts';
import { storedSprintSchema, type Sprint, type StoredSprint } from './sprint.ts';
import type { Item, Reader, Change } from '../../kernel/core/database.ts';

export const sprintDocument = defineDocument(storedSprintSchema, { added: { timeZone: 'UTC' } });

/** Identifies these items in the table's stream. */
export const sprintKind = itemKind('P#', 'workspace');
const sprintKey = sprintKind.key;

/** Names are unique within a team, also those of sprints that are over. */
const names = uniqueNames<Pick<StoredSprint, 'id' | 'teamId' | 'name'>>(
  itemKind('G#sprint#', 'release'),
  ({ teamId }) => teamId,
);

/** Whether a sprint of a team has a name. */
export const isSprintName = async (read: Reader, sprint: Pick<StoredSprint, 'teamId' | 'name'>) =>
  (await names.find(read, sprint)) !== undefined;

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

/** The zones of sprints by partition key; those of deleted ones are missing. Strongly consistent if `read` is. */
export async function getSprintZones(
  read: Reader,
  ids: readonly (string | null | undefined)[],
): Promise<Map<string, string>> {
  const known = [...new Set(ids)].flatMap((id) => id ?? []);
  const items = await Promise.all(known.map((id) => getSprintItem(read, id)));
  return new Map(items.flatMap((item) => (item ? [[item.pk, toSprint(item).timeZone] as const] : [])));
}

/** A sprint's item with the tally of its stories. */
export const getSprintWithTally = (read: Reader, id: string) => getWithTally(read, sprintKey(id).pk);

export const getSprintItem = (read: Reader, id: string) => read.get(sprintKey(id));

export const toSprint = (item: Item): StoredSprint => sprintDocument.read(item);

/** A sprint as the API shows it, with the tally of its stories. */
export const toShownSprint = (item: Item, { counts }: Tally): Sprint => ({
  ...toSprint(item),
  storyCounts: counts,
});

/** Indexes of sprints. */
export const sprintIndexes = { byObjective: gsi5 } as const;

const sprintItem = (sprint: StoredSprint): Item => ({
  ...sprintKey(sprint.id),
  ...sprintDocument.write(sprint),
  inList: sprintsOf(sprint.teamId),
  teamId: sprint.teamId,
  updatedAt: sprint.updatedAt,
  ...(sprint.objectiveId ? inIndex(sprintIndexes.byObjective, sprintsOfObjective(sprint.objectiveId)) : {}),
});

/** Changes that create a sprint. Throws `nameTaken` if another one of its team has the name. */
export const putSprint = (sprint: StoredSprint, nameTaken: () => Error): Change[] => [
  ...names.claim(sprint, nameTaken),
  { put: sprintItem(sprint), if: 'absent' },
  putCounts(sprintKey(sprint.id).pk),
];

/** The change that replaces a sprint with its next version, which has the same name. */
export const replaceSprint = (
  sprint: StoredSprint,
  previous: StoredSprint,
  stale: (current: Item | undefined) => Error,
): Change => ({
  put: sprintItem(sprint),
  if: { equals: { updatedAt: previous.updatedAt } },
  onConditionFailed: stale,
});

/** Changes that give a sprint another name. Throws `nameTaken` if another one of its team has it. */
export const moveSprintName = (
  sprint: StoredSprint,
  previous: StoredSprint,
  nameTaken: () => Error,
): Change[] => names.move(sprint, previous, nameTaken);

/** The projector clears references from stories when the deletion appears in the stream. */
export const deleteSprintItem = (sprint: StoredSprint, changed: () => Error): Change[] => [
  {
    delete: sprintKey(sprint.id),
    if: { equals: { updatedAt: sprint.updatedAt } },
    onConditionFailed: changed,
  },
  deleteCounts(sprintKey(sprint.id).pk),
  ...names.release(sprint),
];
