import type { OperationContext, Page } from '../../kernel/core/call.ts';
import { invalidRequest } from '../../kernel/core/errors.ts';
import { markedValues, type Inclusion } from '../../kernel/core/query-parameters.ts';
import { listedTeams } from '../../identity/team/team-access.ts';
import { findExternalStory } from './external-identity-store.ts';
import { storyTeamOf, toStory } from '../story/story-store.ts';
import type { Story } from '../story/story.ts';

interface ExternalQuery {
  externalSource: string | undefined;
  externalId: string | undefined;
  teamId?: string | undefined;
  archived?: Inclusion | undefined;
  [filter: string]: unknown;
}

/**
 * A page with the story that another tool calls so, if the caller can see it; archived ones too unless `archived` says
 * otherwise. Throws a 400 for other filters, which would not be looked at.
 */
export async function readExternalStory(
  { caller, read }: Pick<OperationContext, 'caller' | 'read'>,
  { externalSource, externalId, teamId, archived, ...others }: ExternalQuery,
): Promise<Page<Story>> {
  if (externalSource === undefined || externalId === undefined) {
    const [path, given] =
      externalId === undefined ? ['externalId', 'externalSource'] : ['externalSource', 'externalId'];
    throw invalidRequest([{ in: 'query', path, code: 'required', message: `is required with ${given}` }]);
  }
  const odd = Object.keys(others).filter((name) => others[name] !== undefined);
  if (odd.length > 0) {
    const message = 'cannot be combined with externalId, which names one story';
    throw invalidRequest(odd.map((path) => ({ in: 'query', path, message })));
  }
  const teams = listedTeams(caller, teamId);
  const item = await findExternalStory(read, { workspaceId: caller.workspaceId, externalSource, externalId });
  if (!item || !teams.includes(storyTeamOf(item))) return { items: [] };
  const story = toStory(item);
  const isWanted = markedValues(archived ?? 'include').includes(story.archivedAt !== null);
  return { items: isWanted ? [story] : [] };
}
