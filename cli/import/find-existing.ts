import limitConcurrency from 'p-limit';
import type { Story } from '../../shared/planning/story/story.ts';
import { successOf, type ApiClient } from './api-client.ts';
import { externalName, type ExternalIdentity } from './external.ts';

/** Up to so many stories are looked up one by one; for more, all stories are listed, 100 per request. */
const LOOKED_UP_MAX = 20;
const AT_ONCE = 10;

/**
 * The stories that have one of these identities, archived ones too, by `externalName`. Those of teams that the token
 * cannot access are not among them.
 */
export async function findExisting(
  client: ApiClient,
  workspaceId: string,
  identities: readonly ExternalIdentity[],
): Promise<ReadonlyMap<string, Story>> {
  const path = `/api/v1/workspaces/${workspaceId}/stories`;
  const wanted = new Set(identities.map(externalName));
  const existing = new Map<string, Story>();
  const note = (story: Story): void => {
    const { externalSource: source, externalId: id } = story;
    const name = source === null || id === null ? undefined : externalName({ source, id });
    if (name !== undefined && wanted.has(name)) existing.set(name, story);
  };
  if (identities.length <= LOOKED_UP_MAX) (await lookUpEach(client, path, identities)).forEach(note);
  else for await (const page of client.pages<Story>(path, { archived: 'include' })) page.forEach(note);
  return existing;
}

async function lookUpEach(
  client: ApiClient,
  path: string,
  identities: readonly ExternalIdentity[],
): Promise<Story[]> {
  const limit = limitConcurrency(AT_ONCE);
  const found = identities.map(({ source: externalSource, id: externalId }) =>
    limit(() => client.list<Story>(path, { externalSource, externalId })),
  );
  return (await Promise.all(found)).flat();
}

/** A story as it is now; undefined if it is gone or hidden. */
export async function getStory(
  client: ApiClient,
  workspaceId: string,
  storyId: string,
): Promise<Story | undefined> {
  const answer = await client.send('GET', `/api/v1/workspaces/${workspaceId}/stories/${storyId}`);
  return answer.status === 404 ? undefined : successOf<Story>(answer, `the story ${storyId}`);
}
