import type { Status } from '../../identity/status/status.ts';
import type { Sprint } from '../../planning/sprints/sprint.ts';
import type { Story } from '../../planning/story/story.ts';

/** A sprint or objective that counts these stories, all of its own: stored counts follow a moment later. */
export function withCounted<T extends Pick<Sprint, 'storyCounts'>>(
  owner: T,
  stories: readonly Story[],
  statuses: readonly Status[],
): T {
  const categories = new Map(statuses.map(({ id, category }) => [id, category]));
  const numberOf = (category: Status['category']) =>
    stories.filter(({ statusId }) => categories.get(statusId) === category).length;
  const storyCounts = {
    ...owner.storyCounts,
    total: stories.length,
    completed: numberOf('completed'),
    cancelled: numberOf('cancelled'),
  };
  return { ...owner, storyCounts };
}
