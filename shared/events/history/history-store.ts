import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Change, Item, Key, Reader } from '../../kernel/core/database.ts';
import { itemKind } from '../../kernel/db/table.ts';
import { changeSetOf, changeSetText, signatureOf, writerOf } from '../../kernel/db/signature.ts';
import { nounsWith, type NounWith } from '../../nouns/nouns.ts';
import type { HistorySubject, RetainedChange, StoredEntry } from './history-entry.ts';

/** The nouns whose resources have a history. */
export const nounsWithHistory = nounsWith('history');

/** The noun of a history. */
export const historyNoun = (name: HistorySubject): NounWith<'history'> =>
  nounsWithHistory.find((noun) => noun.name === name)!;

/** The resource that an entry belongs to. */
export interface Subject {
  name: HistorySubject;
  id: string;
}

/** The partitions of histories, one per resource, named by its key. No projection follows these items. */
const partitions = itemKind('H#', 'workspace');
const partitionOf = ({ name, id }: Subject): string => `${partitions.prefix}${name}#${id}`;

/** The resource of the entry with an item's key; undefined for other items. */
export function subjectOfEntry({ pk }: Key): Subject | undefined {
  if (!pk.startsWith(partitions.prefix)) return undefined;
  const [, name, id] = pk.split('#');
  return { name: name as HistorySubject, id: id! };
}

/** Stores an entry; repeating it writes the same item. Costs about one write unit, since its text is compressed. */
export const putHistoryEntry = (
  subject: Subject,
  { id, action, actor, changeSetId, changes, readers }: StoredEntry,
): Change => ({
  put: {
    pk: partitionOf(subject),
    sk: id,
    action,
    by: signatureOf(actor),
    ...(changeSetId === undefined ? {} : { changeSet: changeSetText(changeSetId) }),
    ...(changes.length > 0 ? { changes: deflateRawSync(JSON.stringify(changes)) } : {}),
    ...(readers ? { readers } : {}),
  },
});

export const deleteHistoryEntry = ({ pk, sk }: Key): Change => ({ delete: { pk, sk } });

function toEntry(item: Item): StoredEntry {
  const { sk, action, changes, readers } = item as Item &
    Pick<StoredEntry, 'action' | 'readers'> & { changes?: Uint8Array };
  return {
    id: sk,
    action,
    actor: writerOf(item),
    changeSetId: changeSetOf(item),
    changes: changes ? (JSON.parse(inflateRawSync(changes).toString()) as RetainedChange[]) : [],
    readers,
  };
}

/** An upper bound of all ids. */
const LAST = 'g';

/** Up to `limit` entries, newest first, after the one with an id. */
export async function findEntries(
  read: Reader,
  subject: Subject,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<StoredEntry[]> {
  const pk = partitionOf(subject);
  const found = await read.range({ pk, from: '0', to: after ?? LAST, limit: limit + 1, descending: true });
  // A range includes both of its ends.
  return found
    .filter(({ sk }) => sk !== after)
    .slice(0, limit)
    .map(toEntry);
}

/** All entries, newest first. */
export const allEntries = async (read: Reader, subject: Subject): Promise<StoredEntry[]> =>
  (await allEntryItems(read, subject)).map(toEntry);

/** All items of a history. Strongly consistent. */
export const allEntryItems = (read: Reader, subject: Subject): Promise<Item[]> =>
  read.children(partitionOf(subject));

/** The ids of the entries that are already stored. */
export async function storedEntryIds(
  read: Reader,
  entries: readonly { subject: Subject; id: string }[],
): Promise<Set<string>> {
  const keys = entries.map(({ subject, id }) => ({ pk: partitionOf(subject), sk: id }));
  const found = await read.getMany(keys, ['action']);
  return new Set(found.flatMap((item) => item?.sk ?? []));
}
