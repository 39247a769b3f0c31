import { conflict, orNotFound, writeConflict } from '../../kernel/core/errors.ts';
import { deletedSchema, operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getPortalItem } from '../portal/portal-store.ts';
import { ownItemOrThrow } from './get-feedback-item.ts';
import { getItem } from './item-store.ts';
import { VOTES_PATH } from './list-feedback-votes.ts';
import { findVote, removeVote } from './vote-store.ts';

export const deleteFeedbackVote = operation({
  id: 'deleteFeedbackVote',
  method: 'DELETE',
  path: `${VOTES_PATH}/{voteId}`,
  tag: 'Feedback portals',
  summary: "Take back a customer's vote",
  description: 'Deletes a vote that a member added for a customer. Other votes belong to who gave them.',
  scopes: ['feedback:write'],
  role: 'member',
  errors: ['conflict'],
  params: { portalId: uuid(), itemId: uuid(), voteId: uuid() },
  output: deletedSchema,
  load: ({ path, read }) => ({
    portal: getPortalItem(read, path.portalId),
    item: getItem(read, path.itemId),
  }),
  handle: async ({ path: { voteId }, loaded, caller, read, commit }) => {
    const { id } = ownItemOrThrow(caller, loaded);
    const vote = orNotFound(await findVote(read, id, voteId), 'vote');
    if (vote.addedBy === undefined) {
      throw conflict('Only votes that a member added for a customer can be taken back.');
    }
    await commit(removeVote(vote, writeConflict), voteId);
    return { id: voteId, deleted: true as const };
  },
  replay: async ({ resourceId: id }) => ({ id, deleted: true as const }),
});
