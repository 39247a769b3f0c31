import { appendFileSync, existsSync, readFileSync, rmSync, statSync } from 'node:fs';

/** A page of a tracker's API: what it contains, and the address of the next one. */
export interface Page {
  content: unknown;
  next: string | undefined;
}

/** A journal that is older is of another day's work, and begun again. */
const AGE_MAX_MS = 24 * 60 * 60 * 1_000;

interface Line extends Page {
  url: string;
}

/** The pages that an interrupted download has read, in a file with a line for each. */
export interface Journal {
  find(url: string): Page | undefined;
  add(url: string, page: Page): void;
  /** Removes the file, once everything is read. */
  end(): void;
}

/** Opens the journal in a file, or begins it. */
export function openJournal(file: string): Journal {
  const isRecent = existsSync(file) && Date.now() - statSync(file).mtimeMs < AGE_MAX_MS;
  if (!isRecent) rmSync(file, { force: true });
  // What follows a line that was cut off begins a new one.
  if (isRecent) appendFileSync(file, '\n');
  const pages = new Map(isRecent ? linesOf(file).map(({ url, ...page }) => [url, page]) : []);
  return {
    find: (url) => pages.get(url),
    add(url, page) {
      pages.set(url, page);
      appendFileSync(file, `${JSON.stringify({ url, ...page })}\n`, { mode: 0o600 });
    },
    end: () => rmSync(file, { force: true }),
  };
}

/** The whole lines of a file: a command that is killed can cut one off. */
const linesOf = (file: string): Line[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((text) => {
      try {
        return [JSON.parse(text) as Line];
      } catch {
        return [];
      }
    });
