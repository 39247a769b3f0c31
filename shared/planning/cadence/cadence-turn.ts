import type { Cadence } from './cadence.ts';
import type { CadenceState, MadeSprint } from './cadence-store.ts';
import type { Change, Database, Reader } from '../../kernel/core/database.ts';
import type { StoredSprint } from '../sprints/sprint.ts';

/** A sprint that the service has made, as it is now; undefined if it has been deleted. */
export interface CadenceSprint extends MadeSprint {
  sprint: StoredSprint | undefined;
}

/** What a cadence starts a step from. */
export interface CadenceTurn {
  database: Database;
  read: Reader;
  now: Date;
  cadence: Cadence;
  state: CadenceState;
  made: readonly CadenceSprint[];
}

/** What a step changes, in one transaction. */
export interface CadenceStep {
  changes: Change[];
  state: CadenceState;
}

/** Whether no one has changed a sprint by hand, so that the service may. */
export const isManaged = <M extends CadenceSprint>(one: M): one is M & { sprint: StoredSprint } =>
  one.sprint !== undefined && one.sprint.automationManaged;
