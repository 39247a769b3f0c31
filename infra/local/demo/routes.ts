import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Demo } from '../../../cli/core/demo-file.ts';
import type { HttpResponse } from '../http/http-response.ts';

/** The address that leads to the board of the demo's first team, whose id is known only once it has been made. */
export const DEMO_BOARD = '/_local/demo-board';

/** Leads to the board of the demo's first team; a 404 where there is no demo. */
export function handleDemoRequest(home: string): HttpResponse {
  const file = join(home, 'demo.json');
  const team = existsSync(file) && (JSON.parse(readFileSync(file, 'utf8')) as Demo).teams[0];
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
  if (!team) return { status: 404, headers, body: 'There is no demo here; npm start makes one.' };
  return { status: 303, headers: { ...headers, location: `/teams/${team.id}` }, body: '' };
}
