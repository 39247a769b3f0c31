import { randomBytes } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { constants, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { unpackSnapshot } from '../../shared/kernel/read-model/model-file.ts';

const MEGABYTE = 1024 ** 2;

/** A file that counts its writes. */
function countedFile() {
  const written: Buffer[] = [];
  const file = new Writable({
    write(chunk: Buffer, _encoding, done) {
      written.push(chunk);
      done();
    },
  });
  return { file, written };
}

test('a snapshot is unpacked in few writes, since each costs as much as some of its bytes, and whole', async () => {
  // Half of it is compressed away, as of a model.
  const bytes = Buffer.from(randomBytes(10 * MEGABYTE).toString('hex'));
  const { file, written } = countedFile();
  const packed = zstdCompressSync(bytes, { params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  // As they arrive from S3.
  const pieces = Array.from({ length: Math.ceil(packed.length / MEGABYTE) }, (_, at) =>
    packed.subarray(at * MEGABYTE, (at + 1) * MEGABYTE),
  );
  expect(await unpackSnapshot(Readable.from(pieces), file)).toBe(true);
  expect(Buffer.concat(written).equals(bytes)).toBe(true);
  expect(written.length).toBeLessThan(50);
});

test('a snapshot that ends early is none', async () => {
  const packed = zstdCompressSync(randomBytes(MEGABYTE));
  expect(await unpackSnapshot(Readable.from([packed.subarray(0, 1_000)]), countedFile().file)).toBe(false);
});
