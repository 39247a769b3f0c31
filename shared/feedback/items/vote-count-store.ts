import type { Change } from '../../kernel/core/database.ts';
import { feedbackItemKind } from './item-store.ts';

/** Adds or subtracts votes, whatever the item's state. Throws `gone` if it is deleted. */
export const countVotes = (id: string, by: number, gone: () => Error): Change => ({
  update: feedbackItemKind.key(id),
  with: { add: { voteCount: by } },
  if: 'present',
  onConditionFailed: gone,
});
