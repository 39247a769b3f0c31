import type { Entry } from './entry.ts';
import type { Team } from '../../../shared/teams/team.ts';
import type { Status } from '../../../shared/statuses/status.ts';
import type { StatusOrigin } from './status-map.ts';

/** A row that is ready to be sent once its parent is there. */
export interface PreparedRow {
  entry: Entry;
  team: Team;
  status: Status | undefined;
  statusOrigin: StatusOrigin | undefined;
  /** When it was completed, as far as that is imported. */
  completedAt: string | undefined;
  idempotencyKey: string;
  /** Its parent among the rows; always before it in the order. */
  parent: PreparedRow | undefined;
  /** The JSON body, given the id of the parent's story. The same bytes for the same row, on every run. */
  body(parentId: string | undefined): string;
}

export interface Refusal {
  row: number;
  key: string | undefined;
  title: string;
  /** A word for programs. */
  code: string;
  reason: string;
}

export const refusal = (
  { row, key, title }: Entry,
  code: string,
  reasons: string | readonly string[],
): Refusal => ({ row, key, title, code, reason: [reasons].flat().join('; ') });
