/**
 * Sends calls of the database to its engine past the guard, which is for programs outside: within a function's thread, as
 * `guard-table.ts` does, so that the functions' code is the same as on AWS and has no switch for it.
 */
import http from 'node:http';
import type { ClientRequest, RequestOptions } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';

type Request = (options: RequestOptions, ...more: unknown[]) => ClientRequest;

/** Sends calls of an endpoint to a door, `unix:` with a path or `http:`, from now on. Call it before a function is loaded. */
export function openDoor(endpoint: string, door: string): void {
  const { hostname, port } = new URL(endpoint);
  const send = http.request as Request;
  const there = placeOf(door);
  const redirected: Request = (options, ...more) => {
    if (options.hostname !== hostname || String(options.port) !== port) return send(options, ...more);
    return send({ ...options, ...there }, ...more).prependOnceListener('error', sayRefused);
  };
  http.request = redirected as typeof http.request;
  syncBuiltinESMExports();
}

/** An engine that is away has no socket; the function's code learns it as from a host where no one listens. */
function sayRefused(error: Error & { code?: string }): void {
  if (error.code === 'ENOENT') error.code = 'ECONNREFUSED';
}

function placeOf(door: string): RequestOptions {
  if (door.startsWith('unix:')) return { socketPath: door.slice('unix:'.length) };
  const { hostname, port } = new URL(door);
  return { hostname, port };
}
