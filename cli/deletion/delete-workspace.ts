import { scanPage } from '../../shared/kernel/db/scan.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import type { Database, Item, Key } from '../../shared/kernel/core/database.ts';
import { closeWorkspace } from '../../shared/identity/workspaces/workspace-store.ts';
import { CommandError } from '../core/command-error.ts';
import { belongsToWorkspace, ownIds, phaseOf } from './belonging.ts';
import { openIdSet, type IdSet } from './id-set.ts';
import { loadItemKinds } from './item-kinds.ts';

/** Number of items deleted at once. */
const DELETES_AT_ONCE = 25;

const phases = ['access', 'found', 'naming', 'workspace'] as const;
type Phase = (typeof phases)[number];

interface Deletion {
  /** Number of items deleted. */
  deleted: number;
  /** The ids of the workspace and of everything in it, for data stored elsewhere; close it when done. */
  ids: IdSet;
}

interface DeleteWorkspaceOptions {
  now: Date;
  /** Called after each page of the table. */
  onPage?: (done: { phase: Phase | 'search'; deleted: number }) => void;
}

/**
 * Deletes a workspace and all that belongs to it from the table, whose indexes follow. Closes it first: every credential
 * and membership goes before anything else, so that no one can write into it; requests that were under way are outlived
 * by going through the table until nothing is found. Memory is bounded by a page. Idempotent: an interrupted deletion is
 * finished by the next one.
 */
export async function deleteWorkspace(
  database: Database,
  workspaceId: string,
  { now, onPage = () => undefined }: DeleteWorkspaceOptions,
): Promise<Deletion> {
  const ids = openIdSet();
  ids.add(workspaceId);
  try {
    return { deleted: await deleteAll(database, workspaceId, ids, { now, onPage }), ids };
  } catch (error) {
    ids.close();
    throw error;
  }
}

async function deleteAll(
  database: Database,
  workspaceId: string,
  ids: IdSet,
  { now, onPage }: Required<DeleteWorkspaceOptions>,
): Promise<number> {
  let deleted = 0;
  const kinds = await loadItemKinds();
  const idsOf = (item: Item) => ownIds(item, kinds);
  const gone = () => new CommandError('The workspace has been deleted already.');
  await commit(database, [closeWorkspace(workspaceId, now, gone)]);
  const collect = async () => {
    for (let found = true; found;) {
      found = false;
      await forEachPage(database, (items) => {
        for (const id of items.filter((item) => belongsToWorkspace(item, ids)).flatMap(idsOf)) {
          if (ids.add(id)) found = true;
        }
        onPage({ phase: 'search', deleted });
      });
    }
  };
  for (const phase of phases) {
    // Not before access has ended: a search never ends while someone writes faster than the table is read.
    if (phase === 'found') await collect();
    for (let isIncomplete = true; isIncomplete;) {
      isIncomplete = false;
      await forEachPage(database, async (items) => {
        const due = items.filter((item) => belongsToWorkspace(item, ids) && isDue(item, phase));
        for (const id of due.flatMap(idsOf)) ids.add(id);
        await deleteItems(database, due);
        deleted += due.length;
        // What was written meanwhile is found by another round, the last of which deletes nothing.
        isIncomplete ||= due.length > 0;
        onPage({ phase, deleted });
      });
    }
  }
  return deleted;

  function isDue(item: Item, phase: Phase): boolean {
    return phases.indexOf(phaseOf(item, workspaceId, kinds)) <= phases.indexOf(phase);
  }
}

async function forEachPage(
  database: Database,
  act: (items: readonly Item[]) => void | Promise<void>,
): Promise<void> {
  let from: Key | undefined;
  do {
    const page = await scanPage(database, from);
    await act(page.items);
    from = page.next;
  } while (from);
}

async function deleteItems(database: Database, items: readonly Item[]): Promise<void> {
  for (let start = 0; start < items.length; start += DELETES_AT_ONCE) {
    const some = items.slice(start, start + DELETES_AT_ONCE);
    await Promise.all(some.map(({ pk, sk }) => commit(database, [{ delete: { pk, sk } }])));
  }
}
