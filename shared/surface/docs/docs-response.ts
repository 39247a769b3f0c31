import type { WebRequest, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { pageHeaders } from '../../kernel/html/headers.ts';
import type { PageFile } from './page-file.ts';

/**
 * A page, compressed if the client accepts it. Caches must revalidate it each time, because its stylesheet
 * URLs are tied to its version.
 */
export const docsResponse = (request: WebRequest, file: PageFile): WebResponse =>
  fileResponse(request, file, pageHeaders({ script: true, manifest: true }));

/** The same of a file that is not HTML. */
export const textResponse = (request: WebRequest, file: PageFile, contentType: string): WebResponse =>
  fileResponse(request, file, { 'content-type': contentType, 'x-content-type-options': 'nosniff' });

function fileResponse(
  { headers }: WebRequest,
  { text, gzip, etag }: PageFile,
  own: Readonly<Record<string, string>>,
): WebResponse {
  const kept = { 'cache-control': 'public, no-cache', vary: 'Accept, Accept-Encoding', etag };
  const known = (headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim());
  if (known.includes(etag)) return { status: 304, headers: kept };
  const compressed = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(headers['accept-encoding'] ?? '');
  return {
    status: 200,
    headers: {
      ...own,
      ...kept,
      ...(compressed ? { 'content-encoding': 'gzip' } : {}),
    },
    body: compressed ? gzip : text,
  };
}
