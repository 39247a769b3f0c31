import type { Relation } from '../../shared/planning/relations/relation.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { dataOf } from '../stories/story-api.ts';
import type { Client, RequestOptions } from '../support/client.ts';

type Ided = Pick<Story, 'id'>;

/** The relation operations as one client calls them. */
export function relationApi({ path }: { path: string }, client: Client) {
  const all = (story: Ided) => `${path}/stories/${story.id}/relations`;
  const send = (story: Ided, type: string, related: Ided) =>
    client.post(all(story), { type, relatedStoryId: related.id });
  return {
    send,
    /** Relates two stories and returns the new relation; throws where that is refused or it exists already. */
    relate: async (story: Ided, type: string, related: Ided): Promise<Relation> =>
      dataOf(await send(story, type, related), 201),
    page: (story: Ided, query: RequestOptions['query'] = {}) => client.get(all(story), query),
    list: async (story: Ided): Promise<Relation[]> =>
      dataOf(await client.get(all(story), { limit: 100 }), 200),
    delete: (story: Ided, { id }: Ided) => client.delete(`${all(story)}/${id}`),
    /** The unfinished stories that block one, as its read includes them. */
    blockersOf: async (story: Ided): Promise<{ id: string; storyId: string }[]> => {
      const { status, json, text } = await client.get(`${path}/stories/${story.id}`, {
        include: 'blockedBy',
      });
      if (status !== 200) throw new Error(text);
      return json.included.blockedBy;
    },
  };
}

export type RelationApi = ReturnType<typeof relationApi>;
