import { notFound } from '../../kernel/core/errors.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { canSeeObjective } from '../objective/objective-store.ts';
import { keyResultSchema } from './key-result.ts';
import { getKeyResultWithObjective, toKeyResult, toShownKeyResult } from './key-result-store.ts';

export const getKeyResult = operation({
  id: 'getKeyResult',
  method: 'GET',
  path: `${WORKSPACE_PATH}/key-results/{keyResultId}`,
  tag: 'Key results',
  summary: 'Get a key result',
  description:
    "Returns a key result with the name of its objective. Key results of other people's private objectives return 404.",
  scopes: ['objectives:read'],
  params: { keyResultId: uuid() },
  output: keyResultSchema,
  load: ({ path, read }) => ({ keyResult: getKeyResultWithObjective(read, path.keyResultId) }),
  handle: async ({ loaded, caller }) => showKeyResult(caller, loaded.keyResult),
});

type FoundKeyResult = Awaited<ReturnType<typeof getKeyResultWithObjective>>;

/** Returns the key result and its objective; throws a 404 if the caller cannot see the objective. */
export function visibleKeyResultOrThrow(caller: Caller, found: FoundKeyResult) {
  if (!found?.objective || !canSeeObjective(caller, found.objective)) throw notFound('key result');
  return { item: found.item, objective: found.objective, keyResult: toKeyResult(found.item) };
}

export function showKeyResult(caller: Caller, found: FoundKeyResult) {
  const { item, objective } = visibleKeyResultOrThrow(caller, found);
  return toShownKeyResult(item, objective.name);
}
