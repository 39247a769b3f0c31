import { execute } from '../../shared/kernel/api/operation/execute.ts';
import type { OperationResult } from '../../shared/kernel/api/operation/operation-result.ts';
import { idempotencyClaim } from '../../shared/kernel/api/operation/idempotency-store.ts';
import type { ExecutableOperation, Operation } from '../../shared/kernel/api/operation/operation-kinds.ts';
import type { Caller } from '../../shared/kernel/core/caller.ts';
import { fixedKeys } from '../../shared/kernel/secrets/keys.ts';
import { allScopes } from '../../shared/kernel/core/scopes.ts';
import type { TestPipeline } from '../support/pipeline.ts';
import type { Database } from '../../shared/kernel/core/database.ts';

interface Sent {
  params: Record<string, string>;
  body?: unknown;
  /** In the place of the pipeline's own. */
  database?: Database;
  resolvePublic?: (host: string) => Promise<string[]>;
  idempotencyKey?: string;
}

/** Runs an operation at the time and over the table of a pipeline, as the owner of its endpoints. */
export async function callOperation(
  { pipeline, keyring, workspace, team, owner }: TestPipeline,
  operation: ExecutableOperation & Operation,
  {
    params,
    body,
    database = pipeline.database,
    resolvePublic = async () => ['93.184.215.14'],
    idempotencyKey,
  }: Sent,
): Promise<OperationResult> {
  const caller: Caller = {
    kind: 'user',
    principalId: owner.id,
    workspaceId: workspace.id,
    role: 'admin',
    scopes: new Set(allScopes),
    teamIds: new Set([team.id]),
    restrictedTeamIds: null,
    credentialId: owner.id,
    credentialName: 'Test token',
    expiresAt: '2200-01-01T00:00:00.000Z',
    actor: { kind: 'user', id: owner.id, via: 'rest' },
  };
  const services = {
    ...pipeline,
    database,
    keys: fixedKeys(keyring),
    secret: () => Promise.reject(new Error('It needs no secret but the keyring.')),
    setting: () => undefined,
    resolvePublic,
    resolveTxt: async () => [],
    baseUrl: () => 'https://api.example.com',
  };
  const path = { workspaceId: workspace.id, ...params };
  const input = { path, query: {}, body };
  const sent = { path: JSON.stringify(params), body: Buffer.from(JSON.stringify(body ?? null)) };
  const claim =
    idempotencyKey === undefined
      ? undefined
      : idempotencyClaim(operation, caller, { idempotencyKey, ...sent }, pipeline.now());
  return await execute(services, {
    operation,
    resolveCaller: async () => caller,
    input,
    claim,
    source: null,
  });
}
