import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Resolver, ResourceValues } from '../template/intrinsics.ts';
import { templateResources } from '../template/resources.ts';
import type { Assembly, TemplateResource } from '../template/template.ts';

/** An object of a bucket, without its bytes. */
export type StoredObject = { key: string; size: number; modified: Date };

/** A bucket of the template: a folder in which each object is a file under its key. */
export class Bucket {
  /** Short name for messages. */
  readonly name: string;
  readonly bucketName: string;
  readonly arn: string;
  readonly #folder: string;
  /** The tags of objects, as S3's XML; they are for scans, and do not outlast the runner. */
  readonly #tags = new Map<string, string>();

  constructor(home: string, { name, bucketName, arn }: Pick<Bucket, 'name' | 'bucketName' | 'arn'>) {
    this.name = name;
    this.bucketName = bucketName;
    this.arn = arn;
    this.#folder = join(home, 'buckets', bucketName);
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
  }

  put(key: string, body: string | Buffer): void {
    const file = this.#fileOf(key);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const temporary = `${file}.${randomUUID()}${UNFINISHED}`;
    try {
      writeFileSync(temporary, body, { mode: 0o600 });
      renameSync(temporary, file);
    } catch (error) {
      // As much of it as a full disk had room for.
      rmSync(temporary, { force: true });
      throw error;
    }
    this.#tags.delete(key);
  }

  tagsOf(key: string): string | undefined {
    return this.#tags.get(key);
  }

  setTags(key: string, tags: string): void {
    this.#tags.set(key, tags);
  }

  /** Undefined if there is no such object. */
  get(key: string): (StoredObject & { body: Buffer }) | undefined {
    if (!isServed(key) || !existsSync(this.#fileOf(key))) return undefined;
    const file = this.#fileOf(key);
    const stats = statSync(file);
    if (!stats.isFile()) return undefined;
    return { key, size: stats.size, modified: stats.mtime, body: readFileSync(file) };
  }

  delete(key: string): void {
    if (this.get(key)) rmSync(this.#fileOf(key), { force: true });
  }

  /** All objects whose key has this prefix, in S3's order: by the bytes of the key. */
  list(prefix: string): StoredObject[] {
    const files = readdirSync(this.#folder, { recursive: true, withFileTypes: true });
    return files
      .filter((entry) => entry.isFile() && !entry.name.endsWith(UNFINISHED))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => ({ file, key: file.slice(this.#folder.length + 1).replaceAll('\\', '/') }))
      .filter(({ key }) => key.startsWith(prefix))
      .sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)))
      .map(({ file, key }) => {
        const { size, mtime } = statSync(file);
        return { key, size, modified: mtime };
      });
  }

  #fileOf(key: string): string {
    if (!isServed(key)) throw new RangeError('The key of an object is not a path below its bucket.');
    return join(this.#folder, ...key.split('/'));
  }
}

const UNFINISHED = '.unfinished';

/** File systems have names of at most 255 bytes, of which an unfinished file's own end needs some. */
const NAME_MAX_BYTES = 200;

/** Whether a key is a path below the folder of its bucket; others cannot exist here. */
export function isServed(key: string): boolean {
  return (
    !/\\|\0/.test(key) &&
    key
      .split('/')
      .every((part) => !['', '.', '..'].includes(part) && Buffer.byteLength(part) <= NAME_MAX_BYTES)
  );
}

/**
 * Reads the buckets of an assembly and creates their folders `<home>/buckets/<bucket>/`. Their properties
 * (encryption, lifecycle, public access) matter only on AWS.
 */
export function openBuckets(
  home: string,
  assembly: Assembly,
  resolver: Resolver,
  valuesOf: (resource: TemplateResource) => ResourceValues,
): Bucket[] {
  const defined = templateResources(assembly, resolver, 'AWS::S3::Bucket').map((resource) => {
    const { ref, attributes } = valuesOf(resource);
    return new Bucket(home, { name: resource.name, bucketName: ref, arn: attributes.Arn! });
  });
  return [...defined, ...openDeploymentBucket(home, assembly, resolver)];
}

/** The bucket that the CDK uploads to, if a function reads it: no stack defines it. */
function openDeploymentBucket(home: string, assembly: Assembly, resolver: Resolver): Bucket[] {
  const names = templateResources(assembly, resolver, 'AWS::Lambda::Function').flatMap((fn) => {
    const environment = resolver.property(fn, 'Environment') as { Variables?: object } | undefined;
    return Object.values(environment?.Variables ?? {}).filter(isDeploymentBucket);
  });
  return names
    .slice(0, 1)
    .map(
      (bucketName) =>
        new Bucket(home, { name: 'Deployments', bucketName, arn: `arn:aws:s3:::${bucketName}` }),
    );
}

const isDeploymentBucket = (value: unknown): value is string => /^cdk-\w+-assets-\d+-/.test(String(value));
