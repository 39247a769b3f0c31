import * as z from 'zod';
import { name, timestamp, uuid, memoize } from '../../kernel/core/schema.ts';
import { email } from '../../identity/members/member.ts';
import { displayName } from '../../identity/members/display-name.ts';
import { voteIdOf, type StoredVote } from './vote-store.ts';

const voterKinds = ['user', 'visitor', 'customer'] as const;

export const feedbackVoteSchema = memoize(() =>
  z
    .object({
      id: uuid(),
      itemId: uuid(),
      voterId: uuid().nullable().meta({
        description: 'The member or visitor; null for customers, and for votes from before visitors had ids.',
      }),
      voterKind: z.enum(voterKinds).meta({
        description: '`customer` if a member added the vote; otherwise who voted.',
      }),
      voterName: name(),
      addedBy: uuid().nullable().meta({ description: "The member who added a customer's vote." }),
      createdAt: timestamp(),
    })
    .meta({ id: 'FeedbackVote', description: 'A vote for a feedback item. The public sees only the count.' }),
);

export type FeedbackVote = z.output<ReturnType<typeof feedbackVoteSchema>>;

export const customerVoteSchema = memoize(() =>
  z
    .strictObject({
      email: email().meta({ description: "The customer's address, to which news is sent." }),
      name: name().meta({ description: "The customer's name, for the workspace." }),
    })
    .meta({ id: 'CreateFeedbackVoteRequest' }),
);

/** A vote that a member added, as the workspace sees it; it contains nothing from the customer's account. */
export const toCustomerVote = (vote: Omit<StoredVote, 'listedIn'>): FeedbackVote => ({
  id: voteIdOf(vote),
  itemId: vote.itemId,
  voterId: null,
  voterKind: 'customer',
  voterName: displayName(vote.customer ?? null),
  addedBy: vote.addedBy ?? null,
  createdAt: vote.at,
});
