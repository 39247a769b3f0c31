import type { Item } from '../../kernel/core/database.ts';
import type { FoundResource } from '../../kernel/noun/define-noun.ts';
import { toItem } from './item-store.ts';

/** A feedback item as a search hit. */
export function foundItem(item: Item): FoundResource {
  const { title, description, portalId, updatedAt, origin } = toItem(item);
  return {
    reference: null,
    title,
    text: description ?? '',
    teamId: null,
    storyId: null,
    objectiveId: null,
    portalId,
    updatedAt,
    origin,
  };
}
