import type { Change, Item } from '../../kernel/core/database.ts';
import { feedbackItemKind } from './item-store.ts';

/** Adds or subtracts votes, and how many of them are listed by time, whatever the item's state. Throws `gone` if it is deleted. */
export const countVotes = (
  id: string,
  { by, listed }: { by: number; listed: number },
  gone: () => Error,
): Change => ({
  update: feedbackItemKind.key(id),
  with: { add: { voteCount: by, listedVotes: listed } },
  if: 'present',
  onConditionFailed: gone,
});

/** Whether all counted votes of an item are listed by time; the release before stores votes that are not. */
export const hasListedVotes = (item: Item): boolean => (item['listedVotes'] ?? 0) === item['voteCount'];

/** Whether an item was stored, and not voted for since, by releases that do not list votes. */
export const isBeforeListedVotes = (item: Item): boolean => item['listedVotes'] === undefined;

/** Records that all votes of an item are listed. Throws `changed` if someone has voted or taken a vote back since it was read. */
export const recordListedVotes = (item: Item, changed: () => Error): Change => ({
  update: { pk: item.pk, sk: item.sk },
  with: { set: { listedVotes: item['voteCount'] } },
  if: { equals: { voteCount: item['voteCount'], listedVotes: item['listedVotes'] } },
  onConditionFailed: changed,
});
