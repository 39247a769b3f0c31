import type { Actor } from '../../kernel/core/actor.ts';
import type { Item } from '../../kernel/core/database.ts';
import { changeSetOf } from '../../kernel/db/signature.ts';
import { toStory } from '../story/story-store.ts';
import { claimActOf } from '../story-parts/claim-store.ts';
import type { Claim } from '../story-parts/claim.ts';

/** A change of a story's claim. */
export interface ClaimChange {
  action: 'claimed' | 'renewed' | 'released';
  at: string;
  /** Undefined if a change of the story ended the claim: then it is the writer of that. */
  actor: Actor | undefined;
  /** The change set that it was made in, unless it is one of its own. */
  changeSetId: string | undefined;
  from: Claim | null;
  to: Claim | null;
}

/** The change of the claim between two versions of a story's item; undefined if it is the same. */
export function claimChangeOf(before: Item | undefined, after: Item | undefined): ClaimChange | undefined {
  if (before?.['doc'] === undefined || after?.['doc'] === undefined) return undefined;
  const [was, is] = [toStory(before), toStory(after)];
  if (JSON.stringify(was.claim) === JSON.stringify(is.claim)) return undefined;
  const act = was.updatedAt === is.updatedAt ? claimActOf(after) : undefined;
  const at = act?.at ?? is.updatedAt;
  const from = was.claim && was.claim.expiresAt > at ? was.claim : null;
  const holder = (is.claim ?? was.claim)!.holder;
  const actor = act && { kind: holder.kind, id: holder.id, via: act.via };
  const changeSetId = act ? act.changeSetId : changeSetOf(after);
  const change = { at, actor, changeSetId, from };
  if (!is.claim) return from ? { action: 'released', ...change, to: null } : undefined;
  const isRenewed = was.claim?.id === is.claim.id;
  return { action: isRenewed ? 'renewed' : 'claimed', ...change, to: is.claim };
}
