import type { StoryTemplate } from '../../shared/planning/story-templates/story-template.ts';
import { dataOf, storyApi } from '../stories/story-api.ts';
import type { Client } from '../support/client.ts';
import { newKey, newWorkspace, type TestWorkspace } from '../support/workspace.ts';

type Headers = Record<string, string>;

/** The longest checklist, of 30 KB. */
export const longChecklist = Array.from({ length: 50 }, () => '€'.repeat(200));

/** The story templates of a workspace, as one client manages them. */
export function templateApi({ path }: Pick<TestWorkspace, 'path'>, client: Client) {
  const at = (id: string) => `${path}/story-templates/${id}`;
  const send = (body: object, headers: Headers = {}) =>
    client.post(`${path}/story-templates`, body, { 'idempotency-key': newKey(), ...headers });
  return {
    send,
    /** Creates a template; throws where that is refused. */
    create: async (fields: object): Promise<StoryTemplate> =>
      dataOf(await send({ name: 'A template', ...fields }), 201),
    get: (id: string) => client.get(at(id)),
    list: (query: Record<string, string | number> = {}) => client.get(`${path}/story-templates`, query),
    update: ({ id, updatedAt }: StoryTemplate, fields: object, headers: Headers = {}) =>
      client.patch(at(id), { expectedUpdatedAt: updatedAt, ...fields }, headers),
    delete: (id: string, headers: Headers = {}) => client.delete(at(id), headers),
  };
}

/** A workspace with two teams: two members of the first, and somebody of the other. */
export async function newTemplateWorkspace() {
  const workspace = await newWorkspace();
  const [team, other] = [await workspace.team(), await workspace.team()];
  const [member, outsider] = [
    await workspace.person('member', [team]),
    await workspace.person('member', [other]),
  ];
  return {
    workspace,
    team,
    other,
    member,
    templates: templateApi(workspace, member.client),
    theirs: templateApi(workspace, outsider.client),
    stories: storyApi(workspace, member.client),
  };
}
