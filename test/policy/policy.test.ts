import { describe, expect, test } from 'vitest';
import { hasRights } from '../../shared/kernel/api/operation/operation-kinds.ts';
import { allOperations } from '../../shared/surface/registry.ts';
import { operatorGroup } from '../../shared/surface/groups/operator.ts';
import { operatorOperations, policy, publicOperations } from './policy.ts';

const guarded = allOperations.filter(hasRights);

test('the policy names every operation of the registry, and no other', () => {
  const named = [...Object.keys(policy), ...publicOperations];
  expect(named.sort()).toEqual(allOperations.map(({ id }) => id).sort());
});

test('exactly the operations that are meant to be open need no credential', () => {
  const open = allOperations.filter((operation) => !hasRights(operation));
  expect(open.map(({ id }) => id).sort()).toEqual([...publicOperations].sort());
});

describe('the policy equals the declaration of', () => {
  test.each(guarded.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
    const { role, scopes, principals, teamRestricted, idempotencyKey } = policy[id]!;
    expect({
      role: operation.role,
      scopes: operation.scopes,
      principals: operation.principals,
      teamRestricted: operation.teamRestricted,
      idempotencyKey: operation.kind === 'bulk' ? 'of each item' : operation.idempotency,
    }).toEqual({
      role,
      scopes,
      principals,
      teamRestricted: teamRestricted === 'refused' ? 'refused' : 'allowed',
      idempotencyKey,
    });
  });
});

test("the operator's operations happen in a workspace, but for those that the policy names", () => {
  const named = (inWorkspace: boolean) =>
    operatorGroup.filter(({ path }) => path.includes('{workspaceId}') === inWorkspace).map(({ id }) => id);
  expect(named(false).sort()).toEqual(operatorOperations.outside.toSorted());
  expect(named(true).sort()).toEqual(operatorOperations.inWorkspace.toSorted());
});
