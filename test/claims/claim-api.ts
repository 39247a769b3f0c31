import { claimNextStories } from '../../shared/planning/claims/claim-next-stories.ts';
import type { Claim } from '../../shared/planning/story-parts/claim.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { operationRoute } from '../../shared/kernel/api/http/operation-route.ts';
import { storyGroup } from '../../shared/surface/groups/stories.ts';
import { getOpenAPIDescription } from '../../shared/surface/system/get-open-api-description.ts';
import { dataOf, storyApi } from '../stories/story-api.ts';
import { startClockedService } from '../support/clocked-service.ts';
import { sharedService } from '../support/service.ts';
import type { Client, RequestOptions } from '../support/client.ts';

type Ided = Pick<Story, 'id'>;
type Headers = NonNullable<RequestOptions['headers']>;

/** What a call for the next stories answers. */
export interface Claimed {
  story: Story;
  claim: Claim;
}

/** The claims of stories as one client makes them. */
export function claimApi(workspace: { path: string }, client: Client) {
  const at = ({ id }: Ided) => `${workspace.path}/stories/${id}/claim`;
  const send = (story: Ided, body: object = { leaseSeconds: 60 }, headers?: Headers) =>
    client.post(at(story), body, headers);
  const sendNext = (body: object = {}, headers?: Headers) =>
    client.post(`${workspace.path}/stories/claim`, { leaseSeconds: 60, limit: 1, ...body }, headers);
  return {
    ...storyApi(workspace, client),
    send,
    claim: async (story: Ided, body?: object): Promise<Claim> => dataOf(await send(story, body), 201),
    sendNext,
    next: async (body?: object): Promise<Claimed[]> => dataOf(await sendNext(body), 200),
    renew: (story: Ided, body: object, headers?: Headers) => client.post(`${at(story)}/renew`, body, headers),
    release: (story: Ided, body: object, headers?: Headers) =>
      client.post(`${at(story)}/release`, body, headers),
  };
}

export type ClaimApi = ReturnType<typeof claimApi>;

/** Serves stories and their claims at a time that a test sets. */
export const startClaimService = () =>
  startClockedService([...storyGroup, claimNextStories, description].map(operationRoute));

/** The document that clients validate answers against, as the shared service has it. */
const description: typeof getOpenAPIDescription = {
  ...getOpenAPIDescription,
  handle: async ({ baseUrl }) => {
    const shared = sharedService().baseUrl;
    const answer = await fetch(`${shared}/openapi.json`);
    return JSON.parse((await answer.text()).replaceAll(shared, baseUrl)) as unknown;
  },
};
