import { createHash } from 'node:crypto';
import type { Caller } from '../../core/caller.ts';
import type { Change, Item, Reader } from '../../core/database.ts';
import { attributesOf } from '../../db/document.ts';
import { itemKind } from '../../db/table.ts';
import type { Effect } from './hypothesis.ts';
import type { ProposalDocument } from './proposal.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long a proposal waits for a decision, and how long it is kept after that, in milliseconds (docs/guides/limits.md). */
const OPEN_MS = 14 * DAY_MS;
const KEPT_MS = 90 * DAY_MS;
/** The most changes of one proposal: as many as a bulk request has. */
export const PROPOSED_CHANGES_MAX = 100;

/** A stored proposal with what is counted next to its document. */
export type StoredProposal = ProposalDocument & {
  changeCount: number;
  /** The teams of what it would read and write: who is not in all of them does not see it. */
  teamIds: readonly string[];
  /** Until when someone who accepts it has others wait, in milliseconds since 1970. */
  heldUntil: number | undefined;
  /** The request that does, by its Idempotency-Key, which may go on when it is repeated. */
  heldBy: string | undefined;
};

/** A write that was proposed. */
export interface ProposedChange {
  id: string;
  proposalId: string;
  operation: string;
  path: Record<string, string>;
  query: Record<string, unknown>;
  body: object | undefined;
  ifMatch: '*' | readonly string[] | undefined;
  /** The ids that it draws, so that later ones can refer to what it makes. */
  ids: readonly string[];
  /** What the operation would answer. */
  data: unknown;
  resourceId: string | null;
  effects: readonly Effect[];
  state: 'open' | 'applied' | 'conflict' | 'refused';
  /** Why it is a conflict or refused. */
  problem: { code: string; message: string } | null;
  /** What it was, once that is decided; undefined while it is open. */
  before?: unknown;
}

export const proposalKind = itemKind('PRO#', 'workspace');
const CHANGE_PREFIX = 'C#';
/** Which proposal the next write of a change set joins. */
const joinedKind = itemKind('PROS#', 'expiry');

export const proposalsOf = (workspaceId: string): string => `W#${workspaceId}#PRO`;
export const proposalIdOf = proposalKind.idOf;
export const proposalSortKey = (id: string): string => proposalKind.key(id).pk;

const changeKey = ({ proposalId, id }: Pick<ProposedChange, 'proposalId' | 'id'>) => ({
  pk: proposalKind.key(proposalId).pk,
  sk: `${CHANGE_PREFIX}${id}`,
});

const joinedKey = ({ workspaceId, principalId }: Caller, changeSetId: string) =>
  joinedKind.key(
    createHash('sha256')
      .update(JSON.stringify([workspaceId, principalId, changeSetId]))
      .digest('base64url'),
  );

export const getProposalItem = (read: Reader, id: string) => read.get(proposalKind.key(id));

export function toProposal(item: Item): StoredProposal {
  const {
    doc,
    changeCount: count,
    teamIds,
    heldUntil,
    heldBy,
  } = attributesOf<{
    doc: string;
    changeCount: number;
    teamIds?: Set<string>;
    heldUntil?: number;
    heldBy?: string;
  }>(item);
  return {
    ...(JSON.parse(doc) as ProposalDocument),
    changeCount: count,
    teamIds: [...(teamIds ?? [])].sort(),
    heldUntil,
    heldBy,
  };
}

/** Its status at a time. */
export const statusAt = ({ status, expiresAt }: ProposalDocument, now: Date): ProposalDocument['status'] =>
  status === 'open' && expiresAt <= now.toISOString() ? 'expired' : status;

/** What says which proposal a change set joins, and that proposal if it is open. */
export async function findJoined(
  read: Reader,
  caller: Caller,
  { changeSetId, now }: { changeSetId: string | undefined; now: Date },
): Promise<{ joined?: Item | undefined; open?: StoredProposal | undefined }> {
  if (changeSetId === undefined) return {};
  const joined = await read.get(joinedKey(caller, changeSetId));
  const item = joined && (await getProposalItem(read, joined['proposalId'] as string));
  const proposal = item && toProposal(item);
  return { joined, open: proposal && statusAt(proposal, now) === 'open' ? proposal : undefined };
}

type StoredChange = Omit<ProposedChange, 'id' | 'proposalId' | keyof typeof jsonFields> & {
  [Field in keyof typeof jsonFields]?: string;
};

/** Fields that are stored as JSON, since no one reads a part of them. */
const jsonFields = { path: 1, query: 1, body: 1, data: 1, before: 1 } as const;

/** All changes of a proposal, in the order in which they were proposed. */
export async function listProposedChanges(read: Reader, proposalId: string): Promise<ProposedChange[]> {
  const items = await read.children(proposalKind.key(proposalId).pk, CHANGE_PREFIX);
  return items.map(toChange).sort((one, other) => (one.id < other.id ? -1 : 1));
}

export async function getProposedChange(
  read: Reader,
  of: Pick<ProposedChange, 'proposalId' | 'id'>,
): Promise<ProposedChange | undefined> {
  const item = await read.get(changeKey(of));
  return item && toChange(item);
}

function toChange(item: Item): ProposedChange {
  const { pk, sk, operation, ids, effects, ifMatch, resourceId, state, problem, ...json } =
    attributesOf<StoredChange>(item);
  const parsed = Object.keys(jsonFields).map((field) => {
    const text = (json as Record<string, unknown>)[field];
    return [field, typeof text === 'string' ? (JSON.parse(text) as unknown) : undefined] as const;
  });
  return {
    ...(Object.fromEntries(parsed) as Pick<ProposedChange, 'path' | 'query' | 'body' | 'data' | 'before'>),
    id: sk.slice(CHANGE_PREFIX.length),
    proposalId: proposalKind.idOf({ pk }),
    operation,
    ids,
    effects,
    ifMatch,
    resourceId: resourceId ?? null,
    state,
    problem: problem ?? null,
  };
}

/** The item of a change, which says how many bytes it has. */
function changeItem({ path, query, body, data, ifMatch, ...change }: ProposedChange, ttl: number): Item {
  const { id: _id, proposalId: _proposalId, ...stored } = change;
  return {
    ...changeKey(change),
    ...stored,
    ...(ifMatch ? { ifMatch } : {}),
    path: JSON.stringify(path),
    query: JSON.stringify(query),
    data: JSON.stringify(data),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ttl,
  };
}

const ttlOf = ({ expiresAt }: Pick<ProposalDocument, 'expiresAt'>): number =>
  Math.ceil((Date.parse(expiresAt) + KEPT_MS) / 1000);

interface Opening {
  id: string;
  caller: Caller;
  title: string;
  teamIds: readonly string[];
  changeSetId: string | undefined;
  now: Date;
}

/** Changes that open a proposal with its first change. Throws `joined` if the change set has opened one meanwhile. */
export function openProposal(
  { id, caller, title, teamIds, changeSetId, now }: Opening,
  change: ProposedChange,
  { former, joined }: { former: Item | undefined; joined: () => Error },
): Change[] {
  const createdAt = now.toISOString();
  const { kind, id: actorId, via } = caller.actor;
  const document: ProposalDocument = {
    id,
    workspaceId: caller.workspaceId,
    by: { kind: kind === 'user' ? 'user' : 'service_account', id: actorId ?? caller.principalId, via },
    status: 'open',
    title,
    reason: null,
    decidedBy: null,
    decidedAt: null,
    changeSetId: null,
    createdAt,
    updatedAt: createdAt,
    expiresAt: new Date(now.getTime() + OPEN_MS).toISOString(),
  };
  const ttl = ttlOf(document);
  const head: Item = {
    ...proposalKind.key(id),
    doc: JSON.stringify(document),
    inList: proposalsOf(caller.workspaceId),
    status: 'open',
    updatedAt: createdAt,
    changeCount: 1,
    ...(teamIds.length > 0 ? { teamIds: new Set(teamIds) } : {}),
    ttl,
  };
  const pointer: Change[] =
    changeSetId === undefined
      ? []
      : [
          {
            put: { ...joinedKey(caller, changeSetId), proposalId: id, ttl },
            if: former ? { equals: { proposalId: former['proposalId'] } } : 'absent',
            onConditionFailed: joined,
          },
        ];
  return [...pointer, { put: head, if: 'absent' }, { put: changeItem(change, ttl), if: 'absent' }];
}

/** Changes that add one to an open proposal. Throws `decided` if it was decided, or is full, meanwhile. */
export const joinProposal = (
  proposal: StoredProposal,
  change: ProposedChange,
  { teamIds, decided }: { teamIds: readonly string[]; decided: () => Error },
): Change[] => [
  {
    update: proposalKind.key(proposal.id),
    with: {
      add: { changeCount: 1, ...(teamIds.length > 0 ? { teamIds: new Set(teamIds) } : {}) },
    },
    if: { equals: { status: 'open' }, below: { changeCount: PROPOSED_CHANGES_MAX } },
    onConditionFailed: decided,
  },
  { put: changeItem(change, ttlOf(proposal)), if: 'absent' },
];

/**
 * Holds a proposal for a request that accepts it as a change set, until a time in milliseconds since 1970. Throws `busy` if
 * another one does.
 */
export const holdProposal = (
  { changeCount: _count, teamIds: _teams, heldUntil, ...document }: StoredProposal,
  { until, by }: { until: number; by: string | undefined },
  busy: () => Error,
): Change => ({
  update: proposalKind.key(document.id),
  with: {
    set: {
      doc: JSON.stringify(document),
      heldUntil: until,
      ...(by === undefined ? {} : { heldBy: by }),
    },
    ...(by === undefined ? { remove: ['heldBy'] } : {}),
  },
  if: { equals: { status: 'open', heldUntil } },
  onConditionFailed: busy,
});

/** Decides a proposal that no one holds, or that the caller does. Throws `stale` if it has been decided meanwhile. */
export const decideProposal = (
  { changeCount: _count, teamIds: _teams, heldUntil, ...document }: StoredProposal,
  stale: () => Error,
): Change => ({
  update: proposalKind.key(document.id),
  with: {
    set: {
      doc: JSON.stringify(document),
      status: document.status,
      updatedAt: document.updatedAt,
    },
    ...(heldUntil === undefined ? {} : { remove: ['heldUntil', 'heldBy'] }),
  },
  if: { equals: { status: 'open', heldUntil } },
  onConditionFailed: stale,
});

/** Records what has become of a change. */
export const settleChange = (
  change: ProposedChange,
  { state, problem, before }: Pick<ProposedChange, 'state' | 'problem' | 'before'>,
): Change => ({
  update: changeKey(change),
  with: { set: { state, problem, before: JSON.stringify(before ?? null) } },
  if: 'present',
});
