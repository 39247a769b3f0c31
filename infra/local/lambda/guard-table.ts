/**
 * Refuses calls of DynamoDB that the role of a function does not allow, within the function's thread. It takes the place of
 * `request` in Node's own module, so that the functions' code is the same as on AWS and has no switch for it.
 */
import { EventEmitter } from 'node:events';
import http from 'node:http';
import type { ClientRequest, RequestOptions } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { refusalOf, type TableRights } from './table-rights.ts';

type Request = (options: RequestOptions, ...more: unknown[]) => ClientRequest;

/** Checks each call of the database at this endpoint from now on. Call it before a function is loaded. */
export function guardTable(rights: TableRights, endpoint: string): void {
  const { hostname, port } = new URL(endpoint);
  const send = http.request as Request;
  const guarded: Request = (options, ...more) => {
    const request = send(options, ...more);
    if (options.hostname === hostname && String(options.port) === port) guard(rights, request);
    return request;
  };
  http.request = guarded as typeof http.request;
  syncBuiltinESMExports();
}

function guard(rights: TableRights, request: ClientRequest): void {
  const end = request.end.bind(request) as (body: string) => ClientRequest;
  request.end = ((body: string) => {
    const operation = String(request.getHeader('x-amz-target')).split('.').at(-1)!;
    const refusal = refusalOf(rights, operation, JSON.parse(String(body)) as object);
    return refusal === undefined ? end(body) : refuse(request, refusal);
  }) as ClientRequest['end'];
}

/** Answers in the place of the database, to which nothing is sent. */
function refuse(request: ClientRequest, message: string): ClientRequest {
  const response = Object.assign(new EventEmitter(), {
    statusCode: 400,
    statusMessage: 'Bad Request',
    headers: { 'content-type': 'application/x-amz-json-1.0', date: new Date().toUTCString() },
  });
  request.emit('response', response);
  const error = { __type: 'com.amazon.coral.service#AccessDeniedException', Message: message };
  response.emit('data', Buffer.from(JSON.stringify(error)));
  response.emit('end');
  return request.destroy();
}
