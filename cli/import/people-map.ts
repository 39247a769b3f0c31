import { CsvError, parse as parseCsv } from 'csv-parse/sync';
import { nameKey } from '../../shared/kernel/core/name-key.ts';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import * as z from 'zod';
import { CommandError } from '../core/command-error.ts';
import { unreadable } from '../core/file-error.ts';

/** Maps lower-case names in a file to a member's email address or name; undefined for no one. */
export type PeopleMap = ReadonlyMap<string, string | undefined>;

const pairs = z.record(z.string(), z.string().nullable());

/**
 * Parses a people map: JSON such as `{"ada": "ada@example.com", "bot": null}`, or CSV with a name and a
 * member per line, the second empty for no one. Throws a CommandError.
 */
export function readPeopleMap(file: string): PeopleMap {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandError(unreadable(file, error));
  }
  const entries = file.toLowerCase().endsWith('.json') ? readJson(text, file) : readCsv(text, file);
  return new Map(entries.map(([name, member]) => [nameKey(name), member?.trim() || undefined] as const));
}

/** The names, as they are compared, of which a map says that they are those of members. */
export const namesIn = (map: PeopleMap = new Map()): ReadonlySet<string> =>
  new Set([...map.values()].flatMap((member) => (member === undefined ? [] : nameKey(member))));

function readJson(text: string, file: string): [string, string | null][] {
  try {
    const parsed = pairs.safeParse(JSON.parse(text));
    if (parsed.success) return Object.entries(parsed.data);
  } catch {
    // Reported below, like JSON of another form.
  }
  throw new CommandError(
    `${basename(file)} must be a JSON object from names to members, such as {"ada": "ada@example.com"}.`,
  );
}

function readCsv(text: string, file: string): [string, string][] {
  try {
    const lines: string[][] = parseCsv(text, { bom: true, skip_empty_lines: true, relax_column_count: true });
    return lines.map(([name = '', member = '']) => [name, member]);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new CommandError(`${basename(file)} is not CSV: ${error.message}.`);
  }
}
