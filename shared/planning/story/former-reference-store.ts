import { inIndex } from '../../kernel/db/table.ts';
import type { Change, Item, Key, Reader } from '../../kernel/core/database.ts';
import { storyIdOf, storyIndexes, storyKind, storySortKey } from './story-store.ts';
import type { Story } from './story.ts';

const PREFIX = 'REFERENCE#';

/** Finds the story that once had a reference. Codes of teams and numbers are never reused, so there is only one. */
const partitionOf = (workspaceId: string, reference: string): string =>
  `W#${workspaceId}#REFERENCE#${reference.toUpperCase()}`;

/** Stores the reference that a story had before it moved to another team, next to the story. */
export const putFormerReference = ({
  id,
  workspaceId,
  reference,
  sequenceId,
}: Pick<Story, 'id' | 'workspaceId' | 'reference' | 'sequenceId'>): Change => ({
  put: {
    pk: storySortKey(id),
    sk: `${PREFIX}${reference}`,
    ...inIndex(storyIndexes.number, partitionOf(workspaceId, reference)),
    number: sequenceId,
  },
});

/** Returns the id of the story that once had a reference, or undefined. Eventually consistent. */
export async function findFormerStoryId(
  read: Reader,
  workspaceId: string,
  reference: string,
): Promise<string | undefined> {
  const [key] = await read.query({
    index: storyIndexes.number,
    partition: partitionOf(workspaceId, reference),
    limit: 1,
  });
  return key && storyIdOf(key);
}

/** The story whose former reference an item is; undefined for any other item. */
export const formerlyReferenced = ({ pk, sk }: Item): Key | undefined =>
  sk.startsWith(PREFIX) && pk.startsWith(storySortKey('')) ? storyKind.key(storyIdOf({ pk })) : undefined;

/** Changes that delete the former references of a deleted story. */
export async function deleteFormerReferences(read: Reader, storyId: string): Promise<Change[]> {
  const items = await read.children(storySortKey(storyId), PREFIX);
  return items.map(({ pk, sk }) => ({ delete: { pk, sk } }));
}
