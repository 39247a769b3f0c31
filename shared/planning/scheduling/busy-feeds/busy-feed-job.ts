import type { Change } from '../../../kernel/core/database.ts';
import { jobKind, type Job } from '../../../kernel/jobs/job-store.ts';
import { deleteFeedTimes } from '../working-time/working-time-store.ts';
import { deleteBusyFeedItem, type BusyFeedOwner, type FoundBusyFeed } from './busy-feed-store.ts';

/** The job that reads a feed. */
export const busyFeedJob = ({ workspaceId, memberId, id }: BusyFeedOwner & { id: string }): Job => ({
  name: 'busy_feed',
  ownerId: `${workspaceId}#${memberId}#${id}`,
  workspaceId,
});

/** The feed of a job. */
export function jobOwner(ownerId: string): BusyFeedOwner & { id: string } {
  const [workspaceId = '', memberId = '', id = ''] = ownerId.split('#');
  return { workspaceId, memberId, id };
}

/** Deletes a feed with its times and its job, whatever was read meanwhile. Throws `gone` if there is none. */
export const deleteBusyFeedChanges = (found: FoundBusyFeed, gone: () => Error): Change[] => {
  const { feed } = found;
  const { name, ownerId } = busyFeedJob(feed);
  return [
    deleteBusyFeedItem(found, gone),
    deleteFeedTimes(feed, feed.id),
    { delete: jobKind.key(`${name}#${ownerId}`) },
  ];
};
