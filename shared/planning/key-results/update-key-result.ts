import { invalidReference, invalidRequest, notFound } from '../../kernel/core/errors.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { nextVersion } from '../../kernel/api/operation/patch.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { showKeyResult, visibleKeyResultOrThrow } from './get-key-result.ts';
import { keyResultPatch, measureProblems } from './key-result-requests.ts';
import { keyResultSchema } from './key-result.ts';
import { getKeyResultWithObjective, replaceKeyResult, toKeyResult } from './key-result-store.ts';
import { loadPeople, peopleProblems } from './people.ts';
import type { Item } from '../../kernel/core/database.ts';
import { dateSpanProblems } from '../../kernel/core/date-span.ts';

export const updateKeyResult = operation({
  id: 'updateKeyResult',
  method: 'PATCH',
  path: `${WORKSPACE_PATH}/key-results/{keyResultId}`,
  tag: 'Key results',
  summary: 'Update a key result',
  description:
    'Updates a key result. Set currentValue to report progress. The measurement type cannot be changed.',
  scopes: ['objectives:write'],
  role: 'member',
  teamRestricted: 'allowed',
  errors: ['invalid_reference', 'version_conflict'],
  params: { keyResultId: uuid() },
  body: keyResultPatch.schema,
  output: keyResultSchema,
  load: ({ path, body, read }) => ({
    keyResult: getKeyResultWithObjective(read, path.keyResultId),
    people: loadPeople(read, path.workspaceId, body),
  }),
  handle: async ({ body, loaded, caller, now, commit }) => {
    const { keyResult, objective } = visibleKeyResultOrThrow(caller, loaded.keyResult);
    if (keyResult.updatedAt !== body.expectedUpdatedAt) throw keyResultPatch.conflict(keyResult, body);
    const referenceErrors = peopleProblems(body, loaded.people, keyResult.teamId);
    if (referenceErrors.length > 0) throw invalidReference(referenceErrors);
    const next = nextVersion(keyResult, keyResultPatch.apply(keyResult, body), now);
    const problems = [...measureProblems(next), ...dateSpanProblems(next)];
    if (problems.length > 0) throw invalidRequest(problems);
    const stale = (current: Item | undefined) =>
      current ? keyResultPatch.conflict(toKeyResult(current), body) : notFound('key result');
    await commit(next === keyResult ? [] : [replaceKeyResult(next, keyResult, stale)], keyResult.id);
    return { ...next, objectiveName: objective.name };
  },
  replay: async ({ caller, read, resourceId }) =>
    showKeyResult(caller, await getKeyResultWithObjective(read, resourceId)),
});
