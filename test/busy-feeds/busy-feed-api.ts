import type { BusyFeed } from '../../shared/planning/scheduling/busy-feeds/busy-feed.ts';
import { dataOf } from '../stories/story-api.ts';
import type { Client, RequestOptions } from '../support/client.ts';

/** The busy feeds of a member as one client sees and changes them. */
export function busyFeedApi({ path }: { path: string }, client: Client, memberId: string) {
  const root = `${path}/members/${memberId}/busy-feeds`;
  const send = (body: object, headers: Record<string, string> = {}) => client.post(root, body, headers);
  return {
    send,
    create: async (url = calendarAt()): Promise<BusyFeed> => dataOf(await send({ url }), 201),
    list: (query: RequestOptions['query'] = {}) => client.get(root, query),
    all: async (): Promise<BusyFeed[]> => dataOf(await client.get(root, { limit: 100 }), 200),
    delete: (id: string, headers: Record<string, string> = {}) => client.delete(`${root}/${id}`, headers),
  };
}

/** An address at which the receiver of the runner has a calendar; without one, its answer is empty. */
export const calendarAt = (calendar?: string): string =>
  `https://inbox.plotline.test/private-1f0c/basic.ics${calendar === undefined ? '' : `?calendar=${encodeURIComponent(calendar)}`}`;
