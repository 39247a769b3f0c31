import type { Export } from '../../shared/surface/exports/export.ts';
import { dataOf } from '../stories/story-api.ts';
import type { Client, RequestOptions } from '../support/client.ts';
import { until } from '../support/until.ts';

type Headers = NonNullable<RequestOptions['headers']>;

/** The exports of one client. */
export function exportApi({ path }: { path: string }, client: Client) {
  const all = `${path}/exports`;
  const get = (id: string) => client.get(`${all}/${id}`);
  const fileOf = (id: string, name: string) => client.get(`${all}/${id}/files/${name}`);
  return {
    send: (body: object = {}, headers?: Headers) => client.post(all, body, headers),
    create: async (body: object = {}): Promise<Export> => dataOf(await client.post(all, body), 201),
    get,
    list: async (): Promise<Export[]> => dataOf(await client.get(all), 200),
    delete: (id: string, headers?: Headers) => client.delete(`${all}/${id}`, headers),
    fileOf,
    /** The export once it is no longer running. */
    async ended(id: string): Promise<Export> {
      let found: Export | undefined;
      await until(async () => {
        found = dataOf<Export>(await get(id), 200);
        return found.state !== 'running';
      });
      return found!;
    },
    /** The bytes of a file, by its link. */
    async download(id: string, name: string): Promise<Buffer> {
      const { url } = dataOf<{ url: string }>(await fileOf(id, name), 200);
      return Buffer.from(await (await fetch(url)).arrayBuffer());
    },
  };
}

export type ExportApi = ReturnType<typeof exportApi>;

/** The lines of an export by the names of their parts. */
export async function linesOf(api: ExportApi, { id, files }: Export): Promise<Record<string, any[]>> {
  const lines: Record<string, unknown[]> = {};
  for (const { name } of files.filter((file) => file.name.endsWith('.jsonl'))) {
    const text = (await api.download(id, name)).toString();
    (lines[name.replace(/-\d+\.jsonl$/, '')] ??= []).push(
      ...text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    );
  }
  return lines as Record<string, any[]>;
}
