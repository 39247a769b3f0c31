import { invalidReference, invalidRequest } from '../api/errors.ts';
import { operation, WORKSPACE_PATH } from '../api/operation.ts';
import { adds } from '../api/tool-declaration.ts';
import { getTeamRules } from '../teams/team-store.ts';
import { readableStoryOrThrow } from './get-story.ts';
import { loadReferences, referenceProblems, resolveReferences } from './references.ts';
import { storyCreateSchema, storySchema } from './story.ts';
import { nameStory } from './story-number.ts';
import { draftStory, startAfter, storyProblems } from './story-rules.ts';
import { getStoryItem, putStory, storyExists, toStoryJson } from './story-store.ts';

export const createStory = operation({
  id: 'createStory',
  method: 'POST',
  path: `${WORKSPACE_PATH}/stories`,
  tag: 'Stories',
  summary: 'Create a story',
  description:
    'Sending the same bytes under the same Idempotency-Key again answers with the story that the first request made, as it is now, and the header Idempotent-Replayed.',
  scopes: ['stories:write'],
  principals: ['user', 'serviceAccount'],
  role: 'member',
  teamRestricted: 'allowed',
  status: 201,
  idempotency: 'required',
  errors: ['invalid_reference'],
  body: storyCreateSchema,
  output: storySchema,
  tool: {
    name: 'create_story',
    title: 'Create a story',
    description: "Adds a story to a team. Without statusId it starts with the team's default status.",
    annotations: adds,
  },
  load: ({ path, body, read }) => ({
    team: getTeamRules(read, body.teamId),
    references: loadReferences(read, path.workspaceId, body),
  }),
  handle: async ({ body, loaded, caller, now, newId, drawNumber, commit }) => {
    const { team, references } = loaded;
    if (!team || !caller.teamIds.has(team.id)) {
      throw invalidReference([{ path: 'teamId', message: 'is not a team that this credential reaches' }]);
    }
    const misfits = referenceProblems(body, references, { teamId: team.id, caller });
    if (misfits.length > 0) throw invalidReference(misfits);
    const resolved = resolveReferences(body, references);
    const draft = draftStory(body, team, resolved, {
      id: newId(),
      workspaceId: caller.workspaceId,
      reporterId: caller.principalId,
      now,
    });
    const problems = storyProblems(draft, team.estimateScheme);
    if (problems.length > 0) throw invalidRequest(problems);
    const story = await nameStory(draft, team, drawNumber);
    const parentGone = () => invalidReference([{ path: 'parentId', message: 'is not a story that exists' }]);
    const category = resolved.statusCategory ?? team.defaultStatus.category;
    const startedAt = startAfter(undefined, category, story.createdAt);
    await commit(
      [putStory(story, startedAt), ...(story.parentId ? [storyExists(story.parentId, parentGone)] : [])],
      story.id,
    );
    return story;
  },
  replay: async ({ caller, read, resourceId }) =>
    toStoryJson(readableStoryOrThrow(caller, await getStoryItem(read, resourceId))),
});
