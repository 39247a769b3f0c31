import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { BASE_URL } from './base-url.ts';

/** A page as it is sent, whole and compressed, with what names this state of it. */
export interface PageFile {
  text: string;
  gzip: Buffer;
  /** Weak, since it names the page in either form (RFC 9110, section 8.8.1). */
  etag: string;
}

const files = new Map<string, PageFile>();

/**
 * A page that the build wrote beside this function's bundle, with the service's address filled in; undefined
 * where there is no page of that name. Each is read and compressed once.
 */
export function pageFile(name: string, baseUrl: string): PageFile | undefined {
  const key = `${name} ${baseUrl}`;
  const known = files.get(key);
  if (known) return known;
  const url = new URL(`./docs/${name}.html`, import.meta.url);
  if (!/^[a-z0-9-]+$/.test(name) || !existsSync(url)) return undefined;
  const text = readFileSync(url, 'utf8').replaceAll(BASE_URL, baseUrl);
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  const file = { text, gzip: gzipSync(text), etag };
  files.set(key, file);
  return file;
}
