import { findTeamId } from '../../identity/team/team-store.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { findFormerStoryId } from './former-reference-store.ts';
import { findStoryKey } from './story-lookup-store.ts';
import { storyIdOf } from './story-store.ts';

/** A reference as requests write it: a team's code in any case, and a number. */
export const REFERENCE = /^[A-Za-z0-9]{2,10}-[1-9][0-9]{0,8}$/;

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
