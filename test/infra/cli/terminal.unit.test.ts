import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { printable, toJsonText } from '../../../cli/core/terminal.ts';

const CLI = resolve(import.meta.dirname, '../../../cli');

test('what a terminal would execute, reorder or hide is removed, and the rest remains', () => {
  expect(printable('a\u001b[2Jb\u009b31mc\u0007d\te\rf\u007fg')).toBe('a [2Jb 31mc d e f g');
  expect(printable('a\u202eb\u2066c\u200bd\ufeffe\u061cf\u{e0041}g')).toBe('abcdefg');
  expect(printable('two\nlines\r\nthree')).toBe('two\nlines\nthree');
  expect(printable('Zoë 東京 👩‍🚀 می‌خواهم')).toBe('Zoë 東京 👩‍🚀 می‌خواهم');
});

test('JSON escapes the same characters and keeps their values', () => {
  const value = { title: 'a\u009b2Jb\u202ec\u{e0041}d\u007f', lines: 'two\nlines' };
  const text = toJsonText(value);
  expect(text).toContain(String.raw`a\u009b2Jb\u202ec\udb40\udc41d\u007f`);
  expect(JSON.parse(text)).toEqual(value);
});

test('the command line writes only through the functions that make text safe', () => {
  const files = readdirSync(CLI, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const writing = files.filter((file) =>
    /process\.(?:stdout|stderr)\.write|console\.|\bstyleText\(/.test(readFileSync(join(CLI, file), 'utf8')),
  );
  expect(files.length).toBeGreaterThan(80);
  expect(writing.sort()).toEqual([
    'core/older-node.ts', // Of Node.js itself.
    'core/output.ts', // Headings.
    'core/terminal.ts',
    'import/progress.ts', // A bar that draws itself.
  ]);
});
