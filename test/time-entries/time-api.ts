import type { TimeEntry } from '../../shared/planning/time-entries/time-entry.ts';
import type { TimeSpent } from '../../shared/planning/time-entries/time-spent.ts';
import { dataOf } from '../stories/story-api.ts';
import type { Client, RequestOptions } from '../support/client.ts';

type Ided = { id: string };
type Query = NonNullable<RequestOptions['query']>;
type Headers = NonNullable<RequestOptions['headers']>;

/** Time spent on stories, as one client logs and reads it. */
export function timeApi({ path }: { path: string }, client: Client) {
  const all = (story: Ided) => `${path}/stories/${story.id}/time-entries`;
  const at = (story: Ided, { id }: Ided) => `${all(story)}/${id}`;
  const send = (story: Ided, body: object, headers?: Headers) => client.post(all(story), body, headers);
  return {
    send,
    log: async (story: Ided, minutes = 30, fields: object = {}): Promise<TimeEntry> =>
      dataOf(await send(story, { minutes, ...fields }), 201),
    get: (story: Ided, entry: Ided) => client.get(at(story, entry)),
    update: (story: Ided, entry: Ided, body: object, headers?: Headers) =>
      client.patch(at(story, entry), body, headers),
    change: async (story: Ided, entry: TimeEntry, fields: object): Promise<TimeEntry> =>
      dataOf(await client.patch(at(story, entry), { expectedUpdatedAt: entry.updatedAt, ...fields }), 200),
    delete: (story: Ided, entry: Ided, headers?: Headers) => client.delete(at(story, entry), headers),
    listOf: (story: Ided, query: Query = {}) => client.get(all(story), query),
    list: (query: Query = {}) => client.get(`${path}/time-entries`, query),
    sendSum: (query: Query) => client.get(`${path}/time-spent`, query),
    sum: async (query: Query): Promise<TimeSpent> =>
      dataOf(await client.get(`${path}/time-spent`, query), 200),
  };
}
