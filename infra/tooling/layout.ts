import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** A row of the README's "Layout". */
interface Row {
  paths: string[];
  /** What its last column says. */
  imports: string;
}

/** The row of the folders that have no row of their own. */
const NOUN = 'shared/<noun>/';

const quoted = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text!);

/** The table's rows, in order. */
const rows: readonly Row[] = readFileSync(resolve(import.meta.dirname, '../../README.md'), 'utf8')
  .split('\n## ')
  .find((section) => section.startsWith('Layout\n'))!
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, paths, , imports]) => ({ paths: quoted(paths!), imports: imports! }));

/** All folders and files that the table names. */
const named = rows.flatMap(({ paths }) => paths).filter((path) => path !== NOUN);

/** The noun whose folder a file is in, by its path from the root; undefined for all other files. */
const nounOf = (file: string): string | undefined =>
  named.some((path) => file.startsWith(path)) ? undefined : /^shared\/([^/]+)\/./.exec(file)?.[1];

/** The table of the README's "Layout", for the tools that enforce it. */
export const layout = { NOUN, rows, named, quoted, nounOf };
