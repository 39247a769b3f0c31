import { createHash } from 'node:crypto';
import type { ExportFile } from '../exports/export.ts';

/** Once this much has been collected it is written, in bytes. */
export const COLLECTED_MAX_BYTES = 8 * 1_024 * 1_024;

/** A smaller file is replaced by one that also has what follows, so that an export has few files. */
const SMALL_BYTES = COLLECTED_MAX_BYTES / 2;

const DIGITS = 4;

/** Where the files of an export are. */
interface FileStore {
  read: (name: string) => Promise<Uint8Array>;
  write: (name: string, content: Uint8Array) => Promise<void>;
}

/** What is collected for the next file of a part. */
interface CollectedLines {
  /** What each file of the part begins with. */
  heading: string;
  /** Lines as bytes: a text of the same length takes more, and twice while it is joined. */
  lines: Buffer[];
}

/** Collects the lines of an export by the names of their parts, and writes them as files. */
export function exportLines({ read, write }: FileStore) {
  const collected = new Map<string, CollectedLines>();
  let bytes = 0;
  function addText(part: string, line: string, heading = ''): void {
    const written = Buffer.from(line);
    bytes += written.byteLength;
    const found = collected.get(part);
    if (found) found.lines.push(written);
    else collected.set(part, { heading, lines: [written] });
  }
  return {
    bytes: () => bytes,
    add: (part: string, resource: object): void => addText(part, `${JSON.stringify(resource)}\n`),
    /** Adds a line of a table for people, whose files all have its heading. */
    addRow: (table: string, row: string, heading: string): void =>
      addText(`${table}${TABLE_ENDING}`, row, heading),
    /**
     * Writes what was collected into the next files of each part, and returns all files. No file is changed that is among
     * them already, so that an interrupted write is repeated without a trace.
     */
    async write(earlier: readonly ExportFile[]): Promise<ExportFile[]> {
      let files = [...earlier];
      for (const [part, { heading, lines }] of collected) {
        const last = files.findLast(({ name }) => partOf(name) === part);
        const small = last && last.bytes < SMALL_BYTES ? last : undefined;
        const before = small ? await read(small.name) : Buffer.from(heading);
        const content = Buffer.concat([before, ...lines]);
        const name = nameOf(part, last ? numberOf(last.name) + 1 : 1);
        await write(name, content);
        const resources = (small?.resources ?? 0) + lines.length;
        files = [...files.filter((file) => file !== small), describe(name, resources, content)];
        collected.delete(part);
      }
      bytes = 0;
      return files;
    },
  };
}

export type ExportLines = ReturnType<typeof exportLines>;

/** A file as an export lists it. */
export const describe = (name: string, resources: number, content: Uint8Array): ExportFile => ({
  name,
  resources,
  bytes: content.byteLength,
  sha256: createHash('sha256').update(content).digest('hex'),
});

function nameOf(part: string, number: number): string {
  const digits = String(number).padStart(DIGITS, '0');
  return isTable(part) ? part.replace(TABLE_ENDING, `-${digits}${TABLE_ENDING}`) : `${part}-${digits}.jsonl`;
}

const numberOf = (name: string): number => Number(/(\d+)\.\w+$/.exec(name)![1]);

const TABLE_ENDING = '.csv';

const isTable = (part: string): boolean => part.endsWith(TABLE_ENDING);

/** Whether a file has resources, each on a line; tables for people say them again. */
export const isLines = (name: string): boolean => name.endsWith('.jsonl');

/** The part that a file is of: `stories` of `stories-0002.jsonl`, `stories.csv` of `stories-0002.csv`. */
export const partOf = (name: string): string => name.replace(/-\d+(?:\.jsonl$|(?=\.csv$))/, '');
