import type { ImportEntry } from './entry.ts';
import type { CreateStoryRequest } from '../../shared/planning/stories/story.ts';
import type { Team } from '../../shared/identity/teams/team.ts';
import type { Status } from '../../shared/identity/statuses/status.ts';
import type { StatusOrigin } from './status-map.ts';

/** A row that can be sent once its parent exists. */
export interface PreparedRow {
  entry: ImportEntry;
  team: Team;
  status: Status | undefined;
  statusOrigin: StatusOrigin | undefined;
  /** The imported completion time, if any. */
  completedAt: string | undefined;
  idempotencyKey: string;
  /** Its parent among the rows, which always precedes it. */
  parent: PreparedRow | undefined;
  /** The story that the row asks for, without its parent. */
  story: CreateStoryRequest;
  /** The fields whose values in the file were left out or changed. */
  dropped: ReadonlySet<string>;
  /** The JSON body for a given parent story id. Identical bytes for the same row on every run. */
  body(parentId: string | undefined, keepsNumber?: boolean): string;
}

export interface Refusal {
  row: number;
  key: string | undefined;
  title: string;
  /** A machine-readable code. */
  code: string;
  reason: string;
}

export const refusal = (
  { row, key, title }: ImportEntry,
  code: string,
  reasons: string | readonly string[],
): Refusal => ({ row, key, title, code, reason: [reasons].flat().join('; ') });
