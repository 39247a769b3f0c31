import { randomUUID } from 'node:crypto';
import { listWorkspaces } from '../../shared/identity/members/list-workspaces.ts';
import type { ExecutableOperation } from '../../shared/kernel/api/operation/operation-kinds.ts';
import { fillPath } from '../../shared/kernel/api/operation/parse-input.ts';
import { parseToken } from '../../shared/kernel/auth/token.ts';
import { ApiError, type ErrorCode } from '../../shared/kernel/core/errors.ts';
import { createApiClient, type ApiClient, type ClientResponse } from '../import/api-client.ts';
import type { KnownWorkspace, Operator } from '../operator.ts';
import type { Access } from './access.ts';
import { CommandError } from './command-error.ts';
import { operationsBy, type OperationInput, type Operations } from './operations.ts';
import { writeError } from './terminal.ts';

/** How long a command waits for a service that is busy or away, in milliseconds. */
const PATIENCE_MS = 60_000;

/** What members are notified of what only operators do. */
export const forOperators = (): CommandError =>
  new CommandError('This is for operators: name the deployment with --stack or --table, or use --local.');

/** A client for a command of a member: errors are for the caller, waits are shown. */
export const memberClient = ({ baseUrl, token }: Access, patience = PATIENCE_MS): ApiClient =>
  createApiClient({
    baseUrl,
    token,
    patience,
    stopping: new AbortController().signal,
    giveUp: 'Run the same command again later.',
    onWait: (reason) => reason !== undefined && writeError(`Waiting: ${reason}.\n`),
    accept: () => undefined,
  });

/** A member's access to a service, by the REST API and with their token. */
export function createMember(access: Access): Operator {
  const client = memberClient(access);
  const { workspaceId, principalId } = parseToken(access.token)!;
  const outside = operationsOfApi(client, {});
  const workspaces = () => outside.list(listWorkspaces);
  return {
    outside,
    self: { id: principalId },
    workspaces,
    within(id, memberId = principalId) {
      if (memberId === principalId) return operationsOfApi(client, { workspaceId: id });
      throw new CommandError('Only operators act on behalf of others: leave out --by and PLOTLINE_MEMBER.');
    },
    async workspace(slugOrId) {
      const wanted = slugOrId?.toLowerCase() ?? workspaceId;
      const isWanted = ({ id, slug }: KnownWorkspace) => id === wanted || slug === wanted;
      const stored = access.login?.workspace;
      return stored && isWanted(stored) ? stored : (await workspaces()).find(isWanted);
    },
  };
}

/** Operations that are sent to the API; `workspace` has the path parameter that all of them share. */
const operationsOfApi = (client: ApiClient, workspace: { workspaceId?: string }): Operations =>
  operationsBy(async (operation, input) => {
    if (operation.kind === 'operator' || operation.kind === 'visitor') throw forOperators();
    const answer = await sendOperation(client, operation, {
      ...input,
      path: { ...workspace, ...input.path },
    });
    if (answer.proposal)
      writeError(
        `Only proposed, for someone else to accept: plotline proposals show ${answer.proposal.id}\n`,
      );
    const secret = operation.kind === 'resource' && operation.secret?.name;
    const { [secret || '']: value } = answer as unknown as Record<string, string | undefined>;
    return { data: answer.data, meta: answer.meta, ...(value !== undefined && { secret: value }) };
  });

async function sendOperation(
  client: ApiClient,
  { id, method, path: template, idempotency }: ExecutableOperation,
  { path = {}, query = {}, body }: OperationInput,
): Promise<ClientResponse> {
  const encoded = Object.entries(path).map(([name, value]) => [name, encodeURIComponent(value)] as const);
  const search = new URLSearchParams(Object.entries(query).flatMap(parameters)).toString();
  const at = fillPath(template, Object.fromEntries(encoded)) + (search && `?${search}`);
  // Repeated after a broken connection, a creation is one and the same.
  const key = idempotency === 'none' ? undefined : randomUUID();
  const answer = await client.send(method, at, body && JSON.stringify(body), key);
  return successful(answer, id);
}

/** Query parameters as the API takes them: lists with commas, and keyed values each under its own name. */
function parameters([name, value]: [string, unknown]): [string, string][] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return [[name, value.join()]];
  if (typeof value !== 'object') return [[name, `${value as string}`]];
  return Object.entries(value).flatMap(([key, inner]) => parameters([`${name}.${key}`, inner]));
}

/** A successful answer; throws the ApiError of another, and a CommandError if it is not of Plotline. */
export function successful(answer: ClientResponse, what: string): ClientResponse {
  const { status, error, data } = answer;
  if (error?.code !== undefined) {
    const { code, message, hint, fields = [], ...details } = error;
    const known = fields.map((field) => ({ in: 'body', code: 'invalid_value', ...field }) as const);
    throw new ApiError(code as ErrorCode, message, { hint, fields: known, details });
  }
  if (status < 300 && data !== null) return answer;
  throw new CommandError(`The service did not answer ${what} (${status}); check its address.`);
}
