import { conflict, notFound, orNotFound } from '../../kernel/core/errors.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { userOfAddress } from '../../identity/members/user-of-address.ts';
import { findUserId } from '../../identity/members/user-store.ts';
import { getPortalItem } from '../portal/portal-store.ts';
import { customerVoteSchema, feedbackVoteSchema, toCustomerVote } from './feedback-vote.ts';
import { ownItemOrThrow } from './get-feedback-item.ts';
import { getItem, itemPortalOf } from './item-store.ts';
import { VOTES_PATH } from './list-feedback-votes.ts';
import { addVote, findVote, voteIdOf } from './vote-store.ts';
import type { Item } from '../../kernel/core/database.ts';

export const createFeedbackVote = operation({
  id: 'createFeedbackVote',
  method: 'POST',
  path: VOTES_PATH,
  tag: 'Feedback portals',
  summary: 'Vote for a customer',
  description:
    "Adds a customer's vote for an item, by the address that they are known by. They receive news like those who voted themselves, and can unsubscribe in each mail. A vote counts once for each address.",
  scopes: ['feedback:write'],
  role: 'member',
  status: 201,
  errors: ['conflict'],
  params: { portalId: uuid(), itemId: uuid() },
  body: customerVoteSchema,
  output: feedbackVoteSchema,
  load: ({ path, body, read }) => ({
    portal: getPortalItem(read, path.portalId),
    item: getItem(read, path.itemId),
    userId: findUserId(read, body.email),
  }),
  handle: async ({ body, loaded: { userId: known, ...place }, caller, read, keys, now, newId, commit }) => {
    const { id: itemId } = ownItemOrThrow(caller, place);
    const user = await userOfAddress(read, { email: body.email, known }, { keys, newId });
    const vote = { itemId, userId: user.id, addedBy: caller.principalId, customer: body.name };
    await commit(
      [...user.changes, ...addVote(vote, now, onDuplicate, refused)],
      `${itemId} ${voteIdOf(vote)}`,
    );
    return toCustomerVote({ ...vote, at: now.toISOString() });
  },
  replay: async ({ caller, read, resourceId }) => {
    const [itemId, voteId] = resourceId.split(' ') as [string, string];
    const item = orNotFound(await getItem(read, itemId), 'item');
    ownItemOrThrow(caller, { item, portal: await getPortalItem(read, itemPortalOf(item)) });
    const found = await findVote(read, itemId, voteId);
    return toCustomerVote(orNotFound(found, 'vote'));
  },
});

const onDuplicate = () =>
  conflict('This customer has already voted for the item.', 'Nothing needs to be done.');

const refused = (item?: Item): Error =>
  item ? conflict('The item is hidden.', 'Show it first.') : notFound('item');
