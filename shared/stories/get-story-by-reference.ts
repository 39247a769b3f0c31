import * as z from 'zod';
import { notFound } from '../api/errors.ts';
import { operation, WORKSPACE_PATH } from '../api/operation.ts';
import { findTeamId } from '../teams/team-store.ts';
import { readableStoryOrThrow } from './get-story.ts';
import { storySchema } from './story.ts';
import { findStoryKey, getStoryItem, storyIdOf, toStoryJson } from './story-store.ts';

export const storyReference = () =>
  z.string().regex(/^[A-Za-z0-9]{2,8}-[1-9][0-9]{0,8}$/, { error: 'must be a reference such as ENG-184' });

export const getStoryByReference = operation({
  id: 'getStoryByReference',
  method: 'GET',
  path: `${WORKSPACE_PATH}/stories-by-reference/{reference}`,
  tag: 'Stories',
  summary: 'Get a story by its reference',
  description:
    'Finds a story by team code and number, such as ENG-184. A story made a moment ago may not be found yet.',
  scopes: ['stories:read'],
  principals: ['user', 'serviceAccount'],
  params: { reference: storyReference() },
  output: storySchema,
  load: ({ path, read }) => ({ teamId: findTeamId(read, path.workspaceId, codeOf(path.reference)) }),
  handle: async ({ path, loaded: { teamId }, caller, read }) => {
    if (teamId === undefined || !caller.teamIds.has(teamId)) throw notFound('story');
    const key = await findStoryKey(read, teamId, numberOf(path.reference));
    if (!key) throw notFound('story');
    return toStoryJson(readableStoryOrThrow(caller, await getStoryItem(read, storyIdOf(key))));
  },
});

const codeOf = (reference: string): string => reference.split('-')[0]!.toUpperCase();
const numberOf = (reference: string): number => Number(reference.split('-')[1]);
