import { createHash, randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import type { ModelDefinition } from './definition.ts';
import { ReadModel } from './read-model.ts';
import { openSqlite } from './sqlite.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
const CHECKSUM_BYTES = 32;

const newFile = (): string => join(tmpdir(), `plotline-model-${randomUUID()}.db`);

/**
 * A new model, or the one of a snapshot; undefined if the snapshot is damaged, of another owner or of another version.
 * Its file has no name any more once it is open, so that the system removes it with the process, however that ends.
 */
export async function openModel(
  definition: ModelDefinition,
  ownerId: string,
  snapshot?: Uint8Array,
): Promise<ReadModel | undefined> {
  const file = newFile();
  try {
    if (!snapshot) return ReadModel.create(definition, await openSqlite(file), ownerId);
    const bytes = await unpack(snapshot);
    if (!bytes) return undefined;
    await writeFile(file, bytes);
    const database = await openSqlite(file);
    try {
      const model = ReadModel.open(definition, database, ownerId);
      if (!model) database.close();
      return model;
    } catch {
      // Not a database, or one without a model's tables.
      database.close();
      return undefined;
    }
  } finally {
    await rm(file, { force: true });
  }
}

/** The snapshot of a model: its database, without free pages, compressed and with a checksum in front. */
export async function packModel(model: ReadModel): Promise<Uint8Array> {
  const file = newFile();
  try {
    model.database.exec(`VACUUM INTO '${file.replaceAll("'", "''")}'`);
    const packed = await compress(await readFile(file), {
      params: { [constants.ZSTD_c_compressionLevel]: 1 },
    });
    return Buffer.concat([checksum(packed), packed]);
  } finally {
    await rm(file, { force: true });
  }
}

async function unpack(snapshot: Uint8Array): Promise<Uint8Array | undefined> {
  const packed = snapshot.subarray(CHECKSUM_BYTES);
  if (!checksum(packed).equals(snapshot.subarray(0, CHECKSUM_BYTES))) return undefined;
  return await decompress(packed);
}

const checksum = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** Bytes of a model's file. */
export function sizeOf(model: ReadModel): number {
  const { bytes } = model
    .statement('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size')
    .get()!;
  return bytes as number;
}
