import type { ResourceOperation, ServedOperation } from '../../kernel/api/operation/operation-kinds.ts';
import { isOfPlanning } from '../../kernel/api/operation/proposable.ts';
import { suffixOf } from '../../kernel/noun/define-noun.ts';
import { nouns } from '../../nouns/nouns.ts';
import { planningOperations } from '../groups/planning-operations.ts';

/**
 * Writes of one resource that a rule can make: those of planning and feedback that administrate nothing, return no
 * secret and take no file.
 */
function isAction(operation: ServedOperation): operation is ResourceOperation {
  return (
    operation.kind === 'resource' &&
    operation.method !== 'GET' &&
    operation.replay !== undefined &&
    operation.audit === null &&
    operation.secret === null &&
    operation.role !== 'admin' &&
    operation.bodyMaxBytes === undefined &&
    isOfPlanning(operation)
  );
}

const actions = new Map(planningOperations.filter(isAction).map((operation) => [operation.id, operation]));

export const actionNames: readonly string[] = [...actions.keys()];

/** The operation that an action names; undefined for what rules cannot do. */
export const actionOf = (id: string): ResourceOperation | undefined => actions.get(id);

/** The operation that reads the resource which an action changes; undefined where none does. */
export function readerOf({ path, method }: ResourceOperation): ResourceOperation | undefined {
  const place = path.slice(0, path.lastIndexOf('}') + 1);
  if (method === 'POST' && place === path.replace(/\/[\w-]+s$/, '')) return undefined;
  const found = planningOperations.find((one) => one.method === 'GET' && one.path === place);
  return found?.kind === 'resource' ? found : undefined;
}

/** The names of an action's path parameters, besides the workspace. */
export const placeOf = ({ path }: ResourceOperation): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => (name === 'workspaceId' ? [] : [name!]));

/** What an action makes or changes, such as `story`. */
export function resourceOf({ id }: ResourceOperation): string {
  const object = id.replace(/^[a-z]+/, '');
  const [noun] = nouns
    .filter((one) => object.startsWith(suffixOf(one)))
    .sort((one, other) => other.name.length - one.name.length);
  return noun?.name ?? object.replaceAll(/(?<!^)([A-Z])/g, '_$1').toLowerCase();
}

/** Whether the body of an action names the version that it changes. */
export const isVersioned = ({ input }: ResourceOperation): boolean => {
  const { body } = input;
  return body !== null && 'shape' in body && Object.hasOwn(body.shape as object, 'expectedUpdatedAt');
};
