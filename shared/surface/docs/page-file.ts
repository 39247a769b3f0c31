import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { BASE_URL } from './base-url.ts';

/** A page as sent, plain and compressed, with its ETag. */
export interface PageFile {
  text: string;
  gzip: Buffer;
  /** Weak, because it identifies the page in both encodings (RFC 9110, section 8.8.1). */
  etag: string;
}

const files = new Map<string, PageFile>();

/**
 * Reads a page that the build wrote next to this function's bundle, as HTML or Markdown, and inserts the service's base
 * URL; undefined if there is no such page. Each page is read and compressed once.
 */
export function pageFile(
  name: string,
  baseUrl: string,
  format: 'html' | 'md' | 'xml' | 'json' = 'html',
): PageFile | undefined {
  const key = `${name}.${format} ${baseUrl}`;
  const known = files.get(key);
  if (known) return known;
  const url = new URL(`./docs/${name}.${format}`, import.meta.url);
  if (!/^[a-z0-9-]+(?:\/[A-Za-z]+)?$/.test(name) || !existsSync(url)) return undefined;
  const text = readFileSync(url, 'utf8').replaceAll(BASE_URL, baseUrl);
  const file = toPageFile(text);
  files.set(key, file);
  return file;
}

/** A page with what is sent of it. */
export function toPageFile(text: string): PageFile {
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  return { text, gzip: gzipSync(text), etag };
}
