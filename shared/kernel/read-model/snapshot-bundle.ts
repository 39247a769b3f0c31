import { Readable } from 'node:stream';
import { errorFields, logger } from '../core/logger.ts';
import { DAY_MS } from '../core/date-span.ts';
import type { ModelDefinition } from './definition.ts';
import { versionOf } from './read-model.ts';
import { SNAPSHOT_PREFIX, type SnapshotPlace } from './snapshots.ts';

/** Bytes of the file of a model up to which its snapshot is in its workspace's bundle. */
export const BUNDLED_MODEL_MAX_BYTES = 4 * 1024 * 1024;

/** Bytes of a bundle: it is read whole, however few of its snapshots a request needs. */
export const BUNDLE_MAX_BYTES = 8 * 1024 * 1024;

/** After this time, a snapshot is of a team that is gone, or of an earlier version of the code. */
const SECTION_MAX_AGE_MS = 7 * DAY_MS;

/** The bytes of the number that a bundle begins with: those of its table of contents. */
const LENGTH_BYTES = 4;

/** A snapshot in a bundle. */
interface Section {
  /** When it was written, in milliseconds since 1970. */
  savedAt: number;
  /** A model as packModel returns it. */
  bytes: Uint8Array;
}

/** The table of contents: keys of sections in their order, when each was written, and its length in bytes. */
type Contents = [key: string, savedAt: number, length: number][];

/**
 * The snapshots of a workspace's small models as one object: a search opens some ten of them, each of which would be a
 * request to S3. It is read at most once and written at most once for what runs side by side in a request.
 */
export class SnapshotBundle {
  readonly #place: SnapshotPlace;
  readonly #workspaceId: string;
  readonly #now: Date;
  readonly #changed = new Map<string, Uint8Array | undefined>();
  #stored: Promise<Map<string, Section>> | undefined;
  #users = 0;

  constructor(place: SnapshotPlace, workspaceId: string, now: Date) {
    this.#place = place;
    this.#workspaceId = workspaceId;
    this.#now = now;
  }

  /** Runs what may open models; when nothing of that runs any more, the bundle is written if it has changed. */
  async during<T>(act: () => Promise<T>): Promise<T> {
    this.#users += 1;
    try {
      return await act();
    } finally {
      this.#users -= 1;
      if (this.#users === 0 && this.#changed.size > 0) await this.#write();
    }
  }

  /** The snapshot of a model; undefined if it is not there or cannot be read: it only saves time. */
  async snapshotOf(definition: ModelDefinition, ownerId: string): Promise<Readable | undefined> {
    const section = (await this.#sections()).get(sectionKey(definition, ownerId));
    return section && Readable.from([section.bytes]);
  }

  /** Whether another sandbox has saved a model after a time, in milliseconds since 1970. */
  async hasNewer(definition: ModelDefinition, ownerId: string, savedAt: number): Promise<boolean> {
    const key = sectionKey(definition, ownerId);
    const section = (await this.#sections()).get(key);
    return section !== undefined && section.savedAt > savedAt && !this.#changed.has(key);
  }

  /** Puts a snapshot into the bundle, or takes one out that is damaged or whose model has become too large. */
  put(definition: ModelDefinition, ownerId: string, packed: Uint8Array | undefined): void {
    this.#changed.set(sectionKey(definition, ownerId), packed);
  }

  get #key(): string {
    const { epoch } = this.#place;
    return `${SNAPSHOT_PREFIX}workspaces${epoch && `/${epoch}`}/${this.#workspaceId}`;
  }

  #sections(): Promise<Map<string, Section>> {
    return (this.#stored ??= this.#read());
  }

  async #read(): Promise<Map<string, Section>> {
    try {
      const { getObject } = await import('../core/bucket.ts');
      const bytes = await getObject(this.#place.bucket, this.#key);
      return bytes ? parseBundle(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)) : new Map();
    } catch (error) {
      logger.warn('the read models of a workspace have no snapshots', errorFields(error));
      return new Map();
    }
  }

  async #write(): Promise<void> {
    const stored = await this.#sections();
    const isChanged = [...this.#changed].some(([key, bytes]) => bytes !== undefined || stored.has(key));
    if (!isChanged) return this.#changed.clear();
    const kept = [...stored].filter(
      ([key, { savedAt }]) => !this.#changed.has(key) && this.#now.getTime() - savedAt < SECTION_MAX_AGE_MS,
    );
    const written = [...this.#changed].flatMap(([key, bytes]): [string, Section][] =>
      bytes ? [[key, { savedAt: this.#now.getTime(), bytes }]] : [],
    );
    this.#changed.clear();
    const sections = new Map(withinLimit([...written, ...kept]));
    this.#stored = Promise.resolve(sections);
    try {
      const { putObject } = await import('../core/bucket.ts');
      await putObject(this.#place.bucket, this.#key, bundleOf(sections));
    } catch (error) {
      logger.warn('the read models of a workspace were not saved', errorFields(error));
    }
  }
}

/** Other versions of a model have other keys, so that two versions of the code do not read each other's. */
const sectionKey = (definition: ModelDefinition, ownerId: string): string =>
  `${definition.name}/${versionOf(definition)}/${ownerId}`;

/** As many sections as a bundle may have, the smallest first: each saves a request, whatever its size. */
function withinLimit(sections: readonly [string, Section][]): [string, Section][] {
  let bytes = 0;
  return sections
    .toSorted(([, one], [, other]) => one.bytes.length - other.bytes.length)
    .filter(([, section]) => (bytes += section.bytes.length) <= BUNDLE_MAX_BYTES);
}

function bundleOf(sections: ReadonlyMap<string, Section>): Uint8Array {
  const contents: Contents = [...sections].map(([key, { savedAt, bytes }]) => [key, savedAt, bytes.length]);
  const table = Buffer.from(JSON.stringify(contents));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(table.length);
  return Buffer.concat([length, table, ...[...sections.values()].map(({ bytes }) => bytes)]);
}

function parseBundle(bundle: Buffer): Map<string, Section> {
  const from = LENGTH_BYTES + bundle.readUInt32BE();
  const contents = JSON.parse(bundle.toString('utf8', LENGTH_BYTES, from)) as Contents;
  let at = from;
  return new Map(
    contents.map(([key, savedAt, length]) => [key, { savedAt, bytes: bundle.subarray(at, (at += length)) }]),
  );
}
