import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ProbeWorkspace } from './probe-workspace.ts';

/** A service, and the probe's workspace in it. */
export interface Called {
  baseUrl: string;
  workspace: ProbeWorkspace;
}

interface ApiAnswer {
  status: number;
  json: { data?: unknown };
}

const POLL_MS = 200;

/** Calls the API within the probe's workspace: a GET without a body, otherwise a POST unless it says otherwise. */
export async function callApi(
  { baseUrl, workspace }: Called,
  path: string,
  body?: object,
  method = body ? 'POST' : 'GET',
): Promise<ApiAnswer> {
  const answer = await fetch(`${baseUrl}/api/v1/workspaces/${workspace.workspaceId}/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${workspace.token}`,
      'content-type': 'application/json',
      ...(body && { 'idempotency-key': randomUUID() }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, json: (await answer.json()) as { data?: unknown } };
}

/** Creates a story in the probe's team. */
export const createProbeStory = async (called: Called, title: string): Promise<ApiAnswer> =>
  await callApi(called, 'stories', { title, teamId: called.workspace.teamId });

/** The time until a condition holds, in milliseconds; undefined if it does not in time. */
export async function until(maxMs: number, holds: () => Promise<boolean>): Promise<number | undefined> {
  const begun = Date.now();
  while (Date.now() - begun < maxMs) {
    if (await holds()) return Date.now() - begun;
    await delay(POLL_MS);
  }
  return undefined;
}
