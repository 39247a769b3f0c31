import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../commands/documented.ts';

const folder = join(ROOT, 'docs/decisions');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const records = globSync('[0-9]*.md', { cwd: folder }).sort();
const wordsOf = (pages: readonly string[]) =>
  pages.flatMap((page) => readFileSync(join(ROOT, page), 'utf8').split(/\s+/).filter(Boolean)).length;

describe.each(records)('the record %s', (name) => {
  const number = records.indexOf(name) + 1;
  const [, title] = /^# \d+\. (.+)$/m.exec(read(name)) ?? [];

  test('has its number, a title, a date, a status and three sections', () => {
    expect(basename(name)).toMatch(new RegExp(`^${String(number).padStart(4, '0')}-[a-z-]+\\.md$`));
    expect(read(name)).toMatch(
      new RegExp(
        `^# ${number}\\. .+\n\nDate: \\d{4}-\\d\\d-\\d\\d\\. Status: (accepted|superseded by \\[.+\\]\\(.+\\))\\.\n`,
      ),
    );
    const sections = [...read(name).matchAll(/^## (.+)\n\n\S/gm)].map(([, heading]) => heading);
    expect(sections).toEqual(['Context', 'Decision', 'Consequences']);
  });

  test('is linked from the list by its title', () => {
    expect(read('README.md')).toContain(`${number}. [${title}](${name})`);
  });
});

test('there are few records, and all of them are short', () => {
  expect(records.length).toBeGreaterThan(0);
  expect(records.length).toBeLessThanOrEqual(15);
  expect(wordsOf(globSync('docs/decisions/*.md', { cwd: ROOT }))).toBeLessThanOrEqual(4_000);
});
