import { conflict, writeConflict } from '../../kernel/core/errors.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { withArchived, type ArchivingDeclaration } from '../../kernel/core/archiving.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { statusNameTaken } from './get-status.ts';
import { changeableStatusOrThrow, visibleStatusOrThrow } from '../status/status-access.ts';
import { statusSchema, type Status } from '../status/status.ts';
import {
  getStatusItem,
  replaceStatus,
  statusIndex,
  statusPartition,
  statusTriagePartition,
} from '../status/status-store.ts';
import type { Reader } from '../../kernel/core/database.ts';

/**
 * The operation that archives or unarchives a status; idempotent. Statuses are archived rather than deleted:
 * the index that finds a status's stories lags slightly, and a story may be created during the check. Such a
 * story then has an archived status instead of an unknown id.
 */
export function statusArchiving({ id, suffix, summary, description }: ArchivingDeclaration) {
  return operation({
    id,
    method: 'POST',
    path: `${WORKSPACE_PATH}/statuses/{statusId}/${suffix}`,
    tag: 'Statuses',
    summary,
    description,
    scopes: ['teams:write'],
    role: 'member',
    teamRestricted: 'allowed',
    errors: ['restricted_credential', 'insufficient_role', 'conflict'],
    ifMatch: true,
    params: { statusId: uuid() },
    output: statusSchema,
    load: ({ path, read }) => ({ status: getStatusItem(read, path.statusId) }),
    handle: async ({ loaded, caller, read, now, assertMatch, commit }) => {
      const status = changeableStatusOrThrow(caller, loaded.status);
      assertMatch(status);
      const next = withArchived(status, suffix, now);
      if (next.archivedAt !== null && next !== status) await assertUnused(read, status);
      const changes = () => replaceStatus(next, status, () => statusNameTaken(next), writeConflict);
      await commit(next === status ? [] : changes(), status.id);
      return next;
    },
    replay: async ({ caller, read, resourceId }) =>
      visibleStatusOrThrow(caller, await getStatusItem(read, resourceId)),
  });
}

/** The most of what has a status that is looked at. */
const USES_MAX = 1_000;

/** Throws a 409 for the default status, and for one that anything has, other than what has these ids. */
export async function assertUnused(
  read: Reader,
  { id, isDefault, name }: Pick<Status, 'id' | 'isDefault' | 'name'>,
  except: ReadonlySet<string> = new Set(),
): Promise<void> {
  if (isDefault) throw conflict(`${name} is the default status.`, 'Make another status the default first.');
  const partitions = [statusPartition(id), statusPartition(id, true), statusTriagePartition(id)];
  const limit = Math.min(except.size + 1, USES_MAX);
  const found = await Promise.all(
    partitions.map((partition) => read.query({ index: statusIndex, partition, limit })),
  );
  if (found.flat().every(({ pk }) => except.has(pk.slice(pk.indexOf('#') + 1)))) return;
  throw conflict(
    `${name} is in use.`,
    'Move its stories and objectives to another status first. To find them, list with statusId, also with archived=only, and list the triage of the team.',
  );
}
