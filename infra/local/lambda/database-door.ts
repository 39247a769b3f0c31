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
  const redirected: Request = (options, ...more) =>
    options.hostname === hostname && String(options.port) === port
      ? send({ ...options, ...there }, ...more)
      : send(options, ...more);
  http.request = redirected as typeof http.request;
  syncBuiltinESMExports();
}

function placeOf(door: string): RequestOptions {
  if (door.startsWith('unix:')) return { socketPath: door.slice('unix:'.length) };
  const { hostname, port } = new URL(door);
  return { hostname, port };
}
