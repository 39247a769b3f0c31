import { invalidReference, invalidRequest } from '../../kernel/core/errors.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { destructive } from '../../kernel/api/operation/tool-declaration.ts';
import { canSeeObjective, getObjectiveReference } from '../objective/objective-store.ts';
import { showKeyResult } from './get-key-result.ts';
import { initialMeasure, keyResultCreateSchema, measureProblems } from './key-result-requests.ts';
import { keyResultSchema, type StoredKeyResult } from './key-result.ts';
import { getKeyResultWithObjective, keyResultCounter, putKeyResult } from './key-result-store.ts';
import { loadPeople, peopleProblems } from './people.ts';
import { dateSpanProblems } from '../../kernel/core/date-span.ts';

export const createKeyResult = operation({
  id: 'createKeyResult',
  method: 'POST',
  path: `${WORKSPACE_PATH}/key-results`,
  tag: 'Key results',
  summary: 'Create a key result',
  description:
    'By default a percentage ranges from 0 to 100 and a boolean from 0 to 1. A number requires targetValue.',
  scopes: ['objectives:write'],
  role: 'member',
  teamRestricted: 'allowed',
  status: 201,
  errors: ['invalid_reference'],
  body: keyResultCreateSchema,
  output: keyResultSchema,
  tool: {
    name: 'save_key_result',
    title: 'Create, change or delete a key result',
    description:
      'Creates a key result (objectiveId, name, measurementType), or changes or deletes one: {"keyResultId":"NPS","expectedUpdatedAt":"…","currentValue":42}.',
    annotations: destructive,
  },
  load: ({ path, body, read }) => ({
    objective: getObjectiveReference(read, body.objectiveId),
    people: loadPeople(read, path.workspaceId, body),
  }),
  handle: async ({ body, loaded: { objective, people }, caller, now, newId, nextNumber, commit }) => {
    const noObjective = () =>
      invalidReference([
        { path: 'objectiveId', message: 'is not an objective that this credential can access' },
      ]);
    if (!objective || !canSeeObjective(caller, objective)) throw noObjective();
    const referenceErrors = peopleProblems(body, people, objective.teamId);
    if (referenceErrors.length > 0) throw invalidReference(referenceErrors);
    const draft = {
      ...body,
      ...initialMeasure(body),
      id: newId(),
      workspaceId: caller.workspaceId,
      teamId: objective.teamId,
      leadUserId: body.leadUserId ?? null,
      contributorIds: body.contributorIds ?? [],
      startDate: body.startDate ?? null,
      endDate: body.endDate ?? null,
      createdBy: caller.principalId,
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
    };
    const problems = [...measureProblems(draft), ...dateSpanProblems(draft)];
    if (problems.length > 0) throw invalidRequest(problems);
    const sequenceId = await nextNumber(keyResultCounter(caller.workspaceId));
    const keyResult: StoredKeyResult = { ...draft, sequenceId };
    await commit(putKeyResult(keyResult, noObjective), keyResult.id);
    return { ...keyResult, objectiveName: objective.name };
  },
  replay: async ({ caller, read, resourceId }) =>
    showKeyResult(caller, await getKeyResultWithObjective(read, resourceId)),
});
