import type { Write } from '../declared/writes.ts';
import { imagePath } from '../../shared/feedback/portal/image.ts';
import type { ExportedLine } from '../export/export-folder.ts';
import type { Recreation } from './recreation.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const IMAGE = new RegExp(imagePath(`(${UUID.source.slice(1, -1)})`), 'g');

/** A reference to what the workspace does not have. */
const missing = Symbol('missing');

/** The parameters of its path, but for the workspace. */
export const pathParameters = ({ path }: Pick<Write, 'path'>): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).filter((name) => name !== 'workspaceId');

/**
 * The request that makes a resource again: of its fields those that the operation takes, with the ids of the new
 * workspace. Fields that name what is not there are left out, and noted.
 */
export function bodyOf(
  work: Recreation,
  kind: string,
  operation: Write,
  line: ExportedLine,
): Record<string, unknown> {
  const taken = operation.fields.filter((field) => line[field] !== null && line[field] !== undefined);
  const fields = taken.flatMap((field): [string, unknown][] => {
    const value = withNewIds(work, field, line[field]);
    if (value !== missing) return [[field, value]];
    work.omit({ kind, id: line.id, field, reason: 'names what was not recreated' });
    return [];
  });
  return Object.fromEntries(fields);
}

/** Whether a field names resources. Any other text that is an id is that of a person in a custom field, or just a text. */
const isReference = (field: string): boolean =>
  field === 'labels' || (/Ids?$/.test(field) && field !== 'externalId');

/** The ids of the images that a text shows. */
export const imagesIn = (text: string): string[] => [...text.matchAll(IMAGE)].map(([, id]) => id!);

/** A text with the new ids of the images that it shows; those of visitors were not looked for in the workspace. */
const withNewImages = ({ ids, source }: Recreation, text: string): string =>
  text.replace(IMAGE, (whole, id: string) => {
    const made = ids.get(id) ?? (source.has('feedback-images', id) ? ids.noted(id) : undefined);
    return made === undefined ? whole : imagePath(made);
  });

function withNewIds(work: Recreation, field: string, value: unknown): unknown {
  if (typeof value === 'string' && !UUID.test(value)) return withNewImages(work, value);
  if (typeof value === 'string') return work.ids.get(value) ?? (isReference(field) ? missing : value);
  if (Array.isArray(value))
    return value.map((one) => withNewIds(work, field, one)).filter((one) => one !== missing);
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).map(([name, one]): [string, unknown] => [
    name,
    withNewIds(work, name, one),
  ]);
  return Object.fromEntries(parts.filter(([, one]) => one !== missing && one !== null));
}
