import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { errorFields, logger } from '../core/logger.ts';
import type { ModelDefinition } from './definition.ts';
import { ReadModel } from './read-model.ts';
import { openSqlite } from './sqlite.ts';

const newFile = (): string => join(tmpdir(), `plotline-model-${randomUUID()}.db`);

/**
 * A new model, or the one of a snapshot; undefined if the snapshot is damaged, of another owner or of another version.
 * Its file has no name any more once it is open, so that the system removes it with the process, however that ends.
 */
export async function openModel(
  definition: ModelDefinition,
  ownerId: string,
  snapshot?: Readable,
): Promise<ReadModel | undefined> {
  const file = newFile();
  try {
    if (!snapshot) return ReadModel.create(definition, await openSqlite(file), ownerId);
    if (!(await unpackSnapshot(snapshot, createWriteStream(file)))) return undefined;
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

/** The snapshot of a model: its file, compressed, with a checksum. The model must not be changed until it is there. */
export async function packModel(model: ReadModel): Promise<Uint8Array> {
  const compression = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
  });
  return await pipeline(model.database.bytes(), compression, (packed: AsyncIterable<Uint8Array>) =>
    buffer(packed),
  );
}

/** By default, each 16 KiB of a model are a turn of a thread and a write: half of what opening a large one computes. */
const UNPACKED_CHUNK_BYTES = 1024 ** 2;

/**
 * Writes what a snapshot contains. Returns false if it is damaged, by its checksum, or does not arrive. Rethrows the
 * error of a file that cannot grow.
 */
export async function unpackSnapshot(snapshot: Readable, file: Writable): Promise<boolean> {
  try {
    await pipeline(snapshot, createZstdDecompress({ chunkSize: UNPACKED_CHUNK_BYTES }), file);
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOSPC') throw error;
    logger.warn('a snapshot of a read model cannot be read', errorFields(error));
    return false;
  }
}

/** Bytes of a model's file. */
export function sizeOf(model: ReadModel): number {
  const { bytes } = model
    .statement('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size')
    .get()!;
  return bytes as number;
}
