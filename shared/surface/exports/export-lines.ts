import { createHash } from 'node:crypto';
import type { ExportFile } from './export.ts';

/** Once this much has been collected it is written, in bytes. */
export const COLLECTED_MAX_BYTES = 8 * 1_024 * 1_024;

const DIGITS = 4;

/** Collects the lines of an export by the names of their parts, and writes them as files. */
export function exportLines(write: (name: string, bytes: Uint8Array) => Promise<void>) {
  const collected = new Map<string, string[]>();
  let bytes = 0;
  return {
    bytes: () => bytes,
    add(part: string, resource: object): void {
      const line = `${JSON.stringify(resource)}\n`;
      bytes += Buffer.byteLength(line);
      const lines = collected.get(part);
      if (lines) lines.push(line);
      else collected.set(part, [line]);
    },
    /** Writes what was collected into the next files of each part, and returns all files. */
    async write(earlier: readonly ExportFile[]): Promise<ExportFile[]> {
      const files = [...earlier];
      for (const [part, lines] of collected) {
        const number = files.filter(({ name }) => partOf(name) === part).length + 1;
        const name = `${part}-${String(number).padStart(DIGITS, '0')}.jsonl`;
        const content = Buffer.from(lines.join(''));
        await write(name, content);
        files.push(describe(name, lines.length, content));
      }
      collected.clear();
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

/** The part that a file is of. */
export const partOf = (name: string): string => name.replace(/-\d+\.jsonl$/, '');
