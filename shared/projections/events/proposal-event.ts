import { toProposal, type StoredProposal } from '../../kernel/api/operation/proposal-store.ts';
import type { ItemChange } from '../../kernel/db/stream-record.ts';
import { writerOf } from '../../kernel/db/signature.ts';
import { eventBody, eventId, type WebhookEvent } from '../../kernel/log/event.ts';
import type { ProposalEventKind } from '../../events/webhooks/webhook.ts';

const types: { readonly [Status in StoredProposal['status']]?: ProposalEventKind } = {
  open: 'proposal.created',
  accepted: 'proposal.accepted',
  partly_accepted: 'proposal.accepted',
  rejected: 'proposal.rejected',
};

/**
 * The event of a proposal that was made, accepted or rejected; undefined for other changes. Of one that concerns several
 * teams the whole workspace learns, so events have nothing of what is proposed.
 */
export function proposalEvent({ key, before, after }: ItemChange): WebhookEvent | undefined {
  const proposal = after && toProposal(after);
  if (!proposal || (before && toProposal(before).status === proposal.status)) return undefined;
  const type = types[proposal.status];
  if (!type) return undefined;
  const { title: _title, reason: _reason, heldUntil: _until, heldBy: _by, teamIds, ...data } = proposal;
  const { workspaceId, id: subjectId, updatedAt: timestamp, changeSetId } = proposal;
  const teamId = teamIds.length === 1 ? teamIds[0]! : null;
  const id = eventId(key.pk, type, new Date(timestamp));
  const own = changeSetId === null ? {} : { changeSetId };
  const body = eventBody({ id, type, timestamp, workspaceId, teamId, actor: writerOf(after), data, ...own });
  return { id, type, workspaceId, teamId, subjectId, body, ...own };
}
