import type { Reader } from '../core/database.ts';
import type { LoggedChange } from './change-log.ts';
import type { IndexedDocument, ModelDefinition } from './definition.ts';
import { BUILT, type ReadModel } from './read-model.ts';

/** What bringing a model up to date needs. */
export interface Maintenance {
  read: Reader;
  ownerId: string;
  now: Date;
  /** How long the log has a change, in milliseconds. */
  retention: number;
  /** Whether the request has no time left for this. */
  isLate: () => boolean;
}

/** How old a model's note of when it was up to date may become, in milliseconds: writing it takes time. */
const NOTE_AGE_MS = 60 * 60 * 1000;

/** Thrown if a model cannot be brought up to date any more, because the log no longer has what it lacks. */
export class ModelOutdated extends Error {
  override name = 'ModelOutdated';
}

/**
 * Brings a model up to date: continues its first build, then applies the changes since. Returns false if time ran out;
 * what was done is kept. Changes that are applied twice do no harm, because each is the resource's current state.
 */
export async function bringUpToDate(model: ReadModel, maintenance: Maintenance): Promise<boolean> {
  return (await build(model, maintenance)) && (await catchUp(model, maintenance));
}

async function build(model: ReadModel, { read, ownerId, now, isLate }: Maintenance): Promise<boolean> {
  const { definition } = model;
  if (model.state.build === undefined) {
    // Before the first read: what changes from here on is applied again from the log.
    const log = await definition.logOf(read, ownerId);
    const entry = await firstEntry(definition, read, log, now);
    model.apply([], [], { log, entry, build: '', followedAt: now.getTime() });
  }
  for (let { build: from } = model.state; from !== BUILT; { build: from } = model.state) {
    if (isLate()) return false;
    const {
      documents,
      next,
      read: found = documents.length,
    } = await definition.build(read, ownerId, from || undefined);
    // Those of a step that ended early are in the model already; the log has what has changed since.
    const parts = partsOf(documents.filter(({ id }) => !model.has(id)));
    for (const part of parts.slice(0, -1)) {
      model.apply(part, [], {});
      if (isLate()) return false;
    }
    const state = model.state;
    model.apply(parts.at(-1) ?? [], [], {
      build: next ?? BUILT,
      read: state.read + found,
      // The whole is worth a snapshot, however little of it was read since the last one.
      unsaved: next === undefined ? Infinity : state.unsaved + found,
    });
  }
  return true;
}

/**
 * Characters of documents that are added at once: half a second of computing where all words differ, so that a request
 * notices in time that it is late. One document has 33,000 at most.
 */
const PART_MAX_CHARACTERS = 300_000;

/** Documents in parts that are added one after the other. */
function partsOf(documents: readonly IndexedDocument[]): IndexedDocument[][] {
  let characters = 0;
  const byPart = Map.groupBy(documents, ({ title, body }) => {
    characters += title.length + body.length;
    return Math.floor(characters / PART_MAX_CHARACTERS);
  });
  return [...byPart.values()];
}

/** The entry of the log after which a first build applies changes. */
const firstEntry = (
  { changes, lagMs }: ModelDefinition,
  read: Reader,
  log: string,
  now: Date,
): Promise<number> =>
  lagMs === undefined
    ? changes.newest(read, log)
    : changes.before(read, log, new Date(now.getTime() - lagMs));

async function catchUp(model: ReadModel, maintenance: Maintenance): Promise<boolean> {
  const { read, now, retention, isLate } = maintenance;
  const { definition } = model;
  const { log, followedAt } = model.state;
  if (now.getTime() - followedAt >= retention) {
    throw new ModelOutdated(`The log may have lost changes since ${new Date(followedAt).toISOString()}.`);
  }
  for (;;) {
    const { entry, unsaved } = model.state;
    const found = await definition.changes.after(read, log, entry, now);
    if (found.changes.length === 0) break;
    const { documents, removedIds } = await currentState(maintenance, definition, found.changes);
    model.apply(documents, removedIds, { entry: found.entry, unsaved: unsaved + found.changes.length });
    if (isLate()) return false;
  }
  if (now.getTime() - followedAt > NOTE_AGE_MS) {
    if (await definition.changes.hasLost(read, log, model.state.entry)) {
      throw new ModelOutdated('The log has lost changes that the model has not followed.');
    }
    model.apply([], [], { followedAt: now.getTime() });
  }
  return true;
}

/** What the changed resources of a model's kinds are now. */
async function currentState(
  { read, ownerId }: Pick<Maintenance, 'read' | 'ownerId'>,
  definition: ModelDefinition,
  changes: readonly LoggedChange[],
) {
  const loaded = await Promise.all(
    definition.kinds.map(async (kind) => {
      const ids = new Set(changes.filter((change) => change.kind === kind).map(({ id }) => id));
      return ids.size === 0 ? [] : await definition.load(read, kind, [...ids], ownerId);
    }),
  );
  const removedIds = loaded.flat().flatMap(({ id, document }) => (document ? [] : id));
  const isRemoved = new Set(removedIds);
  return {
    documents: loaded.flat().flatMap(({ id, document }) => (document && !isRemoved.has(id) ? document : [])),
    removedIds,
  };
}
