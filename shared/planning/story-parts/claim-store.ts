import { actorVias, type Actor } from '../../kernel/core/actor.ts';
import type { Item } from '../../kernel/core/database.ts';
import { idFromBytes, idToBytes } from '../../kernel/core/id.ts';
import { changeSetOf, changeSetText } from '../../kernel/db/signature.ts';
import { eventId } from '../../kernel/log/event.ts';
import type { Claim } from './claim.ts';

/**
 * What the item of a story stores of claims besides the claim in its document: the number of the last one, when and
 * through what it was last made, renewed or ended, and the length of its lease in seconds. It is short, because a story
 * should stay below a kilobyte, the unit that writes cost. The change set of that act, `claimSet`, is not kept by later
 * versions, which have one of their own. `workers` are who has worked on it besides its assignee and the holder of its claim.
 */
interface ClaimAttributes {
  fence?: number;
  claimAt?: number;
  claimVia?: number;
  lease?: number;
  workers?: readonly string[];
}

const attributes = ['fence', 'claimAt', 'claimVia', 'lease', 'workers'] as const;

/** What the item of a story stores of claims, which its later versions keep. */
export const keptClaimFields = (item: Item): ClaimAttributes =>
  Object.fromEntries(attributes.filter((name) => item[name] !== undefined).map((name) => [name, item[name]]));

/** What identifies the state of a story's claim: each act on it moves the time. */
export const claimState = (item: Item) => ({ claimAt: keptClaimFields(item).claimAt });

/** An act on the claim of a story. */
export interface ClaimAct {
  now: Date;
  actor: Actor;
  leaseSeconds?: number | undefined;
  /** The change set that it belongs to, if it is not one of its own. */
  changeSetId?: string | undefined;
}

/** What an act on the claim of a story sets of its item, and what it removes. */
export const claimUpdate = (
  previous: Item,
  claim: Claim | null,
  { now, actor, leaseSeconds: lease, changeSetId }: ClaimAct,
): { set: Record<string, unknown>; remove: string[] } => ({
  set: {
    claimAt: Math.max(now.getTime(), (keptClaimFields(previous).claimAt ?? 0) + 1),
    claimVia: actorVias.indexOf(actor.via),
    ...(claim ? { fence: claim.fencingNumber, lease } : {}),
    ...(changeSetId === undefined ? {} : { claimSet: changeSetText(changeSetId) }),
  },
  remove: [
    ...(claim ? [] : ['lease']),
    ...(changeSetId === undefined && previous['claimSet'] !== undefined ? ['claimSet'] : []),
  ],
});

/** The number of the last claim of a story, 0 if it had none. */
export const lastFencingNumberOf = (item: Item): number => keptClaimFields(item).fence ?? 0;

/** The length of the lease of a story's claim, as last asked for. */
export const leaseSecondsOf = (item: Item): number => keptClaimFields(item).lease!;

/** When, through what and in which change set the claim of a story was last made, renewed or ended. */
export function claimActOf(
  item: Item,
): { at: string; via: Actor['via']; changeSetId: string | undefined } | undefined {
  const { claimAt, claimVia = 0 } = keptClaimFields(item);
  if (claimAt === undefined) return undefined;
  const changeSetId = changeSetOf({ ...item, changeSet: item['claimSet'] });
  return { at: new Date(claimAt).toISOString(), via: actorVias[claimVia]!, changeSetId };
}

/** The most former workers of a story that it records, each in 22 characters, since the item is to stay short. */
const WORKERS_MAX = 20;

/** The ids of those who have worked on a story and are neither its assignee nor the holder of its claim any more. */
export const formerWorkersOf = (item: Item): string[] =>
  (keptClaimFields(item).workers ?? []).map((short) => idFromBytes(Buffer.from(short, 'base64url')));

interface Worked {
  assigneeId: string | null;
  claim: Claim | null;
}

/** What a change of a story sets of its item where who has worked on it has it no longer, assigned or claimed. */
export function workersAfter(item: Item, before: Worked, after: Worked): ClaimAttributes {
  const [was, is] = [before, after].map(({ assigneeId, claim }) => [
    item['startedAt'] === undefined ? null : assigneeId,
    claim?.holder.id,
  ]);
  const left = was!.filter((id, at) => typeof id === 'string' && id !== is![at]) as string[];
  const { workers = [] } = keptClaimFields(item);
  const short = left.map((id) => idToBytes(id).toString('base64url'));
  return left.length === 0 ? {} : { workers: [...new Set([...workers, ...short])].slice(-WORKERS_MAX) };
}

interface Claimable {
  id: string;
  claim: Claim | null;
}

const holderKinds = ['user', 'service_account'] as const;

/** The id of a claim follows from its story and number. */
export const claimId = (storyId: string, fencingNumber: number, claimedAt: string): string =>
  eventId(storyId, `claim ${fencingNumber}`, new Date(claimedAt));

/** A story with its claim as its document stores it: as one short text. */
export function withStoredClaim<S extends Claimable>(story: S): S {
  const { claim } = story;
  if (!claim) return story;
  const { holder, fencingNumber, claimedAt, expiresAt } = claim;
  const times = [claimedAt, expiresAt].map((time) => Date.parse(time).toString(36));
  const id = idToBytes(holder.id).toString('base64url');
  const stored = [holderKinds.indexOf(holder.kind), id, fencingNumber, ...times, holder.name].join(' ');
  return { ...story, claim: stored as unknown as Claim };
}

/** A story whose claim was read from its document. */
export function withWholeClaim<S extends Claimable>(story: S): S {
  if (!story.claim) return story;
  const [kind, id, number, from, to, ...name] = (story.claim as unknown as string).split(' ');
  const [claimedAt, expiresAt] = [from!, to!].map((time) =>
    new Date(Number.parseInt(time, 36)).toISOString(),
  );
  const holder = {
    kind: holderKinds[Number(kind)]!,
    id: idFromBytes(Buffer.from(id!, 'base64url')),
    name: name.join(' '),
  };
  const fencingNumber = Number(number);
  const claim: Claim = {
    id: claimId(story.id, fencingNumber, claimedAt!),
    storyId: story.id,
    holder,
    fencingNumber,
    claimedAt: claimedAt!,
    expiresAt: expiresAt!,
  };
  return { ...story, claim };
}
