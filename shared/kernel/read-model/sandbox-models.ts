import pLimit from 'p-limit';
import type { OperationContext } from '../core/call.ts';
import type { Reader } from '../core/database.ts';
import type { ModelDefinition } from './definition.ts';
import { ModelCache, MODEL_STORAGE_VARIABLE, modelLimits, STORAGE_MIN_MB } from './model-cache.ts';
import type { ReadModel } from './read-model.ts';
import { SnapshotBundle } from './snapshot-bundle.ts';
import { snapshotPlace, type SnapshotPlace } from './snapshots.ts';

let models: ModelCache | undefined;

/** The models that this sandbox has open. */
const openModels = (setting: OperationContext['setting']): ModelCache =>
  (models ??= new ModelCache(modelLimits(Number(setting(MODEL_STORAGE_VARIABLE) ?? STORAGE_MIN_MB))));

/** Time in which a request builds a model or catches up, in milliseconds; well below the timeout of a function. */
const MAINTENANCE_MS = 4_000;

/** Models that one request opens at a time. */
const AT_ONCE = 16;

/** The caller is undefined for what anybody may read. */
type SandboxModelsContext = Pick<OperationContext, 'read' | 'setting' | 'now'> &
  Partial<Pick<OperationContext, 'caller'>>;

/**
 * Runs a query on the read models of some owners, each as up to date as the log, and returns the results in their order.
 * Throws a 503 with Retry-After while one of them is built for the first time; what was built is kept.
 */
export async function queryModels<T>(
  definition: ModelDefinition,
  ownerIds: readonly string[],
  { caller, read, setting, now }: SandboxModelsContext,
  query: (model: ReadModel, ownerId: string) => T,
): Promise<T[]> {
  const lateAt = performance.now() + MAINTENANCE_MS;
  const snapshots = snapshotPlace(setting);
  const bundle =
    snapshots && caller && bundleOf(read, { place: snapshots, now, workspaceId: caller.workspaceId });
  const use = {
    read,
    now,
    retention: definition.changes.retention(setting),
    snapshots,
    bundle,
    // A command of the operator may take its time.
    isLate: () => caller?.kind !== 'operator' && performance.now() > lateAt,
  };
  const open = openModels(setting);
  const limit = pLimit(AT_ONCE);
  const queryAll = () =>
    Promise.allSettled(
      ownerIds.map((ownerId) =>
        limit(() => open.use(definition, ownerId, use, (model) => query(model, ownerId))),
      ),
    );
  const results = await (bundle?.during(queryAll) ?? queryAll());
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}

/** The bundles of the workspaces that requests search: what a request queries side by side shares one. */
const bundles = new WeakMap<Reader, Map<string, SnapshotBundle>>();

function bundleOf(
  read: Reader,
  { place, now, workspaceId }: { place: SnapshotPlace; now: Date; workspaceId: string },
): SnapshotBundle {
  const ofRequest = bundles.get(read) ?? new Map<string, SnapshotBundle>();
  bundles.set(read, ofRequest);
  const bundle = ofRequest.get(workspaceId) ?? new SnapshotBundle(place, workspaceId, now);
  ofRequest.set(workspaceId, bundle);
  return bundle;
}

/** Runs a query on those of the owners' read models that this sandbox has, as they are: for what is only a guess. */
export function peekModels<T>(
  definition: ModelDefinition,
  ownerIds: readonly string[],
  query: (model: ReadModel) => T,
): T[] {
  const results = ownerIds.map((ownerId) => models?.peek(definition, ownerId, query));
  return results.filter((result) => result !== undefined);
}
