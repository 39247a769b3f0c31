import type { StoryTemplate } from '../../shared/planning/story-templates/story-template.ts';
import { storyApi } from '../stories/story-api.ts';
import type { Client } from '../support/client.ts';
import { resourceApi } from '../support/resource-api.ts';
import { newWorkspace, type TestWorkspace } from '../support/workspace.ts';

/** The longest checklist, of 10,000 characters. */
export const longChecklist = Array.from({ length: 50 }, () => '€'.repeat(200));

/** The story templates of a workspace, as one client manages them. */
export const templateApi = ({ path }: Pick<TestWorkspace, 'path'>, client: Client) =>
  resourceApi<StoryTemplate>(client, `${path}/story-templates`, { name: 'A template' });

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
