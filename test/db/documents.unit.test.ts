import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import { expect, test } from 'vitest';
import { defineDocument } from '../../shared/kernel/db/document.ts';
import { fullDocument } from '../releases/full-document.ts';
import { documents } from './stored-documents.ts';

const key = { pk: 'ANY#1', sk: '#' };

test('every document is in this table', () => {
  const root = resolve(import.meta.dirname, '../..');
  const defined = globSync('shared/**/*.ts', { cwd: root })
    .map((file) => readFileSync(resolve(root, file), 'utf8'))
    .flatMap((text) => [...text.matchAll(/(\w+)Document = defineDocument\(/g)].map(([, name]) => name!));
  expect(Object.keys(documents).sort()).toEqual(defined.sort());
});

test.each(Object.entries(documents))('%s is read as it was written', (_, [format]) => {
  const resource = fullDocument(format);
  const read = format.read({ ...key, ...format.write(resource) });
  expect(read).toEqual(resource);
  expect(Object.keys(read)).toEqual(Object.keys(resource));
});

test.each(Object.entries(documents))(
  '%s that was stored before it had a field is read whole',
  (_, [format, first]) => {
    const { doc } = format.write(fullDocument(format));
    const stored = JSON.parse(doc) as Record<string, unknown>;
    const fields = Object.entries<z.ZodType>(format.schema().shape);
    const present = fields.filter(([, field]) => !field.isOptional()).map(([name]) => name);
    const lacking = present.filter((field) => {
      const { [field]: __, ...earlier } = stored;
      const read = format.read({ ...key, doc: JSON.stringify(earlier) });
      expect(read, 'every field is there').toHaveProperty(field);
      return !format.schema().safeParse(read).success;
    });
    expect(lacking, 'a new field is nullable, or `added` says what older documents have').toEqual(
      first.split(' '),
    );
  },
);

test('fields of a newer release are kept by an update, and are not among those that are read', () => {
  const [format] = documents['story']!;
  const story = fullDocument(format);
  const { doc } = format.write(story);
  const read = format.read({ ...key, doc: JSON.stringify({ ...JSON.parse(doc), addedLater: [1] }) });
  expect(Object.keys(read)).toEqual(Object.keys(story));
  const updated = JSON.parse(format.write({ ...read, title: 'Another' }).doc);
  expect(updated).toEqual({ ...JSON.parse(doc), title: 'Another', addedLater: [1] });
});

test('the value of a field that was removed is gone with the next update', () => {
  const format = defineDocument(() => z.object({ title: z.string() }), { removed: ['mood'] });
  const doc = JSON.stringify({ title: 'One', mood: 'sad', addedLater: 1 });
  const read = format.read({ ...key, doc });
  expect(Object.entries(read)).toEqual([['title', 'One']]);
  expect(JSON.parse(format.write(read).doc)).toEqual({ title: 'One', addedLater: 1 });
});

test('a long text is stored separately', () => {
  const [format] = documents['story']!;
  const story = { ...fullDocument(format), sprintId: null, description: 'é'.repeat(600) };
  const written = format.write(story);
  expect(written).toMatchObject({ split: true, longText: story.description });
  expect(written.doc).not.toContain('"sprintId"');
  expect(format.read({ ...key, ...written })).toEqual(story);
});

test('a value of an earlier version is read as its present value', () => {
  const schema = () => z.object({ title: z.string(), mood: z.enum(['sad', 'glad']) });
  const format = defineDocument(schema, { formerValues: { mood: { Blue: 'sad' } } });
  const doc = JSON.stringify({ title: '"mood":"Blue"', mood: 'Blue' });
  const read = format.read({ ...key, doc });
  expect(read).toEqual({ title: '"mood":"Blue"', mood: 'sad' });
  expect(JSON.parse(format.write(read).doc)).toEqual(read);
});
