import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

/** A page of the documentation, and the commands that it gives readers to run. */
export interface Page {
  /** Its path from the root, such as `docs/operators.md`. */
  path: string;
  /** Its shell blocks, each a list of lines; a line that ends in a backslash has been joined with the next. */
  blocks: string[][];
  /** Commands in the text, such as `npx plotline members invite`. */
  inline: string[];
}

const COMMAND = /^(npm|npx|\.ci\/)/;

/** README.md, the pages in docs/ and the guide to the command line, in order; test/docs/pasting.test.ts runs the other guides. */
export function documentedPages(): Page[] {
  return ['README.md', ...globSync('docs/{,decisions/,guides/command-line}*.md', { cwd: ROOT }).sort()].map(
    (path) => ({
      path,
      ...readPage(readFileSync(join(ROOT, path), 'utf8')),
    }),
  );
}

/** Extracts shell blocks and inline commands from Markdown. */
export function readPage(markdown: string): Omit<Page, 'path'> {
  const fences = /^```(\w*)\n(.*?)^```$/gms;
  const blocks = [...markdown.matchAll(fences)]
    .filter(([, language]) => language === 'sh')
    .map(([, , text]) =>
      text!
        .replaceAll(/ *\\\n */g, ' ')
        .split('\n')
        .filter(Boolean),
    );
  const inline = [...markdown.replaceAll(fences, '').matchAll(/`([^`\n]+)`/g)]
    .map(([, code]) => code!)
    .filter((code) => COMMAND.test(code));
  return { blocks, inline: [...new Set(inline)] };
}

/** The command that a line of a block is, without its comment; undefined for other lines, such as curl's. */
export const commandOf = (line: string): string | undefined =>
  COMMAND.test(line) ? line.replace(/\s+#.*$/, '') : undefined;

/** Every npm and npx command of all blocks. */
export const blockCommands = (pages: readonly Page[]): string[] =>
  pages.flatMap(({ blocks }) => blocks.flat().flatMap((line) => commandOf(line) ?? []));
