import { expect, test } from 'vitest';
import { auditTypes } from '../../shared/kernel/core/audit-types.ts';
import { operatorGroup } from '../../shared/surface/groups/operator.ts';
import { allOperations, functionGroups } from '../../shared/surface/registry.ts';

/** What people with a higher role alone may do, or with scopes about access; everything of the operator. */
const ADMINISTRATIVE_SCOPES = [
  'members:write',
  'tokens:manage',
  'webhooks:manage',
  'workspace:write',
  'teams:write',
];

/** Administrative operations without an entry in the audit trail, and why. */
const notAudited: Readonly<Record<string, string>> = {
  testWebhook: 'it sends a test event, which the delivery log shows',
  redeliverWebhookDelivery: 'the delivery log shows it',
  redeliverWebhookEvents: 'the delivery log shows it',
  createStatus: 'it is how a team works, and an event of the changes feed',
  updateStatus: 'it is how a team works, and an event of the changes feed',
  archiveStatus: 'it is how a team works, and an event of the changes feed',
  unarchiveStatus: 'it is how a team works, and an event of the changes feed',
  createCustomField: 'it is how a team works, and an event of the changes feed',
  updateCustomField: 'it is how a team works, and an event of the changes feed',
  archiveCustomField: 'it is how a team works, and an event of the changes feed',
  unarchiveCustomField: 'it is how a team works, and an event of the changes feed',
  createFeedbackImage: 'it is part of a text, as the public shows it',
  listAllWorkspaces: 'it reads',
  findWorkspace: 'it reads',
  getToken: 'it reads',
  getMembership: 'it reads',
  getPerson: 'it reads',
  setPassword: 'it is recorded in all workspaces of the person (test/audit/account-acts.test.ts)',
  setOwnName: 'a public name gives no rights',
  retryFailedMail: 'it concerns the deployment, no workspace',
  allowMailAddress: 'it concerns the deployment, no workspace',
};

const served = allOperations
  .filter((one) => one.kind === 'resource')
  .filter(({ method }) => method !== 'GET');
const administrative = [
  ...served.filter(
    ({ role, scopes }) => role === 'admin' || scopes.some((scope) => ADMINISTRATIVE_SCOPES.includes(scope)),
  ),
  ...operatorGroup,
];

test('every administrative operation declares its entry in the audit trail, or is here with the reason', () => {
  expect(administrative.length).toBeGreaterThan(45);
  const silent = administrative.filter(({ audit }) => audit === null).map(({ id }) => id);
  expect(silent.sort()).toEqual(Object.keys(notAudited).sort());
});

test('the trail records no field that is, or could hold, a secret', () => {
  const fields = [...served, ...operatorGroup].flatMap(({ audit }) => audit?.fields ?? []);
  expect(fields.length).toBeGreaterThan(40);
  expect(
    fields.filter(
      (field) =>
        /secret(?!Generation)|hash|password|token|seed|code$|bytes|data/i.test(field) &&
        // A team's code, and whether members may create tokens.
        !['code', 'memberTokens'].includes(field),
    ),
  ).toEqual([]);
});

test('functions whose operations are recorded learn the address that requests come from', () => {
  for (const [name, { operations, needs }] of Object.entries(functionGroups)) {
    const records = operations.some((one) => one.kind === 'resource' && one.audit !== null);
    if (records) expect((needs as { secrets: string[] }).secrets, name).toContain('EDGE_KEY_ARN');
  }
});

test('each type of the audit trail is declared once', () => {
  expect(new Set(auditTypes).size).toBe(auditTypes.length);
});
