import type { Key, IndexName } from '../core/database.ts';

/**
 * The one table: its keys, its indexes and what each projects. No SDK import, since the CDK app reads it too.
 * Every index but `number` and `due` sorts by the item's own `pk`, which ends in a UUIDv7: newest last.
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
        'nulls',
        'apart',
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
  } satisfies Record<IndexName, IndexDefinition>,
} as const;

interface IndexDefinition {
  partitionKey: string;
  sortKey: string;
  /** The sort key is a number; else it is text. */
  numeric?: boolean;
  /** Attributes projected beside the keys; none makes the index keys only. */
  include?: readonly string[];
}

/** The sort key of an entity itself, beside which other items may stand under the same partition key. */
export const SELF = '-';

export const entityKey = (pk: string): Key => ({ pk, sk: SELF });

/** One kind of entity, each keyed by its own id. Whoever follows changes names kinds, never a key prefix. */
export interface ItemKind {
  /** What the partition keys of its items begin with. */
  readonly prefix: string;
  readonly key: (id: string) => Key;
  /** The id in the key of an item of this kind. */
  readonly idOf: (key: Pick<Key, 'pk'>) => string;
  /** Whether a key is that of an entity of this kind, and not of something kept beside it. */
  readonly includes: (key: Key) => boolean;
}

/** The kind whose items have the keys `<prefix><id>`; no prefix may begin another. */
export const itemKind = (prefix: string): ItemKind => ({
  prefix,
  key: (id) => entityKey(`${prefix}${id}`),
  idOf: ({ pk }) => pk.slice(prefix.length),
  includes: ({ pk, sk }) => sk === SELF && pk.startsWith(prefix),
});
