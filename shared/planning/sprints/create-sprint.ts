import { conflict, invalidReference, invalidRequest } from '../../kernel/core/errors.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { destructive } from '../../kernel/api/operation/tool-declaration.ts';
import { getCadenceItem, toCadence } from '../cadence/cadence-store.ts';
import { tallyOf } from '../counts/story-counts.ts';
import { canSeeObjective, getObjectiveReference } from '../objective/objective-store.ts';
import { getTeamItem, recordTeamContent, toTeam } from '../../identity/team/team-store.ts';
import { sprintNameTaken } from './get-sprint.ts';
import { visibleSprintOrThrow } from './sprint-access.ts';
import { sprintCreateSchema } from './sprint-requests.ts';
import { sprintSchema, type StoredSprint } from './sprint.ts';
import { getSprintWithTally, putSprint, toShownSprint } from './sprint-store.ts';
import { dateSpanProblems } from '../../kernel/core/date-span.ts';

export const createSprint = operation({
  id: 'createSprint',
  method: 'POST',
  path: `${WORKSPACE_PATH}/sprints`,
  tag: 'Sprints',
  summary: 'Create a sprint',
  description: 'The team must have sprints enabled. Sprints may overlap, but have names of their own.',
  scopes: ['sprints:write'],
  role: 'member',
  teamRestricted: 'allowed',
  status: 201,
  errors: ['invalid_reference', 'conflict'],
  body: sprintCreateSchema,
  output: sprintSchema,
  tool: {
    name: 'save_sprint',
    title: 'Create, change or plan a sprint',
    description:
      'Creates a sprint of a team, changes or deletes it, or fills it as analyze_sprint proposed: {"teamId":"ENG","name":"Sprint 7","startDate":"2026-12-01","endDate":"2026-12-14","idempotencyKey":"…"}. update_stories puts single stories in.',
    annotations: destructive,
  },
  load: ({ body, read }) => ({
    team: getTeamItem(read, body.teamId),
    cadence: getCadenceItem(read, body.teamId),
    objective: body.objectiveId ? getObjectiveReference(read, body.objectiveId) : Promise.resolve(undefined),
  }),
  handle: async ({ body, loaded: { team, objective, cadence }, caller, now, newId, commit }) => {
    if (!team || !caller.teamIds.has(body.teamId)) {
      throw noTeam();
    }
    if (body.objectiveId && (objective?.teamId !== body.teamId || !canSeeObjective(caller, objective))) {
      throw invalidReference([{ path: 'objectiveId', message: "is not an objective of the sprint's team" }]);
    }
    const problems = dateSpanProblems(body);
    if (problems.length > 0) throw invalidRequest(problems);
    if (!toTeam(team).sprintsEnabled) {
      throw conflict(
        'The team does not use sprints.',
        'Enable sprints with updateTeam or choose another team.',
      );
    }
    const timestamp = now.toISOString();
    const sprint: StoredSprint = {
      id: newId(),
      workspaceId: caller.workspaceId,
      ...body,
      goal: body.goal ?? null,
      objectiveId: body.objectiveId ?? null,
      automationManaged: false,
      createdAt: timestamp,
      updatedAt: timestamp,
      startedAt: null,
      closedAt: null,
      timeZone: cadence ? toCadence(cadence).timeZone : 'UTC',
    };
    await commit(
      [...putSprint(sprint, sprintNameTaken(sprint)), recordTeamContent(body.teamId, noTeam)],
      sprint.id,
    );
    return { ...sprint, storyCounts: tallyOf({}).counts };
  },
  replay: async ({ caller, read, resourceId }) => {
    const sprint = await getSprintWithTally(read, resourceId);
    return toShownSprint(visibleSprintOrThrow(caller, sprint?.item), sprint!.tally);
  },
});

const noTeam = () =>
  invalidReference([{ path: 'teamId', message: 'is not a team that this credential can access' }]);
