import { loadItemKinds } from '../../cli/deletion/item-kinds.ts';
import { eventKinds } from '../../shared/events/webhooks/webhook.ts';
import type { ItemKind } from '../../shared/kernel/db/table.ts';
import { table } from '../../shared/kernel/db/table.ts';
import { jobHandlers } from '../../shared/surface/workers/jobs.ts';
import type { FunctionGroup } from '../../shared/surface/groups/function-group.ts';
import { functionGroups } from '../../shared/surface/registry.ts';
import { streamConsumers, type StreamConsumer } from '../../shared/surface/workers/stream-consumers.ts';
import { documents } from '../db/stored-documents.ts';
import { fullDocument } from './full-document.ts';

/** A kind of items, as far as another release has to know it. */
export type KindRecord = Pick<ItemKind, 'prefix' | 'sortKeys'>;

/** What a release stores and follows: what the next one has to read, and it what the next one stores. */
export interface ReleaseRecord {
  indexes: Record<string, object>;
  kinds: KindRecord[];
  consumers: Record<string, { follows: KindRecord[]; followsNew: KindRecord[] }>;
  /** A stored document of each sort, with a value in every field. */
  documents: Record<string, { doc: string; longText?: string }>;
  jobs: string[];
  events: string[];
  /** By method and path, the groups whose functions serve it; the first of them is that which the gateway leads it to. */
  served: ServedPaths;
}

export type ServedPaths = Record<string, string[]>;

type Groups = Readonly<Record<string, Pick<FunctionGroup, 'operations' | 'routes' | 'alsoServes'>>>;

/** What groups serve. */
export function servedPaths(groups: Groups): ServedPaths {
  const served: ServedPaths = {};
  const add = (group: string, { method, path }: { method: string; path: string }) =>
    (served[`${method} ${path}`] ??= []).push(group);
  const all = Object.entries(groups);
  for (const [name, { operations, routes }] of all) {
    for (const one of [...operations, ...routes]) add(name, one);
  }
  for (const [name, { alsoServes = [] }] of all) for (const one of alsoServes) add(name, one);
  return served;
}

/**
 * The paths that a release moves too early: while new code comes, and when it goes again, the gateway would lead them to a
 * function that does not serve them.
 */
export const movedTooEarly = (before: ServedPaths, after: ServedPaths): string[] =>
  Object.entries(before).flatMap(([path, [former, ...others]]) => {
    const [group, ...also] = after[path] ?? [];
    if (group === undefined || group === former) return [];
    return others.includes(group) && also.includes(former!) ? [] : [`${path}: ${former} → ${group}`];
  });

/** The record of the code as it is. */
export async function recordRelease(): Promise<ReleaseRecord> {
  const consumers = Object.entries<StreamConsumer>(streamConsumers);
  const stored = Object.entries(documents);
  return {
    indexes: table.indexes,
    kinds: recordsOf(await loadItemKinds()),
    consumers: Object.fromEntries(
      consumers.map(([name, { follows, followsNew = [] }]) => [
        name,
        { follows: recordsOf(follows), followsNew: recordsOf(followsNew) },
      ]),
    ),
    documents: Object.fromEntries(
      stored.map(([name, [format]]) => [name, format.write(fullDocument(format))]),
    ),
    jobs: Object.keys(jobHandlers).sort(),
    events: [...eventKinds].sort(),
    served: servedPaths(functionGroups),
  };
}

function recordsOf(kinds: readonly ItemKind[]): KindRecord[] {
  const records = kinds.map(({ prefix, sortKeys }) => ({ prefix, sortKeys }));
  const unlike = new Map(records.map((record) => [JSON.stringify(record), record]));
  return [...unlike].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, record]) => record);
}
