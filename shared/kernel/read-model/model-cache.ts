import { errorFields, logger } from '../core/logger.ts';
import type { ModelDefinition } from './definition.ts';
import { bringUpToDate, ModelOutdated, type Maintenance } from './maintain.ts';
import { openModel, packModel, sizeOf } from './model-file.ts';
import { BUILT, type ReadModel } from './read-model.ts';
import { BUNDLED_MODEL_MAX_BYTES, type SnapshotBundle } from './snapshot-bundle.ts';
import { loadSnapshot, needsSnapshot, READ_MIN, saveSnapshot, type SnapshotPlace } from './snapshots.ts';

/** A request's way to read models. */
interface ModelUse extends Omit<Maintenance, 'ownerId'> {
  /** Where snapshots are, if there are any. */
  snapshots: SnapshotPlace | undefined;
  /** Where those of small models are; without it, each has an object of its own. */
  bundle?: SnapshotBundle | undefined;
}

interface Limits {
  /** Bytes of the files of all open models. */
  bytes: number;
  /** Open models: each has a file and some memory. */
  models: number;
  /** Bytes of the file of one model; a larger one is not served. */
  modelBytes: number;
}

/** The variable with a function's room for files in MiB, in which its models are. */
export const MODEL_STORAGE_VARIABLE = 'MODEL_STORAGE_MB';

/** What Lambda gives a function for files that asks for no more, in MiB. */
export const STORAGE_MIN_MB = 512;

/** Shares of the room: of one model at most, and of all. A team's stories and comments stay open side by side. */
const SHARES = { one: 0.375, all: 0.75 };

/** Bytes of a story in a read model, with a description of some hundred characters (`npm run bench:search -- million`). */
const STORY_BYTES = 1_600;

/** Lambda counts room for files in MiB; settings are in steps of so many. */
const STORAGE_STEP_MB = 256;

const MIB = 1024 * 1024;

/** The limits of models in a room for files of some MiB. */
export function modelLimits(storageMb: number): Limits {
  const bytes = storageMb * MIB;
  return { bytes: bytes * SHARES.all, models: 400, modelBytes: bytes * SHARES.one };
}

/** The room for files, in MiB, that searches of a team with so many stories need. */
export const storageFor = (stories: number): number =>
  Math.ceil((stories * STORY_BYTES) / SHARES.one / MIB / STORAGE_STEP_MB) * STORAGE_STEP_MB;

interface Slot {
  model: ReadModel | undefined;
  bytes: number;
  /** Requests that use it or wait for it. */
  users: number;
  /** Ends when the requests before have used it: it is brought up to date by one at a time. */
  turn: Promise<unknown>;
}

/** The models that a sandbox has open. Those used least recently are closed when there are too many. */
export class ModelCache {
  /** By model and owner, the one used least recently first. */
  readonly #slots = new Map<string, Slot>();
  readonly #limits: Limits;

  constructor(limits: Limits = modelLimits(STORAGE_MIN_MB)) {
    this.#limits = limits;
  }

  /**
   * Runs a query on the model of an owner once it is up to date. Throws a 503 while it is built for the first time and
   * the request has no more time.
   */
  async use<T>(
    definition: ModelDefinition,
    ownerId: string,
    use: ModelUse,
    query: (model: ReadModel) => T,
  ): Promise<T> {
    const key = `${definition.name} ${ownerId}`;
    const slot = this.#slots.get(key) ?? { model: undefined, bytes: 0, users: 0, turn: Promise.resolve() };
    // Last in the order of use.
    this.#slots.delete(key);
    this.#slots.set(key, slot);
    slot.users += 1;
    const result = slot.turn.then(async () => {
      if (slot.model && slot.bytes > this.#limits.modelBytes) {
        // Imported on demand, as what else is said of models that are not ready.
        const { tooLarge } = await import('./unready.ts');
        throw tooLarge(documentsIn(slot.model));
      }
      return query(await current(slot, definition, ownerId, use, () => this.#closeUnused()));
    });
    slot.turn = result.catch(() => undefined);
    try {
      return await result;
    } finally {
      slot.users -= 1;
      this.#evict();
    }
  }

  /** Runs a query on the model of an owner as it is; undefined if it is not open, or not built. */
  peek<T>({ name }: ModelDefinition, ownerId: string, query: (model: ReadModel) => T): T | undefined {
    const model = this.#slots.get(`${name} ${ownerId}`)?.model;
    return model?.state.build === BUILT ? query(model) : undefined;
  }

  /** The number of open models and the bytes of their files. */
  get size(): Pick<Limits, 'models' | 'bytes'> {
    const open = [...this.#slots.values()].filter(({ model }) => model);
    return { models: open.length, bytes: open.reduce((sum, { bytes }) => sum + bytes, 0) };
  }

  #closeUnused(): void {
    for (const [key, { users, model }] of this.#slots) {
      if (users > 0) continue;
      this.#slots.delete(key);
      model?.close();
    }
  }

  /**
   * Closes models until the limits are met. The one used last stays, however large, and so does the last one that is
   * above the limit alone: either would be read again with the next request.
   */
  #evict(): void {
    const entries = [...this.#slots];
    const kept = [entries.at(-1), entries.findLast(([, { bytes }]) => bytes > this.#limits.bytes)];
    for (const entry of entries) {
      const { models, bytes } = this.size;
      if (models <= this.#limits.models && bytes <= this.#limits.bytes) return;
      const [key, slot] = entry;
      if (slot.users > 0 || kept.includes(entry)) continue;
      this.#slots.delete(key);
      slot.model?.close();
    }
  }
}

/**
 * Returns a slot's model up to date; one that cannot be read or brought up to date is rebuilt, once. Where files have no
 * room left, it is opened once more after `makeRoom`.
 */
async function current(
  slot: Slot,
  definition: ModelDefinition,
  ownerId: string,
  use: ModelUse,
  makeRoom: () => void,
): Promise<ReadModel> {
  try {
    slot.model ??= await fromSnapshot(definition, ownerId, use);
    return await upToDate(slot, ownerId, use);
  } catch (error) {
    const isFull = hasNoRoom(error);
    if (!isFull && !isBroken(error)) throw error;
    logger.warn('a read model is opened again', { model: definition.name, ...errorFields(error) });
    slot.model?.close();
    slot.model = undefined;
    if (isFull) makeRoom();
    slot.model = await (isFull ? fromSnapshot(definition, ownerId, use) : openModel(definition, ownerId));
    return await upToDate(slot, ownerId, use);
  }
}

async function fromSnapshot(
  definition: ModelDefinition,
  ownerId: string,
  { snapshots, bundle }: ModelUse,
): Promise<ReadModel> {
  const bundled = await bundle?.snapshotOf(definition, ownerId);
  const snapshot = bundled ?? (await loadSnapshot(snapshots, definition, ownerId));
  const opened = snapshot && (await openModel(definition, ownerId, snapshot));
  if (bundled && !opened) bundle?.put(definition, ownerId, undefined);
  return opened ?? (await openModel(definition, ownerId))!;
}

async function upToDate(slot: Slot, ownerId: string, use: ModelUse): Promise<ReadModel> {
  const model = slot.model!;
  const saveIfDue = async () => {
    if (needsSnapshot(model, use.now, use.bundle ? 0 : READ_MIN)) await save(model, ownerId, use);
  };
  // A large model takes seconds to save: a request that has taken its time leaves that to the next one.
  await saveIfDue();
  const done = await bringUpToDate(model, { ...use, ownerId });
  if (!use.isLate()) await saveIfDue();
  slot.bytes = sizeOf(model);
  if (done) return model;
  const { stillBuilding } = await import('./unready.ts');
  throw stillBuilding(documentsIn(model));
}

/**
 * Writes the snapshot of a model: of a small one into its workspace's bundle, if there is one, unless another sandbox has
 * since this one did. Many apply the same changes, and reading a bundle costs a twelfth of writing it.
 */
async function save(model: ReadModel, ownerId: string, { snapshots, bundle, now }: ModelUse): Promise<void> {
  const { definition } = model;
  if (bundle === undefined || sizeOf(model) > BUNDLED_MODEL_MAX_BYTES) {
    bundle?.put(definition, ownerId, undefined);
    return await saveSnapshot(snapshots, model, ownerId, now);
  }
  const isSaved = await bundle.hasNewer(definition, ownerId, model.state.savedAt);
  model.apply([], [], { savedAt: now.getTime(), unsaved: 0 });
  if (!isSaved) bundle.put(definition, ownerId, await packModel(model));
}

const documentsIn = (model: ReadModel): number =>
  model.statement('SELECT count(*) AS count FROM document').get()!['count'] as number;

/** Whether an error means that the model itself is of no use: too old, or a damaged file. */
const isBroken = (error: unknown): boolean =>
  error instanceof ModelOutdated || (error as { code?: unknown }).code === 'ERR_SQLITE_ERROR';

/** The result code of SQLite for a file that cannot grow. */
const SQLITE_FULL = 13;

/** Whether an error means that the function's room for files is used up. */
const hasNoRoom = (error: unknown): boolean => {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return code === 'ENOSPC' || errcode === SQLITE_FULL;
};
