import type { ImportEntry } from './entry.ts';
import type { CreateStoryRequest } from '../../shared/planning/story/story.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import type { Status } from '../../shared/identity/status/status.ts';
import type { StatusOrigin } from './status-map.ts';

/** What is known of a row that can be sent. */
interface PreparedParts {
  entry: ImportEntry;
  team: Team;
  status: Status | undefined;
  statusOrigin: StatusOrigin | undefined;
  /** The imported completion time, if any. */
  completedAt: string | undefined;
  /** The fields whose values in the file were left out or changed. */
  dropped: ReadonlySet<string>;
  idempotencyKey: string;
  /** Its parent among the rows, which always precedes it. */
  parent: PreparedRow | undefined;
}

/** A row that can be sent once its parent exists. Its story is made again each time: a file can have very many rows. */
export class PreparedRow implements PreparedParts {
  readonly entry: ImportEntry;
  readonly team: Team;
  readonly status: Status | undefined;
  readonly statusOrigin: StatusOrigin | undefined;
  readonly completedAt: string | undefined;
  readonly dropped: ReadonlySet<string>;
  readonly parent: PreparedRow | undefined;
  idempotencyKey: string;
  readonly #storyOf: (row: PreparedRow) => CreateStoryRequest;

  /** `storyOf` is one for all rows. */
  constructor(parts: PreparedParts, storyOf: (row: PreparedRow) => CreateStoryRequest) {
    this.entry = parts.entry;
    this.team = parts.team;
    this.status = parts.status;
    this.statusOrigin = parts.statusOrigin;
    this.completedAt = parts.completedAt;
    this.dropped = parts.dropped;
    this.parent = parts.parent;
    this.idempotencyKey = parts.idempotencyKey;
    this.#storyOf = storyOf;
  }

  /** The story that the row asks for, without its parent. */
  get story(): CreateStoryRequest {
    return this.#storyOf(this);
  }

  /** The JSON body for a given parent story id. Identical bytes for the same row on every run. */
  body(parentId: string | undefined, keepsNumber = true): string {
    const { story } = this;
    const { imported } = story;
    // JSON omits undefined values.
    return JSON.stringify({
      ...story,
      parentId,
      imported: keepsNumber ? imported : imported && { ...imported, sequenceId: undefined },
    });
  }
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
