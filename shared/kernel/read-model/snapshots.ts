import type { Readable } from 'node:stream';
import { errorFields, logger } from '../core/logger.ts';
import { tableEpoch } from '../core/table-epoch.ts';
import { packModel } from './model-file.ts';
import { BUILT, versionOf, type ReadModel } from './read-model.ts';
import type { ModelDefinition } from './definition.ts';

/** The variable with the name of the bucket; without it, there are no snapshots. */
export const SNAPSHOT_BUCKET_VARIABLE = 'SNAPSHOT_BUCKET_NAME';

/** Prefix of all snapshots in their bucket. */
export const SNAPSHOT_PREFIX = 'read-models/';

/** Documents from which a snapshot costs less than reading them from the table, and changes after which one is worth writing. */
export const READ_MIN = 50;
/** Changes since the last snapshot after which another one is written, as a share of a large model. */
const CHANGED_SHARE = 0.05;
/** The same while the model is being built: each snapshot is about twice as large as the one before. */
const BUILDING_SHARE = 0.5;
/** After this time it is written again, well before the bucket deletes it. */
const AGE_MAX_MS = 3 * 24 * 60 * 60 * 1000;

/** Where snapshots are: the bucket, and the epoch of the table that they are copies of. */
export interface SnapshotPlace {
  bucket: string;
  epoch: string;
}

/** Where snapshots are; undefined where there are none. */
export function snapshotPlace(setting: (variable: string) => string | undefined): SnapshotPlace | undefined {
  const bucket = setting(SNAPSHOT_BUCKET_VARIABLE);
  return bucket === undefined ? undefined : { bucket, epoch: tableEpoch(setting) };
}

/**
 * Models of other versions and of other tables have other keys: two versions of the code do not overwrite each other's, and
 * a snapshot that is newer than a restored table is not read.
 */
const keyOf = ({ epoch }: SnapshotPlace, definition: ModelDefinition, ownerId: string): string =>
  `${SNAPSHOT_PREFIX}${definition.name}/${versionOf(definition)}${epoch && `/${epoch}`}/${ownerId}`;

/** Returns the last snapshot; undefined if there is none or it cannot be read: it only saves time. */
export async function loadSnapshot(
  place: SnapshotPlace | undefined,
  definition: ModelDefinition,
  ownerId: string,
): Promise<Readable | undefined> {
  if (place === undefined) return undefined;
  try {
    const { getObjectStream } = await import('../core/bucket.ts');
    return await getObjectStream(place.bucket, keyOf(place, definition, ownerId));
  } catch (error) {
    logger.warn('a read model has no snapshot', { model: definition.name, ...errorFields(error) });
    return undefined;
  }
}

/** Writes a snapshot. Any sandbox may, since each is complete on its own; one that cannot goes on without. */
export async function saveSnapshot(
  place: SnapshotPlace | undefined,
  model: ReadModel,
  ownerId: string,
  now: Date,
): Promise<void> {
  if (place === undefined) return;
  model.apply([], [], { savedAt: now.getTime(), unsaved: 0 });
  try {
    const { putObject } = await import('../core/bucket.ts');
    await putObject(place.bucket, keyOf(place, model.definition, ownerId), await packModel(model));
  } catch (error) {
    logger.warn('a read model was not saved', { model: model.definition.name, ...errorFields(error) });
  }
}

/**
 * Whether a model has changed so much, or was saved so long ago, that a snapshot is worth its time; only one of a number
 * of documents has any.
 */
export function needsSnapshot(model: ReadModel, now: Date, from = READ_MIN): boolean {
  const { build, read, savedAt, unsaved } = model.state;
  const isOld = now.getTime() - savedAt > AGE_MAX_MS;
  // Counting a large model takes longer than searching it.
  if (!isOld && unsaved <= READ_MIN) return false;
  const documents = model.statement('SELECT count(*) AS count FROM document').get()!['count'] as number;
  const size = Math.max(documents, read);
  if (size < from) return false;
  if (build !== BUILT) return unsaved > size * BUILDING_SHARE;
  return isOld || unsaved > changesWorthSnapshot(size);
}

/** Changes of a built model after which another snapshot is written. */
export const changesWorthSnapshot = (documents: number): number =>
  Math.max(READ_MIN, documents * CHANGED_SHARE);
