import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

/**
 * Runs a measurement in a folder of its own, on the disk that `npm start` uses too. Ends what the measurement put
 * into `ends`, the last first, and removes the folder, also when it throws: then it prints the errors that the service
 * has logged there first, since nobody can read them afterwards.
 */
export async function inBenchFolder<T>(
  run: (home: string, ends: (() => unknown)[]) => Promise<T>,
): Promise<T> {
  const ends: (() => unknown)[] = [];
  try {
    mkdirSync(join(ROOT, 'dist'), { recursive: true });
    const home = mkdtempSync(join(ROOT, 'dist/bench-'));
    const remove = () => rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    process.once('exit', remove);
    ends.push(remove);
    return await run(home, ends).catch((error: unknown) => {
      for (const line of errorsLoggedIn(join(home, 'logs'))) console.error(line);
      throw error;
    });
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

const errorsLoggedIn = (folder: string): string[] =>
  (existsSync(folder) ? readdirSync(folder) : []).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => line.includes('"level":"ERROR"')),
  );
