import { defineDocument } from '../../kernel/db/document.ts';
import { itemKind } from '../../kernel/db/table.ts';
import { cadenceSchema, type Cadence } from './cadence.ts';
import type { SprintSeries } from './sprint-series.ts';
import type { Change, Item, Reader } from '../../kernel/core/database.ts';

export const cadenceDocument = defineDocument(cadenceSchema);

/** The key contains the team's id, so a team has one cadence. */
const cadenceKey = itemKind('SC#', 'team').key;
const stateKey = (teamId: string) => ({ pk: cadenceKey(teamId).pk, sk: '#STATE' });

/** A sprint that the service has made and not closed yet, with the days that it was made for. */
export interface MadeSprint {
  id: string;
  startDay: string;
  lastDay: string;
}

/** The progress of the service in carrying out a team's cadence. */
export interface CadenceState {
  /** The name of the last sprint that was made. */
  series: SprintSeries;
  /** The last day of the newest sprint that is over; the others follow it. */
  endedDay: string;
  /** The last day of the newest sprint that was made, even if it has been deleted since. */
  throughDay: string;
  /** The version of the cadence by which the upcoming sprints were made. */
  alignedTo: string;
  /** Oldest first. */
  made: readonly MadeSprint[];
  /** The sprint whose stories are being moved, if one is. */
  closingId: string | null;
}

/** The stored state; undefined before the first sprint. */
interface StoredState {
  version: number | undefined;
  state: CadenceState | undefined;
}

export const getCadenceItem = (read: Reader, teamId: string) => read.get(cadenceKey(teamId));

export const toCadence = (item: Item): Cadence => cadenceDocument.read(item);

/** The time zone of a team: that of its cadence, or UTC without one. Strongly consistent. */
export async function zoneOfTeam(read: Reader, teamId: string): Promise<string> {
  const item = await getCadenceItem(read, teamId);
  return item ? toCadence(item).timeZone : 'UTC';
}

/** Puts the next version of a cadence, or the first one. Throws `stale` if it is not based on the current one. */
export const putCadence = (
  cadence: Cadence,
  previous: Cadence | undefined,
  stale: (current: Item | undefined) => Error,
): Change => ({
  put: { ...cadenceKey(cadence.teamId), ...cadenceDocument.write(cadence), updatedAt: cadence.updatedAt },
  if: previous ? { equals: { updatedAt: previous.updatedAt } } : 'absent',
  onConditionFailed: stale,
});

/** Deletes the cadence of a deleted team. */
export const deleteCadence = (teamId: string): Change[] => [
  { delete: cadenceKey(teamId) },
  { delete: stateKey(teamId) },
];

/** Condition that a cadence is still the version that was read. */
export const cadenceUnchanged = ({ teamId, updatedAt }: Cadence, stale: () => Error): Change => ({
  check: cadenceKey(teamId),
  if: { equals: { updatedAt } },
  onConditionFailed: stale,
});

export async function getCadenceState(read: Reader, teamId: string): Promise<StoredState> {
  const item = await read.get(stateKey(teamId));
  return {
    version: item?.['version'] as number | undefined,
    state: item && (JSON.parse(item['state'] as string) as CadenceState),
  };
}

/** Replaces a team's state. Throws `moved` if another worker has replaced it since it was read. */
export const putCadenceState = (
  teamId: string,
  state: CadenceState,
  { version }: StoredState,
  moved: () => Error,
): Change => ({
  put: { ...stateKey(teamId), version: (version ?? 0) + 1, state: JSON.stringify(state) },
  if: version === undefined ? 'absent' : { equals: { version } },
  onConditionFailed: moved,
});
