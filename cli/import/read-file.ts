import { LINKS_MAX } from '../../shared/planning/links/story-links.ts';
import { filledColumns } from './columns.ts';
import { parseDateFormat } from './dates.ts';
import { describeMapping, keyNotes } from './describe-mapping.ts';
import type { ImportEntry } from './entry.ts';
import { assertExternalRules } from './external.ts';
import type { localZone } from './local-zone.ts';
import { createMapping } from './mapping.ts';
import { codeNotes } from './numbered-key.ts';
import type { PeopleMap } from './people-map.ts';
import type { ImportOptions } from './plan.ts';
import type { Preset } from './presets/preset.ts';
import { presets, type PresetName } from './presets/presets.ts';
import { parsePriorityMap } from './priority-map.ts';
import { readEntries } from './read-entries.ts';
import { readRows, type Row, type workbookOf } from './read-rows.ts';

/** Lets go of what a row says once its entry is made, so that a large file is not held twice. */
function forget(row: Row): void {
  row.values = {};
  delete row.original;
  delete row.details;
}

interface FileContext {
  people: PeopleMap | undefined;
  zone: Awaited<ReturnType<typeof localZone>>;
  workbook: Awaited<ReturnType<typeof workbookOf>>;
}

/** What is kept of a file: its rows are not, which can be many times as large. */
export function readFile(file: string, options: ImportOptions, { people, zone, workbook }: FileContext) {
  const { format, list: lists, archived = false, dateFormat } = options;
  const asked: Preset | undefined = options.from && presets[options.from as PresetName];
  const {
    rows,
    notes: fileNotes,
    preset,
  } = readRows(file, {
    format,
    lists,
    preset: asked,
    archived,
    workbook,
  });
  // Ideas have no team, but all that a story of one has.
  const own = options.portal === undefined || preset ? [] : ['team="ideas"'];
  const mapping = createMapping(rows, [...own, ...options.map], {
    preset,
    customFields: options.create.includes('fields'),
  });
  const ownUrl = mapping.externalSource ? preset?.sourceUrl : undefined;
  const external = { source: options.source, url: options.sourceUrl ?? ownUrl };
  assertExternalRules(external, mapping, options.update === true);
  const keyless = preset && !mapping.key ? ['The rows have no key: they get no parents and relations.'] : [];
  const notes = [...fileNotes, ...zone.notes, ...keyless, ...keyNotes(mapping, rows, options.map)];
  const columns = filledColumns(rows);
  const mapped = describeMapping(mapping, rows);
  const entries = readEntries(rows, mapping, {
    dateFormat: dateFormat === undefined ? undefined : parseDateFormat(dateFormat),
    people,
    priorities: parsePriorityMap([
      ...(preset?.priorityMap ? [preset.priorityMap] : []),
      ...options.priorityMap,
    ]),
    external,
    numbered: preset !== undefined,
    completedByDate: preset?.datesMoves !== true,
    timeZone: zone.timeZone,
    onRead: forget,
  });
  const sum = (of: (entry: ImportEntry) => number) => entries.reduce((all, entry) => all + of(entry), 0);
  const [comments, links] = [sum((entry) => entry.comments.length), sum((entry) => entry.links.length)];
  const times = sum((entry) => entry.times.length);
  const left = sum((entry) => Math.max(0, new Set(entry.links.map(({ url }) => url)).size - LINKS_MAX));
  if (comments + links > 0) notes.push(`Comments: ${comments}, links: ${links}.`);
  if (times > 0) notes.push(`Times that were logged: ${times}.`);
  if (left > 0) notes.push(`Links beyond the ${LINKS_MAX} of a story, which are left out: ${left}.`);
  notes.push(...codeNotes(entries));
  return { file, rowCount: rows.length, columns, mapped, notes, mapping, preset, entries };
}
