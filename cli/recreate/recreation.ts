import type { ClientResponse, ApiClient } from '../import/api-client.ts';
import { describeApiError } from '../import/api-client.ts';
import type { ExportedLine } from '../export/export-folder.ts';
import type { ExportSource } from './export-source.ts';
import type { IdMap, Omission } from './id-map.ts';

/** What the steps of a recreation share. */
export interface Recreation {
  client: ApiClient;
  /** The path of the workspace. */
  path: string;
  workspaceId: string;
  source: ExportSource;
  ids: IdMap;
  stopping: AbortSignal;
  /** The highest story number of each team in the export. */
  highest: ReadonlyMap<string, number>;
  /** Whether a team of the export was made, so that its stories have their numbers. */
  isNewTeam: (teamId: string) => boolean;
  /** A resource is made or found, or not. */
  made: (kind: string) => void;
  omit: (omission: Omission) => void;
  /** A resource of the export is done. */
  tick: () => void;
}

/** The key under which the service remembers the making of a resource, from the id that it had. */
export const keyOf = ({ source }: Pick<Recreation, 'source'>, id: string): string =>
  `plotline-${source.manifest.workspaceId}-${id}`;

/** Notes what became of a resource; returns its id, if it has one. */
export function settle(
  work: Recreation,
  kind: string,
  { id }: Pick<ExportedLine, 'id'>,
  answer: ClientResponse,
  note: string | null = null,
): string | undefined {
  // An earlier run made it of other fields, and was killed before it noted that.
  const earlier = answer.error?.code === 'idempotency_key_reused' ? answer.error.resourceId : undefined;
  const made = answer.status < 300 ? (answer.data as { id: string }).id : earlier;
  if (made === undefined) {
    work.omit({ kind, id, reason: describeApiError(answer) });
    return undefined;
  }
  work.ids.set(id, kind, made, note);
  work.made(kind);
  return made;
}

/** Does a step once, over all runs; `remark` says what is left out where it is refused. */
export async function once(
  work: Recreation,
  step: string,
  run: () => Promise<boolean>,
  remark?: Omission,
): Promise<void> {
  if (work.ids.has(step)) return;
  if (await run()) {
    work.ids.set(step, 'step', '');
    if (remark) work.ids.keep(remark);
  } else if (remark) work.omit(remark);
}
