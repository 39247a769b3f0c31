import { insufficientRole, invalidReference, invalidRequest } from '../../kernel/core/errors.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { assertWithinQuota } from '../../kernel/api/limits/quotas.ts';
import { getWorkspaceLimits } from '../../kernel/api/limits/workspace-limits-store.ts';
import { additive } from '../../kernel/api/operation/tool-declaration.ts';
import { getTeamRules } from '../../identity/teams/team-store.ts';
import { readableStoryOrThrow } from './story-access.ts';
import { loadReferences, storyReferenceErrors, resolveReferences, assignReference } from './references.ts';
import { storyCreateSchema, storySchema } from './story.ts';
import { draftStory, startedAtAfter, storyProblems, importedProblems } from './story-rules.ts';
import { getStoryItem, putStory, storyExists, toStory } from './story-store.ts';
import { readMembership } from '../../kernel/auth/membership-store.ts';

export const createStory = operation({
  id: 'createStory',
  method: 'POST',
  path: `${WORKSPACE_PATH}/stories`,
  tag: 'Stories',
  summary: 'Create a story',
  description:
    'Sending the same bytes with the same Idempotency-Key again returns the story created by the first request, in its current state, with the header Idempotent-Replayed. Admins can set imported to record the history of a story from another tool.',
  scopes: ['stories:write'],
  principals: ['user', 'serviceAccount'],
  role: 'member',
  teamRestricted: 'allowed',
  status: 201,
  idempotency: 'required',
  errors: ['quota_exceeded', 'invalid_reference', 'insufficient_role'],
  body: storyCreateSchema,
  output: storySchema,
  tool: {
    name: 'create_story',
    title: 'Create stories',
    description:
      'Adds one or several stories to a team: {"teamId":"ENG","title":"Fix login","labels":["Bug"],"idempotencyKey":"…"}.',
    annotations: additive,
    // Only admins import stories.
    omits: ['imported'],
  },
  load: ({ path, body, read }) => ({
    limits: getWorkspaceLimits(read, path.workspaceId),
    team: getTeamRules(read, body.teamId),
    references: loadReferences(read, path.workspaceId, body),
    reporter: body.imported?.reporterId
      ? readMembership(read, path.workspaceId, body.imported.reporterId)
      : Promise.resolve(undefined),
  }),
  handle: async ({ body, loaded, caller, now, newId, drawNumber, commit }) => {
    const { team, references, reporter } = loaded;
    const { imported } = body;
    if (imported && caller.role !== 'admin') {
      throw insufficientRole('Only admins can set imported.', 'admin');
    }
    if (!team || !caller.teamIds.has(team.id)) {
      throw invalidReference([{ path: 'teamId', message: 'is not a team that this credential can access' }]);
    }
    const referenceErrors = storyReferenceErrors(body, references, { teamId: team.id, caller });
    if (referenceErrors.length > 0) throw invalidReference(referenceErrors);
    if (imported?.reporterId && !reporter) {
      throw invalidReference([{ path: 'imported.reporterId', message: 'is not in the workspace' }]);
    }
    const resolved = resolveReferences(body, references);
    const category = resolved.statusCategory ?? team.defaultStatus.category;
    const draft = draftStory(body, team, resolved, {
      id: newId(),
      workspaceId: caller.workspaceId,
      reporterId: caller.principalId,
      now,
    });
    const problems = [
      ...storyProblems(draft, team.estimateScheme),
      ...(imported ? importedProblems(imported, category, now) : []),
    ];
    if (problems.length > 0) throw invalidRequest(problems);
    assertWithinQuota(loaded.limits, 'stories');
    const story = await assignReference(draft, team, drawNumber);
    const parentGone = () => invalidReference([{ path: 'parentId', message: 'is not an existing story' }]);
    const startedAt = imported ? imported.startedAt : startedAtAfter(undefined, category, story.createdAt);
    await commit(
      [putStory(story, startedAt), ...(story.parentId ? [storyExists(story.parentId, parentGone)] : [])],
      story.id,
    );
    return story;
  },
  replay: async ({ caller, read, resourceId }) =>
    toStory(readableStoryOrThrow(caller, await getStoryItem(read, resourceId))),
});
