import { invalidReference, invalidRequest, notFound } from '../../kernel/core/errors.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { nextVersion } from '../../kernel/api/operation/patch.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { canSeeObjective, getObjectiveReference } from '../objective/objective-store.ts';
import { sprintNameTaken } from './get-sprint.ts';
import { visibleSprintOrThrow } from './sprint-access.ts';
import { sprintPatch } from './sprint-requests.ts';
import { sprintSchema } from './sprint.ts';
import {
  getSprintWithTally,
  moveSprintName,
  replaceSprint,
  toSprint,
  toShownSprint,
} from './sprint-store.ts';
import { dateSpanProblems } from '../../kernel/core/date-span.ts';

export const updateSprint = operation({
  id: 'updateSprint',
  method: 'PATCH',
  path: `${WORKSPACE_PATH}/sprints/{sprintId}`,
  tag: 'Sprints',
  summary: 'Update a sprint',
  description:
    "Sets the fields that are sent and clears those listed in clearFields, provided that expectedUpdatedAt is the sprint's current updatedAt. A sprint that a cadence manages is no longer managed by it afterwards.",
  scopes: ['sprints:write'],
  role: 'member',
  teamRestricted: 'allowed',
  errors: ['invalid_reference', 'version_conflict', 'conflict'],
  params: { sprintId: uuid() },
  body: sprintPatch.schema,
  output: sprintSchema,
  load: ({ path, body, read }) => ({
    sprint: getSprintWithTally(read, path.sprintId),
    objective: body.objectiveId ? getObjectiveReference(read, body.objectiveId) : Promise.resolve(undefined),
  }),
  handle: async ({ body, loaded: { sprint: found, objective }, caller, now, commit }) => {
    const sprint = toSprint(visibleSprintOrThrow(caller, found?.item));
    if (sprint.updatedAt !== body.expectedUpdatedAt) throw sprintPatch.conflict(sprint, body);
    if (body.objectiveId && (objective?.teamId !== sprint.teamId || !canSeeObjective(caller, objective))) {
      throw invalidReference([{ path: 'objectiveId', message: "is not an objective of the sprint's team" }]);
    }
    const patched = nextVersion(sprint, sprintPatch.apply(sprint, body), now);
    // What people have changed, the team's cadence leaves alone.
    const next = patched === sprint ? sprint : { ...patched, automationManaged: false };
    const problems = dateSpanProblems(next);
    if (problems.length > 0) throw invalidRequest(problems);
    const stale = (current: Parameters<typeof toSprint>[0] | undefined) =>
      current ? sprintPatch.conflict(toSprint(current), body) : notFound('sprint');
    await commit(
      next === sprint
        ? []
        : [replaceSprint(next, sprint, stale), ...moveSprintName(next, sprint, sprintNameTaken(next))],
      sprint.id,
    );
    return { ...next, storyCounts: found!.tally.counts };
  },
  replay: async ({ caller, read, resourceId }) => {
    const sprint = await getSprintWithTally(read, resourceId);
    return toShownSprint(visibleSprintOrThrow(caller, sprint?.item), sprint!.tally);
  },
});
