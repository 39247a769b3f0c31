import { loadItemKinds } from '../../cli/deletion/item-kinds.ts';
import { eventKinds } from '../../shared/events/webhooks/webhook.ts';
import type { ItemKind } from '../../shared/kernel/db/table.ts';
import { table } from '../../shared/kernel/db/table.ts';
import { jobHandlers } from '../../shared/surface/groups/jobs.ts';
import { streamConsumers, type StreamConsumer } from '../../shared/surface/groups/stream-consumers.ts';
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
}

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
  };
}

function recordsOf(kinds: readonly ItemKind[]): KindRecord[] {
  const records = kinds.map(({ prefix, sortKeys }) => ({ prefix, sortKeys }));
  const unlike = new Map(records.map((record) => [JSON.stringify(record), record]));
  return [...unlike].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, record]) => record);
}
