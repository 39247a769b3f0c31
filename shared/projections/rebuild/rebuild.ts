import type { Clock } from '../../kernel/core/clock.ts';
import type { Database } from '../../kernel/core/database.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { listWorkspacePage } from '../../identity/workspaces/all-workspaces-store.ts';
import type { Projection } from '../../kernel/log/projection.ts';
import { deleteCheckpoint, getCheckpoint, putCheckpoint, type Checkpoint } from './checkpoint-store.ts';
import { rebuildPage } from './rebuild-page.ts';

/** Number of failed keys to report. */
const FAILED_MAX = 100;

/** Before the first workspace. */
const FIRST = '';

interface RebuildOptions {
  /** Begin at the start of the table even if an earlier run left a checkpoint. */
  restart?: boolean;
  /** Maximum number of items per step; a page of DynamoDB without it. */
  pageItems?: number;
  /** Called after each step, with what has been done so far; the next run continues here if it throws. */
  onStep?: (soFar: Checkpoint) => void;
}

/**
 * Makes a projection's derived data right from the table as it is now, while the service runs: goes through all items
 * in steps, each of which is recorded, then corrects what items alone do not show, workspace by workspace. A run that was
 * interrupted is continued by the next. Memory is bounded by a step.
 */
export async function rebuild(
  database: Database,
  projection: Projection,
  clock: Clock,
  { restart = false, pageItems, onStep = () => undefined }: RebuildOptions = {},
): Promise<Checkpoint> {
  const { name } = projection;
  let at: Checkpoint = (restart ? undefined : await getCheckpoint(database, name)) ?? {
    startedAt: clock().toISOString(),
    read: 0,
    handled: 0,
    corrected: 0,
    failed: [],
  };
  const reach = async (next: Checkpoint): Promise<void> => {
    at = next;
    await putCheckpoint(database, name, next, clock());
    onStep(next);
  };
  while (at.workspace === undefined) {
    const { items, ...page } = await rebuildPage(projection, { database, now: clock() }, at.items, pageItems);
    const { items: _, ...sums } = at;
    await reach({
      ...sums,
      read: at.read + items,
      handled: at.handled + page.handled,
      failed: [...at.failed, ...page.failed].slice(0, FAILED_MAX),
      ...(page.next ? { items: page.next } : { workspace: FIRST }),
    });
  }
  const { finish } = projection.rebuild;
  while (finish) {
    const [workspaceId] = await listWorkspacePage(createReader(database), at.workspace, 1);
    if (workspaceId === undefined) break;
    const { corrected, left } = await finish({ database, now: clock() }, workspaceId);
    await reach({
      ...at,
      workspace: workspaceId,
      corrected: at.corrected + corrected,
      failed: [...at.failed, ...left].slice(0, FAILED_MAX),
    });
  }
  await deleteCheckpoint(database, name);
  return at;
}
