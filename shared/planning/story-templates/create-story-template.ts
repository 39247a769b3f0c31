import { ApiError, invalidReference } from '../../kernel/core/errors.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { getTeamRules, recordTeamContent } from '../../identity/team/team-store.ts';
import { STORY_TEMPLATES_PATH } from './list-story-templates.ts';
import { assertUsable, visibleTemplateOrThrow } from './story-template-access.ts';
import { storyTemplateCreateSchema, wholeSubStory } from './story-template-requests.ts';
import { findStoryTemplates, getStoryTemplateItem, putStoryTemplate } from './story-template-store.ts';
import { STORY_TEMPLATES_MAX, storyTemplateSchema, type StoryTemplate } from './story-template.ts';

const noTeam = { path: 'teamId', message: 'is not a team that this credential can access' };

export const createStoryTemplate = operation({
  id: 'createStoryTemplate',
  method: 'POST',
  path: STORY_TEMPLATES_PATH,
  tag: 'Story templates',
  summary: 'Create a story template',
  description: `Adds what stories of a team can be made from: createStory takes its id. A team can have ${STORY_TEMPLATES_MAX} templates.`,
  scopes: ['stories:write'],
  role: 'member',
  teamRestricted: 'allowed',
  status: 201,
  errors: ['invalid_reference', 'quota_exceeded'],
  body: storyTemplateCreateSchema,
  output: storyTemplateSchema,
  load: ({ body, read }) => ({
    team: getTeamRules(read, body.teamId),
    templates: findStoryTemplates(read, body.teamId, STORY_TEMPLATES_MAX),
  }),
  handle: async ({ body, loaded: { team, templates }, caller, read, now, newId, commit }) => {
    const { teamId } = body;
    if (!caller.teamIds.has(teamId)) throw invalidReference([noTeam]);
    if (templates.length >= STORY_TEMPLATES_MAX) throw tooMany();
    const timestamp = now.toISOString();
    const template: StoryTemplate = {
      id: newId(),
      workspaceId: caller.workspaceId,
      teamId,
      name: body.name,
      title: body.title ?? null,
      description: body.description ?? null,
      priority: body.priority ?? 'none',
      estimateValue: body.estimateValue ?? null,
      labels: body.labels ?? [],
      customFields: body.customFields ?? {},
      checklist: body.checklist ?? [],
      subStories: (body.subStories ?? []).map(wholeSubStory),
      createdAt: timestamp,
      updatedAt: timestamp,
    };
    await assertUsable(template, template, { read, caller, team, teamId });
    const inTeam = recordTeamContent(teamId, () => invalidReference([noTeam]));
    await commit([putStoryTemplate(template), inTeam], template.id);
    return template;
  },
  replay: async ({ caller, read, resourceId }) =>
    visibleTemplateOrThrow(caller, await getStoryTemplateItem(read, resourceId)),
});

const tooMany = () =>
  new ApiError(
    'quota_exceeded',
    `A team can have ${STORY_TEMPLATES_MAX} story templates, and this one has them.`,
    {
      hint: 'Delete a template that is no longer used.',
      details: { quota: 'storyTemplates', limit: STORY_TEMPLATES_MAX },
    },
  );
