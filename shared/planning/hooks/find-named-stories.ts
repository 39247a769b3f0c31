import { findTeamId } from '../../identity/team/team-store.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';
import { findStoryId } from '../story/find-by-reference.ts';
import { getStoryItem, storyTeamOf } from '../story/story-store.ts';
import { referencesIn, STORIES_MAX } from './references.ts';

/** A story that a report names, by its reference or by a former one. */
export interface NamedStory {
  reference: string;
  item: Item;
}

/** The stories of the caller's teams that texts name, once each. A story created or moved moments ago may be missing. */
export async function findNamedStories(
  read: Reader,
  caller: Caller,
  texts: readonly string[],
): Promise<NamedStory[]> {
  const references = referencesIn(texts);
  const teams = await findTeams(read, caller.workspaceId, references);
  const known = references.filter((one) => teams.has(codeOf(one))).slice(0, STORIES_MAX);
  const ids = await Promise.all(
    known.map((one) => findStoryId({ read, caller }, teams.get(codeOf(one)), one)),
  );
  const items = await Promise.all(
    ids.map(async (id) => (id === undefined ? undefined : await getStoryItem(read, id))),
  );
  const named = known.flatMap((reference, at) => {
    const item = items[at];
    return item && caller.teamIds.has(storyTeamOf(item)) ? [{ reference, item }] : [];
  });
  return [...new Map(named.reverse().map((one) => [one.item.pk, one])).values()].reverse();
}

const codeOf = (reference: string): string => reference.slice(0, reference.indexOf('-'));

/** The teams of the codes of references. */
async function findTeams(
  read: Reader,
  workspaceId: string,
  references: readonly string[],
): Promise<Map<string, string>> {
  const codes = [...new Set(references.map(codeOf))];
  const ids = await Promise.all(codes.map((code) => findTeamId(read, workspaceId, code)));
  return new Map(codes.flatMap((code, at) => (ids[at] === undefined ? [] : [[code, ids[at]] as const])));
}
