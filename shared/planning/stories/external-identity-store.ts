import type { Caller } from '../../kernel/core/caller.ts';
import type { Change, Item, Key, Reader } from '../../kernel/core/database.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import { itemKind } from '../../kernel/db/table.ts';
import { getStoryItem } from '../story/story-store.ts';
import type { Story } from '../story/story.ts';

/** Reserves what a story is called in another tool, so that its copy is made once. */
const externalKind = itemKind('G#external#', 'release');

/** What a story is called in another tool. */
interface ExternalIdentity {
  workspaceId: string;
  externalSource: string;
  externalId: string;
}

const keyOf = ({ workspaceId, externalSource, externalId }: ExternalIdentity): Key =>
  externalKind.key(`${workspaceId}#${JSON.stringify([externalSource, externalId])}`);

type Identified = Pick<Story, 'id' | 'workspaceId' | 'teamId' | 'externalSource' | 'externalId'>;

function reservedKey({ workspaceId, externalSource, externalId }: Identified): Key | undefined {
  if (externalSource === null || externalId === null) return undefined;
  return keyOf({ workspaceId, externalSource, externalId });
}

/** The story with an identity in another tool, strongly consistent; undefined if there is none. */
export async function findExternalStory(read: Reader, identity: ExternalIdentity): Promise<Item | undefined> {
  const reservation = await read.get(keyOf(identity));
  return reservation && (await getStoryItem(read, reservation['storyId'] as string));
}

/** Whether another story has the identity of one that is to be restored. */
export async function isExternalTaken(read: Reader, story: Identified): Promise<boolean> {
  const key = reservedKey(story);
  return key !== undefined && (await read.get(key)) !== undefined;
}

/**
 * Changes that reserve the identity of the next version of a story, and release that of the previous one. Throw a 409 if
 * another story has it, with its id if the caller can see it.
 */
export function reserveExternal(caller: Caller, next: Identified, previous?: Identified): Change[] {
  const [from, to] = [previous && reservedKey(previous), reservedKey(next)];
  if (from?.pk === to?.pk && previous?.teamId === next.teamId) return [];
  const onConditionFailed = (current: Item | undefined) => identityTaken(caller, current);
  const isSame = from?.pk === to?.pk;
  return [
    ...(to
      ? [
          {
            put: { ...to, storyId: next.id, teamId: next.teamId },
            ...(isSame ? {} : { if: 'absent' as const, onConditionFailed }),
          },
        ]
      : []),
    ...(from && !isSame ? [{ delete: from }] : []),
  ];
}

/** Changes that release the identity of a deleted story. */
export function releaseExternal(story: Identified): Change[] {
  const key = reservedKey(story);
  return key ? [{ delete: key }] : [];
}

function identityTaken(caller: Caller, current: Item | undefined): ApiError {
  const isVisible = current !== undefined && caller.teamIds.has(current['teamId'] as string);
  return new ApiError('conflict', 'Another story has this externalId of this externalSource.', {
    hint: isVisible
      ? 'Update the story whose id is resourceId instead.'
      : 'It belongs to a team that this credential cannot access.',
    ...(isVisible ? { details: { resourceId: current['storyId'] } } : {}),
  });
}
