import type { HttpResponse } from '../http/http-response.ts';
import type { LocalRequest } from '../http/local-request.ts';
import { refusalSchema, roleSchema, type OtherAccount } from './other-account.ts';

export const AWS_PREFIX = '/_local/aws';

/** Shows what arrived in the emulated account of a customer, and creates its roles. */
export function handleAwsRequest(account: OtherAccount, { message, path, body }: LocalRequest): HttpResponse {
  if (message.method === 'GET' && path === `${AWS_PREFIX}.json`)
    return json(200, { arrivals: account.arrivals });
  if (message.method !== 'POST') return json(405, { message: 'Only GET and POST are supported here.' });
  const given = parseJson(body);
  const role = roleSchema.safeParse(given);
  const refusal = refusalSchema.safeParse(given);
  if (path === `${AWS_PREFIX}/roles` && role.success) account.putRole(role.data);
  else if (path === `${AWS_PREFIX}/refusals` && refusal.success) account.refuse(refusal.data);
  else return json(400, { message: HELP });
  return json(200, given as object);
}

const HELP =
  'Send {"arn", "externalId", "actions"} to /_local/aws/roles, or {"arn", "code", "times"} to /_local/aws/refusals.';

function parseJson(body: Buffer | undefined): unknown {
  try {
    return JSON.parse(body?.toString() ?? '');
  } catch {
    return undefined;
  }
}

const json = (status: number, value: object): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value, null, 2),
});
