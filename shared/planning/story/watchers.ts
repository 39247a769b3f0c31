import type { Story } from './story.ts';

/**
 * The watchers of a story: its reporter and assignee, unless they chose otherwise, and those who chose to or commented.
 */
export function watchersOf(
  { reporterId, assigneeId }: Pick<Story, 'reporterId' | 'assigneeId'>,
  chosen: ReadonlyMap<string, boolean>,
): Set<string> {
  const watching = new Set([reporterId, assigneeId].filter((id) => id !== null));
  for (const [id, watches] of chosen) {
    if (watches) watching.add(id);
    else watching.delete(id);
  }
  return watching;
}
