import type { Caller } from '../../kernel/core/caller.ts';
import { accessEvent, toDeparture } from './access-event.ts';
import type { LoggedEvent } from './objective-visibility.ts';

/**
 * Returns what a caller sees of the events of a story that moved to another team: its update if they are in both teams,
 * otherwise that the story came into sight or went out of it. A reader who follows some of their teams sees what
 * leaves these. Undefined if they see nothing; events of other kinds are returned as they are.
 */
export function moveVisibility(
  { teamIds }: Caller,
  followed: ReadonlySet<string>,
): (event: LoggedEvent, body: string) => string | undefined {
  return (event, body) => {
    const { id: cause, type, timestamp, workspaceId, teamId, data, changes = [] } = event;
    const at = new Date(timestamp);
    const departure = toDeparture(event);
    if (departure) {
      const { resource, id, toTeamId } = departure;
      if (followed.has(toTeamId)) return undefined;
      return accessEvent({ type: 'access.revoked', resource, id, workspaceId, teamId, cause, at });
    }
    if (type !== 'story.updated') return body;
    const former = changes.find(({ field }) => field === 'teamId')?.from;
    if (typeof former !== 'string' || teamIds.has(former)) return body;
    const id = data['id'] as string;
    return accessEvent({ type: 'access.granted', resource: 'story', id, workspaceId, teamId, cause, at });
  };
}
