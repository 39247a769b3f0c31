import type { Reader } from '../core/database.ts';
import { ApiError } from '../core/errors.ts';
import type { ChangeLog, LoggedChange } from './change-log.ts';
import type { ModelDefinition } from './definition.ts';
import { BUILT, type ReadModel } from './read-model.ts';

/** What bringing a model up to date needs. */
export interface Maintenance {
  read: Reader;
  log: ChangeLog;
  ownerId: string;
  /** Whether the request has no time left for this. */
  isLate: () => boolean;
}

/** Entries of the log that are read at once. */
const ENTRIES_AT_ONCE = 500;

/** Seconds for Retry-After. */
const RETRY_AFTER_SECONDS = 2;

/** The 503 while a model is built for the first time. */
export const stillBuilding = (documents: number): ApiError =>
  new ApiError(
    'service_unavailable',
    `The search index of a team is being built: ${documents} documents so far. It continues with the next request.`,
    { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } },
  );

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

async function build(model: ReadModel, { read, log, ownerId, isLate }: Maintenance): Promise<boolean> {
  const { definition } = model;
  if (model.state.build === undefined) {
    // Before the first read: what changes from here on is applied again from the log.
    model.apply([], [], { entry: await log.newest(read, ownerId), build: '' });
  }
  for (let { build: from } = model.state; from !== BUILT; { build: from } = model.state) {
    if (isLate()) return false;
    const { documents, next } = await definition.build(read, ownerId, from || undefined);
    model.apply(documents, [], { build: next ?? BUILT });
  }
  return true;
}

async function catchUp(model: ReadModel, { read, log, ownerId, isLate }: Maintenance): Promise<boolean> {
  for (;;) {
    const { entry, unsaved } = model.state;
    const changes = await log.after(read, ownerId, entry, ENTRIES_AT_ONCE);
    if (changes === 'expired') throw new ModelOutdated(`The log no longer has entry ${entry + 1}.`);
    const last = changes.at(-1);
    if (!last) return true;
    const { documents, removedIds } = await currentState(read, model.definition, changes);
    model.apply(documents, removedIds, { entry: last.number, unsaved: unsaved + changes.length });
    if (isLate()) return false;
  }
}

/** What the changed resources of a model's kinds are now. */
async function currentState(read: Reader, definition: ModelDefinition, changes: readonly LoggedChange[]) {
  const loaded = await Promise.all(
    definition.kinds.map(async (kind) => {
      const ids = new Set(changes.filter((change) => change.kind === kind).map(({ id }) => id));
      return ids.size === 0 ? [] : await definition.load(read, kind, [...ids]);
    }),
  );
  return {
    documents: loaded.flat().flatMap(({ document }) => document ?? []),
    removedIds: loaded.flat().flatMap(({ id, document }) => (document ? [] : id)),
  };
}
