import { appendFileSync, existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { Page } from './tracker-client.ts';

/** A journal that is older is of another day's work, and begun anew. */
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

/** The whole lines of a file, of which the last may have been cut off. */
function linesOf(file: string): Line[] {
  const lines: Line[] = [];
  for (const text of readFileSync(file, 'utf8').split('\n')) {
    try {
      lines.push(JSON.parse(text) as Line);
    } catch {
      break;
    }
  }
  return lines;
}
