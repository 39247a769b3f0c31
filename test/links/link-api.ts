import type { StoryLink } from '../../shared/planning/story-parts/link.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { dataOf } from '../stories/story-api.ts';
import type { Client, RequestOptions } from '../support/client.ts';
import { newKey } from '../support/workspace.ts';

type Ided = Pick<Story, 'id'>;
type Headers = NonNullable<RequestOptions['headers']>;

/** The links of stories as one client makes them. */
export function linkApi({ path }: { path: string }, client: Client) {
  const at = ({ id }: Ided) => `${path}/stories/${id}/links`;
  const one = (story: Ided, { id }: Ided) => `${at(story)}/${id}`;
  const send = (story: Ided, body: object, headers?: Headers) => client.post(at(story), body, headers);
  const update = (story: Ided, link: Pick<StoryLink, 'id' | 'updatedAt'>, patch: object, headers?: Headers) =>
    client.patch(one(story, link), { expectedUpdatedAt: link.updatedAt, ...patch }, headers);
  return {
    send,
    /** Creates a link, to a page of its own unless `fields` names one; throws where that is refused. */
    create: async (story: Ided, fields: object = {}): Promise<StoryLink> =>
      dataOf(await send(story, { url: `https://example.com/${newKey()}`, ...fields }), 201),
    get: (story: Ided, link: Ided) => client.get(one(story, link)),
    sendList: (story: Ided, query: RequestOptions['query'] = {}) => client.get(at(story), query),
    list: async (story: Ided): Promise<StoryLink[]> => dataOf(await client.get(at(story)), 200),
    update,
    change: async (story: Ided, link: StoryLink, patch: object): Promise<StoryLink> =>
      dataOf(await update(story, link, patch), 200),
    delete: (story: Ided, link: Ided, headers?: Headers) => client.delete(one(story, link), headers),
  };
}

export type LinkApi = ReturnType<typeof linkApi>;
