import type { Cadence } from '../cadence/cadence.ts';
import type { CadenceState, MadeSprint } from '../cadence/cadence-store.ts';
import type { Change, Database, Reader } from '../../kernel/core/database.ts';
import type { StoredSprint } from '../sprints/sprint.ts';

/** A sprint that the service has made, as it is now; undefined if it has been deleted. */
export interface CadenceSprint extends MadeSprint {
  sprint: StoredSprint | undefined;
}

/** The input of a step of a cadence. */
export interface CadenceTurn {
  database: Database;
  read: Reader;
  now: Date;
  cadence: Cadence;
  state: CadenceState;
  made: readonly CadenceSprint[];
}

/** The result of a step: its changes, which are committed in one transaction, and the new state. */
export interface CadenceStep {
  changes: Change[];
  state: CadenceState;
}

/** Whether the service may change a sprint: only if no one has changed it by hand. */
export const isManaged = <M extends CadenceSprint>(one: M): one is M & { sprint: StoredSprint } =>
  one.sprint !== undefined && one.sprint.automationManaged;
