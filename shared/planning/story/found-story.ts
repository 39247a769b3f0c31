import type { Caller } from '../../kernel/core/caller.ts';
import type { Item } from '../../kernel/core/database.ts';
import type { FoundResource } from '../../kernel/noun/define-noun.ts';
import { originOf } from '../../kernel/core/origin.ts';
import { writerOf } from '../../kernel/db/signature.ts';
import { storyTeamOf, toStory } from './story-store.ts';

/** A story as a search hit; undefined if it is in triage, the caller cannot see it, or did not ask for archived ones. */
export function foundStory(
  item: Item,
  { caller, archived }: { caller: Caller; archived: readonly boolean[] },
): FoundResource | undefined {
  const { reference, title, description, teamId, updatedAt, archivedAt, triage, origin } = toStory(item);
  if (triage !== null && archivedAt === null) return undefined;
  if (!caller.teamIds.has(storyTeamOf(item)) || !archived.includes(archivedAt !== null)) return undefined;
  return {
    reference,
    title,
    text: description ?? '',
    teamId,
    storyId: null,
    objectiveId: null,
    portalId: null,
    updatedAt,
    origin: origin ?? originOf(writerOf(item)),
  };
}
