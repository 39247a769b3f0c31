import * as z from 'zod';
import type { OperationContext } from '../../kernel/core/call.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { findTeamId } from '../../identity/teams/team-store.ts';
import { readableStoryOrThrow } from './story-access.ts';
import { findFormerStoryId } from './former-reference-store.ts';
import { storySchema } from './story.ts';
import { storyIncludes } from './story-includes.ts';
import { findStoryKey, getStoryItem, storyIdOf, showStory } from './story-store.ts';
import type { Reader } from '../../kernel/core/database.ts';

export const storyReference = () =>
  z.string().regex(/^[A-Za-z0-9]{2,8}-[1-9][0-9]{0,8}$/, { error: 'must be a reference such as ENG-184' });

export const getStoryByReference = operation({
  id: 'getStoryByReference',
  method: 'GET',
  path: `${WORKSPACE_PATH}/stories-by-reference/{reference}`,
  tag: 'Stories',
  summary: 'Get a story by its reference',
  description:
    'Looks up a story by team code and number, such as ENG-184, also by those that it had before it moved to another team. A story created or moved moments ago may not be found yet.',
  scopes: ['stories:read'],
  principals: ['user', 'serviceAccount', 'oauth'],
  params: { reference: storyReference().meta({ description: 'Team code and number of the story.' }) },
  output: storySchema,
  includes: storyIncludes,
  load: ({ path, read }) => ({ teamId: findTeamOfReference(read, path.workspaceId, path.reference) }),
  handle: async ({ path, loaded: { teamId }, caller, read, now }) => {
    const id = await findStoryId({ read, caller }, teamId, path.reference);
    return showStory(readableStoryOrThrow(caller, id ? await getStoryItem(read, id) : undefined), now);
  },
});

/** Returns the team whose code a reference starts with. */
export const findTeamOfReference = (read: Reader, workspaceId: string, reference: string) =>
  findTeamId(read, workspaceId, codeOf(reference));

/**
 * Returns the id of the story that has a reference, or had it before it moved; undefined if there is none. The caller
 * may not be allowed to see the story.
 */
export async function findStoryId(
  { read, caller }: Pick<OperationContext, 'read' | 'caller'>,
  teamId: string | undefined,
  reference: string,
): Promise<string | undefined> {
  if (teamId === undefined) return undefined;
  const key = caller.teamIds.has(teamId) ? await findStoryKey(read, teamId, numberOf(reference)) : undefined;
  return key ? storyIdOf(key) : await findFormerStoryId(read, caller.workspaceId, reference);
}

const codeOf = (reference: string): string => reference.split('-')[0]!.toUpperCase();
const numberOf = (reference: string): number => Number(reference.split('-')[1]);
