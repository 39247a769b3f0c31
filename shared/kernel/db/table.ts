import type { IndexName, Item, Key } from '../core/database.ts';

/**
 * The table: its keys and indexes with their projections. Does not import the SDK, because the CDK app reads
 * it too. Every index except `number`, `due` and `rank` sorts by the item's own `pk`, which ends in a UUIDv7: newest
 * last.
 */
export const table = {
  partitionKey: 'pk',
  sortKey: 'sk',
  timeToLive: 'ttl',
  indexes: {
    list: {
      partitionKey: 'inList',
      sortKey: 'pk',
      include: [
        'doc',
        'split',
        'teamId',
        'memberCount',
        'replyCount',
        'replyBytes',
        'startedAt',
        'voteCount',
        'commentCount',
      ],
    },
    number: { partitionKey: 'inNumber', sortKey: 'number', numeric: true },
    status: { partitionKey: 'inStatus', sortKey: 'pk' },
    assignee: { partitionKey: 'inAssignee', sortKey: 'pk' },
    sprint: { partitionKey: 'inSprint', sortKey: 'pk' },
    objective: { partitionKey: 'inObjective', sortKey: 'pk' },
    parent: { partitionKey: 'inParent', sortKey: 'pk' },
    changed: { partitionKey: 'inChanged', sortKey: 'pk' },
    due: { partitionKey: 'inDue', sortKey: 'dueAt' },
    rank: { partitionKey: 'inRank', sortKey: 'rank' },
  } satisfies Record<IndexName, IndexDefinition>,
} as const;

/**
 * The indexes that serve several kinds of items, by neutral names; each store has an alias for its use of an index. The
 * physical names say what an index was first created for, since a live table cannot rename one.
 */
export const gsi1 = 'number';
export const gsi2 = 'status';
export const gsi3 = 'assignee';
export const gsi4 = 'sprint';
export const gsi5 = 'objective';
export const gsi6 = 'parent';
export const gsi7 = 'changed';
export const gsi8 = 'due';
export const gsi9 = 'rank';

/** Returns the attribute by which an item is in a partition of an index. */
export const inIndex = <Partition extends string | undefined>(
  index: IndexName,
  partition: Partition,
): Record<string, Partition> => ({ [table.indexes[index].partitionKey]: partition });

/** Returns the partition of an index that an item is in; undefined if it is in none. */
export const partitionIn = (index: IndexName, item: Item): string | undefined =>
  item[table.indexes[index].partitionKey] as string | undefined;

interface IndexDefinition {
  partitionKey: string;
  sortKey: string;
  /** Whether the sort key is a number instead of text. */
  numeric?: boolean;
  /** Attributes projected besides the keys; without any, the index is keys-only. */
  include?: readonly string[];
}

/** The sort key of an entity itself; other items may share its partition key. */
export const SELF = '-';

/** The prefix of partition keys of items that only guard a name. No projection follows them. */
export const GUARD_PREFIX = 'G#';

export const entityKey = (pk: string): Key => ({ pk, sk: SELF });

/** The sort keys of a kind of items: one value, a prefix, or all in its partitions. */
export type SortKeys = { readonly equals: string } | { readonly prefix: string } | 'any';

/** The event that finally deletes the items of a kind. `plotline workspaces delete` follows it (cli/deletion/). */
type DeletedBy =
  /**
   * The deletion of their workspace. The ids in their keys belong to resources of the workspace, and lead to further
   * items.
   */
  | 'workspace'
  /**
   * The deletion of their workspace, before other items: they grant access to the workspace, or send data out of it.
   */
  | 'workspace first'
  /** The deletion of their team, or of the workspace for those that belong to it. */
  | 'team'
  /** The deletion of a person's account, whose id is in their keys; some may name a workspace. */
  | 'account'
  /** The deletion or renaming of the resource whose name they reserve; their keys contain user input. */
  | 'release'
  /** Expiry, by the table's time to live. */
  | 'expiry'
  /** An operator's decision only. */
  | 'operator';

/** A kind of items, keyed by an id. Consumers of changes refer to kinds, not to key prefixes. */
export interface ItemKind {
  /** Prefix of its items' partition keys. */
  readonly prefix: string;
  readonly deletedBy: DeletedBy;
  /** Entities have the sort key SELF; other kinds are stored with an entity, or several in a partition of their own. */
  readonly sortKeys: SortKeys;
  /** The key of the entity itself, at SELF. */
  readonly key: (id: string) => Key;
  /** The id in the key of an item of this kind. */
  readonly idOf: (key: Pick<Key, 'pk'>) => string;
  /** Whether a key is that of an item of this kind, not of another one in the same partition. */
  readonly includes: (key: Key) => boolean;
}

const declared: ItemKind[] = [];

/** The kind whose items have the keys `<prefix><id>`; no prefix may be the start of another. Entities by default. */
export function itemKind(
  prefix: string,
  deletedBy: DeletedBy,
  sortKeys: SortKeys = { equals: SELF },
): ItemKind {
  const kind: ItemKind = {
    prefix,
    deletedBy,
    sortKeys,
    key: (id) => entityKey(`${prefix}${id}`),
    idOf: ({ pk }) => pk.slice(prefix.length),
    includes: ({ pk, sk }) => pk.startsWith(prefix) && isAmong(sk, sortKeys),
  };
  declared.push(kind);
  return kind;
}

/**
 * Declares a kind of items that are stored in the partitions of another kind and have their own consumers of changes.
 */
export const childKind = ({ prefix, deletedBy }: ItemKind, sortKeys: SortKeys): ItemKind =>
  itemKind(prefix, deletedBy, sortKeys);

/**
 * A partition that no kind's items begin: of an index with items of many owners, or one that is only asked for; several if it
 * ends with #. Functions may use those, and the kinds of items, that their code declares (infra/constructs/reached-keys.ts).
 */
export const namedPartition = (name: string): string => name;

/** The kinds declared by the stores that have been loaded so far. */
export const declaredKinds = (): readonly ItemKind[] => declared;

function isAmong(sortKey: string, sortKeys: SortKeys): boolean {
  if (sortKeys === 'any') return true;
  return 'equals' in sortKeys ? sortKey === sortKeys.equals : sortKey.startsWith(sortKeys.prefix);
}
