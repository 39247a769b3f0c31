import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { RunningNote } from './running-note.ts';
import type { Demo } from './demo-file.ts';
import { isAlive } from './is-alive.ts';

/** The home folder of the local service: PLOTLINE_HOME, or `.local` here. */
export const homeFolder = (): string => resolve(process.env['PLOTLINE_HOME'] || '.local');

/** The URL of the running service of a home folder, or undefined. */
export function findRunning(home: string): RunningNote | undefined {
  const note = readJson<RunningNote>(join(home, 'running.json'));
  return note && isAlive(note.pid) ? note : undefined;
}

/** The demo workspace of a home folder with its tokens, if any. */
export const readDemo = (home: string): Demo | undefined => readJson<Demo>(join(home, 'demo.json'));

/** Points SDK clients at what the running service has of AWS, by service id such as S3. */
export function useLocalEndpoints(endpoints: Record<string, string>): void {
  const { credentials } = findRunning(homeFolder()) ?? {};
  const variables = Object.entries(endpoints).map(([name, url]) => [`AWS_ENDPOINT_URL_${name}`, url]);
  Object.assign(process.env, Object.fromEntries(variables), {
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: credentials?.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials?.secretAccessKey,
  });
}

function readJson<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}
